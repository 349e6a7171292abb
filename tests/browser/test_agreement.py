"""The command line and the extension agree on pages and maps; `scripts/prove agree` compares more."""

from __future__ import annotations

from pytest_httpserver import HTTPServer

from browser.agreement import KINDS, Corpus, differences, of_browser, of_command_line
from driving.surface import Browser


def test_a_page_of_each_kind_and_its_map_are_the_same_everywhere(browser: Browser, site: HTTPServer) -> None:
    corpus = Corpus(site, range(len(KINDS)))
    expected = of_command_line(corpus)
    browser.open_sidebar()
    # Without this, a page without a map would keep showing its predecessor's.
    browser.extension_eval("await api.storage.sync.set({keepOpen: false})")
    unequal = {
        number: differences(said, of_browser(browser, corpus.page(number), said)) for number, said in expected.items()
    }
    assert {number: fields for number, fields in unequal.items() if fields} == {}
    assert corpus.strays() == []
