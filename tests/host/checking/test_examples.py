"""Every code has an example, and every example brings up its code."""

import pytest

from standard_sitemap.checking.examples import EXAMPLES
from standard_sitemap.ssp import CATALOGUE, Evidence, Retrieved, Site, discovery_faults, read_page

ROOT = "https://www.example.org/map.xml"
SETTINGS = [(code, example) for code, example in EXAMPLES.items() if example.setting != "words"]


def test_every_code_has_an_example_and_no_other_has() -> None:
    assert list(EXAMPLES) == list(CATALOGUE)


@pytest.mark.parametrize(("code", "example"), SETTINGS, ids=[code for code, _ in SETTINGS])
def test_an_example_brings_up_its_code(code: str, example: tuple[str, str]) -> None:
    text, setting = example
    found = _page_codes(text, setting) if setting.startswith("page") else _codes(text, setting)
    assert code in found


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_code_says_what_is_wrong_and_what_mends_it(code: str) -> None:
    rule = CATALOGUE[code]
    for text in (rule.problem, rule.remedy):
        assert text.endswith((".", "…", ">"))
    assert rule.clause
    assert rule.severity in ("error", "warning", "info")


def _codes(text: str, setting: str) -> set[str]:
    body, content_type = f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">\n{text}\n</sitemap>', "application/xml"
    if setting == "file":
        body = text
    elif setting == "file-header":
        content_type, body = text.removeprefix("Content-Type: "), "<sitemap/>."
    site = Site(ROOT)
    site.add(*site.wanted(), Retrieved(ROOT, body.encode(), content_type))
    for uri in site.wanted():
        site.fail(uri, "not-found", "it does not exist")
    return {fault.code for fault in site.hierarchy().faults}


def _page_codes(text: str, setting: str) -> set[str]:
    headers = (tuple(text.split(": ")),) if setting == "page-header" else ()
    links = read_page(text.encode(), ROOT, "text/html") if setting == "page" else ()
    return {fault.code for fault in discovery_faults(Evidence(ROOT, "text/html", headers, links))}  # type: ignore[arg-type]
