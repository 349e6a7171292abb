"""Values of hreflang: languages by BCP 47, countries by ISO 3166; and pages in several languages."""

import pytest

from host.sitemapsorg.samples import (
    NAMESPACE,
    SITE,
    SITEMAP,
    codes,
    in_languages,
    index,
    outline,
    pages,
    read,
    resolved,
)
from standard_sitemap import sitemapsorg
from standard_sitemap.sitemapsorg import hreflang
from standard_sitemap.sitemapsorg.hreflang_values import hreflang_value, is_region


@pytest.mark.parametrize(
    "tag",
    [
        "de",
        "de-AT",
        "en-us",
        "EN-gb",
        "zh-Hant-TW",
        "es-419",
        "fil",
        "sr-Latn",
        "x-default",
        " X-Default ",
        "uk",
        "en-XK",
    ],
)
def test_languages_with_countries_are_right(tag: str) -> None:
    assert hreflang_value(tag).fault is None
    assert hreflang_value(tag).language == tag.strip() or hreflang_value(tag).language == "x-default"


@pytest.mark.parametrize(
    ("tag", "code", "right"),
    [
        ("us", "country-for-language", "en-US"),
        ("jp", "country-for-language", "ja-JP"),
        ("gr", "country-for-language", "el-GR"),
        ("GB-en", "country-for-language", "en-GB"),
        ("en-UK", "unknown-region", "en-GB"),
        ("en_UK", "unknown-region", "en-GB"),
        ("en-EU", "unknown-region", "en"),
        ("sr-YU", "unknown-region", "sr-RS"),
        ("zh-Hant-XX", "unknown-region", "zh-Hant"),
        ("nl_NL", "underscore-in-hreflang", "nl-NL"),
        ("iw-IL", "superseded-language", "he-IL"),
        ("eng", "superseded-language", "en"),
        ("sh", "superseded-language", "sr-Latn"),
        ("xyx", "unknown-language", None),
        ("qq-DE", "unknown-language", None),
        ("english", "bad-hreflang", None),
        ("", "bad-hreflang", None),
        ("es-ES_tradnl", "bad-hreflang", None),
        ("de-" + "x" * 500, "bad-hreflang", None),
    ],
)
def test_wrong_language_is_reported_with_the_right_one(tag: str, code: str, right: str | None) -> None:
    fault = hreflang_value(tag).fault
    assert fault is not None
    assert (fault[0], fault[1].get("right")) == (code, right)
    if right is not None:
        assert hreflang_value(right).fault is None


def test_codes_that_are_reserved_are_no_countries() -> None:
    assert [code for code in ("EU", "UN", "UK", "AA", "ZZ", "XA", "QM", "SU", "DD") if is_region(code)] == []
    assert [code for code in ("GB", "de", "419", "XK", "TW", "PS") if not is_region(code)] == []


# holds: S33
def test_languages_of_a_page_are_variants_of_one_node() -> None:
    tree = resolved(in_languages({"en": "en/", "de": "de/"}, {"en": "en/about", "de": "de/ueber-uns"}))
    home, about = tree.children(0)
    assert [(variant.language, variant.name, variant.location) for variant in tree.details.variants(about)] == [
        ("en", "About", f"{SITE}en/about"),
        ("de", "Ueber uns", f"{SITE}de/ueber-uns"),
    ]
    assert {variant.language for variant in tree.details.variants(home)} == {"en", "de"}
    assert tree.languages == {"en", "de"}
    assert tree.roles["home"] == (home,)


def test_each_language_leads_to_the_node() -> None:
    tree = resolved(in_languages({"en": "en/about", "de": "de/ueber-uns"}, {"en": "en/team", "de": "de/team"}))
    about, _ = tree.children(0)
    for path in ("en/about", "de/ueber-uns"):
        assert tree.page_index.at_location(SITE + path) == (about,)
    assert list(tree.named(["ueber"])) == [about]


def test_language_folder_is_no_level() -> None:
    tree = resolved(
        in_languages(
            {"en": "docs/en/a", "pt-BR": "docs/pt_br/a"}, {"en": "docs/en/b", "pt-BR": "docs/pt_br/b"}, {"en": "x"}
        )
    )
    assert [line.split()[0] for line in outline(tree)] == ["Docs", "A", "B", "X"]


def test_a_parameter_may_name_the_language() -> None:
    tree = resolved(in_languages({"en": "a?lang=en", "de": "a?lang=de"}, {"en": "b?lang=en", "de": "b?lang=de"}))
    assert [tree.details.names(node)[0] for node in tree.children(0)] == ["A", "B"]


