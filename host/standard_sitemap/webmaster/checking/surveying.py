"""Loads a sitemap with all its files and reports its faults, the nodes shown, and why others are not shown.

Every kind of check uses this. Also answers `--explain ID|NAME`: one element's route, fate, roles and variants, with a
line for each statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.credentials import Credentials
from standard_sitemap.fetching.loader import Progress
from standard_sitemap.fetching.retrieving import Retriever, load
from standard_sitemap.model.faults import Fault, in_order
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.sitemapsorg.diagnosis import site_faults
from standard_sitemap.ssp import Document, Site
from standard_sitemap.ssp.explanation import Explanation, Fate, Fates, Origin, base_origin, explain, find
from standard_sitemap.ssp.names import XML_ID, Kind
from standard_sitemap.ssp.reachability import reference_fault
from standard_sitemap.webmaster.checking.mistakes import (
    FileAddresses,
    Mistake,
    address_mistakes,
    mistakes,
    with_meant_names,
)
from standard_sitemap.webmaster.checking.report import (
    ElementCounts,
    ExplainedElement,
    ExplainedQuality,
    ExplainedReference,
    ExplainedRole,
    Explanations,
    Landmark,
    NamingPage,
    References,
    RefusedTarget,
    Report,
    RoleNode,
    SourceLine,
    Tally,
)
from standard_sitemap.webmaster.checking.served import ServedFolder

# Fates that hide an entry without its author's intention.
_BY_MISTAKE = frozenset({Fate.NAMELESS.code, Fate.LOCATIONLESS.code, Fate.INSIDE_VARIANT.code, Fate.INSIDE_OTHER.code})

# If more elements share a name, ids distinguish them better.
ELEMENTS_EXPLAINED = 5


def explanations(site: Site, hierarchy: ssp.Hierarchy, fates: Fates, terms: Iterable[str]) -> Iterator[Explanations]:
    """Yield the explanations of the elements that match each of `terms`."""
    for text in terms:
        elements = find(site, text)
        explained = (explain(site, hierarchy, fates, element) for element in islice(elements, ELEMENTS_EXPLAINED))
        yield Explanations(text, len(elements), tuple(_element(explanation) for explanation in explained))


def _element(explanation: Explanation) -> ExplainedElement:
    document, index = explanation.document, explanation.index
    attributes = document.attributes[index]
    return ExplainedElement(
        label=label(document, index),
        name=attributes.get("name"),
        id=attributes.get(XML_ID),
        place=_place(document, index),
        reason=explanation.fate.code,
        clause=explanation.fate.clause,
        route=tuple(Landmark(label(*step), _place(*step)) for step in explanation.route),
        above=tuple(_landmark(document, place, fate) for place, fate in explanation.above),
        references=tuple(ExplainedReference(_place(*at), followed) for at, followed in explanation.references),
        roles=tuple(ExplainedRole(*role) for role in explanation.roles),
        variants=tuple(tuple(map(_quality, origins)) for origins in explanation.variants),
    )


def _landmark(document: Document, index: int, fate: Fate) -> Landmark:
    return Landmark(label(document, index), _place(document, index), fate.code)


def _quality(origin: Origin) -> ExplainedQuality:
    return ExplainedQuality(
        origin.quality,
        origin.value,
        origin.attribute,
        label(origin.document, origin.index),
        _place(origin.document, origin.index),
        _base(origin) if origin.quality == "location" else None,
    )


def _base(origin: Origin) -> Landmark | None:
    base = base_origin(origin.document, origin.index)
    return None if base is None else Landmark(base.value, _place(base.document, base.index))


def label(document: Document, index: int) -> str:
    """Return a readable label for an element: its tag, and its name, id or address."""
    tag, attributes = document.name(index), document.attributes[index]
    known_by = attributes.get("name") or attributes.get(XML_ID)
    if known_by is None and tag == "external":
        known_by = document.url(index)
    return f"<{tag}>" if known_by is None else f"<{tag}> “{known_by}”"


def _place(document: Document, index: int) -> SourceLine:
    return SourceLine(document.uri, document.lines[index])


# Enough to go through by hand. An author who corrects the first hundred can run the check again.
PLACES_LISTED = 100


def survey(
    target: str,
    site: Site,
    pages: Sequence[NamingPage] = (),
    faults: Sequence[Fault] = (),
    terms: Iterable[str] = (),
    served_at: str = "",
) -> Report:
    """Return the report on a sitemap whose files are all loaded.

    `faults` are the faults of its pages, `terms` the elements to explain, and `served_at` the site's address, or "" if
    it is unknown.
    """
    hierarchy = site.hierarchy()
    fates = Fates(site, hierarchy)
    tallies = tuple(_tallies(site, fates)) if hierarchy.is_sitemap else ()
    excluded = tuple(tally for fate, tally in tallies if fate.is_excluded)
    unreached = tuple(tally for fate, tally in tallies if not fate.is_reached)
    counts = _counts(site, fates, excluded, unreached) if hierarchy.is_sitemap else None
    shown = _nothing_shown(site, counts, (*excluded, *unreached))
    meant = (*shown, *with_meant_names(hierarchy.faults), *mistakes(site.documents, served_at))
    return Report(
        target=target,
        sitemap=hierarchy.root_uri,
        pages=tuple(pages),
        documents=hierarchy.documents,
        counts=counts,
        references=_references(site, fates) if hierarchy.is_sitemap else None,
        roles=_roles(hierarchy),
        excluded=excluded,
        unreached=unreached,
        faults=(*faults, *in_order(meant, [document.uri for document in site.documents])),
        explanations=tuple(explanations(site, hierarchy, fates, terms)),
    )


def _nothing_shown(site: Site, counts: ElementCounts | None, hidden: Iterable[Tally]) -> Iterator[Fault]:
    """Yield a fault for a map that shows nothing although its author did not hide everything."""
    if counts is None or counts.shown:
        return
    unknown = sum(document.kinds.count(Kind.UNKNOWN) for document in site.documents)
    if unknown or any(tally.reason in _BY_MISTAKE for tally in hidden):
        entries = counts.items + counts.groups + unknown
        yield Mistake("nothing-shown", site.root_uri, 0, {"count": f"{entries:,}"})


def _tallies(site: Site, fates: Fates) -> Iterator[tuple[Fate, Tally]]:
    for fate in Fate:
        count = sum(fates.all_of(document).count(fate) for document in site.documents)
        if count and fate not in (Fate.NO_NODE, Fate.SHOWN):
            yield fate, Tally(fate.code, fate.clause, count, tuple(_first_places(site, fates, fate)))


def _first_places(site: Site, fates: Fates, fate: Fate) -> Iterator[SourceLine]:
    count = 0
    for document in site.documents:
        fate_codes = fates.all_of(document)
        # Searching a bytearray is many times faster than a loop over a million elements.
        index = fate_codes.find(fate)
        while index >= 0 and count < PLACES_LISTED:
            yield SourceLine(document.uri, document.lines[index])
            count += 1
            index = fate_codes.find(fate, index + 1)


def _counts(site: Site, fates: Fates, excluded: Iterable[Tally], unreached: Iterable[Tally]) -> ElementCounts:
    shown = sum(fates.all_of(document).count(Fate.SHOWN) for document in site.documents)
    return ElementCounts(
        elements=sum(len(document) for document in site.documents),
        items=sum(document.kinds.count(Kind.ITEM) for document in site.documents),
        groups=sum(document.kinds.count(Kind.GROUP) for document in site.documents),
        shown=shown - 1,  # without the root, which is never shown
        excluded=sum(tally.count for tally in excluded),
        unreached=sum(tally.count for tally in unreached),
    )


def _references(site: Site, fates: Fates) -> References:
    ends = [_end(site, fates, *external) for external in _externals(site)]
    followed = [end for end, is_followed in ends if is_followed]
    return References(
        total=len(ends),
        shown=followed.count(Fate.SHOWN),
        excluded=sum(1 for end in followed if end is not None and end != Fate.SHOWN),
        dead=sum(1 for end, _ in ends if end is None),
        unfollowed=len(ends) - len(followed),
    )


def _externals(site: Site) -> Iterator[tuple[Document, int]]:
    for document in site.documents:
        for index in document.notables:
            if document.kinds[index] == Kind.EXTERNAL:
                yield document, index


def _end(site: Site, fates: Fates, document: Document, index: int) -> tuple[Fate | None, bool]:
    """Return the fate of an external's target (None: no target), and whether the external is followed."""
    parent = document.parents[index]
    is_followed = parent >= 0 and fates.of(document, parent) == Fate.SHOWN
    target = site.target(document, index)
    if target is not None:
        return fates.of(*target), is_followed
    # Without a target, the reference may be dead, or its file was not loaded because nothing shown leads there.
    is_dead = reference_fault(document, index, site.by_address) is not None
    return None if is_dead else Fate.UNREFERENCED, is_followed


