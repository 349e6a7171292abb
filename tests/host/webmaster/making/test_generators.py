"""The handbook, built by each real generator with its plugin or its printed template."""

from __future__ import annotations

from pathlib import Path

import pytest

import system
from generators import handbook, liquid
from host.webmaster.making.sites import hierarchy_of, node_at, tree_of
from standard_sitemap import ssp

# MkDocs puts the start page next to the chapters.
_BESIDE = {"The kiln": {}, **handbook.TREE["The kiln"]}


def _hierarchy(site: Path) -> ssp.Hierarchy:
    return hierarchy_of({handbook.NAME: (site / handbook.NAME).read_bytes()})


@pytest.mark.parametrize("with_plugin", [True, False], ids=["awesome-nav", "configuration"])
@pytest.mark.parametrize("tool", ["mkdocs", "properdocs"])
def test_navigation_is_the_tree_wherever_it_is_written(tool: str, with_plugin: bool, tmp_path: Path) -> None:
    site = handbook.mkdocs(tmp_path, tool, with_plugin=with_plugin)
    hierarchy = _hierarchy(site)
    assert tree_of(hierarchy) == _BESIDE
    assert hierarchy.roles["contact"] == (node_at(hierarchy, "contact/"),)


# Debian's, `apt-get install hugo`: as old as the template allows.
OLDEST_HUGO = "/usr/bin/hugo"
with_each_hugo = pytest.mark.parametrize(
    "program",
    [
        pytest.param(handbook.NEWEST_HUGO, id="newest", marks=system.needs(handbook.NEWEST_HUGO)),
        pytest.param(
            OLDEST_HUGO,
            id="debian",
            marks=[
                pytest.mark.program("Debian's Hugo"),
                pytest.mark.skipif(not Path(OLDEST_HUGO).exists(), reason="Debian's Hugo is not installed"),
            ],
        ),
    ],
)


def test_template_for_hugo_uses_nothing_newer_than_it_says() -> None:
    printed = handbook.template("hugo")
    assert "Hugo 0.111 or later." in printed
    newer = ("XMLEscape", "hugo.Sites", "transform.ToMath", "try ", "collections.D", "strings.Diff")
    assert [name for name in newer if name in printed] == []


@with_each_hugo
def test_template_for_hugo_makes_the_tree(program: str, tmp_path: Path) -> None:
    site = handbook.hugo(tmp_path, program=program)
    hierarchy = _hierarchy(site)
    assert tree_of(hierarchy) == handbook.TREE
    assert hierarchy.roles["contact"] == (node_at(hierarchy, "contact/"),)
    first = hierarchy.details.variants(node_at(hierarchy, "glazes/ash/"))[0]
    assert (first.name, first.description, first.language) == ("Ash & salt", "The oldest ones", "en")
    page = (site / "glazes" / "ash" / "index.html").read_bytes()
    url = "https://www.example.org/glazes/ash/"
    evidence = ssp.Evidence(url, "text/html", (), tuple(ssp.read_page(page, url, "text/html")))
    assert ssp.discover(evidence).sitemap == f"https://www.example.org/{handbook.NAME}"


@with_each_hugo
def test_template_for_hugo_has_languages_as_variants(program: str, tmp_path: Path) -> None:
    """Check also that excluded pages are left out with their children."""
    languages = "[languages.en]\nweight = 1\n[languages.de]\nweight = 2\n"
    translated = {"content/contact.de.md": "---\ntitle: Schreiben Sie uns\n---\n"}
    excluded = {"content/firing/_index.md": "---\ntitle: Firing\nsitemap_exclude: true\n---\n"}
    hierarchy = _hierarchy(handbook.hugo(tmp_path, translated | excluded, languages, program))
    assert "Firing" not in tree_of(hierarchy)["The kiln"]
    contact = hierarchy.details.variants(node_at(hierarchy, "contact/"))
    assert [(variant.language, variant.name) for variant in contact] == [
        ("en", "Write to us"),
        ("de", "Schreiben Sie uns"),
    ]


def test_template_for_jekyll_makes_the_tree() -> None:
    hierarchy = hierarchy_of({handbook.NAME: liquid.jekyll_sitemap()})
    assert tree_of(hierarchy) == handbook.TREE
    assert hierarchy.roles["contact"] == (node_at(hierarchy, "contact/"),)
    first = hierarchy.details.variants(node_at(hierarchy, "glazes/ash/"))[0]
    assert (first.name, first.description, first.language) == ("Ash & salt", "The oldest ones", "en")


def test_template_for_jekyll_has_posts_by_year_and_leaves_out_what_says_so() -> None:
    posts = [{"title": f"Note {year}", "url": f"/{year}/note/", "date": f"{year}-03-01"} for year in (2024, 2023)]
    secret = {"title": "Secret", "url": "/secret/", "sitemap": False}
    tree = tree_of(hierarchy_of({handbook.NAME: liquid.jekyll_sitemap(posts, [secret])}))["The kiln"]
    assert {year: list(notes) for year, notes in tree.items() if year.isdigit()} == {
        "2024": ["Note 2024"],
        "2023": ["Note 2023"],
    }
    assert "Secret" not in tree
