"""The report on a sitemap: its faults, the nodes that readers see, and the reasons why others are missing.

A report is plain data, with no open files, documents or unresolved references. `survey` makes it from a loaded sitemap,
and answers `--explain ID|NAME`: one element's route, fate, roles and variants, with a line for each statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.fetching.file_uris import path_on_disk
from standard_sitemap.model.faults import Fault, in_order
from standard_sitemap.model.hierarchy import DocumentSummary, Hierarchy
from standard_sitemap.ssp import Document, Site
from standard_sitemap.ssp.explanation import Explanation, Fate, Fates, Origin, base_origin, explain, find
from standard_sitemap.ssp.names import XML_ID, Kind
from standard_sitemap.ssp.reachability import reference_fault
from standard_sitemap.webmaster.checking.mistakes import (
    Mistake,
    mistakes,
    with_meant_names,
)


@dataclass(frozen=True, slots=True, order=True)
class SourceLine:
    """A line of a document, from 1; 0 means the whole document."""

    document: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class NamingPage:
    """A page and the rule by which it names the sitemap; None if it names none."""

    url: str
    rule: str | None


@dataclass(frozen=True, slots=True)
class ElementCounts:
    """Numbers of elements in the files, and of shown, excluded and unreached items and groups."""

    elements: int
    items: int
    groups: int
    shown: int
    excluded: int
    unreached: int


@dataclass(frozen=True, slots=True)
class References:
    """Numbers of `<external>` elements by target: shown, excluded, dead, or not followed.

    `dead` also includes dead externals that are not followed.
    """

    total: int
    shown: int
    excluded: int
    dead: int
    unfollowed: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Elements with the same fate: their number and the first places; `reason` is a kebab-case code."""

    reason: str
    clause: str
    count: int
    places: tuple[SourceLine, ...]


@dataclass(frozen=True, slots=True)
class RoleNode:
    """A node that fulfils a role."""

    name: str | None
    location: str | None
    place: SourceLine


@dataclass(frozen=True, slots=True)
class Landmark:
    """An element on a path through the sitemap: label, place, and `reason` if it is not shown."""

    label: str
    place: SourceLine
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ExplainedReference:
    """An `<external>` that refers to the explained element."""

    place: SourceLine
    is_followed: bool


@dataclass(frozen=True, slots=True)
class ExplainedRole:
    """A role, its source (attribute, default or implied), and the reason why the node does not fulfil it, if any."""

    role: str
    source: str
    hindrance: str | None


@dataclass(frozen=True, slots=True)
class ExplainedQuality:
    """A variant's quality, with the attribute and element that set it."""

    quality: str
    value: str
    attribute: str
    label: str
    place: SourceLine
    base: Landmark | None = None


@dataclass(frozen=True, slots=True)
class ExplainedElement:
    """The answer to `--explain` for one element."""

    label: str
    name: str | None
    id: str | None
    place: SourceLine
    reason: str
    clause: str
    route: tuple[Landmark, ...]
    above: tuple[Landmark, ...]
    references: tuple[ExplainedReference, ...]
    roles: tuple[ExplainedRole, ...]
    variants: tuple[tuple[ExplainedQuality, ...], ...]


@dataclass(frozen=True, slots=True)
class Explanations:
    """The elements that match one `--explain` term: explanations of the first ones, and the number of all."""

    asked: str
    found: int
    elements: tuple[ExplainedElement, ...]


