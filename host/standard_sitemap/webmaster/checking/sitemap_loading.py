"""Loads a sitemap with all its files and surveys it. Every kind of check uses this."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from standard_sitemap import sitemapsorg
from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.credentials import Credentials
from standard_sitemap.fetching.loader import Progress
from standard_sitemap.fetching.retrieving import Retriever, load
from standard_sitemap.model.faults import Fault
from standard_sitemap.sitemapsorg.diagnosis import site_faults
from standard_sitemap.ssp import Site
from standard_sitemap.webmaster.checking.mistaken_addresses import FileAddresses, address_mistakes
from standard_sitemap.webmaster.checking.report import NamingPage, Refused, Report
from standard_sitemap.webmaster.checking.served import Served
from standard_sitemap.webmaster.checking.surveying import survey, survey_sitemaps_org


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """Options of a check.

    `root` is the folder above which no file is read. `include_user` includes nodes with `tree="user"`. `explain` names
    elements to explain. `base_url` is the address at which files on disk will be served. `robots` is the site's
    robots.txt, if the caller named one. `given` maps addresses to bodies already at hand. With `allow_private`,
    documents may lead to servers on private addresses. `credentials` are sent to their own origin only.
    """

    root: Path | None = None
    include_user: bool = False
    explain: tuple[str, ...] = ()
    given: Mapping[str, bytes] = field(default_factory=dict)
    base_url: str = ""
    robots: bytes | None = None
    allow_private: bool = False
    credentials: Credentials | None = None

    def named(self, target: str) -> tuple[str, ...] | None:
        """Return the addresses named by the caller, whose servers may be private; None if all servers may be."""
        return None if self.allow_private else tuple(filter(None, (target, self.base_url)))


@dataclass(slots=True)
class Named:
    """The pages that name one sitemap, and the faults in their declarations."""

    pages: list[NamingPage] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


class SitemapLoading:
    """Loads sitemaps for the reports on one target."""

    def __init__(self, target: str, options: CheckOptions, progress: Progress) -> None:
        self._target = target
        self._options = options
        self._progress = progress

    async def map(
        self, uri: str, named: Named, retriever: Retriever, here: RetrievedDocument | None = None
    ) -> tuple[Report, Site]:
        """Return the report on a Standard-Sitemap, and the sitemap; `here` is its root file, if already at hand."""
        site = Site(uri, include_user=self._options.include_user)
        refused = await load(site, retriever, {site.root_uri: here} if here else {}, self._progress)
        root = refused.get(site.root_uri)
        if root is not None:
            pages, faults = tuple(named.pages), tuple(named.faults)
            return Report(self._target, site.root_uri, pages, Refused(root.code, str(root)), faults=faults), site
        return survey(
            self._target, site, named.pages, named.faults, self._options.explain, self._options.base_url
        ), site

    async def list(
        self, uri: str, retriever: Retriever, served: Served | None, here: RetrievedDocument | None = None
    ) -> sitemapsorg.Site:
        """Return a sitemap in another format; `here` is its root file, if already at hand."""
        site = sitemapsorg.Site(
            uri,
            include_user=self._options.include_user,
            now=datetime.now(UTC),
            served_as=served.uri_served if served is not None else lambda _: None,
        )
        await load(site, retriever, {site.root_uri: here} if here else {}, self._progress)
        return site

    def survey(self, site: sitemapsorg.Site, more: Sequence[Fault]) -> Report:
        """Return the report on a sitemap in another format, with `more` faults added."""
        documents = site.in_order()
        # If the site's scheme is known, `other-scheme` already reports these addresses.
        of_scheme = {"addresses-of-two-schemes"} if any(fault.code == "other-scheme" for fault in more) else set[str]()
        mistakes = (fault for fault in self._address_mistakes(documents) if fault.code not in of_scheme)
        faults = (*site_faults(documents), *mistakes, *more)
        return survey_sitemaps_org(self._target, site.hierarchy(), faults, self._options.explain)

    def _address_mistakes(self, documents: Iterable[sitemapsorg.Document]) -> Iterator[Fault]:
        for document in documents:
            table = document.table
            listed = FileAddresses(document.uri, table.listed(), table.lines.__getitem__, self._options.base_url)
            yield from address_mistakes(listed)