def test_a_default_with_an_address_of_its_own_is_a_variant_without_language() -> None:
    tree = resolved(in_languages({"de": "de/hilfe", "en": "en/help", "x-default": "help"}, {"en": "other"}))
    variants = tree.details.variants(tree.children(0)[0])
    assert [(variant.language, variant.location) for variant in variants] == [
        ("de", f"{SITE}de/hilfe"),
        ("en", f"{SITE}en/help"),
        (None, f"{SITE}help"),
    ]


def test_a_default_that_is_one_of_the_languages_is_not_a_variant_of_its_own() -> None:
    tree = resolved(in_languages({"de": "de/hilfe", "en": "help", "x-default": "help"}, {"en": "other"}))
    assert [variant.language for variant in tree.details.variants(tree.children(0)[0])] == ["de", "en"]


def test_languages_in_different_files_are_one_node() -> None:
    entries = in_languages({"en": "en/a", "de": "de/a"}, {"en": "en/b", "de": "de/b"})
    lines = entries.splitlines()
    head, tail = lines[0], lines[-1]
    files = {
        "sitemap.xml": index(SITE + "sitemap-en.xml", SITE + "sitemap-de.xml"),
        "sitemap-en.xml": "\n".join(
            [head, *(line for line in lines if "<loc>https://www.example.org/en" in line), tail]
        ),
        "sitemap-de.xml": "\n".join(
            [head, *(line for line in lines if "<loc>https://www.example.org/de" in line), tail]
        ),
    }
    tree = resolved(files)
    assert [tree.details.names(node) for node in tree.children(0)] == [("A", "A"), ("B", "B")]


@pytest.mark.parametrize("form", ["{}_sitemap_products_1.xml", "products-{}-sitemap.xml", "{}/sitemap-products.xml"])
def test_sections_that_languages_have_each_are_one(form: str) -> None:
    entries = in_languages({"en": "en/a", "pt-BR": "pt-br/a"}, {"en": "en/b", "pt-BR": "pt-br/b"}).splitlines()
    head, tail = entries[0], entries[-1]
    files = {"page-sitemap.xml": pages("pages/tides", "pages/boats")}
    for language in ("en", "pt-br"):
        own = [line for line in entries if f"<loc>{SITE}{language}/" in line]
        files[form.format(language)] = "\n".join([head, *own, tail])
    tree = resolved({"sitemap.xml": index(*(SITE + name for name in files)), **files})
    assert outline(tree) == [
        "Pages",
        "  Boats pages/boats",
        "  Tides pages/tides",
        "Products",
        "  A en/a",
        "  B en/b",
    ]


def test_section_of_a_folder_of_a_language_is_not_named_for_it() -> None:
    files = {
        f"{language}-{kind}-sitemap.xml": pages(*(f"{language}/{kind}/{name}" for name in ("a", "b")))
        for language in ("de", "fr")
        for kind in ("news", "it-services")
    }
    tree = resolved({"sitemap.xml": index(*(SITE + name for name in files)), **files})
    assert [tree.details.names(node)[0] for node in tree.children(0)] == ["News", "It services"]


def test_a_page_that_does_not_name_itself_is_there_all_the_same() -> None:
    document = read(
        f'<urlset {NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>{SITE}en/a</loc>'
        f'<xhtml:link rel="alternate" hreflang="de" href="{SITE}de/a"/></url></urlset>'
    )
    assert codes(document) == ["alternates-without-self"]
    (page,) = document.pages()
    assert page.alternates == (("", f"{SITE}en/a"), ("de", f"{SITE}de/a"))


def test_empty_links_are_faults() -> None:
    document = read(
        f'<urlset {NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>{SITE}a</loc>'
        f'<xhtml:link rel="alternate" hreflang="en_GB" href="{SITE}a"/>'
        f'<xhtml:link rel="alternate" hreflang="english" href="{SITE}b"/>'
        f'<xhtml:link rel="alternate" hreflang="de"/><xhtml:link rel="amphtml" href="{SITE}amp"/></url></urlset>'
    )
    assert sorted(codes(document)) == [
        "alternate-without-address",
        "bad-hreflang",
        "underscore-in-hreflang",
    ]
    assert next(document.pages()).alternates == (("en-GB", f"{SITE}a"), ("", f"{SITE}b"))


def test_pages_without_languages_stay_where_they_are() -> None:
    assert outline(resolved(pages("en/a", "en/b", "de/a"))) == [
        "Deutsch",
        "  A de/a",
        "English",
        "  A en/a",
        "  B en/b",
    ]


