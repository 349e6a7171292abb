"""Reads the real surfaces as a reader would. Changes only which branches are open."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from typing import Any

from driving.surface import Browser, DrivingError, Surface, TimedOut, until, wait_for, write

#: Seconds after which an undecided page counts as having no sitemap.
_SETTLED_S = 10.0
#: Seconds after which a click without effect is repeated.
_ANSWERED_S = 5.0
#: The most rows of a tree that are opened and printed.
MOST_ROWS = 150


@dataclass(frozen=True)
class Row:
    """One row of the tree."""

    level: int
    name: str
    address: str | None
    is_current: bool
    is_open: bool | None

    def __str__(self) -> str:
        mark = {None: "", True: "▾ ", False: "▸ "}[self.is_open]
        return f"{'  ' * (self.level - 1)}{mark}{self.name}"


def state(surface: Surface) -> str:
    """Return the state that the sidebar or popup reports."""
    return str(surface.eval("return document.body.dataset.state ?? ''"))


def settled(surface: Surface) -> str:
    """Return the final state: `ready`, `failed`, `no-host`, or `none` after a timeout."""
    with contextlib.suppress(TimedOut):
        wait_for(surface, _IS_SETTLED, deadline_s=_SETTLED_S)
    return state(surface)


def rows(surface: Surface) -> list[Row]:
    """Return the visible rows of the tree, from the top."""
    return list(_placed(surface).values())


def _placed(surface: Surface) -> dict[int, Row]:
    """Return the visible rows of the tree by position, from the top."""
    return {int(index): Row(**row) for index, row in surface.eval(_ROWS)}


def stored(browser: Browser) -> dict[str, Any]:
    """Return the extension's storage by key, without the consent, which is always there."""
    return dict(browser.extension_eval("const {consent, ...rest} = await api.storage.local.get(null); return rest"))


def names(browser: Browser) -> list[str]:
    """Return the names of the rows of the map, or of the page without one, from the top."""
    return [row.name for row in rows(browser.sidebar)]


def page_names(browser: Browser) -> list[str]:
    """Return the names of the page's own rows that are visible, with a map or without."""
    return list(browser.sidebar.eval(_PAGE_NAMES))


def current(browser: Browser) -> list[str]:
    """Return the names of the sidebar's rows marked as the current page."""
    return [row.name for row in rows(browser.sidebar) if row.is_current]


def shown(browser: Browser, url: str) -> None:
    """Open `url` with the sidebar, and wait for the tree."""
    browser.open(url)
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.body.dataset.state === 'ready'")
    until(lambda: any(names(browser)), "the tree has rows")


def whole_tree(surface: Surface) -> list[Row]:
    """Return the rows of the map, or of the page without one, as far as open, at most `MOST_ROWS`, by scrolling."""
    return _scrolled(surface, _SCROLL, _ROWS)


def page_tree(surface: Surface) -> list[Row]:
    """Return the page's own rows in the same way, with a map or without; none if its section is hidden."""
    return _scrolled(surface, *(script.replace(_TREE, _PAGE_TREE) for script in (_SCROLL, _ROWS)))


def _scrolled(surface: Surface, scroll: str, read: str) -> list[Row]:
    rows: dict[int, Row] = {}
    at = "top"
    while at != "end" and len(rows) < MOST_ROWS:
        at = str(surface.eval(scroll, at))
        wait_for(surface, _IS_DRAWN)
        rows |= {int(index): Row(**row) for index, row in surface.eval(read)}
    surface.eval(scroll, "top")
    wait_for(surface, _IS_DRAWN)
    return [rows[index] for index in sorted(rows)][:MOST_ROWS]


def page_reported(surface: Surface) -> None:
    """Wait until the page's own rows are shown, or a line that there are none; at most as long as for a map."""
    with contextlib.suppress(TimedOut):
        wait_for(surface, _HAS_REPORTED, deadline_s=_SETTLED_S)


def open_branches(surface: Surface) -> None:
    """Open closed branches from the top by real clicks, while the tree is small enough to print."""
    at = "top"
    while at != "end":
        at = str(surface.eval(_SCROLL, at))
        wait_for(surface, _IS_DRAWN)
        while closed := next((row for row in rows(surface) if row.is_open is False), None):
            if max(_placed(surface)) > MOST_ROWS or not _opened(surface, closed):
                return
    surface.eval(_SCROLL, "top")
    wait_for(surface, _IS_DRAWN)


