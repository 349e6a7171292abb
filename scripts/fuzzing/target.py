"""What is fuzzed of Standard-Sitemaps: bytes made files, those a sitemap or a page, and all asked that can be asked.

Run by `scripts/fuzz`, or by hand with a file that it found. An exception is a finding.
"""

from __future__ import annotations

import io
import sys

import atheris

from fuzzing.inputs import divided
from resolving import Refused, resolve
from standard_sitemap.model.site import Retrieved

with atheris.instrument_imports(include=["standard_sitemap.ssp"]):
    from standard_sitemap import ssp
    from standard_sitemap.ssp import names
    from standard_sitemap.tree_json import write_json

SITE = "http://site.example/"
PAGES = ("text/html", "application/xhtml+xml")


def one_input(data: bytes) -> None:
    files = divided(data)
    kind, body = files[0]
    if kind is not None and kind.startswith(PAGES):
        _page(kind, body)
    else:
        _sitemap({f"{SITE}{number}.xml": file for number, file in enumerate(files)})


def _sitemap(files: dict[str, tuple[str | None, bytes]]) -> None:
    def retrieve(uri: str) -> Retrieved:
        if uri not in files:
            raise Refused("not-found", "There is no such file.")
        kind, body = files[uri]
        return Retrieved(uri, body, kind)

    found = resolve(ssp.Site(f"{SITE}0.xml", include_user=len(files) % 2 == 0), retrieve)
    # Levels are bounded for speed alone: a few kilobytes can unfold to a tree that takes seconds to print.
    write_json(found, io.StringIO(), depth=6)
    for node in found.roles.get("search", ()):
        ssp.search_query(found.variants(node)[0], "term é", found.root_uri)
    for fault in found.faults:
        assert fault.message


def _page(kind: str, body: bytes) -> None:
    links = ssp.read_page(body, SITE, kind)
    # The fuzzer writes the field by way of a title; the format's name need not be guessed letter by letter.
    opt = body.partition(b"<title>")[2][:200].decode("latin-1").replace("N", names.NAMESPACE)
    headers = (("Opt", opt), *(("15-Location", link.href) for link in links))
    evidence = ssp.Evidence(SITE, kind, headers, links)
    ssp.discover(evidence)
    ssp.discovery_faults(evidence)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
