"""The sidebar's appearance follows the settings: room for the tree at any height and zoom, contrast, motion."""

from __future__ import annotations

import io
import itertools

import pytest
from PIL import Image
from pytest_httpserver import HTTPServer

from browser import everything
from browser.test_accessibility import CONTROLS, SCHEMES, TOO_WIDE, violations
from driving import reading
from driving.surface import Appearance, Browser, until, wait_for

#: Heights of the sidebar in windows of 500 to 900 pixels.
HEIGHTS = (415, 615, 815)
#: The tree's minimum share of the height.
SHARE = 0.6


def shown(browser: Browser, site: HTTPServer, path: str) -> None:
    """Show every feature, with a page that has everything possible around the tree."""
    reading.shown(browser, everything.serve(site) + path)
    until(lambda: any(reading.current(browser)), "the page is marked")
    wait_for(browser.sidebar, "return document.querySelector('#more').checkVisibility()")


@pytest.mark.parametrize("path", [pytest.param("p/level-14", marks=pytest.mark.thorough), "p/lesson-3"])
def test_the_tree_has_three_fifths_of_the_height(browser: Browser, site: HTTPServer, path: str) -> None:
    shown(browser, site, path)
    shares = {}
    for width, zoom in ((320, 1.0), (320, 2.0), (500, 2.0)):
        for height in HEIGHTS:
            browser.sidebar.appear(Appearance(width=width, height=height, zoom=zoom))
            size = [round(width / zoom), round(height / zoom)]
            wait_for(browser.sidebar, _IS_SIZED, *size)
            wait_for(browser.sidebar, _IS_CURRENT_IN_VIEW)
            shares[width, height, zoom] = browser.sidebar.eval(_SHARES)
            assert browser.sidebar.eval(TOO_WIDE) == []
            assert browser.sidebar.eval(_CUT_ROLES) == []
            assert [control for control in browser.sidebar.eval(CONTROLS) if min(control["size"]) < 23.9] == []
            assert [control for control in browser.sidebar.eval(CONTROLS) if not control["name"]] == []
    assert {look: share for look, share in shares.items() if share["tree"] < SHARE} == {}
    assert [share["lines"] for share in shares.values() if max(share["lines"]) > 48] == []
    browser.sidebar.appear(Appearance(width=320, height=HEIGHTS[0], zoom=2))
    browser.sidebar.focus("#language select")
    browser.sidebar.press("g")
    wait_for(browser.sidebar, "return document.querySelector('#language select').value === 'de'")


def test_each_level_is_indented_up_to_any_depth(browser: Browser, site: HTTPServer) -> None:
    shown(browser, site, "p/lesson-3")
    for width in (180, 320):
        browser.sidebar.appear(Appearance(width=width))
        wait_for(browser.sidebar, "return Math.abs(innerWidth - arguments[0]) < 2", width)
        places: list[float] = browser.sidebar.eval(_PLACES)
        assert all(later > earlier for earlier, later in itertools.pairwise(places))
        assert places[-1] < width / 2 + 8


def test_each_ancestor_of_a_row_has_a_vertical_line(browser: Browser, site: HTTPServer) -> None:
    shown(browser, site, "p/level-9")
    browser.sidebar.click("#page-title")  # leaves the height to the map
    for look in (Appearance(width=180), Appearance(width=320), Appearance(width=320, forced_colors=True)):
        browser.sidebar.appear(look)
        wait_for(browser.sidebar, "return Math.abs(innerWidth - arguments[0]) < 2", look.width)
        wait_for(browser.sidebar, _HAS_COLOURS, look.forced_colors)
        wait_for(browser.sidebar, _STANDS_APART, 1.8125 if look.width == 180 else 1.9375)
        wait_for(browser.sidebar, _IS_CURRENT_IN_VIEW)
        rows = browser.sidebar.eval(_LINED_ROWS)
        picture = Image.open(io.BytesIO(browser.sidebar.screenshot())).convert("RGB")
        scale = picture.width / browser.sidebar.eval("return innerWidth")
        lines = {row["level"]: _lines(picture, row, scale) for row in rows}
        assert {level: len(positions) for level, positions in lines.items()} == {
            level: min(level - 1, 6) for level in lines
        }
        assert max(lines) == 9
        assert all(positions == lines[9][: len(positions)] for positions in lines.values()), "each line is straight"


