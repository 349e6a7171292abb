"""Fuzzing targets: `python -m commands.fuzzing.targets TARGET CORPUS…`, or a file with a finding instead of the corpus.

For the two formats, the bytes become files, and the files become a map or a page, in which everything is looked up. For
`responses`, a server sends the bytes: heads, chunks, members. For `pages`, each command that reads pages reads them.
Every exception is a finding. So is an address in a sitemaps.org file that is neither in the tree nor in a fault, and a
page that takes longer than its size allows.
"""

from __future__ import annotations

import io
import sys
from functools import partial

import atheris

from commands.fuzzing.seeds import divided
from resolving import RetrievalRefusal, resolve

TARGET = sys.argv[1]
_WATCHED = {
    "ssp": ["standard_sitemap.ssp"],
    "sitemapsorg": ["standard_sitemap.sitemapsorg"],
    "responses": ["standard_sitemap.fetching", "standard_sitemap.model.gzip_members", "h11"],
    "pages": ["standard_sitemap.webmaster", "standard_sitemap.ssp.discovery", "html5lib"],
}

with atheris.instrument_imports(include=_WATCHED[TARGET]):
    from commands.fuzzing.reading_pages import read_pages
    from commands.fuzzing.responding import fetch
    from standard_sitemap import sitemapsorg, ssp
    from standard_sitemap.model.site import RetrievedFile
    from standard_sitemap.sitemapsorg.page_metadata import PageMetadata, search_of
    from standard_sitemap.ssp import names
    from standard_sitemap.webmaster.tree_json import write_json

SITE = "http://site.example/"
PAGES = ("text/html", "application/xhtml+xml")


def _retrieve(files: dict[str, tuple[str | None, bytes]], uri: str) -> RetrievedFile:
    if uri not in files:
        raise RetrievalRefusal("not-found", "There is no such file.")
    kind, body = files[uri]
    return RetrievedFile(uri, body, kind)


def ssp_input(data: bytes) -> None:
    files = divided(data)
    kind, body = files[0]
    if kind is not None and kind.startswith(PAGES):
        _page(kind, body)
    else:
        _sitemap({f"{SITE}{number}.xml": file for number, file in enumerate(files)})


def _sitemap(files: dict[str, tuple[str | None, bytes]]) -> None:
    hierarchy = resolve(ssp.Site(f"{SITE}0.xml", include_user=len(files) % 2 == 0), partial(_retrieve, files))
    # The depth is limited only for speed: a few kilobytes can expand to a tree that takes seconds to print.
    write_json(hierarchy, io.StringIO(), depth=6)
    for node in hierarchy.roles.get("search", ()):
        ssp.search_query(hierarchy.details.variants(node)[0], "term é", hierarchy.root_uri)
    for fault in hierarchy.faults:
        assert fault.message


def _page(kind: str, body: bytes) -> None:
    links = ssp.read_page(body, SITE, kind)
    # The fuzzer writes the field in a title; it need not guess the format's name letter by letter.
    opt = body.partition(b"<title>")[2][:200].decode("latin-1").replace("N", names.NAMESPACE)
    headers = (("Opt", opt), *(("15-Location", link.href) for link in links))
    evidence = ssp.Evidence(SITE, kind, headers, links)
    ssp.discover(evidence)
    ssp.discovery_faults(evidence)


def sitemaps_org_input(data: bytes) -> None:
    files = {f"{SITE}{number or 'robots.txt'}": file for number, file in enumerate(divided(data))}
    for root in list(files)[:2]:
        _org_sitemap(root, files)
    search = search_of(SITE, data)
    if search is not None:
        ssp.search_query(search, "term é", SITE)


def _org_sitemap(root: str, files: dict[str, tuple[str | None, bytes]]) -> None:
    hierarchy = resolve(sitemapsorg.Site(root), partial(_retrieve, files))
    write_json(hierarchy, io.StringIO())
    assert all(fault.message for fault in hierarchy.faults)
    pages = [page for document in hierarchy.documents for page in _pages(document.uri, files)]
    assert set(pages) <= _shown(hierarchy)
    hierarchy.details.page_metadata = PageMetadata((page, page[-20:]) for page in pages)
    for page in pages:
        nodes = hierarchy.page_index.at_location(page)
        assert nodes
        assert all(hierarchy.page_index.path(node)[-1] == node for node in nodes)
    for node in hierarchy.named([pages[0][-3:].casefold()] if pages else ["a"]):
        assert node is None or hierarchy.details.shown(node)


def _pages(uri: str, files: dict[str, tuple[str | None, bytes]]) -> list[str]:
    kind, body = files[uri]
    return [page.location for page in sitemapsorg.parse(uri, body, kind).pages()]


def _shown(hierarchy: sitemapsorg.Hierarchy) -> set[str | None]:
    """Return the locations of all variants in the tree."""
    shown: set[str | None] = set()
    waiting = list(hierarchy.children(hierarchy.root))
    while waiting:
        node = waiting.pop()
        shown.update(variant.location for variant in hierarchy.details.variants(node))
        waiting.extend(hierarchy.children(node))
    return shown


if __name__ == "__main__":
    targets = {"ssp": ssp_input, "sitemapsorg": sitemaps_org_input, "responses": fetch, "pages": read_pages}
    atheris.Setup([sys.argv[0], *sys.argv[2:]], targets[TARGET])
    atheris.Fuzz()