def _entry(path: str, *links: tuple[str, str]) -> str:
    alternates = "".join(f'<xhtml:link rel="alternate" hreflang="{tag}" href="{SITE}{href}"/>' for tag, href in links)
    return f"<url><loc>{SITE}{path}</loc>{alternates}</url>\n"


def _urlset(*entries: str) -> str:
    return f'<urlset {NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n{"".join(entries)}</urlset>'


def _variants(*entries: str) -> list[list[tuple[str | None, str]]]:
    tree = resolved(_urlset(*entries, f"<url><loc>{SITE}</loc></url>"))
    nodes = [node for node in tree.children(0) if node not in tree.roles["home"]]
    return [
        [(variant.language, (variant.location or "").removeprefix(SITE)) for variant in tree.details.variants(node)]
        for node in nodes
    ]


LINKS = [("gr", "page/gr"), ("en", "page/en"), ("de", "page/de")]


# D49
@pytest.mark.parametrize("own", ["gr", "en", "de"])
def test_own_location_is_the_first_variant_and_others_follow_in_file_order(own: str) -> None:
    (variants,) = _variants(_entry(f"page/{own}", *LINKS))
    others = [link for link in LINKS if link[0] != own]
    assert [href for _, href in variants] == [f"page/{own}", *(href for _, href in others)]


def test_entries_in_different_orders_are_one_node_with_the_order_of_the_first() -> None:
    entries = [_entry("page/en", *LINKS), _entry("page/de", *reversed(LINKS)), _entry("page/gr", *LINKS[1:], LINKS[0])]
    assert _variants(*entries) == [[("en", "page/en"), ("gr", "page/gr"), ("de", "page/de")]]


def test_page_without_link_to_itself_is_its_own_first_variant() -> None:
    assert _variants(_entry("page/en", LINKS[2], LINKS[0])) == [
        [(None, "page/en"), ("de", "page/de"), ("gr", "page/gr")]
    ]


def test_language_listed_twice_is_a_variant_once() -> None:
    (variants,) = _variants(_entry("page/en", ("de", "page/de"), ("en", "page/en"), ("DE", "page/at")))
    assert variants == [("en", "page/en"), ("de", "page/de")]


class _CountedLink(tuple[str, str]):
    __slots__ = ()
    comparisons = 0

    def __eq__(self, other: object) -> bool:
        _CountedLink.comparisons += 1
        return super().__eq__(other)

    __hash__ = tuple.__hash__


def test_links_in_many_languages_are_looked_up_once_each() -> None:
    links = [_CountedLink((f"x-{number}", f"{SITE}{number}")) for number in range(1_000)]
    assert hreflang._each_language_once(links, SITE) == tuple(links)
    assert _CountedLink.comparisons <= 3 * len(links)


def test_own_location_is_kept_where_another_page_has_its_language() -> None:
    entries = [_entry(path, ("en", "page/en"), ("EN", "page/us"), ("de", "page/de")) for path in ("page/en", "page/us")]
    assert sorted(_variants(*entries)) == [
        [("EN", "page/us"), ("de", "page/de")],
        [("en", "page/en"), ("de", "page/de")],
    ]


def test_page_without_link_to_itself_has_the_language_that_others_give_it() -> None:
    entries = [_entry("team", ("en", "team"), ("de", "gruppe")), _entry("gruppe", ("en", "team"))]
    assert _variants(*entries) == [[("en", "team"), ("de", "gruppe")]]


def test_page_to_which_others_give_two_languages_has_none() -> None:
    entries = [_entry("a", ("en", "a"), ("de", "x")), _entry("b", ("en", "b"), ("fr", "x")), _entry("x", ("it", "y"))]
    assert [(None, "x"), ("it", "y")] in _variants(*entries)


# As themes write a switch of languages that leads from each page to the other language's start page.
SWITCH = [
    _entry("", ("en", ""), ("de", "de/")),
    _entry("de/", ("en", ""), ("de", "de/")),
    _entry("tides", ("en", "tides"), ("de", "de/")),
    _entry("boats", ("en", "boats"), ("de", "de/")),
]


def test_versions_that_name_each_other_beat_one_sided_links() -> None:
    tree = resolved(_urlset(*SWITCH))
    home, *others = tree.children(0)
    assert [variant.location for variant in tree.details.variants(home)] == [SITE, f"{SITE}de/"]
    locations = [[variant.location for variant in tree.details.variants(node)] for node in others]
    assert locations == [[f"{SITE}boats"], [f"{SITE}tides"]]
    assert tree.page_index.at_location(f"{SITE}de/") == (home,)


