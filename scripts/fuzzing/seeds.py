"""What the fuzzer begins with: the conformance cases as single inputs, and the words of the format.

An input is one or more files, divided by a line; the first line of each may be a Content-Type field.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from standard_sitemap.ssp import names

DIVIDER = b"\n%%%%\n"
FIELD = b"Content-Type:"
_ATTRIBUTES = (
    "name url description lang charset type refer data method role tree priority relation order elem attr prefix "
    "xml:id xml:base baseurl xlink:href rel href content target"
).split()


def write(cases: Path, corpus: Path) -> None:
    """Writes an input for each case into the corpus; one that is there already stays as it is."""
    for case in sorted(cases.iterdir()):
        parts = [*_sitemaps(case), *_pages(case)]
        if parts:
            data = DIVIDER.join(parts)
            (corpus / hashlib.sha256(data).hexdigest()[:40]).write_bytes(data)


def write_words(path: Path) -> Path:
    """Writes the dictionary of elements, attributes and values; returns where it is."""
    elements = [f"<{name}" for name in names.KIND_NAMES.values()] + [f"</{name}>" for name in names.KIND_NAMES.values()]
    attributes = [f' {name}=\\"' for name in _ATTRIBUTES]
    values = [*names.ROLES, *names.TREE_VALUES, *names.ORDERS, *names.RELATIONS, *names.REFERRERS, names.NAMESPACE]
    lines = [f'"{word}"' for word in [*elements, *attributes, *sorted(set(values)), "#", "xmlns", "<!ENTITY ", "%(1w)"]]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def _sitemaps(case: Path) -> list[bytes]:
    """The files of a sitemap, the root first, under the names by which the target serves them."""
    files = sorted(case.rglob("*.xml"), key=lambda path: path.name != "map.xml")
    types = json.loads((case / "serving.json").read_text("utf-8")).get("types", {}) if (case / "serving.json").exists() else {}
    bodies = [_with_field(path.read_bytes(), types.get(path.relative_to(case).as_posix())) for path in files]
    for number, path in enumerate(files):
        bodies = [body.replace(path.name.encode(), f"{number}.xml".encode()) for body in bodies]
    return bodies


def _pages(case: Path) -> list[bytes]:
    kinds = {"page.html": "text/html", "page.xhtml": "application/xhtml+xml"}
    return [_with_field((case / name).read_bytes(), kind) for name, kind in kinds.items() if (case / name).exists()]


def _with_field(body: bytes, kind: str | None) -> bytes:
    return body if kind is None else FIELD + f" {kind}\n".encode() + body
