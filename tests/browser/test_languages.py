"""The interface in each language: no English text is visible, and no text is too long for its place."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from browser.conftest import start_anew, tidy
from commands.picturing.views import extension_in, write_language
from driving import reading, start
from driving.profile import ROOT
from driving.surface import Appearance, Browser, Surface, until, wait_for
from repo.test_strings import UNTRANSLATED

#: Each language once, in either browser: the test only examines texts.
SPOKEN = [
    ("firefox", "ar"),
    ("firefox", "de"),
    ("firefox", "fr"),
    pytest.param("chromium", "ar", marks=pytest.mark.thorough),
    ("chromium", "es"),
    ("chromium", "ja"),
]
#: A narrow sidebar.
_WIDTH = 280


def english_only(language: str) -> set[str]:
    """Return the English strings that this language translates differently."""
    strings = [json.loads((ROOT / "_locales" / each / "messages.json").read_text("utf-8")) for each in ("en", language)]
    english, other = ({name: entry["message"] for name, entry in each.items()} for each in strings)
    return {text for name, text in english.items() if name not in UNTRANSLATED and text not in other.values()}


def assert_speaks(surface: Surface, language: str) -> None:
    """Assert that every visible text is in the language and fits, and that the direction is right."""
    look: dict[str, Any] = surface.eval(_LOOK)
    assert (look["lang"], look["dir"]) == (language, "rtl" if language == "ar" else "ltr")
    assert set(look["texts"]) & english_only(language) == set()
    assert look["texts"]
    assert look["cut"] == []
    assert look["beyond"] == []


@dataclass(frozen=True)
class TranslatedBrowser:
    """A browser, and the folder with its extension, whose language can be changed."""

    browser: Browser
    extension: Path

    def speak(self, language: str) -> None:
        """Show the extension's first page in a language, as if it had just been installed."""
        write_language(self.extension, language)
        start_anew(self.browser)


@contextlib.contextmanager
def speaking(name: str) -> Iterator[TranslatedBrowser]:
    """Yield a browser with a copy of the extension that is its own."""
    with extension_in("en") as extension, start.browser(name, extension=extension) as browser:
        yield TranslatedBrowser(browser, extension)


@pytest.fixture(scope="module")
def spoken() -> Iterator[Callable[[str], TranslatedBrowser]]:
    """Yield a function that returns the browser of a name, started once for all its languages."""
    with contextlib.ExitStack() as started:
        yield cache(lambda name: started.enter_context(speaking(name)))


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_interface_texts_are_translated_and_fit(
    spoken: Callable[[str], TranslatedBrowser], name: str, language: str, shop: str
) -> None:
    browser = spoken(name).browser
    tidy(browser)
    spoken(name).speak(language)
    wait_for(browser.page, "return document.body.dataset.consent === 'open'")
    assert_speaks(browser.page, language)
    browser.page.click("#agree")
    wait_for(browser.page, "return document.body.dataset.host === 'ready'")
    reading.shown(browser, f"{shop}/en/books/moss")
    browser.sidebar.appear(Appearance("light", reduced_motion=True, width=_WIDTH))
    until(lambda: reading.current(browser) == ["Notes on Moss"], "the page is marked")
    assert_speaks(browser.sidebar, language)
    if language == "ar":
        assert browser.sidebar.eval(_IS_MIRRORED)
    browser.new_tab(f"{shop}/press")
    wait_for(browser.sidebar, "return document.body.dataset.state === 'none'")
    assert_speaks(browser.sidebar, language)
    browser.open(browser.extension_eval("return api.runtime.getURL('extension/options/options.html')"))
    wait_for(browser.page, "return document.body.dataset.state === 'ready'")
    assert_speaks(browser.page, language)


#: The extension's visible texts, tooltips and labels; truncated ones except names; and overflowing ones.
_LOOK = """const html = document.documentElement, cut = [], beyond = [], texts = new Set();
    const NAMES = '[role=treeitem], .sticky, #sequence, #search, option, code';
    const TOOLS = 'button, input, select, h1, h2, p, label, a';
    const own = (element) => [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data.trim()).join('');
    const seen = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility());
    for (const element of seen) {
        const words = own(element), { clientWidth, clientHeight, scrollWidth, scrollHeight } = element;
        const labels = [element.title, element.getAttribute('aria-label'), element.placeholder];
        const isNameOfPage = element.matches('[id^=page-row-], [id^=page-row-] .words');
        for (const text of [words, ...labels]) if (text && !isNameOfPage) texts.add(text);
        // what is a pixel wide is for screen readers alone
        if (!words || clientWidth <= 2 || element.closest(NAMES)) continue;
        const { overflowX, overflowY } = getComputedStyle(element);
        const isWide = scrollWidth > clientWidth + 1 && overflowX !== 'visible';
        const isHigh = scrollHeight > clientHeight + 3 && overflowY === 'hidden';
        if (isWide || isHigh) cut.push([element.tagName, element.id, words]);
    }
    for (const element of seen.filter((element) => element.matches(TOOLS) && !element.closest('[role=tree]'))) {
        const { left, right, width } = element.getBoundingClientRect();
        const isOutside = left < -1 || right > html.clientWidth + 1;
        if (width > 2 && isOutside) beyond.push([element.tagName, element.id, element.textContent.trim(), left, right]);
    }
    return { lang: html.lang, dir: html.dir, texts: [...texts], cut, beyond };"""

#: Whether rows start at the right with their icons before them, and the field's tools end at the left.
_IS_MIRRORED = """const box = (css) => document.querySelector(css).getBoundingClientRect();
    const branch = document.querySelector('[role=treeitem][aria-expanded]');
    const twist = branch.querySelector('.twist').getBoundingClientRect();
    const name = branch.querySelector('.name').getBoundingClientRect();
    return twist.left >= name.right - 1 && box('#find-current').right <= box('#filter').left + 1;"""
