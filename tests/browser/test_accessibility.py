"""Accessibility: axe-core's rules for WCAG 2.0 to 2.2, A and AA, and checks that axe-core lacks."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from browser import everything, sites, weblog
from driving import reading
from driving.profile import ROOT
from driving.surface import Appearance, Browser, Surface, until, wait_for, write

pytestmark = pytest.mark.sidebar("shared")

SCHEMES = ("light", "dark")
_AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"


def violations(surface: Surface, look: Appearance | None = None) -> list[str]:
    """Return the violations that axe-core reports for `surface` in each colour scheme; it must pass some rules too."""
    surface.eval(Path(_AXE).read_text("utf-8"))
    reported = []
    for scheme in SCHEMES:
        surface.appear(replace(look or Appearance(), scheme=scheme))
        wait_for(surface, "return matchMedia(`(prefers-color-scheme: ${arguments[0]})`).matches", scheme)
        report: dict[str, Any] = surface.eval(_RUN)
        assert report["passes"] > 10
        reported += [f"{scheme}: {violation['id']}: {violation['where']}" for violation in report["violations"]]
    return reported


def test_sidebar_with_a_tree(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, everything.serve(site) + "p/level-14")
    until(lambda: "Level 14" in reading.current(browser), "the page is marked")
    assert violations(browser.sidebar) == []
    browser.open(site.url_for("/p/lesson-3"))
    until(lambda: "Lesson 3" in reading.current(browser), "the page is marked")
    browser.sidebar.click("[data-role=contact]")
    wait_for(browser.sidebar, "return document.querySelector('.drop-menu [role=menuitem]')?.checkVisibility()")
    assert violations(browser.sidebar) == []


def test_sidebar_with_a_filter(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, everything.serve(site))
    write(browser.sidebar, "#filter", "lesson")
    until(lambda: "Lesson 12" in reading.names(browser), "the matches are there")
    assert violations(browser.sidebar) == []
    write(browser.sidebar, "#filter", "nowhere")
    until(lambda: reading.names(browser) == [], "nothing matches")
    assert violations(browser.sidebar) == []


def test_sidebar_with_problems(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, everything.serve(site))
    reading.open_problems(browser.sidebar)
    wait_for(browser.sidebar, "return document.querySelector('#faults li') !== null")
    assert violations(browser.sidebar) == []


def test_sidebar_with_a_map_that_failed(browser: Browser, site: HTTPServer) -> None:
    sites.answer(site, "/map.xml", "<sitemap", content_type="application/xml")
    body = '<nav aria-label="Shelves"><a href="/rope">Rope</a> <a href="/paint">Paint</a></nav><h1>Chandler</h1>'
    sites.answer(site, "/", sites.page("Chandler", body=body))
    browser.open(site.url_for("/"))
    browser.open_sidebar()
    until(lambda: {"Chandler", "Rope"} <= set(reading.names(browser)), "the contents of the page are there")
    browser.sidebar.click("#message summary")
    wait_for(browser.sidebar, "return document.querySelector('#message .address')?.checkVisibility()")
    assert violations(browser.sidebar) == []


def test_sidebar_with_sitemaps_to_choose_from(browser: Browser, site: HTTPServer) -> None:
    requested(browser, weblog.serve(site))
    assert violations(browser.sidebar) == []
    browser.sidebar.click("#picker .other summary")
    write(browser.sidebar, "#picker-address", "mailto:me@example.org")
    browser.sidebar.press("Enter")
    wait_for(browser.sidebar, "return document.querySelector('.picker-status').textContent.startsWith('This is not a')")
    assert violations(browser.sidebar) == []
    browser.sidebar.click(".choices button")
    wait_for(browser.sidebar, "return document.querySelector('[role=treeitem]:not(.waiting)')?.checkVisibility()")
    browser.sidebar.click("#choice")
    wait_for(browser.sidebar, "return document.querySelector('.drop-menu [role=menuitem]')?.checkVisibility()")
    assert violations(browser.sidebar) == []
    browser.sidebar.click(".drop-menu button:last-child")
    wait_for(browser.sidebar, "return document.querySelector('.forgotten button')?.checkVisibility()")
    assert violations(browser.sidebar) == []


def text_sizes(surface: Surface) -> tuple[float, float]:
    """Return the text size of the body, and the size that the look sets on the root, in pixels."""
    size = "return parseFloat(getComputedStyle(document.querySelector(arguments[0])).fontSize)"
    return surface.eval(size, "body"), surface.eval(size, ":root")


def test_text_uses_the_system_font_in_the_chosen_size(browser: Browser, shop: str) -> None:
    """Check the size because Chromium's style sheet for extension pages sets 75 % on the body."""
    reading.shown(browser, f"{shop}/en/")
    assert text_sizes(browser.sidebar) == (13.5, 13.5)
    assert browser.sidebar.eval("return getComputedStyle(document.body).fontFamily").startswith("system-ui")
    options = browser.extension_eval("return api.runtime.getURL('extension/options/options.html')")
    browser.close_sidebar()
    browser.open_popup()
    wait_for(browser.popup, "return document.querySelector('#menu .into') !== null")
    assert text_sizes(browser.popup) == (13.5, 13.5)
    browser.close_popup()
    browser.open(options)
    wait_for(browser.page, "return document.body.dataset.state === 'ready'")
    assert text_sizes(browser.page) == (15, 15)