def _lines(picture: Image.Image, row: dict[str, float], scale: float) -> list[int]:
    """Return the columns of the vertical lines across the upper edge of a row, above its icons and text."""
    left, right, y = (round(row[side] * scale) for side in ("left", "right", "y"))
    ground = picture.getpixel((left, y))
    return [x for x in range(left, right) if picture.getpixel((x, y)) != ground]


_HAS_COLOURS = "return matchMedia('(forced-colors: active)').matches === arguments[0]"

#: The rows of the branch with many levels, from left of the first line to right of the last one.
_LINED_ROWS = """return [...document.querySelectorAll('#tree > .row')].flatMap((row) => {
    const { left, top, bottom } = row.getBoundingClientRect(), { paddingInlineStart } = getComputedStyle(row);
    const level = Number(row.ariaLevel), tree = document.querySelector('#tree').getBoundingClientRect();
    const isOfBranch = row.getAttribute('aria-label')?.startsWith('Level ') && top > tree.top && bottom < tree.bottom;
    return isOfBranch ? [{ level, left: left + 9, right: left + parseFloat(paddingInlineStart) + 12, y: top + 2 }] : [];
})"""


_STANDS_APART = """const wanted = arguments[0] * parseFloat(getComputedStyle(document.documentElement).fontSize);
    const rows = [...document.querySelectorAll('#tree > .row')].map((row) => row.getBoundingClientRect());
    rows.sort((one, other) => one.top - other.top);
    return rows.length > 1 && rows.slice(1).every(({top, height}, at) =>
        height > wanted - 1 && Math.abs(top - rows[at].bottom) < 1.5)"""


_PLACES = """const row = document.querySelector('.row').cloneNode(true);
    document.querySelector('.row').after(row);
    const places = Array.from({length: 40}, (_, at) => {
        row.style.setProperty('--level', String(at + 1));
        return parseFloat(getComputedStyle(row).paddingInlineStart) });
    row.remove(); return places"""


def test_higher_contrast_follows_the_readers_preference(browser: Browser, site: HTTPServer) -> None:
    shown(browser, site, "p/lesson-3")
    assert violations(browser.sidebar, Appearance(width=300, more_contrast=True)) == []
    for scheme in SCHEMES:
        browser.sidebar.appear(Appearance(scheme, width=300))
        wait_for(browser.sidebar, "return !matchMedia('(prefers-contrast: more)').matches")
        until(lambda: browser.sidebar.eval(_CONTRASTS)["line"] < 3, "the line is faint")
        before = browser.sidebar.eval(_CONTRASTS)
        browser.sidebar.appear(Appearance(scheme, width=300, more_contrast=True))
        wait_for(browser.sidebar, "return matchMedia('(prefers-contrast: more)').matches")
        until(lambda: browser.sidebar.eval(_CONTRASTS)["line"] > 3, "the line is strong")
        after = browser.sidebar.eval(_CONTRASTS)
        assert [text for text in after["texts"] if text["contrast"] < 7] == [], scheme
        assert after["line"] > 3 > before["line"], scheme
    browser.sidebar.appear(Appearance())


def test_forced_colours_are_kept_and_mark_the_current_page(browser: Browser, site: HTTPServer) -> None:
    shown(browser, site, "p/level-5")
    for scheme in SCHEMES:
        browser.sidebar.appear(Appearance(scheme, width=300, forced_colors=True))
        wait_for(browser.sidebar, "return matchMedia('(forced-colors: active)').matches")
        wait_for(browser.sidebar, "return matchMedia(`(prefers-color-scheme: ${arguments[0]})`).matches", scheme)
        colours = browser.sidebar.eval(_FORCED)
        assert colours["current"] not in (colours["other"], colours["paper"])
        assert set(colours["parts"]) == {colours["selected"]}, (
            "the pair of colours that the browser has for what is selected"
        )
    browser.sidebar.appear(Appearance())


