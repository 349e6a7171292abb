"""Metadata of a site's pages: `standard_sitemap.sitemapsorg.page_metadata`."""

import pytest

from host.sitemapsorg.samples import NAMESPACE, SITE, in_languages, outline, pages, resolved, urlset
from standard_sitemap.model.hierarchy import Variant
from standard_sitemap.sitemapsorg.hierarchy import Hierarchy
from standard_sitemap.sitemapsorg.page_metadata import (
    MOST,
    MOST_SEARCH_BYTES,
    SEARCH_TYPE,
    PageMetadata,
    Titles,
    declared,
    search_of,
)
from standard_sitemap.ssp import Link, search_query


def named(*titles: str) -> list[str | None]:
    """Return the names of pages with such titles."""
    known = Titles((f"{SITE}{number}", title) for number, title in enumerate(titles))
    return [known.name(f"{SITE}{number}") for number in range(len(titles))]


def shown(hierarchy: Hierarchy, **titles: str) -> list[str | None]:
    """Return the names on the first level, for pages with such titles."""
    hierarchy.details.page_metadata = PageMetadata((SITE + path, title) for path, title in titles.items())
    return [hierarchy.details.shown(node)[0].name for node in hierarchy.children(0)]


@pytest.mark.parametrize(
    ("titles", "names"),
    [
        (("Tea", "Cake", "Jam"), ["Tea", "Cake", "Jam"]),
        (("Tea | Quay", "Cake | Quay"), ["Tea", "Cake"]),
        (("Quay | Tea", "Quay | Cake"), ["Quay | Tea", "Quay | Cake"]),
        (("Tea | Quay", "Cake | Quay", "Jam | Quay"), ["Tea", "Cake", "Jam"]),
        (("Quay – Tea", "Quay – Cake", "Quay – Jam"), ["Tea", "Cake", "Jam"]),
        (("Quay | Tea", "Quay | Cake", "Tea | Quay"), ["Quay | Tea", "Quay | Cake", "Tea | Quay"]),
        (("Tea - Food | Quay", "Cake - Food | Quay", "Jam - Food | Quay", "Us | Quay"), ["Tea", "Cake", "Jam", "Us"]),
        (("Tea | Quay", "Cake | Quay", "Jam | Quay", "Quay | Best tea"), ["Tea", "Cake", "Jam", "Quay | Best tea"]),
        (("Quay: Tea", "Quay: Cake", "Quay: Jam"), ["Quay: Tea", "Quay: Cake", "Quay: Jam"]),
        (("Shop", "Shop", "Tea"), [None, None, "Tea"]),
        (("A | Q", "A | Q", "A | Q", "B | Q"), [None, None, None, "B"]),
        (("  Tea\n and\tcake ", ""), ["Tea and cake", ""]),
    ],
)
def test_common_part_of_a_sites_titles_is_removed(titles: tuple[str, ...], names: list[str | None]) -> None:
    assert [name or "" for name in named(*titles)] == [name or "" for name in names]


def test_the_order_of_visits_makes_no_difference() -> None:
    titles = {f"{SITE}{name}": f"{name} · Quay" for name in "abcd"}
    forth, back = Titles(titles.items()), Titles(reversed(titles.items()))
    assert dict(forth.names()) == dict(back.names()) == {f"{SITE}{name}": name for name in "abcd"}


def test_only_news_is_news() -> None:
    titles = Titles()
    assert not titles
    assert not titles.record(f"{SITE}a", " ")
    assert titles.record(f"{SITE}a#top", "A")
    assert not titles.record(f"{SITE}a", " A ")
    assert titles.record(f"{SITE}a", "B")
    assert titles.name(f"{SITE}a") == "B"
    assert titles.name(None) is None


def test_number_of_recorded_pages_is_limited() -> None:
    titles = Titles((f"{SITE}{number}", f"No. {number}") for number in range(MOST))
    titles.record(f"{SITE}more", "More")
    assert (titles.name(f"{SITE}0"), titles.name(f"{SITE}1")) == (None, "No. 1")


def test_a_page_is_shown_by_its_title_in_its_old_place() -> None:
    hierarchy = resolved(pages("a-b", "cde", "docs/", "docs/intro"))
    before = outline(hierarchy)
    assert shown(hierarchy, **{"a-b": "Zebras", "docs/": "Manual"}) == ["Zebras", "Cde", "Manual"]
    assert outline(hierarchy) == before


