"""Verifies a site: its sitemap as a browser receives it, and some of the pages that it lists.

Problems of served files and pages become faults, at the lines of the sitemap that name them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.credentials import Credentials
from standard_sitemap.fetching.loader import Progress
from standard_sitemap.fetching.request_headers import ACCEPT_PAGE, origin
from standard_sitemap.fetching.retrieving import Retriever, load
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.menus import usable_search
from standard_sitemap.refusals import FetchRefusal, HttpStatus, NotFound, PrivateAddress, Unreachable
from standard_sitemap.ssp import Hierarchy, Query, Site, search_query
from standard_sitemap.webmaster.checking.page_naming import PageNaming, is_page, naming
from standard_sitemap.webmaster.checking.report import RefusedTarget, Report, survey
from standard_sitemap.webmaster.checking.wording import ServedFault
from standard_sitemap.webmaster.verifying.visiting import PageVisit, has_elements, pages_with, sample, visit_all

# Statuses of pages that require a login, and the hosts and path segments of login pages.
_LOGIN_STATUSES = frozenset({"401", "403", "407"})
_LOGIN = re.compile(
    r"//(?:login|auth|sso|accounts)\.|/(?:wp-)?(?:log[-_]?[io]n|sign[-_]?in|anmelden|connexion)(?:[/.;]|$)"
    r"|/(?:auth|sso)(?:\.\w+)?/?$|/(?:oauth2?|saml2?)/",
    re.IGNORECASE,
)
# Smaller files gain little.
_WORTH_COMPRESSING_BYTES = 10_000


class VerifiedSitemap(NamedTuple):
    """A sitemap whose pages are judged; `addresses` are its root file's, before and after redirects (D2)."""

    hierarchy: Hierarchy
    addresses: frozenset[str]

    def is_named_by(self, visit: PageVisit) -> bool:
        """Return whether a page names this sitemap."""
        return visit.naming is not None and visit.naming.sitemap in self.addresses


def files_faults(files: Mapping[str, RetrievedDocument]) -> Iterator[Fault]:
    """Yield faults in how a sitemap's files are served; `files` is keyed by requested address, root file first."""
    for number, (uri, response) in enumerate(files.items()):
        if number == 0 and response.uri != uri:
            yield ServedFault("sitemap-moved", response.uri, 0, {"target": uri, "there": response.uri})
        fields = {name.lower(): value for name, value in response.headers}
        if len(response.body) >= _WORTH_COMPRESSING_BYTES and not fields.get("content-encoding"):
            yield ServedFault("sitemap-uncompressed", response.uri, 0, {"bytes": f"{len(response.body):,}"})
        keeping = fields.get("cache-control", "")
        if "no-store" in keeping.lower():
            yield ServedFault("sitemap-not-kept", response.uri, 0, {"value": keeping})


def page_faults(visit: PageVisit, sitemap: VerifiedSitemap, node: int | None) -> Iterator[Fault]:
    """Yield the faults of a page; `node` is its node in the sitemap, or None for the start page only."""
    hierarchy = sitemap.hierarchy
    place = (visit.address, 0) if node is None else (hierarchy.details.document_uri(node), hierarchy.details.line(node))
    for code, params in _problems(visit, sitemap, is_listed=node is not None):
        yield ServedFault(code, *place, {"target": visit.address, **params})


def _login_faults(address: str, response: RetrievedDocument) -> Iterator[Fault]:
    """Yield a fault if the page at `address` redirects to a login."""
    if _is_login(response.uri) and not _is_login(address):
        reason = f"it redirects to {response.uri}"
        yield ServedFault("page-wants-login", address, 0, {"target": address, "reason": reason})


def _wants_login(refusal: FetchRefusal) -> bool:
    """Return whether a page was refused for lack of a login."""
    return isinstance(refusal, HttpStatus) and str(refusal.params.get("status")) in _LOGIN_STATUSES


