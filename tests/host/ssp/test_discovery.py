"""Which sitemap a page names: `standard_sitemap.ssp.discovery`. [D25, D27, D28]"""

from __future__ import annotations

import pytest

from standard_sitemap.ssp.discovery import (
    Link,
    address,
    field,
    legacy_links,
    opt_location,
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
def test_what_is_no_declaration_gives_none(opt: str) -> None:
    assert opt_location([("Opt", opt), ("15-Location", "/map.xml"), ("１５-Location", "/map.xml")]) is None


def test_joined_fields_give_their_first() -> None:
    assert field([("X", ""), ("X", "/a,b.xml, /c.xml")], "x") == "/a,b.xml"
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
    assert [found.href for found in schema_links(links)] == ["1", "2"]


def test_metas_declare_and_never_locate() -> None:
    metas = [Link("meta", "schema.x", NS, BASE), Link("meta", "x.location standard-sitemap", "1", BASE)]
    assert schema_prefixes(metas) == {"x"}
    assert list(schema_links(metas)) == []
    assert list(legacy_links(metas)) == []


def test_address_is_seen_from_the_bases_around() -> None:
    assert address(link("", " m.xml ", "b/", "http://[bad", "c/")) == "http://site.example/a/b/c/m.xml"
    assert address(link("", "http://[bad")) is None
    assert address(Link("link", "", "m.xml", "")) is None