def test_sitemaps_own_title_takes_precedence() -> None:
    news = (
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">'
        f"<url><loc>{SITE}n</loc><news:news><news:title>Ferry stops</news:title></news:news></url>"
        f"<url><loc>{SITE}m</loc></url></urlset>"
    )
    assert shown(resolved(news), n="Ferry | News", m="Bridge | News") == ["Ferry stops", "Bridge"]


def test_the_title_of_the_only_picture_names_a_page_that_has_no_other() -> None:
    def entry(path: str, *titles: str) -> str:
        images = "".join(f"<image:image><image:loc>{SITE}i</image:loc>{element}</image:image>" for element in titles)
        return f"<url><loc>{SITE}{path}</loc>{images}</url>"

    title, caption = "<image:title>Low tide</image:title>", "<image:caption>The quay</image:caption>"
    urlset = (
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">'
        f"{entry('a', title)}{entry('b', caption)}{entry('c', title, caption)}{entry('d', '')}</urlset>"
    )
    assert shown(resolved(urlset)) == ["C", "D", "Low tide", "The quay"]


@pytest.mark.parametrize(
    ("location", "title"),
    [
        ("v4.0.0/images/writing-posts.png", "<image:caption>writing-posts.png</image:caption>"),
        ("2021/01/harbour_logo-300x200.jpg?v=2", "<image:title>harbour_logo</image:title>"),
        ("t%C3%B6rn-3.jpg", "<image:title>törn-3</image:title>"),
    ],
)
def test_title_of_picture_that_is_its_file_name_names_no_page(location: str, title: str) -> None:
    urlset = (
        f'<urlset {NAMESPACE} xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><url><loc>{SITE}tides</loc>'
        f"<image:image><image:loc>{SITE}{location}</image:loc>{title}</image:image></url></urlset>"
    )
    assert shown(resolved(urlset)) == ["Tides"]


def test_the_part_is_taken_that_the_address_names_too() -> None:
    tree = resolved(pages("tea-and-cake", "jam"))
    assert shown(tree, **{"tea-and-cake": "Tea and Cake – Quay notes", "jam": "Our jam – Quay notes"}) == [
        "Our jam",
        "Tea and Cake",
    ]
    assert [node for node in tree.named(["our"]) if node is not None] == list(tree.page_index.at_location(f"{SITE}jam"))


def test_each_language_has_its_own_title() -> None:
    hierarchy = resolved(in_languages({"en": "en/about", "de": "de/ueber"}, {"en": "en/x", "de": "de/x"}))
    hierarchy.details.page_metadata = PageMetadata([(f"{SITE}de/ueber", "Über uns")])
    (node,) = hierarchy.page_index.at_location(f"{SITE}de/ueber")
    assert {variant.name for variant in hierarchy.details.shown(node)} == {"About", "Über uns"}


def test_a_title_is_the_pages_and_not_that_of_its_parts() -> None:
    hierarchy = resolved(urlset(f"{SITE}a#one", f"{SITE}a#two", f"{SITE}b"))
    assert "Whole" not in shown(hierarchy, a="Whole")


def test_pages_are_found_by_their_titles_and_still_by_their_addresses() -> None:
    hierarchy = resolved(pages("p/1871", "p/1872", "rope"))
    hierarchy.details.page_metadata = PageMetadata(
        [(f"{SITE}p/1871", "Winter moorings"), (f"{SITE}rope", "Cordage"), (f"{SITE}no", "Winter")]
    )

    def names_with(word: str) -> list[str | None]:
        return [hierarchy.details.shown(node)[0].name for node in hierarchy.named([word]) if node is not None]

    assert names_with("winter") == ["Winter moorings"]
    assert names_with("cordage") == ["Cordage"]
    assert names_with("rope") == ["Cordage"]
    assert names_with("1872") == ["1872"]


def link(rel: str, path: str, type_name: str = "", title: str = "") -> Link:
    return Link("link", rel, SITE + path, SITE, type=type_name, title=title)