def _problems(visit: PageVisit, sitemap: VerifiedSitemap, *, is_listed: bool) -> Iterator[tuple[str, dict[str, str]]]:
    if visit.refusal is not None:
        yield _refused(visit.refusal)
    if visit.response is None or visit.naming is None:
        return
    if _is_login(visit.response.uri) and not _is_login(visit.address):
        yield "page-wants-login", {"reason": f"it redirects to {visit.response.uri}"}
        return
    if is_listed and visit.response.uri != visit.address:
        yield "page-moved", {"there": visit.response.uri}
    if visit.naming.sitemap is not None and not sitemap.is_named_by(visit):
        yield "page-of-another-sitemap", {"there": visit.naming.sitemap}
    elif visit.naming.sitemap is None and is_page(visit.response):  # a picture or a PDF need not name a sitemap
        yield "page-unannounced", {}


def _is_login(address: str) -> bool:
    return _LOGIN.search(re.split("[?#]", address, maxsplit=1)[0]) is not None


def class_changes_of_other_origin(sitemap: VerifiedSitemap, visits: Iterable[PageVisit]) -> Iterator[Fault]:
    """Yield a fault for each attribute except `class` that the sitemap may not change in all of its pages (D46).

    It may change them only in pages of its own origin, before and after redirects. The fault names one other page.
    """
    origins = {origin(address) for address in sitemap.addresses}
    attributes = dict.fromkeys(change.attr for change in sitemap.hierarchy.class_changes if change.attr != "class")
    pages = (visit.response.uri for visit in visits if visit.response is not None and sitemap.is_named_by(visit))
    other = next((page for page in pages if {origin(page)} != origins), None)
    if other is not None:
        for attr in attributes:
            params = {"target": other, "attr": attr}
            yield ServedFault("class-change-of-other-origin", sitemap.hierarchy.root_uri, 0, params)


def _refused(refusal: FetchRefusal) -> tuple[str, dict[str, str]]:
    """Return the code and parameters of an unavailable page: gone, behind a login, or unreachable."""
    if isinstance(refusal, NotFound):
        return "page-gone", {"status": str(refusal.params.get("status", 404))}
    reason = {"reason": str(refusal)}
    if _wants_login(refusal):
        return "page-wants-login", reason
    if isinstance(refusal, PrivateAddress):
        return "page-address-refused", reason
    if isinstance(refusal, Unreachable) and "certificate" in str(refusal.params.get("reason", "")).lower():
        return "page-certificate-invalid", reason
    return "page-unavailable", reason


# A server that can send either should send the page, because readers start there.
_ACCEPT = "application/xhtml+xml, text/html, application/xml;q=0.9, */*;q=0.1"
_WORD = re.compile(r"\w{3,}")


class Verification(NamedTuple):
    """The result: a report, the numbers of visited, listed and announcing pages, and the unanswered questions."""

    report: Report
    visited: int = 0
    total: int = 0
    back: int = 0
    unknown: tuple[str, ...] = ()


async def verify(
    target: str,
    most: int,
    progress: Progress,
    *,
    allow_private: bool = False,
    credentials: Credentials | None = None,
) -> Verification:
    """Verify the site of `target`, the address of a page or of a sitemap; visit `most` more pages.

    `credentials` are sent to their own origin only.
    """
    named = None if allow_private else (target,)
    async with Retriever(None, named=named, credentials=credentials) as retriever:
        try:
            here = await retriever.get(target, _ACCEPT)
        except FetchRefusal as refusal:
            reason = f"{refusal}; it requires a login" if _wants_login(refusal) else str(refusal)
            return Verification(Report(target, refused=RefusedTarget(refusal.code, reason)))
        named_by_target = naming(here, None)
        if named_by_target.sitemap is None and is_page(here):
            faults = (*named_by_target.faults, *_login_faults(target, here))
            return Verification(Report(target, pages=(named_by_target.page,), faults=faults))
        begun = [] if named_by_target.sitemap is None else [PageVisit(target, here, naming=named_by_target)]
        return await _Verifier(target, retriever, progress).verify(named_by_target.sitemap or target, begun, most)


