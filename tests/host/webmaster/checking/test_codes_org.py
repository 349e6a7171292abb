"""Every code of sitemaps.org files has an example that produces it, with the parameters that its text names."""

import pytest

from host.webmaster.checking.catalogue_examples import assert_produced
from standard_sitemap import ssp
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.sitemapsorg import CATALOGUE, Fault, Site
from standard_sitemap.webmaster.checking.codes import SITEMAPS_ORG_EXAMPLES

ROOT = "https://www.example.org/sitemap.xml"
XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
SETTINGS = [(code, example) for code, example in SITEMAPS_ORG_EXAMPLES.items() if example.setting != "words"]
AROUND = {
    "urlset": f"<urlset {XMLNS}>\n{{}}\n</urlset>",
    "index": f"<sitemapindex {XMLNS}>\n{{}}\n</sitemapindex>",
    "feed": '<rss version="2.0"><channel>\n{}\n</channel></rss>',
    "file": "{}",
    "text": "{}",
    "robots": "{}",
}


def test_every_code_has_an_example_and_no_other_has() -> None:
    assert list(SITEMAPS_ORG_EXAMPLES) == list(CATALOGUE)


def test_no_code_is_one_of_the_other_format() -> None:
    assert not set(CATALOGUE) & set(ssp.CATALOGUE)


@pytest.mark.parametrize(("code", "example"), SETTINGS, ids=[code for code, _ in SETTINGS])
def test_example_produces_its_code(code: str, example: tuple[str, str]) -> None:
    assert_produced(code, CATALOGUE[code], faults(*example))


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_code_has_a_problem_and_a_remedy(code: str) -> None:
    rule = CATALOGUE[code]
    assert rule.problem.endswith(".")
    assert rule.remedy.endswith((".", ".xml", "…", ">", "{location}", "{right}"))
    assert rule.clause
    assert rule.severity in ("error", "warning", "info")


def faults(text: str, setting: str) -> tuple[Fault, ...]:
    root, content_type = ROOT if setting != "robots" else "https://www.example.org/robots.txt", None
    if setting == "file-header":
        content_type, body = text.removeprefix("Content-Type: "), AROUND["urlset"].format("")
    else:
        body = AROUND[setting].replace("{}", text)
    site = Site(root)
    site.wanted()
    site.add(root, RetrievedFile(root, body.encode(), content_type))
    for uri in site.wanted():
        site.fail(uri, "not-found", "it does not exist")
    return site.hierarchy().faults
