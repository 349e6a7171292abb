"""Small inline sitemaps, and the resolver's results for them."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.comparing import retriever
from conformance.oracle import ServedFile
from resolving import resolve
from standard_sitemap import ssp

ROOT = "http://site.example/map.xml"
NAMESPACE = "http://standard-sitemap.org/2007/ns"


def written(content: str, attributes: str = "") -> bytes:
    """Return a file of the format with this content, which starts on line 2."""
    return f'<sitemap xmlns="{NAMESPACE}" {attributes}>\n{content}\n</sitemap>'.encode()


def hierarchy(content: str, files: Mapping[str, bytes] | None = None, *, include_user: bool = False) -> ssp.Hierarchy:
    """Return the hierarchy of a root file with this content; `files` are the others by name."""
    bodies = {ROOT: written(content)} | {f"http://site.example/{name}": body for name, body in (files or {}).items()}
    served = {uri: ServedFile(uri, body) for uri, body in bodies.items()}
    return resolve(ssp.Site(ROOT, include_user=include_user), retriever(served))


def document(content: str, attributes: str = "") -> ssp.Document:
    return ssp.parse(ROOT, written(content, attributes), "application/xml")


def faults(tree: ssp.Hierarchy) -> list[tuple[str, int]]:
    return [(fault.code, fault.line) for fault in tree.faults]


def names(tree: ssp.Hierarchy, node: int | None = None) -> list[str | None]:
    """Return the first names of the children of a node, by default the root."""
    children = tree.children(tree.root if node is None else node)
    return [tree.details.variants(child)[0].name for child in children]
