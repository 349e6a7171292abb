"""Small sites in folders, and their sitemaps as readers see them."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping
from pathlib import Path

from resolving import resolve
from standard_sitemap import ssp
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.webmaster.checking import checker as checking
from standard_sitemap.webmaster.making.folder_maker import MakeOptions, MakeResult, make
from standard_sitemap.webmaster.making.writing import documents

ROOT = "https://www.example.org/standard-sitemap.xml"
SITE = "https://www.example.org/"

Tree = dict[str, "Tree"]


def page(title: str, body: str = "", head: str = "", lang: str = "") -> str:
    """Return a short page."""
    spoken = f' lang="{lang}"' if lang else ""
    return f"<!DOCTYPE html><html{spoken}><head><title>{title}</title>{head}</head><body>{body}</body></html>"


def links(*paths: str) -> str:
    """Return links in a sentence, outside lists."""
    return "<p>See also " + " and ".join(f'<a href="{path}">{path}</a>' for path in paths) + ".</p>"


def written(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write these files into a folder and return it."""
    for name, text in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def made_of(folder: Path, files: Mapping[str, str | bytes], **options: object) -> MakeResult:
    """Return the result of `make` for a folder with these files."""
    return make(written(folder, files), MakeOptions(**options))  # type: ignore[arg-type]


def hierarchy_of(files: Mapping[str, bytes], name: str = "standard-sitemap.xml") -> ssp.Hierarchy:
    """Return the hierarchy shown to a reader; the checker must report nothing."""
    assert faults_of(files, name) == []
    bodies = {SITE + name_of_file: body for name_of_file, body in files.items()}
    return resolve(ssp.Site(SITE + name), lambda uri: RetrievedFile(uri, bodies[uri], "application/xml"))


def faults_of(files: Mapping[str, bytes], name: str) -> list[str]:
    """Return the codes of `standard-sitemap check` for a sitemap, including notes."""
    with tempfile.TemporaryDirectory() as place:
        written(Path(place), files)
        checker = checking.Checker(checking.CheckOptions(), lambda *_: None)
        reports = asyncio.run(checker.check(str(Path(place, name))))
    assert [report.refused for report in reports] == [None]
    return [fault.code for report in reports for fault in report.faults]


def hierarchy_made(made: MakeResult) -> ssp.Hierarchy:
    """Return the hierarchy of a made sitemap."""
    return hierarchy_of(documents(made.outline))


def tree_of(hierarchy: ssp.Hierarchy, node: int | None = None, *, by: str = "name") -> Tree:
    """Return nested names or paths."""
    children = hierarchy.children(hierarchy.root if node is None else node)
    return {_named(hierarchy, child, by): tree_of(hierarchy, child, by=by) for child in children}


def tree_made(made: MakeResult, *, by: str = "path") -> Tree:
    """Return the nested paths or names of a made sitemap."""
    return tree_of(hierarchy_made(made), by=by)


def node_at(hierarchy: ssp.Hierarchy, path: str) -> int:
    """Return the node that leads to a path."""
    waiting = [*hierarchy.children(hierarchy.root), *(member for nodes in hierarchy.roles.values() for member in nodes)]
    while waiting:
        node = waiting.pop()
        if any(variant.location == SITE + path for variant in hierarchy.details.variants(node)):
            return node
        waiting.extend(hierarchy.children(node))
    raise KeyError(path)


def _named(hierarchy: ssp.Hierarchy, node: int, by: str) -> str:
    first = hierarchy.details.variants(node)[0]
    if by == "path" and first.location is not None:
        return first.location.removeprefix(SITE)
    return first.name or ""
