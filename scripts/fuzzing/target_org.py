"""What is fuzzed of sitemaps.org files: bytes made files, those a hierarchy, and all asked that can be asked of it.

Also what pages say: titles, and descriptions of searches. Run by `scripts/fuzz`, or by hand with a file that it found.
An exception is a finding, and so is an address that is neither in the tree nor in a fault.
"""

from __future__ import annotations

import io
import sys
from typing import cast

import atheris

from fuzzing.inputs import divided
from resolving import Refused, resolve
from standard_sitemap.model.site import Retrieved

with atheris.instrument_imports(include=["standard_sitemap.sitemapsorg"]):
    from standard_sitemap import sitemapsorg, ssp
    from standard_sitemap.sitemapsorg.opensearch import search_of
    from standard_sitemap.sitemapsorg.page_metadata import PageMetadata
    from standard_sitemap.tree_json import write_json

SITE = "http://site.example/"


def one_input(data: bytes) -> None:
    files = {f"{SITE}{number or 'robots.txt'}": file for number, file in enumerate(divided(data))}
    for root in list(files)[:2]:
        _sitemap(root, files)
    search = search_of(SITE, data)
    if search is not None:
        ssp.search_query(search, "term é", SITE)


def _sitemap(root: str, files: dict[str, tuple[str | None, bytes]]) -> None:
    def retrieve(uri: str) -> Retrieved:
        if uri not in files:
            raise Refused("not-found", "There is no such file.")
        kind, body = files[uri]
        return Retrieved(uri, body, kind)

    found = resolve(sitemapsorg.Site(root), retrieve)
    write_json(cast("ssp.Hierarchy", found), io.StringIO())
    assert all(fault.message for fault in found.faults)
    pages = [page for one in found.documents for page in _pages(one.uri, files)]
    assert set(pages) <= _shown(found)
    found.page_metadata = PageMetadata((page, page[-20:]) for page in pages)
    for page in pages:
        nodes = found.page_index.at_location(page)
        assert nodes
        assert all(found.page_index.path(node)[-1] == node for node in nodes)
    for node in found.named([pages[0][-3:].casefold()] if pages else ["a"]):
        assert node is None or found.shown(node)


def _pages(uri: str, files: dict[str, tuple[str | None, bytes]]) -> list[str]:
    kind, body = files[uri]
    return [page.location for page in sitemapsorg.parse(uri, body, kind).pages()]


def _shown(found: sitemapsorg.Hierarchy) -> set[str | None]:
    """The locations of all variants in the tree."""
    shown: set[str | None] = set()
    waiting = list(found.children(found.root))
    while waiting:
        node = waiting.pop()
        shown.update(variant.location for variant in found.variants(node))
        waiting.extend(found.children(node))
    return shown


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
