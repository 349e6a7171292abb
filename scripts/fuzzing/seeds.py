"""What the fuzzer begins with: the conformance cases as single inputs, and the words of the format."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from fuzzing.inputs import joined
from standard_sitemap.ssp import names

_ATTRIBUTES = (
    *("name", "url", "description", "lang", "charset", "type", "refer", "data", "method", "role", "tree", "priority"),
    *("relation", "order", "elem", "attr", "prefix", "xml:id", "xml:base", "baseurl", "xlink:href", "target"),
    *("rel", "href", "content"),
)


def write(cases: Path, corpus: Path) -> None:
    """Writes an input for each case into the corpus; one that is there already stays as it is."""
    for case in sorted(cases.iterdir()):
        files = [*_sitemaps(case), *_pages(case)]
        if files:
            data = joined(files)
            (corpus / hashlib.sha256(data).hexdigest()[:40]).write_bytes(data)


def write_words(path: Path) -> Path:
    """Writes the dictionary of elements, attributes and values; returns where it is."""
    elements = [f"<{name}" for name in names.KIND_NAMES.values()] + [f"</{name}>" for name in names.KIND_NAMES.values()]
    attributes = [f' {name}=\\"' for name in _ATTRIBUTES]
    values = [*names.ROLES, *names.TREE_VALUES, *names.ORDERS, *names.RELATIONS, *names.REFERRERS, names.NAMESPACE]
    lines = [f'"{word}"' for word in [*elements, *attributes, *sorted(set(values)), "#", "xmlns", "<!ENTITY ", "%(1w)"]]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def _sitemaps(case: Path) -> list[tuple[str | None, bytes]]:
    """The files of a sitemap, the root first, under the names by which the target serves them."""
    paths = sorted(case.rglob("*.xml"), key=lambda path: path.name != "map.xml")
    serving = case / "serving.json"
    types = json.loads(serving.read_text("utf-8")).get("types", {}) if serving.exists() else {}
    bodies = [path.read_bytes() for path in paths]
    for number, path in enumerate(paths):
        bodies = [body.replace(path.name.encode(), f"{number}.xml".encode()) for body in bodies]
    return [(types.get(path.relative_to(case).as_posix()), body) for path, body in zip(paths, bodies, strict=True)]


def _pages(case: Path) -> list[tuple[str | None, bytes]]:
    kinds = {"page.html": "text/html", "page.xhtml": "application/xhtml+xml"}
    return [(kind, (case / name).read_bytes()) for name, kind in kinds.items() if (case / name).exists()]