def _opened(surface: Surface, row: Row) -> bool:
    """Return whether a row like `row` was opened by clicks: a moving row may need several."""

    def clicked() -> bool:
        # By its label: an element may show another row once files have arrived, and a mark on it would be lost.
        if label := surface.eval(_LABEL_OF_CLOSED, row.level, row.name):
            surface.click(f'[role=treeitem][aria-level="{row.level}"][aria-label={json.dumps(label)}] .twist')
        with contextlib.suppress(TimedOut):
            return bool(wait_for(surface, _IS_NOT_CLOSED, row.level, row.name, deadline_s=_ANSWERED_S))
        return False

    try:
        until(clicked, f"{row.name} is open", despite=(DrivingError,))
        wait_for(surface, _IS_DRAWN)
    except TimedOut:
        return False
    return True


def choose_from_menu(sidebar: Surface, *ways: str) -> None:
    """Choose entries of the menu and its submenus, by their texts."""
    wait_for(sidebar, "return document.querySelector('#more').checkVisibility()")
    sidebar.click("#more")
    for words in ways:
        wait_for(sidebar, _MARK_ENTRY, words)
        sidebar.click("[data-driven]")


_MARK_ENTRY = """for (const one of document.querySelectorAll('[data-driven]')) one.removeAttribute('data-driven');
    const entries = [...document.querySelectorAll('.drop-menu [role=menuitem]')];
    const found = entries.find((one) => one.textContent === arguments[0]);
    found?.setAttribute('data-driven', '');
    return found !== undefined;"""


def open_problems(surface: Surface) -> None:
    """Open the list of a sitemap's problems from its menu."""
    wait_for(surface, "return document.querySelector('#more').checkVisibility()")
    surface.click("#more")
    surface.click("#problems-open")
    wait_for(surface, "return document.querySelector('#faults > li') !== null")


def roles(surface: Surface) -> list[str]:
    """Return the role buttons with their targets: a line per node for shared roles."""
    lines: list[str] = []
    for role, name, address in surface.eval(_ROLES):
        nodes = [f"{name} <{address}>"] if address else _nodes_of(surface, role) or [name]
        lines += [f"{role}: {node}" for node in nodes]
    return lines + _other_roles(surface)


def _other_roles(surface: Surface) -> list[str]:
    """Return the roles in the menu after the icons, which is opened and closed again."""
    if not surface.eval(f"return document.querySelector('{OTHER_ROLES}') !== null"):
        return []
    surface.click(OTHER_ROLES)
    wait_for(surface, _HAS_MENU)
    entries = surface.eval(_MENU_ROLES)
    _shut_menu(surface)
    lines = [f"{role}: {name} <{address}>" for role, name, address in entries if address]
    for role in (role for role, _, address in entries if not address):
        surface.click(OTHER_ROLES)
        surface.click(f'[role=menuitem][data-role="{role}"]')
        wait_for(surface, "return document.querySelector('[role=menu] [data-role]') === null")
        lines += [f"{role}: {name} <{address}>" for name, address in surface.eval(_MENU)]
        _shut_menu(surface)
    return lines


def _nodes_of(surface: Surface, role: str) -> list[str]:
    """Return name and address of each node in a role's menu, which is opened and closed again."""
    button = f'#roles button[data-role="{role}"]:enabled'
    if not surface.eval("return document.querySelector(arguments[0]) !== null", button):
        return []
    surface.click(button)
    wait_for(surface, _HAS_MENU)
    nodes = [f"{name} <{address}>" if address else str(name) for name, address in surface.eval(_MENU)]
    _shut_menu(surface)
    return nodes


def _shut_menu(surface: Surface) -> None:
    surface.press("Escape")
    wait_for(surface, f"return !(() => {{ {_HAS_MENU} }})()")


def can_search(surface: Surface) -> bool:
    """Return whether the field offers the site's search."""
    return bool(surface.eval("return document.querySelector('#filter').hasAttribute('aria-keyshortcuts')"))


def search(surface: Surface, words: str) -> None:
    """Search the site by keyboard, once offered."""
    wait_for(surface, "return document.querySelector('#filter').hasAttribute('aria-keyshortcuts')")
    write(surface, "#filter", words)
    wait_for(surface, "return document.querySelector('#search').checkVisibility()")
    surface.press("Control+Enter")


def body_classes(browser: Browser) -> list[str]:
    """Return the classes of the page's `<body>`, or of its root element."""
    return str(
        browser.page.eval("return (document.body ?? document.documentElement).getAttribute('class') ?? ''")
    ).split()