def test_reduced_motion_disables_animations(browser: Browser, site: HTTPServer) -> None:
    shown(browser, site, "p/level-5")
    for reduced, moving in ((False, 2), (True, 0)):
        browser.sidebar.appear(Appearance(reduced_motion=reduced))
        wait_for(
            browser.sidebar, "return matchMedia('(prefers-reduced-motion: reduce)').matches === arguments[0]", reduced
        )
        # Firefox may still move what it began to move before. Each try begins a new movement, if any is allowed.
        wait_for(browser.sidebar, f"const moves = () => {{ {_MOVES} }}; return moves() === arguments[0]", moving)


_IS_CURRENT_IN_VIEW = """const tree = document.querySelector('#tree').getBoundingClientRect();
    const row = document.querySelector('.row[aria-current=page]')?.getBoundingClientRect();
    return row !== undefined && row.top >= tree.top - 1 && row.bottom <= tree.bottom + 1;"""

_COLOURS = """const paint = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const parts = (colour) => {
        paint.fillStyle = colour;
        paint.fillRect(0, 0, 1, 1);
        return [...paint.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    };
    const luminance = (colour) => {
        const [red, green, blue] = parts(colour).map((part) => part / 255)
            .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one, other) => {
        const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
        return (light + 0.05) / (dark + 0.05);
    };
    const style = (css) => getComputedStyle(document.querySelector(css));
    const paper = getComputedStyle(document.body).backgroundColor;
"""

#: The contrast of text and lines with their background; the current row has its own background.
_CONTRASTS = (
    _COLOURS
    + """const QUIET = '.row:not([aria-current]) .name, .below, #status, .role';
    const texts = [...document.querySelectorAll(QUIET)]
        .filter((element) => element.checkVisibility())
        .map((element) => ({ text: element.className || element.id || element.textContent,
            contrast: contrast(getComputedStyle(element).color, paper) }));
    return { texts, line: contrast(style('#sequence').borderBlockStartColor, paper) };"""
)

_FORCED = (
    _COLOURS
    + """const probe = document.body.appendChild(document.createElement('i'));
    probe.id = 'probe';
    probe.style = 'position: absolute; forced-color-adjust: none; color: SelectedItemText';
    const selected = style('#probe').color, current = style('.row[aria-current=page]').backgroundColor;
    probe.remove();
    const shown = document.querySelectorAll('.row[aria-current=page] :is(.name, .twist, .variants, .below)');
    return { paper, current, other: style('.row:not([aria-current])').backgroundColor,
        selected, parts: [...shown].map((part) => getComputedStyle(part).color) };"""
)

#: The number of animations when a page loads and a branch opens.
_MOVES = """const row = document.querySelector('.row[aria-expanded]:not([aria-current])');
    row.classList.add('coming');
    row.setAttribute('aria-expanded', String(row.getAttribute('aria-expanded') !== 'true'));
    const moving = row.getAnimations({ subtree: true }).length;
    row.classList.remove('coming');
    return moving;"""

_IS_SIZED = "return Math.abs(innerWidth - arguments[0]) <= 1 && Math.abs(innerHeight - arguments[1]) <= 2"
#: The icons of roles that are partly outside their line; the line scrolls to those that are completely outside.
_CUT_ROLES = """const box = document.querySelector('#roles').getBoundingClientRect();
    const sides = [...document.querySelectorAll('.role')].map((role) => role.getBoundingClientRect());
    return sides.filter(({left, right}) => left < box.right - 1 && right > box.right + 1).map(({right}) => right);"""

_SHARES = """const height = (css) => document.querySelector(css).offsetHeight;
    return { tree: height('#sections') / innerHeight,
        lines: ['#find', '#roles', '#sequence', '#foot'].map(height) };"""
