"""Reports for people: what is wrong first, grouped; then what is shown, what is not, and why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.text import Text

from standard_sitemap.checking.formats.explained import explained
from standard_sitemap.checking.formats.sheet import Sheet
from standard_sitemap.checking.formats.styles import STYLES
from standard_sitemap.checking.grouping import Alike, Group, grouped
from standard_sitemap.checking.places import Addresses
from standard_sitemap.checking.report import NamingPage, Report, RoleNode, Tally, is_faulty
from standard_sitemap.checking.wording import REASONS, RULES, counted, nothing_found, printable

# What keeps the report of an ordinary sitemap within two screens.
PROBLEMS_SHOWN = 3
PLACES_SHOWN = 6
NAMES_SHOWN = 3

_BYTE_UNITS = (("MB", 1_000_000), ("kB", 1_000))


def write(reports: tuple[Report, ...], start: Path, sheet: Sheet, *, strict: bool) -> None:
    """Writes all reports, and where there are several, what they come to."""
    for number, report in enumerate(reports):
        if number:
            sheet.gap()
        _write_report(report, Addresses(report.sitemap, start), sheet, strict=strict)
    unused = [Addresses(None, start).short(uri) for report in reports for uri in report.unused]
    if unused:
        sheet.gap()
        sheet.line(Text.assemble(("Not part of any sitemap: ", "bold"), printable(", ".join(unused))), hang=2)
    if len(reports) > 1:
        sheet.gap()
        faulty = sum(1 for report in reports if report.refused or is_faulty(report, strict=strict))
        sheet.line(Text(f"{counted(len(reports), 'sitemap', 'sitemaps')} checked, {faulty:,} with errors.", "bold"))


def _write_report(report: Report, addresses: Addresses, sheet: Sheet, *, strict: bool) -> None:
    sheet.line(Text(printable(addresses.short(report.sitemap or report.target)), "bold"))
    for line in _naming(report.pages, addresses):
        sheet.line(line, 2)
    if report.refused is not None:
        sheet.line(Text.assemble(("✗ could not be fetched  ", STYLES["error"]), printable(report.refused.message)))
        _write_groups(report, addresses, sheet)
        return
    if report.sitemap is None:
        sheet.line(Text(f"✗ {nothing_found(report)}", STYLES["error"]))
        return
    if report.counts is not None:
        sheet.line(Text(_size(report), "dim"), 2)
    _write_groups(report, addresses, sheet)
    sheet.gap()
    if report.counts is not None:
        _write_map(report, addresses, sheet)
    for asked in report.explanations:
        sheet.gap()
        explained(asked, addresses, sheet)
        sheet.gap()
    sheet.line(_verdict(report, strict=strict))


def _naming(pages: tuple[NamingPage, ...], addresses: Addresses) -> Iterator[Text]:
    """By which pages a sitemap is named."""
    for rule, phrase in RULES.items():
        named = [addresses.short(page.url) for page in pages if page.rule == rule]
        if named:
            beyond = f" and {counted(len(named) - 1, 'more page', 'more pages')}" if len(named) > 1 else ""
            yield Text(printable(f"named by {named[0]}{beyond}, through {phrase}"), "dim")


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


def _write_groups(report: Report, addresses: Addresses, sheet: Sheet) -> None:
    for group in grouped(report.faults, addresses.short):
        sheet.gap()
        _write_group(group, addresses, sheet)


def _write_group(group: Group, addresses: Addresses, sheet: Sheet) -> None:
    style = STYLES[group.rule.severity]
    times = f"  {group.count:,} times" if group.count > 1 else ""
    sheet.line(
        Text.assemble(
            (group.rule.severity, style), "  ", (group.code, "bold"), times, (f"  [{group.rule.clause}]", "dim")
        )
    )
    for alike in group.alike[:PROBLEMS_SHOWN]:
        sheet.line(_problem(alike, addresses), 2, hang=2)
    beyond = sum(len(alike.places) for alike in group.alike[PROBLEMS_SHOWN:])
    if beyond:
        rest = [place for alike in group.alike[PROBLEMS_SHOWN:] for place in alike.places]
        sheet.line(
            Text(f"… and {beyond:,} more like it: {printable(addresses.places(rest, PLACES_SHOWN))}", "dim"), 2, hang=2
        )
    sheet.line(Text.assemble(("→ ", "green"), printable(group.remedy)), 2, hang=2)


def _problem(alike: Alike, addresses: Addresses) -> Text:
    where = printable(addresses.places(alike.places, PLACES_SHOWN))
    return Text.assemble((where, "cyan"), ": ", printable(alike.problem))


def _write_map(report: Report, addresses: Addresses, sheet: Sheet) -> None:
    """What readers see of the sitemap, what they do not, and the roles."""
    counts = report.counts
    if counts is None:
        return
    total = counts.items + counts.groups
    sheet.line(
        Text.assemble(("Shown ", "bold"), f"{counts.shown:,} of {counted(total, 'item and group', 'items and groups')}")
    )
    for tally in report.excluded:
        sheet.line(_tally(tally, "left out", addresses), 2, hang=2)
    for tally in report.unreached:
        sheet.line(_tally(tally, "not reached", addresses), 2, hang=2)
    if report.references is not None and report.references.total:
        sheet.line(Text.assemble(("References ", "bold"), _references(report)), hang=2)
    if report.roles:
        roles = "; ".join(_role(role, nodes, addresses) for role, nodes in report.roles.items())
        sheet.line(Text.assemble(("Roles ", "bold"), printable(roles)), hang=2)
    else:
        sheet.line(Text.assemble(("Roles ", "bold"), "none"))


def _tally(tally: Tally, word: str, addresses: Addresses) -> Text:
    beyond = tally.count - len(tally.places)
    where = addresses.places(tally.places, PLACES_SHOWN) if not beyond else addresses.places(tally.places[:3], 3) + " …"
    because = REASONS[tally.reason]
    return Text.assemble(f"{tally.count:,} {word}: {because} ", (f"({printable(where)})", "cyan"))


def _references(report: Report) -> str:
    found = report.references
    if found is None:
        return ""
    parts = (
        (found.shown, "to what is shown"),
        (found.excluded, "to what is left out"),
        (found.dead, "dead"),
        (found.unfollowed, "not followed, as what holds them is not shown"),
    )
    return f"{found.total:,}: " + ", ".join(f"{count:,} {words}" for count, words in parts if count)


def _role(role: str, nodes: tuple[RoleNode, ...], addresses: Addresses) -> str:
    names = [f"“{node.name or node.location or '–'}” ({addresses.place(node.place)})" for node in nodes[:NAMES_SHOWN]]
    beyond = f" and {len(nodes) - NAMES_SHOWN:,} more" if len(nodes) > NAMES_SHOWN else ""
    return f"{role} {', '.join(names)}{beyond}"


def _verdict(report: Report, *, strict: bool) -> Text:
    numbers = [
        counted(number, one, many)
        for one, many in (("error", "errors"), ("warning", "warnings"), ("note", "notes"))
        if (number := report.number_of("info" if one == "note" else one))
    ]
    found = ", ".join(numbers) or "no faults"
    if is_faulty(report, strict=strict):
        return Text(f"✗ {found}", STYLES["error"])
    return Text(f"✓ {found}", "bold green")