def test_one_sided_link_without_a_better_one_is_a_version() -> None:
    entries = [_entry("tides", ("en", "tides"), ("de", "gezeiten")), f"<url><loc>{SITE}gezeiten</loc></url>"]
    assert [("en", "tides"), ("de", "gezeiten")] in _variants(*entries)


def _of_readers(*entries: str) -> sitemapsorg.Hierarchy:
    body = _urlset(*entries, f"<url><loc>{SITE}</loc></url>").encode()
    site = sitemapsorg.Site(SITEMAP)
    site.add_document(SITEMAP, sitemapsorg.parse(SITEMAP, body, for_readers=True))
    return site.hierarchy()


def _languages_of_readers(*entries: str) -> list[list[str | None]]:
    tree = _of_readers(*entries)
    nodes = [node for node in tree.children(0) if node not in tree.roles["home"]]
    return [[variant.language for variant in tree.details.variants(node)] for node in nodes]


def test_version_that_lists_fewer_languages_is_no_page_of_its_own() -> None:
    links = ("en", "tides"), ("de", "de/gezeiten"), ("fr", "fr/marees")
    entries = _entry("tides", *links), _entry("de/gezeiten", *links[1:]), _entry("fr/marees", *links[1:])
    assert _languages_of_readers(*entries) == [["en", "de", "fr"]]


def test_version_without_links_is_no_page_of_its_own() -> None:
    entries = _entry("tides", ("en", "tides"), ("de", "de/gezeiten")), _entry("de/gezeiten")
    assert _languages_of_readers(*entries) == [["en", "de"]]
    entries = _entry("tides", ("en", "tides"), ("de", "de/g"), ("de-AT", "de/g")), _entry("de/g")
    assert _languages_of_readers(*entries) == [["en", "de", "de-AT"]]


def test_home_page_of_a_language_is_no_version_of_another_page() -> None:
    tree = _of_readers(_entry("tides", ("en", "tides"), ("fr", "fr/"), ("x-default", "")), _entry("fr/"))
    home, tides = tree.children(0)
    assert [variant.location for variant in tree.details.variants(home)] == [SITE, f"{SITE}fr/"]
    assert [tree.page_index.at_location(SITE + path) for path in ("", "fr/", "tides")] == [(home,), (home,), (tides,)]


def test_version_that_lists_another_language_stays_a_page_of_its_own() -> None:
    links = ("en", "tides"), ("de", "de/gezeiten")
    of_german = ("de", "de/gezeiten"), ("fr", "fr/marees")
    assert len(_languages_of_readers(_entry("tides", *links), _entry("de/gezeiten", *of_german))) == 2


def test_version_that_two_pages_name_stays_a_page_of_its_own() -> None:
    entries = [_entry(path, ("en", path), ("de", "de/meer"), ("fr", "fr/mer")) for path in ("tides", "boats")]
    assert len(_languages_of_readers(*entries, _entry("de/meer", ("de", "de/meer"), ("fr", "fr/mer")))) == 3


def test_page_of_an_own_entry_is_current_there_and_not_at_pages_that_name_it() -> None:
    entries = [_entry("tides", ("en", "tides"), ("de", "gezeiten")), f"<url><loc>{SITE}gezeiten</loc></url>"]
    tree = resolved(_urlset(*entries))
    (node,) = tree.page_index.at_location(f"{SITE}gezeiten")
    assert tree.details.variants(node)[0].location == f"{SITE}gezeiten"


def test_page_on_the_host_of_the_list_is_the_first_of_its_versions() -> None:
    links = "".join(
        f'<xhtml:link rel="alternate" hreflang="{tag}" href="{href}"/>'
        for tag, href in (("de", "https://de.example.org/a"), ("en", f"{SITE}a"))
    )
    entries = (f"<url><loc>{location}</loc>{links}</url>" for location in ("https://de.example.org/a", f"{SITE}a"))
    tree = resolved(_urlset(*entries))
    (node,) = tree.children(0)
    assert [variant.location for variant in tree.details.variants(node)] == [f"{SITE}a", "https://de.example.org/a"]


def test_page_stands_by_its_address_on_the_host_of_the_list() -> None:
    links = "".join(
        f'<xhtml:link rel="alternate" hreflang="{tag}" href="{href}"/>'
        for tag, href in (
            ("de", "https://d.example/g"),
            ("en", f"{SITE}guide/tides"),
            ("x-default", "https://d.example/"),
        )
    )
    tree = resolved(_urlset(f"<url><loc>{SITE}guide/tides</loc>{links}</url>", _entry("guide/boats"), _entry("a")))
    assert outline(tree) == ["A a", "Guide", "  Boats guide/boats", "  Tides guide/tides"]
