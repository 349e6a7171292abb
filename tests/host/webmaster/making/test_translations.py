"""Sets of translations, and the site after each set is joined into one page."""

from __future__ import annotations

from pathlib import Path

from host.webmaster.making.sites import links, made_of, page, tree_made
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.translations import joined, languages_of


def _pages(*pages: Page) -> dict[str, Page]:
    return {page.path: page for page in pages}


def test_pages_that_name_each_other_as_alternates_are_one() -> None:
    pages = _pages(Page("a", language="en", alternates={"de": "b", "x-default": "a"}), Page("b", language="de"))
    languages = languages_of(pages, "b")
    assert languages.forms == {"b": {"de": "b", "en": "a"}}, "that in which the site begins is first"
    assert languages.representatives == {"a": "b", "b": "b"}


def test_pages_in_one_language_are_no_translations_whatever_they_say() -> None:
    pages = _pages(Page("a", language="en", alternates={"de": "b"}), Page("b", language="EN"))
    assert languages_of(pages, "a").forms == {}


def test_pages_of_folders_that_run_in_parallel_are_one() -> None:
    pages = _pages(
        *(Page(f"{language}/{name}", language=language) for language in ("en", "pt-br") for name in ("a", "b"))
    )
    assert languages_of(pages, "en/a").forms == {
        f"en/{name}": {"en": f"en/{name}", "pt-br": f"pt-br/{name}"} for name in ("a", "b")
    }


def test_a_page_of_the_default_language_may_stand_outside_all_folders() -> None:
    pages = _pages(Page("a", language="en"), Page("b", language="en"), Page("de/a", language="de"))
    assert languages_of(pages, "a").forms == {"a": {"en": "a", "de": "de/a"}}


def test_folder_whose_name_is_a_word_and_a_code_needs_pages_in_its_language() -> None:
    start = Page("index.html", language="en")
    for language, forms in ((None, {}), ("fil", {"index.html": {"en": "index.html", "fil": "fil/index.html"}})):
        pages = _pages(start, Page("fil/index.html", language=language), Page("api/index.html"), Page("doc/index.html"))
        assert languages_of(pages, "index.html").forms == forms
    assert languages_of(_pages(start, Page("de/index.html")), "index.html").forms != {}


def test_links_between_translations_lead_to_the_page_that_stands_for_them() -> None:
    pages = _pages(
        Page("a", language="en", alternates={"de": "b"}, links={"c": "C"}),
        Page("b", language="de", links={"a": "A", "d": "D"}),
        Page("c", links={"b": "B"}, trail=("b",), rels={"up": "b"}),
    )
    seen = joined(pages, languages_of(pages, "a"))
    assert seen.keys() == {"a", "c"}
    assert seen["a"].links == {"c": "C", "d": "D"}
    assert (seen["c"].links, seen["c"].trail, seen["c"].rels["up"]) == ({"a": "B"}, ("a",), "a")


def test_a_switch_to_the_other_home_page_is_no_translation_of_each_page() -> None:
    """Some themes mark the switch of languages as an alternate, and lead from every page to the home page."""
    pages = _pages(
        Page("index.html", language="en", alternates={"fr": "fr/index.html"}),
        Page("fr/index.html", language="fr", alternates={"en": "index.html"}),
        Page("fr/nets/index.html", language="fr", alternates={"en": "index.html"}),
    )
    home = {"en": "index.html", "fr": "fr/index.html"}
    assert languages_of(pages, "index.html").forms == {"index.html": home}


def test_several_pages_that_claim_one_translation_have_none() -> None:
    pages = _pages(
        Page("x", language="en"), *(Page(name, language="de", alternates={"en": "x"}) for name in ("a", "b"))
    )
    assert languages_of(pages, "x").forms == {}


def test_a_page_at_the_same_path_is_a_translation_despite_a_switch() -> None:
    pages = _pages(*(Page(f"{folder}t/", language="en") for folder in ("", "x/")))
    pages |= _pages(*(Page(f"de/{name}", language="de", alternates={"en": "x/t/"}) for name in ("t/", "x/t/")))
    assert languages_of(pages, "t/").forms["t/"] == {"en": "t/", "de": "de/t/"}


def test_categories_of_a_blog_that_list_the_same_posts_are_one_whatever_their_names() -> None:
    def of(language: str, prefix: str, names: tuple[str, str], menu: str) -> list[Page]:
        posts = [Page(f"{prefix}{post}", language=language) for post in ("a", "b", "c")]
        listed = {names[0]: (f"{prefix}a", f"{prefix}b"), names[1]: (f"{prefix}c",)}
        categories = [
            Page(f"{prefix}cat/{name}/index.html", language=language, links=dict.fromkeys((*targets, menu), ""))
            for name, targets in listed.items()
        ]
        return [*posts, *categories]

    pages = _pages(*of("en", "", ("boats", "nets"), "a"), *of("de", "de/", ("boote", "netze"), "de/a"))
    joined_pages = languages_of(pages, "a")
    assert joined_pages.forms["cat/boats/index.html"] == {"en": "cat/boats/index.html", "de": "de/cat/boote/index.html"}
    assert joined_pages.forms["cat/nets/index.html"] == {"en": "cat/nets/index.html", "de": "de/cat/netze/index.html"}


def test_categories_that_list_the_same_posts_in_one_language_stay_apart() -> None:
    posts = [Page("a", language="en"), Page("de/a", language="de"), Page("b", language="en")]
    lists = [Page(f"cat/{name}/index.html", language="en", links={"a": ""}) for name in ("boats", "nets")]
    other = Page("de/cat/boote/index.html", language="de", links={"de/a": ""})
    beside = [Page("cat/rods/index.html", language="en", links={"b": ""}), Page("de/cat/z/index.html", language="de")]
    assert languages_of(_pages(*posts, *lists, other, *beside), "a").forms == {"a": {"en": "a", "de": "de/a"}}


def test_template_with_one_language_for_all_pages_does_not_contradict_the_name_of_a_folder() -> None:
    pages = _pages(*(Page(f"{folder}{stem}", language="en") for folder in ("", "de/") for stem in ("index.html", "a")))
    assert languages_of(pages, "index.html").forms == {
        "index.html": {"en": "index.html", "de": "de/index.html"},
        "a": {"en": "a", "de": "de/a"},
    }


def test_pages_of_one_language_only_follow_those_of_the_sites_language(tmp_path: Path) -> None:
    def home(name: str, lang: str, other: str, *paths: str) -> str:
        return page(name, links(*paths), f'<link rel="alternate" hreflang="{other[:2]}" href="/{other[2:]}">', lang)

    files = {
        "index.html": home("Loft", "en", "eses/", "about/"),
        "es/index.html": home("Altillo", "es", "en", "acerca/"),
        "about/index.html": page("About", lang="en"),
        "es/acerca/index.html": page("Acerca", lang="es"),
    }
    assert list(tree_made(made_of(tmp_path, files), by="name")["Loft"]) == ["About", "Acerca"]