def test_roles_come_from_link_relations() -> None:
    site = declared(
        [
            link("search", "osd.xml", SEARCH_TYPE),
            link("search", "find", title="Find"),
            link("Home", ""),
            link("contact", "team/write-to-us"),
            link("about", "imprint", "text/html; charset=utf-8"),
            link("contact", "other"),
        ]
    )
    assert site.descriptions == (f"{SITE}osd.xml",)
    assert {role: (page.name, page.location) for role, page in site.roles.items()} == {
        "searchpage": ("Find", f"{SITE}find"),
        "home": ("example.org", SITE),
        "contact": ("Write to us", f"{SITE}team/write-to-us"),
        "contentinfo": ("Imprint", f"{SITE}imprint"),
    }


@pytest.mark.parametrize(
    "other",
    [
        link("next", "contact"),
        link("alternate", "search"),
        link("stylesheet", "home"),
        link("contact", "card", "text/vcard"),
        link("alternate", "osd.xml", SEARCH_TYPE),
        Link("link", "contact", "mailto:us@example.org", SITE),
        Link("link", "search", "https://[", SITE),
    ],
)
def test_other_links_make_no_role(other: Link) -> None:
    assert declared([other]) == ({}, ())


def test_declared_pages_have_nodes_that_are_in_no_tree() -> None:
    hierarchy = resolved(pages("a", "b"))
    hierarchy.details.page_metadata = metadata = PageMetadata([(f"{SITE}us", "Write!")])
    assert metadata.record_roles({"contact": Variant("Us", None, f"{SITE}us"), "home": Variant("Start", None, SITE)})
    assert not metadata.record_roles({"home": Variant("Start", None, SITE)})
    assert list(hierarchy.roles) == ["home", "contact"]
    (contact,) = hierarchy.roles["contact"]
    assert hierarchy.details.roles_of(contact) == ("contact",)
    assert (hierarchy.details.kind(contact), hierarchy.has_children(contact)) == ("item", False)
    assert (hierarchy.details.names(contact), hierarchy.details.shown(contact)[0].name) == (("Us",), "Write!")
    assert hierarchy.details.priority(contact) == 0.5
    assert contact not in hierarchy.children(0)


def test_the_home_page_of_the_files_goes_before() -> None:
    hierarchy = resolved(pages("", "a"))
    hierarchy.details.page_metadata = PageMetadata()
    hierarchy.details.page_metadata.record_roles({"home": Variant("Elsewhere", None, "https://example.com/")})
    assert [hierarchy.details.variants(node)[0].location for node in hierarchy.roles["home"]] == [SITE]


def test_a_declared_search_is_used_like_any_other() -> None:
    hierarchy = resolved(pages("a"))
    hierarchy.details.page_metadata.record_roles(
        {"search": Variant("Find", None, f"{SITE}find", search_template="q=%s&x=1")}
    )
    (node,) = hierarchy.roles["search"]
    query = search_query(hierarchy.details.variants(node)[0], "tea & cake", hierarchy.root_uri)
    assert query == ("get", f"{SITE}find?q=tea%20%26%20cake&x=1", None)


@pytest.mark.parametrize(
    ("known", "name"),
    [
        ({"https://notes.example.org/rope/": "Rope – Notes"}, "Rope"),
        ({"https://quay-notes.example/rope/": "Quay Notes | Rope and tar"}, "Rope and tar"),
        ({"https://example.org/": "The Quay – a journal", "https://example.org/rope/": "Rope – The Quay"}, "Rope"),
        ({"https://example.org/rope/": "Rope – The Quay"}, "Rope – The Quay"),
        ({"https://example.org/rope/": "Example"}, "Example"),
        ({"https://a.org/x/": "Rope – Org"}, "Rope – Org"),
    ],
)
def test_the_site_is_cut_off_the_first_title_that_is_known(known: dict[str, str], name: str) -> None:
    assert Titles(known.items()).name(list(known)[-1]) == name


def test_front_pages_keep_their_title() -> None:
    titled = Titles([("https://example.org/", "Example – a journal")])
    assert titled.name("https://example.org/") == "Example – a journal"


AT = "https://www.example.org/about/opensearch.xml"
FIND = "https://www.example.org/find"


def description(*urls: str, words: str = "<ShortName>Quay</ShortName><Description>All notes</Description>") -> bytes:
    return (
        '<?xml version="1.0" encoding="UTF-8"?><OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/" '
        f'xmlns:parameters="http://a9.com/-/spec/opensearch/extensions/parameters/1.0/">{words}{"".join(urls)}'
        "</OpenSearchDescription>"
    ).encode()


