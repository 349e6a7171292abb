"""Descriptions of searches as sites publish them."""

import pytest

from standard_sitemap.sitemapsorg.opensearch import MOST_BYTES, search_of
from standard_sitemap.ssp import search_query

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


def asked(*urls: str, term: str = "tea & cake") -> tuple[str, str, str | None] | None:
    """What is asked for to search for a term."""
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
    assert asked(url(template)) == ("get", address, None)


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
def test_what_cannot_be_asked_with_words_alone_is_passed_over(useless: str) -> None:
    assert asked(useless) is None
    assert asked(useless, url(FIND + "?w={searchTerms}", 'rel="self results"'), term="x") == (
        "get",
        f"{FIND}?w=x",
        None,
    )


@pytest.mark.parametrize("param", ["Param", "parameters:Parameter"])
@pytest.mark.parametrize("method", ["method", "parameters:method"])
def test_parameters_make_a_form(param: str, method: str) -> None:
    content = f'<{param} name="q" value="{{searchTerms}}"/><{param} name="in" value="all"/>'
    assert asked(url(f"{FIND}?x=1", f'{method}="POST"', content=content)) == (
        "post", f"{FIND}?x=1", "q=tea%20%26%20cake&in=all"
    )  # fmt: skip
    assert asked(url(FIND, content=content)) == ("get", f"{FIND}?q=tea%20%26%20cake&in=all", None)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<!doctype html><title>Not here",
        b'<?xml version="1.0"?><urlset/>',
        description().replace(b"</OpenSearchDescription>", b""),
        description(url(FIND + "?q={searchTerms}"), words=" " * MOST_BYTES),
    ],
)
def test_what_is_no_description_is_none(body: bytes) -> None:
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
