"""What is wrong with files and pages as they are served: faults, at the places in the sitemap that name them. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from standard_sitemap.checking.checker import is_page
from standard_sitemap.checking.wording import ServedFault
from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.model.faults import Fault
from standard_sitemap.refusals import NotFound
from standard_sitemap.ssp import Hierarchy
from standard_sitemap.verifying.visiting import Visit

# Smaller files gain little.
_WORTH_COMPRESSING_BYTES = 10_000


class Sitemap(NamedTuple):
    """A sitemap whose pages are judged; `addresses` are those of its root file, before and after redirects (D2)."""

    hierarchy: Hierarchy
    addresses: frozenset[str]

    def is_named_by(self, visit: Visit) -> bool:
        """Whether a page leads back to this sitemap."""
        return visit.naming is not None and visit.naming.sitemap in self.addresses


def files_faults(files: Mapping[str, RetrievedDocument]) -> Iterator[Fault]:
    """What is to be said of how the files of a sitemap are served, by the requested addresses, the root file first."""
    for number, (uri, response) in enumerate(files.items()):
        if number == 0 and response.uri != uri:
            yield ServedFault("sitemap-moved", response.uri, 0, {"target": uri, "there": response.uri})
        fields = {name.lower(): value for name, value in response.headers}
        if len(response.body) >= _WORTH_COMPRESSING_BYTES and not fields.get("content-encoding"):
            yield ServedFault("sitemap-uncompressed", response.uri, 0, {"bytes": f"{len(response.body):,}"})
        keeping = fields.get("cache-control", "")
        if "no-store" in keeping.lower():
            yield ServedFault("sitemap-not-kept", response.uri, 0, {"value": keeping})


def page_faults(visit: Visit, sitemap: Sitemap, node: int | None) -> Iterator[Fault]:
    """What is to be said of a page; `node` names it in the sitemap, None where it is only where one began."""
    hierarchy = sitemap.hierarchy
    place = (visit.address, 0) if node is None else (hierarchy.document_uri(node), hierarchy.line(node))
    for code, params in _problems(visit, sitemap, is_listed=node is not None):
        yield ServedFault(code, *place, {"target": visit.address, **params})


def _problems(visit: Visit, sitemap: Sitemap, *, is_listed: bool) -> Iterator[tuple[str, dict[str, str]]]:
    if isinstance(visit.refusal, NotFound):
        yield "page-gone", {"status": str(visit.refusal.params.get("status", 404))}
    elif visit.refusal is not None:
        yield "page-unavailable", {"reason": str(visit.refusal)}
    if visit.response is None or visit.naming is None:
        return
    if is_listed and visit.response.uri != visit.address:
        yield "page-moved", {"there": visit.response.uri}
    if visit.naming.sitemap is not None and not sitemap.is_named_by(visit):
        yield "page-of-another-sitemap", {"there": visit.naming.sitemap}
    elif visit.naming.sitemap is None and is_page(visit.response):  # a picture or a PDF need not name one
        yield "page-unannounced", {}
