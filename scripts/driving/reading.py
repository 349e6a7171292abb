"""Reads from the real surfaces what a reader would see. Changes nothing in them but which branches are open."""

from __future__ import annotations

from dataclasses import dataclass

from driving.surface import Browser, DrivingError, Surface, wait_for
from driving.waiting import TimedOut, until

#: While the extension still finds out, a page counts as having a sitemap or not only after this.
_SETTLED_S = 10.0
#: A tree larger than this is printed as it opens, not branch by branch.
_MOST_ROWS = 60


@dataclass(frozen=True)
class Row:
    """One row of the tree."""

    level: int
    name: str
    address: str | None
    is_current: bool
    is_open: bool | None

    def __str__(self) -> str:
        mark = {None: " ", True: "▾", False: "▸"}[self.is_open]
        here = "  ◂ here" if self.is_current else ""
        return f"{'   ' * (self.level - 1)}{mark} {self.name}{here}"


def state(surface: Surface) -> str:
    """The state the sidebar or popup says it is in."""
    return str(surface.eval("return document.body.dataset.state ?? ''"))


def settled(surface: Surface) -> str:
    """The state once it no longer changes by itself: `ready`, `failed`, `no-host`, or `none` after a while."""
    try:
        script = "const s = document.body.dataset.state; return ['ready', 'failed', 'no-host'].includes(s) && s"
        return str(wait_for(surface, script, deadline_s=_SETTLED_S))
    except TimedOut:
        return state(surface)


def rows(surface: Surface) -> list[Row]:
    """The rows of the tree that are on view, from above."""
    found = surface.eval(_ROWS)
    return [Row(**row) for row in found]


def names(browser: Browser) -> list[str]:
    """The names of the rows in the sidebar, from above."""
    return [row.name for row in rows(browser.sidebar)]


def current(browser: Browser) -> list[str]:
    """The names of the rows in the sidebar that are marked as the page on view."""
    return [row.name for row in rows(browser.sidebar) if row.is_current]


def shown(browser: Browser, url: str) -> None:
    """Opens `url` with the sidebar beside it, and waits for the tree to be there."""
    browser.open(url)
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.body.dataset.state === 'ready'")
    until(lambda: any(names(browser)), "the tree has rows")


def open_branches(surface: Surface) -> None:
    """Opens closed branches by real clicks, while the tree is small enough to be printed whole."""
    seen: set[tuple[int, str]] = set()
    while len(rows(surface)) < _MOST_ROWS:
        closed = [row for row in rows(surface) if row.is_open is False and (row.level, row.name) not in seen]
        if not closed:
            return
        row = closed[0]
        seen.add((row.level, row.name))
        surface.eval(_MARK_CLOSED, row.level, row.name)
        try:
            surface.click("[data-driven] .twist")
            wait_for(surface, _IS_OPEN, row.level, row.name, deadline_s=3)
        except (TimedOut, DrivingError):
            return


def roles(surface: Surface) -> list[str]:
    """The role buttons, each with what it leads to."""
    return [str(text) for text in surface.eval(_ROLES)]


def search_name(surface: Surface) -> str | None:
    """What the search field is called, or None where it is not shown."""
    name = surface.eval(_SEARCH)
    return None if name is None else str(name)


def body_classes(browser: Browser) -> list[str]:
    """The classes on the page's `<body>`, or root element where there is none."""
    return str(
        browser.page.eval("return (document.body ?? document.documentElement).getAttribute('class') ?? ''")
    ).split()


def levels(classes: list[str]) -> dict[str, int]:
    """For each family of display-level classes on the page, the level it says."""
    found: dict[str, int] = {}
    for name in classes:
        family, is_over, number = name.rpartition("-over-")
        if is_over and number.isdigit():
            found[family] = max(found.get(family, 0), int(number) + 1)
        family, is_under, number = name.rpartition("-under-")
        if is_under and number.isdigit():
            found.setdefault(family, 0)
    return found


_ROWS = """return [...document.querySelectorAll('[role=treeitem]')].map((row) => {
        const link = row.querySelector('a[href]');
        const label = row.querySelector('.name') ?? link ?? row;
        const expanded = row.getAttribute('aria-expanded');
        return {
            level: Number(row.getAttribute('aria-level') ?? 1),
            name: label.textContent.trim(),
            address: link ? link.href : null,
            is_current: row.matches('[aria-current]') || row.querySelector('[aria-current]') !== null,
            is_open: expanded === null ? null : expanded === 'true',
        };
    });"""

_FIND = """const found = [...document.querySelectorAll('[role=treeitem]')].find((row) =>
        Number(row.getAttribute('aria-level') ?? 1) === arguments[0]
        && (row.querySelector('.name') ?? row.querySelector('a[href]') ?? row).textContent.trim() === arguments[1]"""

_MARK_CLOSED = (
    "document.querySelector('[data-driven]')?.removeAttribute('data-driven');"
    + _FIND
    + " && row.getAttribute('aria-expanded') === 'false'); found?.setAttribute('data-driven', '')"
)
_IS_OPEN = _FIND + " && row.getAttribute('aria-expanded') === 'true'); return Boolean(found)"

_ROLES = """return [...document.querySelectorAll('#roles [data-role]')]
        .filter((one) => one.checkVisibility?.() ?? true)
        .map((one) => one.dataset.role + ': ' + (one.getAttribute('aria-label') || one.textContent).trim()
            + (one.href ? ' <' + one.href + '>' : ''))"""

_SEARCH = """const form = document.querySelector('#search'), field = form?.querySelector('input[type=search]');
    if (!form || !field || form.hidden || !form.checkVisibility()) return null;
    return field.getAttribute('aria-label') || field.placeholder || field.labels[0]?.textContent.trim() || field.name"""
