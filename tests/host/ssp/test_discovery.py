"""The sitemap that a page names: `standard_sitemap.ssp.discovery`. [D25, D27, D28]"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standard_sitemap import ssp
from standard_sitemap.model.page_sizes import CostlyPage
from standard_sitemap.ssp import discovery
from standard_sitemap.ssp.discovery import (
    Link,
    address,
    field,
    legacy_links,
    opt_location,
    read_page,
    relations,
    schema_links,
    schema_prefixes,
)

NS = "http://standard-sitemap.org/2007/ns"


# holds: B5
@pytest.mark.parametrize(
    "opt",
    [
        f'"{NS}"; ns=15',
        f'" {NS} " ; NS = "15"',
        f"{NS};ns=15",
        f'"urn:a,b"; ns=1, "{NS}"; x="a;ns=99"; ns=15',
        f'"{NS}"; ns=44, "{NS}"; ns=15',
    ],
)
def test_declaration_gives_the_prefix(opt: str) -> None:
    assert opt_location([("OPT", opt), ("15-location", " /map.xml ")]) == "/map.xml"


@pytest.mark.parametrize("opt", ["", ";", '"', ",;=", f'"{NS}"', f'"{NS}"; ns', f'"{NS}/"; ns=15', f'"{NS}"; ns=１５'])
def test_invalid_declaration_gives_no_prefix(opt: str) -> None:
    assert opt_location([("Opt", opt), ("15-Location", "/map.xml"), ("１５-Location", "/map.xml")]) is None


def test_joined_fields_give_their_first() -> None:
    assert field([("X", "/a,b.xml, /c.xml"), ("X", "/d.xml")], "x") == "/a,b.xml"
    assert field([("X", ""), ("X", "/a.xml")], "x") is field([("X", ", /a.xml")], "x") is None
    assert field([], "x") is None


BASE = "http://site.example/a/"


def link(rel: str, href: str, *xml_bases: str) -> Link:
    return Link("link", rel, href, BASE, xml_bases)


def test_relations_are_tokens_in_lower_case_as_far_as_ascii_goes() -> None:
    assert relations(link(" A\fb\u00a0C\r\nÄ ", "")) == {"a", "b\u00a0c", "Ä"}


def test_prefixes_may_be_declared_after_use_and_several_times() -> None:
    links = [
        link("x.location", "1"),
        link("schema.X schema.y schema.", NS),
        link("y.location", "2"),
        link("schema.z", "no"),
    ]
    assert schema_prefixes(links) == {"x", "y"}
    assert [schema_link.href for schema_link in schema_links(links)] == ["1", "2"]


def test_metas_declare_and_never_locate() -> None:
    metas = [Link("meta", "schema.x", NS, BASE), Link("meta", "x.location standard-sitemap", "1", BASE)]
    assert schema_prefixes(metas) == {"x"}
    assert list(schema_links(metas)) == []
    assert list(legacy_links(metas)) == []


def test_address_is_seen_from_the_bases_around() -> None:
    assert address(link("", " m.xml ", "b/", "http://[bad", "c/")) == "http://site.example/a/b/c/m.xml"
    assert address(link("", "http://[bad")) is None
    assert address(Link("link", "", "m.xml", "")) is None


URL = "http://site.example/a/page"
SCHEMA = '<link rel="schema.m" href="http://standard-sitemap.org/2007/ns">'
XHTML = '<html xmlns="http://www.w3.org/1999/xhtml"><head>{}</head></html>'


def test_links_and_metas_come_in_document_order() -> None:
    body = b"<link rel=a href=1><meta name=b content=2><meta charset=utf-8><p><link rel=c href=3><link rel=d>"
    assert [(link.element, link.rel, link.href) for link in read_page(body, URL, None)] == [
        ("link", "a", "1"),
        ("meta", "b", "2"),
        ("link", "c", "3"),
    ]


@pytest.mark.parametrize("charset", ["iso-8859-1", "no-such-thing"])
def test_html_is_read_in_the_encoding_of_its_field(charset: str) -> None:
    (link,) = read_page('<link rel="é" href=1>'.encode("latin-1"), URL, f"text/html; charset={charset}")
    assert link.rel == "é"


def test_xhtml_is_read_in_the_encoding_of_its_field() -> None:
    body = XHTML.format('<link rel="é" href="1"/>').encode("latin-1")
    (link,) = read_page(body, URL, "application/xhtml+xml; charset=iso-8859-1")
    assert link.rel == "é"


@pytest.mark.parametrize("content", ["<p>&unknown;</p>", "<br>", "<p", "\x01"])
def test_xhtml_that_is_not_well_formed_names_nothing_with_its_reason(content: str) -> None:
    body = XHTML.format(f'<link rel="standard-sitemap" href="1"/>{content}').encode()
    assert read_page(body, URL, "application/xhtml+xml") == ()
    fault = ssp.read_content(body, URL, "application/xhtml+xml").fault
    assert fault is not None
    assert (fault.code, fault.line) == ("broken-xhtml", body[: body.index(content[:2].encode())].count(b"\n") + 1)


@pytest.mark.parametrize(("body", "kind"), [(b"\x81", "application/xhtml+xml; charset=klingon")])
def test_xhtml_in_an_unknown_encoding_is_a_fault(body: bytes, kind: str) -> None:
    fault = ssp.read_content(body, URL, kind).fault
    assert fault is not None
    assert fault.params["reason"]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (XHTML.format("").encode(), "application/xhtml+xml"),
        (b"<br", "text/html"),
        (b"<br", None),
        (b"<br", "application/xml"),
    ],
)
def test_page_that_browsers_show_has_no_fault(body: bytes, kind: str | None) -> None:
    assert ssp.read_content(body, URL, kind).fault is None


def test_opt_without_quotes_counts_with_a_fault() -> None:
    headers = (("Opt", f"{NS}; ns=12"), ("12-Location", "/m.xml"))
    evidence = ssp.Evidence(URL, "text/html", headers)
    assert ssp.discover(evidence) == ("opt-header", "http://site.example/m.xml")
    assert [fault.code for fault in ssp.discovery_faults(evidence)] == ["opt-without-quotes"]


@pytest.mark.parametrize("empty", ["", " \t", "http://[bad"])
def test_value_that_is_empty_or_does_not_resolve_gives_way(empty: str) -> None:
    links = (
        ssp.Link("link", "schema.s", NS, URL),
        ssp.Link("link", "s.location", empty, URL),
        ssp.Link("link", "standard-sitemap", empty, URL),
        ssp.Link("link", "standard-sitemap", "m.xml", URL),
    )
    headers = (("Opt", f'"{NS}"; ns=12'), ("12-Location", empty), ("X-Standard-Sitemap-Location", empty))
    assert ssp.discover(ssp.Evidence(URL, None, headers, links)) == ("legacy-link", "http://site.example/a/m.xml")


@pytest.mark.parametrize("address", ["ftp://x.example/", "mailto:x", "data:,x", "javascript:x"])
def test_value_that_resolves_is_final_whatever_its_scheme(address: str) -> None:
    links = (ssp.Link("link", "standard-sitemap", address, URL), ssp.Link("link", "standard-sitemap", "m", URL))
    assert ssp.discover(ssp.Evidence(URL, None, (), links)).sitemap == address


def test_link_cannot_declare_its_own_prefix() -> None:
    own = ssp.Link("link", "schema.s s.location", NS, URL)
    location = ssp.Link("link", "s.location", "/m.xml", URL)
    later = ssp.Link("link", "schema.s", NS, URL)
    assert ssp.discover(ssp.Evidence(URL, None, (), (own,))).sitemap is None
    assert ssp.discover(ssp.Evidence(URL, None, (), (own, location, later))).sitemap == "http://site.example/m.xml"
    assert ssp.discover(ssp.Evidence(URL, None, (), (own, later))).sitemap == NS
    assert ssp.discover(ssp.Evidence(URL, None, (), (own, later, later))).sitemap == NS


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"", "application/xhtml+xml"),
        (b"no markup", "application/xhtml+xml"),
        (b"\x81", "application/xhtml+xml; charset=klingon"),
        (b"\x81\xff", "application/xhtml+xml; charset=shift_jis"),
        (b"<link rel=a href=1>", "text/plain"),
        (b"", "text/html"),
    ],
)
def test_page_without_visible_content_names_no_sitemap(body: bytes, content_type: str) -> None:
    assert read_page(body, URL, content_type) == ()


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("/b/", "http://site.example/b/"),
        ("http://[bad", URL),
        ("", URL),
        ("data:,b", URL),
        (" JavaScript:b", URL),
        ("mailto:a", "mailto:a"),
    ],
)
def test_base_of_the_document(base: str, expected: str) -> None:
    (link,) = read_page(f'<base><base href="{base}"><base href="/c/"><link rel=a href=1>'.encode(), URL, "text/html")
    assert link.base == expected


def test_header_rules_are_for_pages_by_http() -> None:
    headers = (("X-Standard-Sitemap-Location", "m.xml"),)
    assert ssp.discover(ssp.Evidence("HTTPS://site.example/", None, headers)).rule == "x-header"
    assert ssp.discover(ssp.Evidence("file:///a", None, headers)).rule is None


def test_invalid_address_falls_through_to_the_next_rule() -> None:
    links = (ssp.Link("link", "standard-sitemap", "m.xml", URL),)
    headers = (("X-Standard-Sitemap-Location", "http://[bad"),)
    assert ssp.discover(ssp.Evidence(URL, None, headers, links)) == ("legacy-link", "http://site.example/a/m.xml")


@pytest.mark.parametrize(
    ("kind", "attribute"), [("text/html", ""), ("application/xhtml+xml", 'xmlns="http://www.w3.org/1999/xhtml"')]
)
@pytest.mark.parametrize("name", ["template", "noscript"])
def test_links_that_a_browser_does_not_see_do_not_count(kind: str, attribute: str, name: str) -> None:
    hidden = f'<{name}><link rel="standard-sitemap" href="hidden"/></{name}>'
    page = f'<html {attribute}><head>{hidden}<link rel="standard-sitemap" href="seen"/></head></html>'
    assert [link.href for link in read_page(page.encode(), "http://site.example/", kind)] == ["seen"]


@pytest.mark.parametrize(
    ("head", "body", "base"),
    [
        (SCHEMA + '<link rel="m.location" href="m"><base href="/late/">', "", URL),
        ('<base href="/early/">' + SCHEMA + '<link rel="m.location" href="m">', "", "http://site.example/early/"),
        ('<link rel="standard-sitemap" href="m"><base href="/late/">', "", "http://site.example/late/"),
        ('<link rel="standard-sitemap" href="m">', '<base href="/body/">', URL),
        ("", '<base href="/body/"><link rel="standard-sitemap" href="m">', "http://site.example/body/"),
    ],
)
def test_base_in_effect_at_the_link_counts(head: str, body: str, base: str) -> None:
    page = f"<!doctype html><html><head>{head}</head><body>{body}</body></html>".encode()
    assert read_page(page, URL, "text/html")[-1].base == base


@pytest.mark.parametrize(
    ("name", "counts"), [("Schema.s", True), ("schema.x schema.s", True), ("x schema.s", False), (" schema.s", False)]
)
def test_meta_declares_a_prefix_if_its_name_begins_so(name: str, counts: bool) -> None:
    page = f'<meta name="{name}" content="{NS}"><link rel="s.location" href="map.xml">'
    evidence = ssp.Evidence(URL, "text/html", (), read_page(page.encode(), URL, "text/html"))
    assert (ssp.discover(evidence).sitemap is not None) == counts


@pytest.mark.parametrize("content_type", ["", "*/*", "unknown/unknown", "text/plain, text/html", "html"])
def test_page_is_read_as_browsers_take_it(content_type: str) -> None:
    page = b'<!doctype html><link rel="standard-sitemap" href="map.xml">'
    links = read_page(page, URL, content_type)
    assert ssp.discover(ssp.Evidence(URL, content_type, (), links)).rule == "legacy-link"


@pytest.mark.parametrize("content_type", ["text/html, text/plain", "application/xml"])
def test_page_of_another_type_names_nothing(content_type: str) -> None:
    assert read_page(b'<!doctype html><link rel="standard-sitemap" href="map.xml">', URL, content_type) == ()


_LINKS = ["<link rel=a href=b>", '<LINK href="b>c" rel=a />', "<meta name=a content=b>", "<base href=/c/>", "<link/>"]
_LINKS += ["<link rel=a href", '<link a=b"c rel=a href=b>', '<link "a="> rel=a href=b">', "<linked>"]
_INERT = ["<template>", "</template>", "<noscript>", "</noscript>", "<script>", "</script>", "<!--", "-->", "<title>"]
_INERT += ["</title>", "<style>", "</style>", "<textarea>", "<plaintext>", "<![CDATA[", "]]>", "<a title='", "'>"]
_TREE = ["<body>", "</body>", "</head>", "<frameset>", "<svg>", "</svg>", "<math>", "<desc>", "<select>", "</select>"]
_TREE += ["<table>", "</table>", "<b>", "</b>", "<p>", "</p>", "text", '"', '<div a="', ">", "<", "&lt;", "\0"]
_PIECES = st.sampled_from([*_LINKS, *_INERT, *_TREE])


@given(st.lists(_PIECES, max_size=14).map("".join))
def test_part_of_a_page_that_is_read_has_the_links_of_the_whole(page: str) -> None:
    body = page.encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discovery, "relevant_part", lambda whole: whole)
        whole = discovery.read_page(body, "https://www.example.org/", "text/html")
    assert discovery.read_page(body, "https://www.example.org/", "text/html") == whole


def test_page_without_a_tag_that_matters_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("html5lib.parse", None)
    assert discovery.read_page(b"<title>A</title><p>a linked meta text" * 1_000, "https://www.example.org/", None) == ()


def test_xhtml_with_too_many_parts_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("standard_sitemap.model.page_sizes.LIBXML2_PARTS", 100)
    page = XHTML.format("<meta/>" * 100).encode()
    with pytest.raises(CostlyPage):
        discovery.read_content(page, URL, "application/xhtml+xml")
