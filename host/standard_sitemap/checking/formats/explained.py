"""The answer to `--explain`, for people."""

from __future__ import annotations

from rich.text import Text

from standard_sitemap.checking.formats.sheet import Sheet
from standard_sitemap.checking.places import Addresses
from standard_sitemap.checking.report import ExplainedElement, ExplainedQuality, Explanations, Landmark
from standard_sitemap.checking.wording import (
    AROUND,
    EXCLUSIONS,
    HINDRANCES,
    REASONS,
    SHOWN,
    SOURCES,
    counted,
    printable,
)


def explained(asked: Explanations, addresses: Addresses, sheet: Sheet) -> None:
    """Writes what becomes of the elements that were asked for."""
    if not asked.found:
        sheet.line(Text(f"✗ No item or group has the id or the name “{printable(asked.asked)}”.", "bold red"))
    for element in asked.elements:
        _element(element, addresses, sheet)
    beyond = asked.found - len(asked.elements)
    if beyond:
        sheet.line(
            Text(f"… and {counted(beyond, 'more element', 'more elements')} of that name; ask by xml:id.", "dim")
        )


def _element(element: ExplainedElement, addresses: Addresses, sheet: Sheet) -> None:
    heading = Text.assemble((printable(element.label), "bold"), "  ", (_at(element, addresses), "cyan"))
    if element.id is not None:
        heading.append(f"  xml:id “{printable(element.id)}”", "dim")
    sheet.line(heading)
    sheet.line(_outcome(element), 2, hang=2)
    _route(element, addresses, sheet)
    for reference in element.references:
        followed = "followed" if reference.is_followed else "not followed, as what holds it is not shown"
        where = printable(addresses.place(reference.place))
        sheet.line(Text.assemble("named by the <external> in ", (where, "cyan"), f": {followed}"), 2, hang=2)
    _roles(element, sheet)
    for number, qualities in enumerate(element.variants, start=1):
        sheet.line(Text(f"variant {number} of {len(element.variants)}", "bold"), 2)
        for quality in qualities:
            sheet.line(_quality(quality, element, addresses), 4, hang=2)


def _at(landmark: ExplainedElement | Landmark | ExplainedQuality, addresses: Addresses) -> str:
    return printable(addresses.place(landmark.place))


def _outcome(element: ExplainedElement) -> Text:
    if element.reason == SHOWN:
        return Text("shown in the tree", "green")
    word = "left out of the tree" if element.reason in EXCLUSIONS else "not reached"
    # The element that is to blame follows, with the reason.
    reason = AROUND if REASONS[element.reason].startswith(AROUND) else REASONS[element.reason]
    return Text.assemble((f"{word} because {reason}", "yellow"), (f"  [{element.clause}]", "dim"))


def _route(element: ExplainedElement, addresses: Addresses, sheet: Sheet) -> None:
    if element.route:
        sheet.line(Text("reached through", "bold"), 2)
    for depth, step in enumerate(element.route):
        arrow = "→ " if depth else "  "
        sheet.line(Text.assemble(arrow, printable(step.label), "  ", (_at(step, addresses), "cyan")), 4, hang=4)
    for around in element.above:
        is_cause = around.reason in EXCLUSIONS
        why = f": left out because {REASONS[around.reason or '']}" if is_cause else ""
        line = Text.assemble("inside ", printable(around.label), "  ", (_at(around, addresses), "cyan"), why)
        sheet.line(line, 2, hang=2)


def _roles(element: ExplainedElement, sheet: Sheet) -> None:
    if not element.roles:
        sheet.line(Text("no role", "bold"), 2)
    for role in element.roles:
        hindrance = f"; {HINDRANCES[role.hindrance]}" if role.hindrance else ""
        sheet.line(
            Text.assemble(("role ", "bold"), printable(role.role), f", {SOURCES[role.source]}{hindrance}"), 2, hang=2
        )


def _quality(quality: ExplainedQuality, element: ExplainedElement, addresses: Addresses) -> Text:
    name = quality.quality.replace("_", " ")
    value = f"“{printable(quality.value)}”" if quality.value else "does not count"
    is_own = quality.place == element.place and quality.label == element.label
    line = Text.assemble((f"{name} ", "bold"), f"{value}  by {'its own ' if is_own else ''}{quality.attribute}")
    if not is_own:
        line.append(f" of {printable(quality.label)}, ").append(_at(quality, addresses), "cyan")
    if quality.base is not None:
        line.append(f", seen from xml:base “{printable(quality.base.label)}”, ")
        line.append(_at(quality.base, addresses), "cyan")
    return line