def url(template: str, more: str = "", type_name: str = "text/html", content: str = "") -> str:
    return f'<Url type="{type_name}" template="{template.replace("&", "&amp;")}" {more}>{content}</Url>'


def requested(*urls: str, term: str = "tea & cake") -> tuple[str, str, str | None] | None:
    """Return the request of a search for a term."""
    search = search_of(AT, description(*urls))
    return search and search_query(search, term, "https://www.example.org/robots.txt")


def test_a_search_is_named_as_its_description_says() -> None:
    search = search_of(AT, description(url(FIND + "?q={searchTerms}")))
    assert search is not None
    assert (search.name, search.description, search.location) == ("Quay", "All notes", FIND)
    nameless = search_of(AT, description(url(FIND + "?q={searchTerms}"), words="<ShortName> </ShortName>"))
    assert nameless is not None
    assert (nameless.name, nameless.description) == (None, None)


@pytest.mark.parametrize(
    ("template", "address"),
    [
        (FIND + "?q={searchTerms}", FIND + "?q=tea%20%26%20cake"),
        (FIND + "?q={searchTerms?}", FIND + "?q=tea%20%26%20cake"),
        (FIND + "?a=%C3%A9&q=site+{searchTerms}#top", FIND + "?a=%C3%A9&q=site+tea%20%26%20cake"),
        (FIND + "?q={searchTerms}&page={startPage?}&s={custom:x?}", FIND + "?q=tea%20%26%20cake"),
        (FIND + "?q={searchTerms}&p={startPage}&e={inputEncoding}", FIND + "?q=tea%20%26%20cake&p=1&e=UTF-8"),
        ("/find?q={searchTerms}", FIND + "?q=tea%20%26%20cake"),
        ("?q={searchTerms}", AT + "?q=tea%20%26%20cake"),
    ],
)
def test_templates_are_filled(template: str, address: str) -> None:
    assert requested(url(template)) == ("get", address, None)


@pytest.mark.parametrize(
    "useless",
    [
        url(FIND),
        url(FIND + "?q=always"),
        url(FIND + "/{searchTerms}"),
        url(FIND + "?q={searchTerms}&key={custom:key}"),
        url(FIND + "?q={searchTerms}&n={count}"),
        url(FIND + "?q={searchTerms}&a=%s"),
        url("https://[/?q={searchTerms}"),
        url(FIND + "?q={searchTerms}", 'rel="suggestions"'),
        url(FIND + "?q={searchTerms}", type_name="application/rss+xml"),
        url(FIND + "?q={searchTerms}", 'method="post"'),
    ],
)
def test_search_that_needs_more_than_words_is_ignored(useless: str) -> None:
    assert requested(useless) is None
    assert requested(useless, url(FIND + "?w={searchTerms}", 'rel="self results"'), term="x") == (
        "get",
        f"{FIND}?w=x",
        None,
    )


@pytest.mark.parametrize("param", ["Param", "parameters:Parameter"])
@pytest.mark.parametrize("method", ["method", "parameters:method"])
def test_parameters_make_a_form(param: str, method: str) -> None:
    content = f'<{param} name="q" value="{{searchTerms}}"/><{param} name="in" value="all"/>'
    assert requested(url(f"{FIND}?x=1", f'{method}="POST"', content=content)) == (
        "post", f"{FIND}?x=1", "q=tea%20%26%20cake&in=all"
    )  # fmt: skip
    assert requested(url(FIND, content=content)) == ("get", f"{FIND}?q=tea%20%26%20cake&in=all", None)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<!doctype html><title>Not here",
        b'<?xml version="1.0"?><urlset/>',
        description().replace(b"</OpenSearchDescription>", b""),
        description(url(FIND + "?q={searchTerms}"), words=" " * MOST_SEARCH_BYTES),
    ],
)
def test_invalid_description_is_none(body: bytes) -> None:
    assert search_of(AT, body) is None


def test_entities_are_not_followed() -> None:
    body = (
        b'<!DOCTYPE d [<!ENTITY secret SYSTEM "file:///etc/passwd"><!ENTITY plain "Plain">]>'
        b"<OpenSearchDescription><ShortName>&secret;&plain;</ShortName>"
        b'<Url type="text/html" template="https://www.example.org/?q={searchTerms}"/></OpenSearchDescription>'
    )
    search = search_of(AT, body)
    assert search is not None
    assert search.name is None