def _roles(hierarchy: Hierarchy) -> dict[str, tuple[RoleNode, ...]]:
    return {role: tuple(_role_node(hierarchy, node) for node in nodes) for role, nodes in hierarchy.roles.items()}


def _role_node(hierarchy: Hierarchy, node: int) -> RoleNode:
    first = hierarchy.details.variants(node)[0]
    return RoleNode(
        first.name, first.location, SourceLine(hierarchy.details.document_uri(node), hierarchy.details.line(node))
    )


def survey_sitemaps_org(
    target: str, hierarchy: sitemapsorg.Hierarchy, together: Sequence[Fault], terms: Sequence[str]
) -> Report:
    """Return the report on a sitemap whose files are all loaded; its format has nothing to explain.

    `together` holds the faults that become visible only with all files.
    """
    pages, elements = hierarchy.page_count, sum(document.elements for document in hierarchy.documents)
    counts = ElementCounts(elements=elements, items=pages, groups=0, shown=pages, excluded=0, unreached=0)
    return Report(
        target=target,
        sitemap=hierarchy.root_uri,
        documents=hierarchy.documents,
        counts=counts if hierarchy.is_sitemap else None,
        roles=_roles(hierarchy),
        faults=in_order((*hierarchy.faults, *together), [document.uri for document in hierarchy.documents]),
        explanations=tuple(Explanations(term, 0, ()) for term in terms),
    )


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """Options of a check.

    `root` is the folder above which no file is read. `include_user` includes nodes with `tree="user"`. `explain` names
    elements to explain. `base_url` is the address at which files on disk will be served. `robots` is the site's
    robots.txt, if the caller named one. `given` maps addresses to bodies already at hand. With `allow_private`,
    documents may lead to servers on private addresses. Unless `is_base_named`, the caller did not name `base_url`, and
    its server must be public. `credentials` are sent to their own origin only.
    """

    root: Path | None = None
    include_user: bool = False
    explain: tuple[str, ...] = ()
    given: Mapping[str, bytes] = field(default_factory=dict)
    base_url: str = ""
    robots: bytes | None = None
    allow_private: bool = False
    is_base_named: bool = True
    credentials: Credentials | None = None

    def named(self, target: str) -> tuple[str, ...] | None:
        """Return the addresses named by the caller, whose servers may be private; None if all servers may be."""
        base = self.base_url if self.is_base_named else ""
        return None if self.allow_private else tuple(filter(None, (target, base)))


@dataclass(slots=True)
class NamingPages:
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
        self, uri: str, named: NamingPages, retriever: Retriever, here: RetrievedDocument | None = None
    ) -> tuple[Report, Site]:
        """Return the report on a Standard-Sitemap, and the sitemap; `here` is its root file, if already at hand."""
        site = Site(uri, include_user=self._options.include_user)
        refused = await load(site, retriever, {site.root_uri: here} if here else {}, self._progress)
        root = refused.get(site.root_uri)
        if root is not None:
            pages, faults = tuple(named.pages), tuple(named.faults)
            return Report(self._target, site.root_uri, pages, RefusedTarget(root.code, str(root)), faults=faults), site
        return survey(
            self._target, site, named.pages, named.faults, self._options.explain, self._options.base_url
        ), site

    async def list(
        self, uri: str, retriever: Retriever, served: ServedFolder | None, here: RetrievedDocument | None = None
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