def test_popup_with_menu_and_submenu(browser: Browser, site: HTTPServer) -> None:
    browser.open(everything.serve(site))
    browser.open_popup()
    wait_for(browser.popup, "return document.querySelector('#menu .into') !== null")
    assert violations(browser.popup) == []
    browser.popup.click("#menu .into")
    wait_for(browser.popup, "return document.querySelector('#menu .back') !== null")
    assert violations(browser.popup) == []


def test_options(browser: Browser) -> None:
    page = options(browser)
    write(page, "#language-form input", "de")
    page.press("Enter")
    write(page, "#address-form [name=site]", "example.org")
    write(page, "#address-form [name=sitemap]", "https://example.org/map.xml")
    page.press("Enter")
    wait_for(page, "return document.querySelectorAll('#languages li, #addresses li').length === 2")
    assert violations(page) == []
    page.click("#limits-section summary")
    wait_for(page, "return document.querySelector('#limits input').checkVisibility()")
    assert violations(page) == []


def options(browser: Browser) -> Surface:
    """Return the options page in the tab."""
    browser.open_sidebar()
    browser.open(browser.extension_eval("return api.runtime.getURL('extension/options/options.html')"))
    wait_for(browser.page, "return document.body.dataset.state === 'ready'")
    return browser.page


def test_rows_expose_their_roles_and_states(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, everything.serve(site) + "p/lesson-3")
    until(lambda: "Lesson 3" in reading.current(browser), "the page is marked")
    rows = {row["label"]: row for row in browser.sidebar.eval(_DESCRIBED)}
    assert rows["Course"] | {"level": "1", "expanded": "true", "current": None} == rows["Course"]
    third = {"level": "2", "posinset": "3", "setsize": "12", "expanded": None, "current": "page", "tab": 0}
    assert rows["Lesson 3"] | third == rows["Lesson 3"]
    assert [row["label"] for row in rows.values() if row["tab"] == 0] == ["Lesson 3", "On this page"]
    assert browser.sidebar.eval("return document.querySelector('[role=tree]').getAttribute('aria-label')")
    assert all(row["within"] == "tree" for row in rows.values())


def test_every_control_has_a_name_and_room(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, everything.serve(site) + "p/lesson-3")
    until(lambda: "Lesson 3" in reading.current(browser), "the page is marked")
    for control in ("#roles", "#find-current", "#language", "#more", "#reload", "#sequence"):
        wait_for(browser.sidebar, "return document.querySelector(arguments[0]).checkVisibility()", control)
    controls = browser.sidebar.eval(CONTROLS)
    assert len(controls) > 10
    assert [control for control in controls if not control["name"]] == []
    assert [control for control in controls if min(control["size"]) < 23.9] == []


