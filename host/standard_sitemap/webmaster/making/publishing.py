"""Writes the made files into the folder, all or none, with a sitemaps.org sitemap next to them if requested.

The only module of this package that uses conversion and resolution.
"""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path

from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.ssp import Site
from standard_sitemap.webmaster.converting.conversion import OutputFile, StagingArea, write_sitemaps_org
from standard_sitemap.webmaster.converting.pages import Pages
from standard_sitemap.webmaster.making.outline import Outline
from standard_sitemap.webmaster.making.writing import MARK, documents

# The mark is in the first comment, after the declaration.
_MARK_BYTES = 1_000


class EmptyList(Exception):
    """All pages are hidden from search engines."""


def publish(outline: Outline, place: Path, split_above: int | None, *, may_replace: bool) -> list[Path]:
    """Write the files of an outline; `place` is the root file. Raises ExistingFiles or OSError.

    Files made by this program are replaced without asking.
    """
    made = documents(outline, place.name, split_above)
    may_replace = may_replace or all(_is_ours(place.parent / name, place) for name in made)
    with StagingArea(place.parent, may_replace=may_replace) as staging:
        staging.refuse_replacing(place.name)
        for name, document in made.items():
            staging.write(name, [document])
        return staging.place()


def publish_both(
    outline: Outline,
    place: Path,
    base_url: str,
    split_above: int | None,
    *,
    may_replace: bool,
    hidden: Container[str] = (),
) -> list[Path]:
    """Write the files as `publish` does, with a `sitemap.xml` that lists the same pages except `hidden` ones.

    `base_url` is the folder's future address. Raises EmptyList if all pages are hidden.
    """
    uri = base_url + place.name
    made = {base_url + name: document for name, document in documents(outline, place.name, split_above).items()}
    site = Site(uri)
    while wanted := site.wanted():
        for file_uri in wanted:
            site.add(file_uri, RetrievedFile(file_uri, made[file_uri], "application/xml"))
    hierarchy = site.hierarchy()
    listed = [(location, page) for location, page in Pages([hierarchy]).listed() if location not in hidden]
    if not listed:
        raise EmptyList
    target = OutputFile(place.parent, "sitemap.xml", may_replace)
    written = write_sitemaps_org(listed, target, base_url)
    return [*written, *publish(outline, place, split_above, may_replace=may_replace)]


def _is_ours(path: Path, root_file: Path) -> bool:
    """Return whether a file is absent or was made by this program; further files follow the root file."""
    if not path.exists():
        return True
    marked = root_file if path != root_file and root_file.exists() else path
    try:
        if not marked.is_file():  # opening a pipe would wait for its writer
            return False
        with marked.open("rb") as file:
            return MARK.encode() in file.read(_MARK_BYTES)
    except OSError:
        return False
