"""Reliable clicks: on an element that exists, is stable and uncovered, however slow the machine.

A document may move between the measurement and the click. So the document itself suppresses clicks on other elements,
and a missed click is repeated.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from driving.surface import DrivingError, TimedOut, until

Eval = Callable[..., Any]

#: Seconds for a document to report the result of a click.
_REPORT_S = 5.0


def strike(evaluate: Eval, css: str, hit: Callable[[float, float], None]) -> None:
    """Make `hit` click in the middle of the first matching element, until one click lands there."""

    def landed() -> bool:
        x, y = evaluate(_AIM, css)
        hit(x, y)
        return _outcome(evaluate) != "astray"

    until(landed, f"a click lands on {css}", despite=(DrivingError,))


def _outcome(evaluate: Eval) -> str:
    """Return `landed`, `astray`, or `gone` if the click closed the document or navigated."""
    try:
        return str(until(lambda: evaluate(_OUTCOME), "the click is reported", _REPORT_S))
    except DrivingError:
        return "gone"
    except TimedOut:
        return "astray"


#: The click position, once the element is stable and uncovered for two frames.
_AIM = """window.dispatchEvent(new Event('driven-over'));
    const css = arguments[0], found = document.querySelector(css);
    if (!found) throw new Error('nothing matches ' + css);
    found.scrollIntoView({block: 'nearest'});
    const drawn = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 100); });
    const place = () => JSON.stringify(document.querySelector(css)?.getBoundingClientRect() ?? null);
    await drawn();
    const before = place();
    await drawn();
    const one = document.querySelector(css), root = document.documentElement;
    if (!one || place() !== before) throw new Error(css + ' moves');
    const {left, top, width, height} = one.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2], above = document.elementFromPoint(x, y);
    if (!above?.closest(css)) throw new Error(css + ' is below ' + (above?.outerHTML.slice(0, 100) ?? 'nothing'));
    root.dataset.click = 'awaited';
    const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'contextmenu'];
    const heard = (event) => {
        const isOurs = event.target.closest?.(css) != null;
        if (!isOurs) {
            event.preventDefault();
            event.stopImmediatePropagation();
        }
        if (!isOurs) root.dataset.click = 'astray';
        else if (event.type.endsWith('click') && root.dataset.click === 'awaited') root.dataset.click = 'landed';
        if (event.type.endsWith('click')) over.abort();
    };
    const over = new AbortController();
    window.addEventListener('driven-over', () => over.abort(), {once: true});
    for (const kind of kinds) window.addEventListener(kind, heard, {capture: true, signal: over.signal});
    return [x, y];"""

_OUTCOME = """const {click} = document.documentElement.dataset;
    return click === undefined ? 'gone' : click === 'awaited' ? null : click;"""