@dataclass(frozen=True, slots=True)
class RefusedTarget:
    """The reason why a target could not be fetched."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Report:
    """The result of checking one sitemap.

    `sitemap` is None if a page names none or a folder holds none. `counts` is None without a map to count. `unused`
    lists the folder's sitemap files that are neither root files nor referenced.
    """

    target: str
    sitemap: str | None = None
    pages: tuple[NamingPage, ...] = ()
    refused: RefusedTarget | None = None
    documents: tuple[DocumentSummary, ...] = ()
    counts: ElementCounts | None = None
    references: References | None = None
    roles: Mapping[str, tuple[RoleNode, ...]] = field(default_factory=dict)
    excluded: tuple[Tally, ...] = ()
    unreached: tuple[Tally, ...] = ()
    faults: tuple[Fault, ...] = ()
    explanations: tuple[Explanations, ...] = ()
    unused: tuple[str, ...] = ()

    def number_of(self, severity: str) -> int:
        """Return the number of faults with a severity, including faults that are counted but not listed."""
        listed = [fault for fault in self.faults if fault.severity == severity]
        codes = {fault.code for fault in listed}
        return len(listed) + sum(
            count
            for fault in self.faults
            for code, count in [unlisted(fault)]
            if code in codes or (code in fault.catalogue and fault.catalogue[code].severity == severity)
        )


def unlisted(fault: Fault) -> tuple[str, int]:
    """Return the code and number of the unlisted faults that a summary fault stands for; ("", 0) for other faults."""
    if fault.code == "too-many-faults":
        return fault.params["code"], int(fault.params["count"]) - int(fault.params["limit"])
    return (fault.params["code"], int(fault.params["count"])) if fault.code == "more-of-the-same" else ("", 0)


# Exit statuses. Click uses 2 for usage errors.
FINE, FAULTY, UNFETCHED = 0, 1, 3


def status(reports: tuple[Report, ...], *, strict: bool) -> int:
    """Return the exit status: 3 if a target could not be fetched, 1 if one is faulty or nothing was found, else 0."""
    if any(report.refused is not None for report in reports):
        return UNFETCHED
    return FAULTY if not reports or any(is_faulty(report, strict=strict) for report in reports) else FINE


def is_faulty(report: Report, *, strict: bool) -> bool:
    """Return whether a report has errors (`strict`: or warnings), no sitemap, or an unmatched `--explain` term."""
    severities = ("error", "warning") if strict else ("error",)
    missing = any(not explanation.found for explanation in report.explanations)
    return report.sitemap is None or missing or any(report.number_of(severity) for severity in severities)


@lru_cache(maxsize=1_000)  # called for each fault, with few different files
def local_path(uri: str, start: Path) -> str | None:
    """Return the path of a `file:` URI, relative to `start` if it is below it; None for other URIs."""
    if urlsplit(uri).scheme != "file":
        return None
    path = path_on_disk(uri)
    return (path.relative_to(start) if path.is_relative_to(start) else path).as_posix()


class ReportAddresses:
    """Shortens the addresses in one report, relative to its sitemap and the current folder."""

    def __init__(self, sitemap: str | None, start: Path) -> None:
        self._folder = (sitemap or "").rpartition("/")[0] + "/"
        self._sitemap = sitemap
        self._start = start

    def short(self, uri: str) -> str:
        """Return a path for a file on disk, the part after the sitemap's folder, or the full URI, in this order."""
        path = local_path(uri, self._start)
        if path is not None:
            return path
        is_below = self._folder.count("/") > 2 and uri.startswith(self._folder) and uri != self._folder
        return unquote(uri.removeprefix(self._folder)) if is_below else uri

    def place(self, place: SourceLine) -> str:
        """Return a place as text, without the name of the sitemap's root file."""
        if place.document == self._sitemap:
            return f"line {place.line}" if place.line else "the file"
        return f"{self.short(place.document)}:{place.line}" if place.line else self.short(place.document)

    def places(self, places: Iterable[SourceLine], limit: int) -> str:
        """Return at most `limit` ranges of lines, grouped by document, and the number of further places."""
        runs = _runs(places)
        parts = [self._lines(document, list(group)) for document, group in groupby(runs[:limit], _document)]
        beyond = sum(run.places for run in runs[limit:])
        return ", ".join(parts) + (f" and {beyond:,} more" if beyond else "")

    def _lines(self, document: str, runs: list[_Run]) -> str:
        lines = ", ".join(str(run.first) if run.first == run.last else f"{run.first}–{run.last}" for run in runs)
        if document == self._sitemap:
            is_one = len(runs) == 1 and runs[0].first == runs[0].last
            return "the file" if lines == "0" else f"{'line' if is_one else 'lines'} {lines}"
        return self.short(document) if lines == "0" else f"{self.short(document)}:{lines}"


class _Run(NamedTuple):
    """A range of consecutive lines, and the number of places in it."""

    document: str
    first: int
    last: int
    places: int


def _runs(places: Iterable[SourceLine]) -> list[_Run]:
    runs: list[_Run] = []
    for place in places:
        before = runs[-1] if runs else None
        if before is not None and before.document == place.document and 0 <= place.line - before.last <= 1:
            runs[-1] = before._replace(last=place.line, places=before.places + 1)
        else:
            runs.append(_Run(place.document, place.line, place.line, 1))
    return runs


def _document(run: _Run) -> str:
    return run.document


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
