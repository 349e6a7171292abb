"""Reports for people: first the faults in groups, then the shown nodes, the missing ones and the reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from standard_sitemap.model.words import counted
from standard_sitemap.webmaster.checking.report import (
    ElementCounts,
    ExplainedElement,
    ExplainedQuality,
    Explanations,
    Landmark,
    NamingPage,
    References,
    Report,
    ReportAddresses,
    RoleNode,
    Tally,
    is_faulty,
)
from standard_sitemap.webmaster.checking.sheet import Sheet, StyledLine
from standard_sitemap.webmaster.checking.wording import (
    AROUND,
    EXCLUSIONS,
    HINDRANCES,
    REASONS,
    RULES,
    SHOWN,
    SOURCES,
    CodeGroup,
    ProblemGroup,
    grouped,
    nothing_found,
    remedy_without_sitemap,
)

STYLES = {"error": "bold red", "warning": "bold yellow", "info": "bold blue"}

# The number of displayed steps at each end of a route, and of displayed places that refer to an element.
STEPS_SHOWN = 8


def explained(explained_term: Explanations, addresses: ReportAddresses, sheet: Sheet) -> None:
    """Write the explanations of one `--explain` term."""
    if not explained_term.found:
        sheet.line(StyledLine(f"✗ No item or group has the id or the name “{explained_term.asked}”.", "bold red"))
    for element in explained_term.elements:
        _element(element, addresses, sheet)
    beyond = explained_term.found - len(explained_term.elements)
    if beyond:
        sheet.line(
            StyledLine(f"… and {counted(beyond, 'more element', 'more elements')} of that name; ask by xml:id.", "dim")
        )


def _element(element: ExplainedElement, addresses: ReportAddresses, sheet: Sheet) -> None:
    heading = StyledLine.assemble((element.label, "bold"), "  ", (_at(element, addresses), "cyan"))
    if element.id is not None:
        heading.append(f"  xml:id “{element.id}”", "dim")
    sheet.line(heading)
    sheet.line(_outcome(element), 2, hang=2)
    _way(element, addresses, sheet)
    _references(element, addresses, sheet)
    _roles(element, sheet)
    for number, qualities in enumerate(element.variants, start=1):
        sheet.line(StyledLine(f"variant {number} of {len(element.variants)}", "bold"), 2)
        for quality in qualities:
            sheet.line(_quality(quality, element, addresses), 4, hang=2)


def _at(landmark: ExplainedElement | Landmark | ExplainedQuality, addresses: ReportAddresses) -> str:
    return addresses.place(landmark.place)


def _outcome(element: ExplainedElement) -> StyledLine:
    if element.reason == SHOWN:
        return StyledLine("shown in the tree", "green")
    word = "left out of the tree" if element.reason in EXCLUSIONS else "not reached"
    # For elements below an excluded one, the line names only the common cause; the culprit follows with its reason.
    reason = AROUND if REASONS[element.reason].startswith(AROUND) else REASONS[element.reason]
    return StyledLine.assemble((f"{word} because {reason}", "yellow"), (f"  [{element.clause}]", "dim"))


def _way(element: ExplainedElement, addresses: ReportAddresses, sheet: Sheet) -> None:
    """Write the route to an element; for an unreached one, its ancestors and which of them is the cause."""
    if element.route:
        sheet.line(StyledLine("reached through", "bold"), 2)
    for depth, step in _ends(element.route):
        arrow = "→ " if depth else "  "
        sheet.line(StyledLine.assemble(arrow, _landmark(step, addresses)), 4, hang=4)
    for _, around in _ends(element.above):
        because = REASONS[around.reason] if around is not None and around.reason in EXCLUSIONS else None
        why = f": left out because {because}" if because else ""
        sheet.line(StyledLine.assemble("inside ", _landmark(around, addresses), why), 2, hang=2)


def _ends(steps: Sequence[Landmark]) -> Iterator[tuple[int, Landmark | None]]:
    """Yield numbered steps; of a long route only both ends, with None in between."""
    cut = STEPS_SHOWN if len(steps) > 2 * STEPS_SHOWN + 1 else len(steps)
    yield from enumerate(steps[:cut])
    if cut < len(steps):
        yield cut, None
        yield from enumerate(steps[-STEPS_SHOWN:], start=len(steps) - STEPS_SHOWN)


def _landmark(step: Landmark | None, addresses: ReportAddresses) -> StyledLine:
    return (
        StyledLine.assemble(step.label, "  ", (_at(step, addresses), "cyan"))
        if step
        else StyledLine("… and so on", "dim")
    )


def _references(element: ExplainedElement, addresses: ReportAddresses, sheet: Sheet) -> None:
    for is_followed, outcome in ((True, "followed"), (False, "not followed, because its parent is not shown")):
        places = [reference.place for reference in element.references if reference.is_followed is is_followed]
        if places:
            where = addresses.places(places, STEPS_SHOWN)
            sheet.line(StyledLine.assemble("named by <external> in ", (where, "cyan"), f": {outcome}"), 2, hang=2)


def _roles(element: ExplainedElement, sheet: Sheet) -> None:
    if not element.roles:
        sheet.line(StyledLine("no role", "bold"), 2)
    for role in element.roles:
        hindrance = f"; {HINDRANCES[role.hindrance]}" if role.hindrance else ""
        sheet.line(StyledLine.assemble(("role ", "bold"), role.role, f", {SOURCES[role.source]}{hindrance}"), 2, hang=2)


def _quality(quality: ExplainedQuality, element: ExplainedElement, addresses: ReportAddresses) -> StyledLine:
    name = quality.quality.replace("_", " ")
    value = f"“{quality.value}”" if quality.value else "does not count"
    is_own = quality.place == element.place and quality.label == element.label
    line = StyledLine.assemble((f"{name} ", "bold"), f"{value}  by {'its own ' if is_own else ''}{quality.attribute}")
    if not is_own:
        line.append(f" of {quality.label}, ").append(_at(quality, addresses), "cyan")
    if quality.base is not None:
        line.append(f", seen from xml:base “{quality.base.label}”, ")
        line.append(_at(quality.base, addresses), "cyan")
    return line


# Keeps the report of an ordinary sitemap within two screens.
PROBLEMS_SHOWN = 3
# A generator's fault occurs on every line, so a few places suffice; the rest is counted.
PLACES_SHOWN = 6
NAMES_SHOWN = 3

_BYTE_UNITS = (("MB", 1_000_000), ("kB", 1_000))


def write(reports: tuple[Report, ...], start: Path, sheet: Sheet, *, strict: bool) -> None:
    """Write all reports and, for several reports, a summary."""
    for number, report in enumerate(reports):
        if number:
            sheet.gap()
        _write_report(report, ReportAddresses(report.sitemap, start), sheet, strict=strict)
    unused = [ReportAddresses(None, start).short(uri) for report in reports for uri in report.unused]
    if unused:
        sheet.gap()
        sheet.line(StyledLine.assemble(("Not part of any sitemap: ", "bold"), ", ".join(unused)), hang=2)
    if len(reports) > 1:
        sheet.gap()
        faulty = sum(1 for report in reports if report.refused or is_faulty(report, strict=strict))
        sheet.line(StyledLine(f"{counted(len(reports), 'sitemap', 'sitemaps')} checked, {faulty:,} failed.", "bold"))


def _write_report(report: Report, addresses: ReportAddresses, sheet: Sheet, *, strict: bool) -> None:
    sheet.line(StyledLine(addresses.short(report.sitemap or report.target), "bold"))
    for line in _naming(report.pages, addresses):
        sheet.line(line, 2)
    if report.refused is not None:
        sheet.line(StyledLine.assemble(("✗ could not be fetched  ", STYLES["error"]), report.refused.message))
        _write_groups(report, addresses, sheet)
        return
    if report.sitemap is None:
        sheet.line(StyledLine(f"✗ {nothing_found(report)}", STYLES["error"]))
        sheet.line(_remedy(remedy_without_sitemap(report)), 2, hang=2)
        _write_groups(report, addresses, sheet)
        return
    if report.counts is not None:
        sheet.line(StyledLine(_size(report), "dim"), 2)
    _write_groups(report, addresses, sheet)
    sheet.gap()
    if report.counts is not None:
        _write_map(report, report.counts, addresses, sheet)
    for explained_term in report.explanations:
        sheet.gap()
        explained(explained_term, addresses, sheet)
        sheet.gap()
    sheet.line(_verdict(report, strict=strict))


def _naming(pages: tuple[NamingPage, ...], addresses: ReportAddresses) -> Iterator[StyledLine]:
    """Yield lines that say which pages name the sitemap, and how."""
    for rule, phrase in RULES.items():
        named = [addresses.short(page.url) for page in pages if page.rule == rule]
        if named:
            beyond = f" and {counted(len(named) - 1, 'more page', 'more pages')}" if len(named) > 1 else ""
            yield StyledLine(f"named by {named[0]}{beyond}, through {phrase}", "dim")


def _size(report: Report) -> str:
    size = sum(document.bytes for document in report.documents)
    elements = sum(document.elements for document in report.documents)
    return ", ".join(
        (counted(len(report.documents), "file", "files"), _bytes(size), counted(elements, "element", "elements"))
    )


def _bytes(size: int) -> str:
    for unit, factor in _BYTE_UNITS:
        if size >= factor:
            return f"{size / factor:,.1f} {unit}"
    return counted(size, "byte", "bytes")


def _write_groups(report: Report, addresses: ReportAddresses, sheet: Sheet) -> None:
    for group in grouped(report.faults, addresses.short):
        sheet.gap()
        _write_group(group, addresses, sheet)


def _write_group(group: CodeGroup, addresses: ReportAddresses, sheet: Sheet) -> None:
    style = STYLES[group.rule.severity]
    times = f"  {group.count:,} times" if group.count > 1 else ""
    sheet.line(
        StyledLine.assemble(
            (group.rule.severity, style), "  ", (group.code, "bold"), times, (f"  [{group.rule.clause}]", "dim")
        )
    )
    shown = group.shown(PROBLEMS_SHOWN)
    for alike in shown:
        sheet.line(_problem(alike, addresses), 2, hang=2)
        if group.remedy is None:
            sheet.line(_remedy(alike.remedy), 4, hang=2)
    rest = [place for alike in group.alike if alike not in shown for place in alike.places]
    if rest:
        where = addresses.places(rest, PLACES_SHOWN)
        sheet.line(StyledLine(f"… and {len(rest):,} more like it: {where}", "dim"), 2, hang=2)
    if group.unlisted:
        sheet.line(StyledLine(f"… and {group.unlisted:,} more, which are not listed", "dim"), 2, hang=2)
    if group.remedy is not None:
        sheet.line(_remedy(group.remedy), 2, hang=2)


def _remedy(text: str) -> StyledLine:
    return StyledLine.assemble(("→ ", "green"), text)


def _problem(alike: ProblemGroup, addresses: ReportAddresses) -> StyledLine:
    where = addresses.places(alike.places, PLACES_SHOWN)
    return StyledLine.assemble((where, "cyan"), ": ", alike.problem)


def _write_map(report: Report, counts: ElementCounts, addresses: ReportAddresses, sheet: Sheet) -> None:
    """Write the shown nodes, the missing ones, and the roles."""
    total = counts.items + counts.groups
    sheet.line(
        StyledLine.assemble(
            ("Shown ", "bold"), f"{counts.shown:,} of {counted(total, 'item or group', 'items and groups')}"
        )
    )
    for tally in report.excluded:
        sheet.line(_tally(tally, "left out", addresses), 2, hang=2)
    for tally in report.unreached:
        sheet.line(_tally(tally, "not reached", addresses), 2, hang=2)
    if report.references is not None and report.references.total:
        sheet.line(StyledLine.assemble(("References ", "bold"), _references_text(report.references)), hang=2)
    if report.roles:
        roles = "; ".join(_role(role, nodes, addresses) for role, nodes in report.roles.items())
        sheet.line(StyledLine.assemble(("Roles ", "bold"), roles), hang=2)
    else:
        sheet.line(StyledLine.assemble(("Roles ", "bold"), "none"))


def _tally(tally: Tally, word: str, addresses: ReportAddresses) -> StyledLine:
    beyond = tally.count - len(tally.places)
    where = addresses.places(tally.places, PLACES_SHOWN) if not beyond else addresses.places(tally.places[:3], 3) + " …"
    because = REASONS[tally.reason]
    return StyledLine.assemble(f"{tally.count:,} {word}: {because} ", (f"({where})", "cyan"))


def _references_text(references: References) -> str:
    parts = (
        (references.shown, "to shown elements"),
        (references.excluded, "to omitted elements"),
        (references.dead, "dead"),
        (references.unfollowed, "not followed, because their parent is not shown"),
    )
    return f"{references.total:,}: " + ", ".join(f"{count:,} {words}" for count, words in parts if count)


def _role(role: str, nodes: tuple[RoleNode, ...], addresses: ReportAddresses) -> str:
    names = [f"“{node.name or node.location or '–'}” ({addresses.place(node.place)})" for node in nodes[:NAMES_SHOWN]]
    beyond = f" and {len(nodes) - NAMES_SHOWN:,} more" if len(nodes) > NAMES_SHOWN else ""
    return f"{role} {', '.join(names)}{beyond}"


def _verdict(report: Report, *, strict: bool) -> StyledLine:
    numbers = [
        counted(number, singular, many)
        for singular, many in (("error", "errors"), ("warning", "warnings"), ("note", "notes"))
        if (number := report.number_of("info" if singular == "note" else singular))
    ]
    summary = ", ".join(numbers) or "no faults"
    # An unmatched --explain has its own line.
    if numbers and is_faulty(report, strict=strict):
        return StyledLine(f"✗ {summary}", STYLES["error"])
    return StyledLine(f"✓ {summary}", "bold green")