@pytest.mark.sidebar("fresh")
@pytest.mark.parametrize("width", [180, 320])
@pytest.mark.parametrize("zoom", [1.0, 2.0])
def test_sidebar_content_never_exceeds_its_width(browser: Browser, site: HTTPServer, width: int, zoom: float) -> None:
    reading.shown(browser, everything.serve(site) + "p/level-14")
    until(lambda: "Level 14" in reading.current(browser), "the page is marked")
    browser.sidebar.appear(Appearance(width=width, zoom=zoom))
    wait_for(browser.sidebar, "return Math.abs(innerWidth - arguments[0]) <= 1", width / zoom)
    wait_for(browser.sidebar, "return document.documentElement.scrollWidth <= innerWidth")
    until(lambda: browser.sidebar.eval(TOO_WIDE) == [], "nothing is too wide")
    until(lambda: "Level 14" in reading.current(browser), "the current page is still in view")


@pytest.mark.sidebar("fresh")
def test_truncated_name_on_focus_is_shown_in_full_in_its_own_row(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, sites.serve(site, _LONG_NAMES) + "p/1")
    until(lambda: any(reading.current(browser)), "the page is marked")
    browser.sidebar.click("#filter")  # an earlier test may have left the pointer over a row
    for look in (Appearance(width=320), Appearance(width=200), Appearance(width=320, zoom=2)):
        browser.sidebar.appear(look)
        wait_for(browser.sidebar, "return Math.abs(innerWidth - arguments[0]) <= 1", (look.width or 0) / look.zoom)
        for direction in ("rtl", "ltr"):
            browser.sidebar.eval("document.documentElement.dir = arguments[0]", direction)
            browser.sidebar.focus("#row-0")
            wait_for(browser.sidebar, f"{_TWO_FRAMES} return document.querySelector('#full-name').hidden")
            places = browser.sidebar.eval(_WORDS)
            assert [at for at, place in enumerate(places) if place["is_cut"]] == [1, 2, 3]
            for row in (1, 2, 3):
                browser.sidebar.focus(f"#row-{row}")
                wait_for(browser.sidebar, f"{_TWO_FRAMES} return !(() => {{ {_WORDS} }})()[arguments[0]].is_cut", row)
                grown = browser.sidebar.eval(_WORDS)
                assert [grown[row][side] for side in ("left", "top")] == [places[row][side] for side in ("left", "top")]
                assert all(upper["top"] + upper["height"] <= lower["top"] for upper, lower in itertools.pairwise(grown))
                assert browser.sidebar.eval("return document.querySelector('#full-name').hidden")
            browser.sidebar.focus("#row-0")
            wait_for(browser.sidebar, f"{_TWO_FRAMES} return (() => {{ {_WORDS} }})()[3].is_cut")
            assert browser.sidebar.eval(_WORDS) == places


def test_truncated_name_on_hover_is_shown_in_full(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, sites.serve(site, _LONG_NAMES) + "p/1")
    until(lambda: any(reading.current(browser)), "the page is marked")
    browser.sidebar.focus("#row-0")
    places = browser.sidebar.eval(_WORDS)
    browser.sidebar.click("#row-1 .twist")
    browser.sidebar.focus("#filter")
    until(lambda: browser.sidebar.eval(_WORDS) == places, "the row has its height again")
    wait_for(browser.sidebar, f"{_TWO_FRAMES} {_IS_FULL}", 1)
    assert browser.sidebar.eval(_WORDS) == places


@pytest.mark.sidebar("fresh")
@pytest.mark.parametrize("width", [180, 320])
def test_sitemap_choices_never_exceed_the_sidebar_width(browser: Browser, site: HTTPServer, width: int) -> None:
    requested(browser, weblog.serve(site))
    browser.sidebar.appear(Appearance(width=width))
    wait_for(browser.sidebar, "return Math.abs(innerWidth - arguments[0]) <= 1", width)
    wait_for(browser.sidebar, "return document.documentElement.scrollWidth <= innerWidth")
    until(lambda: browser.sidebar.eval(TOO_WIDE) == [], "nothing is too wide")
    controls = browser.sidebar.eval(CONTROLS)
    assert [control for control in controls if not control["name"]] == []
    assert [control for control in controls if min(control["size"]) < 23.9] == []