class _Verifier:
    """The verifier of one site."""

    def __init__(self, target: str, retriever: Retriever, progress: Progress) -> None:
        self._target = target
        self._retriever = retriever
        self._progress = progress
        self._unknown: list[str] = []

    async def verify(self, address: str, begun: list[PageVisit], most: int) -> Verification:
        # Loaded as by `check`, so that the report includes its faults.
        site, files = Site(address), _RecordingRetriever(self._retriever)
        refused = (await load(site, files, progress=self._progress)).get(site.root_uri)
        if refused is not None:
            pages = tuple(visit.naming.page for visit in begun if visit.naming is not None)
            return Verification(Report(self._target, site.root_uri, pages, RefusedTarget(refused.code, str(refused))))
        sitemap = VerifiedSitemap(site.hierarchy(), frozenset({site.root_uri, site.hierarchy().root_uri}))
        # The sample is deterministic, so a corrected page is visited again.
        chosen = sample(sitemap.hierarchy, most)
        known = {visit.address for visit in begun}
        further = [page for page in chosen.pages if page not in known]
        visits = begun + await visit_all(further, self._retriever, lambda done: self._progress(done, len(further)))
        faults = [*files_faults(files.responses)]
        for visit in visits:
            faults.extend(page_faults(visit, sitemap, chosen.pages.get(visit.address)))
        faults += class_changes_of_other_origin(sitemap, visits)
        faults += await self._class_changes(sitemap.hierarchy, visits)
        faults += await self._search(sitemap.hierarchy)
        report = _report(self._target, site, sitemap, visits, faults)
        back = sum(map(sitemap.is_named_by, visits))
        return Verification(report, len(visits), max(chosen.total, len(visits)), back, tuple(self._unknown))

    async def _class_changes(self, hierarchy: Hierarchy, visits: list[PageVisit]) -> list[Fault]:
        changes = hierarchy.class_changes
        pages = [visit for visit in visits if has_elements(visit)]
        if not changes or not pages:
            return []
        numbers = await pages_with(changes, pages)
        if numbers is None:
            self._unknown.append("whether class changes find elements: that takes too long")
            return []
        idle = [change for change, number in zip(changes, numbers, strict=True) if not number]
        params = [{"elem": change.elem, "count": str(len(pages))} for change in idle]
        return [ServedFault("class-change-finds-nothing", hierarchy.root_uri, 0, each) for each in params]

    async def _search(self, hierarchy: Hierarchy) -> list[Fault]:
        """Try the search that readers get with a word from the sitemap."""
        term = _term(hierarchy)
        node, variant, _ = usable_search(hierarchy)
        query = variant and search_query(variant, term, hierarchy.root_uri)
        if node is None or query is None:
            return []
        reason = await self._why_not(query)
        params = {"target": query.url, "term": term, "reason": reason}
        place = (hierarchy.details.document_uri(node), hierarchy.details.line(node))
        return [ServedFault("search-fails", *place, params)] if reason else []

    async def _why_not(self, query: Query) -> str:
        """Return why a search fails; "" if it works."""
        if query.method != "get":
            self._unknown.append("whether the search answers: it is sent by POST, which may change something")
            return ""
        try:
            await self._retriever.get(query.url, ACCEPT_PAGE)
        except FetchRefusal as refusal:
            return str(refusal)
        return ""


class _RecordingRetriever(Retriever):
    """Retriever that records each response of another retriever, for the headers."""

    def __init__(self, retriever: Retriever) -> None:
        super().__init__(None)
        self._retriever = retriever
        self.responses: dict[str, RetrievedDocument] = {}

    async def get(self, uri: str, accept: str = _ACCEPT) -> RetrievedDocument:
        response = await self._retriever.get(uri, accept)
        self.responses[uri] = response
        return response


def _report(target: str, site: Site, sitemap: VerifiedSitemap, visits: list[PageVisit], faults: list[Fault]) -> Report:
    """Return `check`'s report on the sitemap, with the pages that name it or none, and with their faults."""
    named: list[PageNaming] = [visit.naming for visit in visits if visit.naming is not None]
    pages = [
        naming_of_page.page
        for naming_of_page in named
        if naming_of_page.sitemap is None or naming_of_page.sitemap in sitemap.addresses
    ]
    obsolete = [fault for naming_of_page in named for fault in naming_of_page.faults]
    report = survey(target, site, tuple(dict.fromkeys(pages)))
    return replace(report, faults=(*faults, *obsolete, *report.faults))


def _term(hierarchy: Hierarchy) -> str:
    """Return a word from a name in the sitemap, which the search should find."""
    for node in hierarchy.children(hierarchy.root):
        for name in hierarchy.details.names(node):
            if word := _WORD.search(name or ""):
                return word.group()
    return "test"