def levels(classes: list[str]) -> dict[str, int]:
    """Return the level of each display-level family on the page."""
    deepest: dict[str, int] = {}
    for name in classes:
        family, is_over, number = name.rpartition("-over-")
        if is_over and number.isdigit():
            deepest[family] = max(deepest.get(family, 0), int(number) + 1)
        family, is_under, number = name.rpartition("-under-")
        if is_under and number.isdigit():
            deepest.setdefault(family, 0)
    return deepest


#: The tree of the map, or that of the page's own contents without one.
_TREE = """const trees = document.body.dataset.list === 'page' ? '#page-tree' : '#tree';
    const tree = document.querySelector(trees) ?? document.body;"""

_PAGE_TREE = "const tree = document.querySelector('#page-tree');"

_HAS_REPORTED = """return document.querySelector('#page-tree > .row:not(.waiting)') !== null
    || ['#nothing', '#page-section'].some((place) => document.querySelector(place).hidden === (place !== '#nothing'))"""

#: Visible rows from the top: the tree draws only these, in any order.
_IN_ORDER = (
    _TREE
    + """const place = (row) => Number(row.id.replace(/^.*-/, ''));
    const inOrder = [...tree.querySelectorAll('[role=treeitem]')].sort((a, b) => place(a) - place(b));
    const nameOf = (row) => (row.querySelector('.name') ?? row).textContent.trim();"""
)

#: A map that is ready also has its first rows drawn.
_IS_SETTLED = """const { state } = document.body.dataset;
    return ['failed', 'no-host'].includes(state)
        || (state === 'ready' && document.querySelector('[role=treeitem]:not(.waiting)') !== null);"""

_ROWS = (
    _IN_ORDER
    + """return inOrder.map((row) => {
        const link = row.querySelector('a[href]'), expanded = row.getAttribute('aria-expanded');
        return [place(row), {
            level: Number(row.getAttribute('aria-level') ?? 1),
            name: nameOf(row),
            address: link ? link.href : null,
            is_current: row.matches('[aria-current=page]') || row.querySelector('[aria-current=page]') !== null,
            is_open: expanded === null ? null : expanded === 'true',
        }];
    });"""
)

_PAGE_NAMES = """const place = (row) => Number(row.id.replace(/^.*-/, ''));
    const rows = [...document.querySelectorAll('#page-tree > .row')].filter((row) => row.checkVisibility());
    return rows.sort((a, b) => place(a) - place(b)).map((row) => row.querySelector('.name')?.textContent ?? '')"""

_LABEL_OF_CLOSED = (
    _IN_ORDER
    + """const isClosed = (row) => row.getAttribute('aria-expanded') === 'false';
    const isLike = (row) => nameOf(row) === arguments[1] && Number(row.getAttribute('aria-level')) === arguments[0];
    const closed = inOrder.find((row) => isClosed(row) && isLike(row));
    closed?.scrollIntoView({ block: 'center' });
    return closed?.getAttribute('aria-label') ?? null;"""
)

_IS_NOT_CLOSED = (
    _IN_ORDER
    + """return !inOrder.some((row) => row.getAttribute('aria-expanded') === 'false' && nameOf(row) === arguments[1]
        && Number(row.getAttribute('aria-level')) === arguments[0]);"""
)

#: Scrolls to the top, or down by one view; returns "end" at the bottom.
_SCROLL = (
    _TREE
    + """tree.scrollTop = arguments[0] === 'top' ? 0 : tree.scrollTop + tree.clientHeight / 2;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return tree.scrollTop + tree.clientHeight >= tree.scrollHeight - 2 ? 'end' : 'down';"""
)

_IS_DRAWN = "return document.querySelector('[role=treeitem].waiting') === null"

#: The button of the roles without a place of their own.
OTHER_ROLES = "#roles > :last-child:not([data-role])"

_ROLES = """return [...document.querySelectorAll('#roles [data-role]')]
        .filter((one) => one.checkVisibility?.() ?? true)
        .map((one) => {
            const name = one.getAttribute('aria-label') || one.textContent;
            return [one.dataset.role, name.trim(), one.href ?? null];
        })"""

_HAS_MENU = "return document.querySelector('[role=menu] [role=menuitem]') !== null;"

_MENU = """return [...document.querySelectorAll('[role=menu] [role=menuitem]')]
        .map((one) => [one.textContent.trim(), one.href ?? null])"""

_MENU_ROLES = """return [...document.querySelectorAll('[role=menu] [role=menuitem]')]
        .map((one) => [one.dataset.role, one.textContent.trim(), one.href ?? null])"""
