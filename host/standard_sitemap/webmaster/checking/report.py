"""The result of a check as plain data, with no open files, documents or unresolved references."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from standard_sitemap.fetching.retrieving import path_on_disk
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.hierarchy import DocumentSummary


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
