"""Every code has an example that produces it, with the parameters that its text names."""

from collections.abc import Sequence

import pytest

from host.webmaster.checking.catalogue_examples import assert_produced
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.ssp import CATALOGUE, Evidence, Fault, Site, discovery_faults, read_page
from standard_sitemap.webmaster.checking.codes import EXAMPLES

ROOT = "https://www.example.org/map.xml"
SETTINGS = [(code, example) for code, example in EXAMPLES.items() if example.setting != "words"]


def test_every_code_has_an_example_and_no_other_has() -> None:
    assert list(EXAMPLES) == list(CATALOGUE)


@pytest.mark.parametrize(("code", "example"), SETTINGS, ids=[code for code, _ in SETTINGS])
def test_example_produces_its_code(code: str, example: tuple[str, str]) -> None:
    assert_produced(code, CATALOGUE[code], _faults(*example))


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_code_has_a_problem_and_a_remedy(code: str) -> None:
    rule = CATALOGUE[code]
    for text in (rule.problem, rule.remedy):
        assert text.endswith((".", "…", ">"))
    assert rule.clause
    assert rule.severity in ("error", "warning", "info")


def _faults(text: str, setting: str) -> Sequence[Fault]:
    return _page_faults(text, setting) if setting.startswith("page") else _sitemap_faults(text, setting)


def _sitemap_faults(text: str, setting: str) -> Sequence[Fault]:
    body, content_type = f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">\n{text}\n</sitemap>', "application/xml"
    if setting == "file":
        body = text
    elif setting == "file-header":
        content_type, body = text.removeprefix("Content-Type: "), "<sitemap/>."
    site = Site(ROOT)
    site.add(*site.wanted(), RetrievedFile(ROOT, body.encode(), content_type))
    for uri in site.wanted():
        site.fail(uri, "not-found", "it does not exist")
    return site.hierarchy().faults


def _page_faults(text: str, setting: str) -> Sequence[Fault]:
    headers = (tuple(text.split(": ")),) if setting == "page-header" else ()
    links = read_page(text.encode(), ROOT, "text/html") if setting == "page" else ()
    return discovery_faults(Evidence(ROOT, "text/html", headers, links))  # type: ignore[arg-type]