def requested(browser: Browser, url: str) -> None:
    """Make the sidebar show the declarations of a page's site."""
    browser.open(url)
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.querySelector('#message [data-choose]')?.checkVisibility()")
    browser.sidebar.click("#message [data-choose]")
    wait_for(browser.sidebar, "return document.querySelector('.choices button')?.checkVisibility()")


def test_small_sidebar(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, everything.serve(site) + "p/level-14")
    until(lambda: "Level 14" in reading.current(browser), "the page is marked")
    small = Appearance(width=320, zoom=2)
    browser.sidebar.appear(small)
    wait_for(browser.sidebar, "return Math.abs(innerWidth - 160) <= 1")
    assert violations(browser.sidebar, small) == []


_LONG_NAMES = '<item name="Page 1" url="p/1"/>' + "".join(
    f'<item name="{name}" url="p/{at}"/>'
    for at, name in enumerate(
        (
            "How to fire a kiln with wood and salt, and what may go wrong while it is still hot, part two",
            "Report_of_the_society_that_saves_the_shipwrecked_along_the_northern_coast_and_its_islands_2025",
            "\u0643\u062a\u0627\u0628 \u0627\u0644\u0623\u0641\u0631\u0627\u0646 \u0641\u064a " * 6,
        )
    )
)

#: The positions of names, and which names are truncated.
_WORDS = """return [...document.querySelectorAll('.row .words')].map((words) => {
        const { left, top, width, height } = words.getBoundingClientRect();
        const isCut = words.scrollWidth > words.clientWidth || words.scrollHeight > words.clientHeight + 1;
        return { left, top, width, height, is_cut: isCut };
    });"""

#: Rows are drawn again in the frame after a change of size.
_TWO_FRAMES = "await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));"

#: Whether a row's whole name is visible and starts where the truncated one does.
_IS_FULL = """const full = document.querySelector('#full-name');
    const words = document.querySelector(`#row-${arguments[0]} .words`);
    if (full.hidden || full.textContent !== words.textContent) return false;
    const { top, bottom, left, right } = full.getBoundingClientRect(), box = words.getBoundingClientRect();
    return full.scrollWidth <= full.clientWidth && full.scrollHeight <= full.clientHeight && top >= 0
        && bottom <= innerHeight && left >= -1 && right <= innerWidth + 1 && Math.abs(left + 5 - box.left) < 2;"""

_RUN = """const report = await axe.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'],
        rules: {'target-size': {enabled: true}},
    });
    return {
        passes: report.passes.length,
        violations: report.violations.map(({id, nodes}) => ({
            id, where: nodes.map(({html, failureSummary}) => html + ' ' + failureSummary).join('; ')})),
    };"""

_DESCRIBED = """const of = (row, name) => row.getAttribute('aria-' + name);
    return [...document.querySelectorAll('[role=treeitem]')].map((row) => ({
        label: of(row, 'label'), level: of(row, 'level'), posinset: of(row, 'posinset'), setsize: of(row, 'setsize'),
        expanded: of(row, 'expanded'), current: of(row, 'current'), tab: row.tabIndex, lang: row.getAttribute('lang'),
        within: row.parentElement.getAttribute('role'),
    }));"""

CONTROLS = """return [...document.querySelectorAll('button, input, select, #roles a, #sequence a')]
        .filter((control) => control.checkVisibility({opacityProperty: true}) && !control.closest('[role=tree]'))
        .map((control) => {
            const label = control.labels?.[0] ?? control;
            // The label of a box is a part of what can be clicked.
            const { width, height } = (control.type === 'checkbox' ? label : control).getBoundingClientRect();
            return { name: (control.getAttribute('aria-label') || label.textContent).trim(), size: [width, height] };
        });"""

TOO_WIDE = """return [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility())
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !element.closest('.unseen'))
        .filter((element) => element.parentElement.id !== 'roles' && element.closest('.role svg') === null)
        .map((element) => element.outerHTML.slice(0, 200));"""
