"""Verifies a site: its sitemap as a reader's browser would come by it, and some of the pages that it lists.

What is wrong with files and pages as they are served becomes faults, at the places in the sitemap that name them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from standard_sitemap.checking.checker import Naming, is_page, naming
from standard_sitemap.checking.report import Refused, Report
from standard_sitemap.checking.surveying import survey
from standard_sitemap.checking.wording import ServedFault
from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.loader import Progress
from standard_sitemap.fetching.request_headers import ACCEPT_PAGE
from standard_sitemap.fetching.retrieving import Retriever, load
from standard_sitemap.model.faults import Fault
from standard_sitemap.refusals import FetchRefusal, NotFound
from standard_sitemap.ssp import Hierarchy, Query, Site, search_query
from standard_sitemap.verifying.visiting import Visit, has_elements, pages_with, sample, visit_all

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


# A server that can send either should send the page: that is where readers begin.
_ACCEPT = "application/xhtml+xml, text/html, application/xml;q=0.9, */*;q=0.1"
_WORD = re.compile(r"\w{3,}")


class Verification(NamedTuple):
    """What was found: a report, how many pages were visited, of how many, how many lead back, what stays unknown."""

    report: Report
    visited: int = 0
    total: int = 0
    back: int = 0
    unknown: tuple[str, ...] = ()


async def verify(target: str, most: int, progress: Progress) -> Verification:
    """The site of which `target`, the address of a page or of a sitemap, is a part; visits `most` pages more."""
    async with Retriever(None) as retriever:
        try:
            here = await retriever.get(target, _ACCEPT)
        except FetchRefusal as refusal:
            return Verification(Report(target, refused=Refused(refusal.code, str(refusal))))
        found = naming(here, None)
        if found.sitemap is None and is_page(here):
            return Verification(Report(target, pages=(found.page,), faults=found.faults))
        begun = [] if found.sitemap is None else [Visit(target, here, naming=found)]
        return await _Verifier(target, retriever, progress).verify(found.sitemap or target, begun, most)


class _Verifier:
    """Verifies one site."""

    def __init__(self, target: str, retriever: Retriever, progress: Progress) -> None:
        self._target = target
        self._retriever = retriever
        self._progress = progress
        self._unknown: list[str] = []

    async def verify(self, address: str, begun: list[Visit], most: int) -> Verification:
        # Read as `check` reads it, so that its findings are in the report as well.
        site, files = Site(address), _Remembering(self._retriever)
        refused = (await load(site, files, progress=self._progress)).get(site.root_uri)
        if refused is not None:
            pages = tuple(visit.naming.page for visit in begun if visit.naming is not None)
            return Verification(Report(self._target, site.root_uri, pages, Refused(refused.code, str(refused))))
        sitemap = Sitemap(site.hierarchy(), frozenset({site.root_uri, site.hierarchy().root_uri}))
        # A sample, always the same: whoever mends a page sees that page looked at again.
        chosen = sample(sitemap.hierarchy, most)
        known = {visit.address for visit in begun}
        further = [page for page in chosen.pages if page not in known]
        visits = begun + await visit_all(further, self._retriever, lambda done: self._progress(done, len(further)))
        faults = [*files_faults(files.responses)]
        for visit in visits:
            faults.extend(page_faults(visit, sitemap, chosen.pages.get(visit.address)))
        faults += await self._class_changes(sitemap.hierarchy, visits)
        faults += await self._search(sitemap.hierarchy)
        report = _report(self._target, site, sitemap, visits, faults)
        back = sum(map(sitemap.is_named_by, visits))
        return Verification(report, len(visits), max(chosen.total, len(visits)), back, tuple(self._unknown))

    async def _class_changes(self, hierarchy: Hierarchy, visits: list[Visit]) -> list[Fault]:
        changes = hierarchy.class_changes
        pages = [visit for visit in visits if has_elements(visit)]
        if not changes or not pages:
            return []
        found = await pages_with(changes, pages)
        if found is None:
            self._unknown.append("what the class changes find: that takes too long")
            return []
        idle = [change for change, number in zip(changes, found, strict=True) if not number]
        params = [{"elem": change.elem, "count": str(len(pages))} for change in idle]
        return [ServedFault("class-change-finds-nothing", hierarchy.root_uri, 0, each) for each in params]

    async def _search(self, hierarchy: Hierarchy) -> list[Fault]:
        """Tries the search that readers get, the first that can be used (D39), with a word of the sitemap's own."""
        term = _term(hierarchy)
        for node in hierarchy.roles.get("search", ()):
            query = search_query(hierarchy.variants(node)[0], term, hierarchy.root_uri)
            if query is not None:
                reason = await self._why_not(query)
                params = {"target": query.url, "term": term, "reason": reason}
                place = (hierarchy.document_uri(node), hierarchy.line(node))
                return [ServedFault("search-fails", *place, params)] if reason else []
        return []

    async def _why_not(self, query: Query) -> str:
        """Why a search fails; "" where it answers."""
        if query.method != "get":
            self._unknown.append("whether the search answers: it is sent by POST, which may change something")
            return ""
        try:
            await self._retriever.get(query.url, ACCEPT_PAGE)
        except FetchRefusal as refusal:
            return str(refusal)
        return ""


class _Remembering(Retriever):
    """Gets documents by another retriever, and records the response of each: headers say what content does not."""

    def __init__(self, retriever: Retriever) -> None:
        super().__init__(None)
        self._retriever = retriever
        self.responses: dict[str, RetrievedDocument] = {}

    async def get(self, uri: str, accept: str = _ACCEPT) -> RetrievedDocument:
        response = await self._retriever.get(uri, accept)
        self.responses[uri] = response
        return response


def _report(target: str, site: Site, sitemap: Sitemap, visits: list[Visit], faults: list[Fault]) -> Report:
    """The report of `check` on the sitemap, with the pages that name it or none, and what was found of them."""
    named: list[Naming] = [visit.naming for visit in visits if visit.naming is not None]
    pages = [one.page for one in named if one.sitemap is None or one.sitemap in sitemap.addresses]
    obsolete = [fault for one in named for fault in one.faults]
    report = survey(target, site, tuple(dict.fromkeys(pages)))
    return replace(report, faults=(*faults, *obsolete, *report.faults))


def _term(hierarchy: Hierarchy) -> str:
    """A word that stands in a name of the sitemap, so that the search should find something."""
    for node in hierarchy.children(hierarchy.root):
        for name in hierarchy.names(node):
            if word := _WORD.search(name or ""):
                return word.group()
    return "test"
