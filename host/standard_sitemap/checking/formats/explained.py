"""The answer to `--explain`, for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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

# Of a way from the root, at each end; and of places that refer to an element.
STEPS_SHOWN = 8


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
    _way(element, addresses, sheet)
    _references(element, addresses, sheet)
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


def _way(element: ExplainedElement, addresses: Addresses, sheet: Sheet) -> None:
    """How an element is reached; or what is around one that is not, and which of that is to blame."""
    if element.route:
        sheet.line(Text("reached through", "bold"), 2)
    for depth, step in _ends(element.route):
        arrow = "→ " if depth else "  "
        sheet.line(Text.assemble(arrow, _landmark(step, addresses)), 4, hang=4)
    for _, around in _ends(element.above):
        because = REASONS[around.reason] if around is not None and around.reason in EXCLUSIONS else None
        why = f": left out because {because}" if because else ""
        sheet.line(Text.assemble("inside ", _landmark(around, addresses), why), 2, hang=2)


def _ends(steps: Sequence[Landmark]) -> Iterator[tuple[int, Landmark | None]]:
    """Numbered steps; of a long way both ends, and None for what is between."""
    cut = STEPS_SHOWN if len(steps) > 2 * STEPS_SHOWN + 1 else len(steps)
    yield from enumerate(steps[:cut])
    if cut < len(steps):
        yield cut, None
        yield from enumerate(steps[-STEPS_SHOWN:], start=len(steps) - STEPS_SHOWN)


def _landmark(step: Landmark | None, addresses: Addresses) -> Text:
    return (
        Text.assemble(printable(step.label), "  ", (_at(step, addresses), "cyan"))
        if step
        else Text("… and so on", "dim")
    )


def _references(element: ExplainedElement, addresses: Addresses, sheet: Sheet) -> None:
    for is_followed, outcome in ((True, "followed"), (False, "not followed, as what holds it is not shown")):
        places = [reference.place for reference in element.references if reference.is_followed is is_followed]
        if places:
            where = printable(addresses.places(places, STEPS_SHOWN))
            sheet.line(Text.assemble("named by <external> in ", (where, "cyan"), f": {outcome}"), 2, hang=2)


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
