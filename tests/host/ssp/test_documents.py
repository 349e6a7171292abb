"""A file as a table of elements."""

from __future__ import annotations

import gzip

import pytest

from conformance.in_memory import ROOT, document, written
from standard_sitemap import ssp
from standard_sitemap.model.site import Bounds
from standard_sitemap.ssp.documents import fold_id
from standard_sitemap.ssp.names import Kind


def test_table_locates_each_element() -> None:
    sitemap = document('<item name="A" url="a">\n<group/></item>\n<item/>')
    assert [Kind(kind) for kind in sitemap.kinds] == [Kind.SITEMAP, Kind.ITEM, Kind.GROUP, Kind.ITEM]
    assert list(sitemap.parents) == [-1, 0, 1, 0]
    assert list(sitemap.ends) == [4, 3, 3, 4]
    assert [sitemap.lines[index] for index in range(len(sitemap))] == [1, 2, 3, 4]
    assert list(sitemap.children(0)) == [1, 3]


def test_address_of_a_document_is_normal_and_without_fragment() -> None:
    assert ssp.parse("HTTP://Site.example:80/a/../m.xml#x", written("")).uri == "http://site.example/m.xml"


@pytest.mark.parametrize(
    ("attributes", "is_plain"),
    [
        ('name="N" url="u"', True),
        ('name="N" url="u" description="d"', True),
        ('name="N" url="https://www.example.com/a:b?c#d"', True),
        ('name="N" url="https://[::1]/"', True),
        ('name="N" url="https://[::1/"', False),
        ('name="N" url="http://1.2.3.4.5/"', False),
        ('name="N" url="//host"', False),
        ('name="N" url="mailto:a@b"', False),
        ('name="N"', False),
        ('name="N" url="u" xml:id="x" priority="0.75" relation="sequence"', True),
        ('name="N" url="u" xml:id="x y"', False),
        ('name="N" url="u" priority="2"', False),
        ('name="N" url="u" relation="some"', False),
        ('name="N" url="u" order="lexical"', False),
        ('name="N" url="u" role="tree"', False),
    ],
)
def test_only_certainly_shown_items_are_plain(attributes: str, is_plain: bool) -> None:
    sitemap = document(f"<item/><item {attributes}/>")
    assert bool(sitemap.plain[2]) is is_plain
    assert (2 in sitemap.notables) is not is_plain


def test_nothing_is_plain_under_an_address_that_is_no_base() -> None:
    sitemap = ssp.parse("urn:map", written('<item/><item name="N" url="u"/>'))
    assert list(sitemap.plain) == [0, 0, 0]


def test_first_item_is_notable_in_its_place() -> None:
    sitemap = document('<item name="A" url="a"/><item name="B" url="b"/><group/>')
    assert list(sitemap.notables) == [0, 1, 3]


def test_variant_without_a_location_makes_its_node_notable() -> None:
    sitemap = document('<item/><item name="A" url="a"><variant><variant url=""/><variant url=" "/></variant></item>')
    assert list(sitemap.plain) == [0] * 6
    assert list(sitemap.notables) == [0, 1, 2, 3, 4, 5]


def test_variant_without_a_node_is_harmless() -> None:
    assert len(ssp.parse(ROOT, b'<variant xmlns="http://standard-sitemap.org/2007/ns" url="http://[x"/>')) == 1


def test_variant_children_are_found_in_order_among_others() -> None:
    sitemap = document("<item><variant/><item><variant/></item><variant><variant/></variant></item>")
    assert sitemap.variant_children(1, 9) == [2, 5]
    assert sitemap.variant_children(5, 9) == [6]
    assert sitemap.variant_children(0, 9) == []


def test_element_name_keeps_the_authors_spelling() -> None:
    sitemap = document('<itme/><f:item xmlns:f="urn:f"/><change/>')
    assert [sitemap.name(index) for index in range(4)] == ["sitemap", "itme", "foreign element", "change"]


def test_elements_beyond_the_bound_are_left_out() -> None:
    sitemap = ssp.parse(ROOT, written("<group><group/><group/></group>"), None, Bounds(elements=3))
    assert list(sitemap.ends) == [3, 3, 3]
    assert [(fault.code, fault.line) for fault in sitemap.faults] == [("too-many-elements", 0)]


@pytest.mark.parametrize("scan_fast", [False, True])
@pytest.mark.parametrize(
    "element",
    [
        "<group/>",
        '<group a="1" b="2" lang="de"/>',
        '<item name="" url="a"/>',
        '<item url="a" xml:id="i#"/>',
        '<item name="" url="a" xml:id="i#"/>',
        "<a/>",
    ],
)
@pytest.mark.promise("author", "Memory is limited in proportion to the bytes received.")
def test_elements_beyond_the_memory_limit_are_omitted_with_a_fault(element: str, scan_fast: bool) -> None:
    content = "".join(element.replace("#", str(number)) for number in range(10_000))
    sitemap = ssp.parse(ROOT, written(content), None, Bounds(room=100_000), scan_fast=scan_fast)
    assert 0 < len(sitemap) < 5_000
    assert [fault.params for fault in sitemap.faults if fault.code == "too-many-elements"] == [
        {"limit": str(len(sitemap))}
    ]
    assert sitemap.weight > 100_000
    whole = ssp.parse(ROOT, written(content), None, scan_fast=scan_fast)
    assert len(whole) == 10_001


def test_elements_that_are_too_deep_are_left_out_with_all_below() -> None:
    content = (
        "<group><group><group><item/></group>\n<item/></group></group><group/><group><group><group/></group></group>"
    )
    sitemap = ssp.parse(ROOT, written(content), None, Bounds(depth=3))
    assert list(sitemap.parents) == [-1, 0, 1, 0, 0, 4]
    assert list(sitemap.ends) == [6, 3, 3, 4, 6, 6]
    (fault,) = sitemap.faults
    assert (fault.code, fault.line, fault.params) == ("too-deep", 2, {"limit": "3"})


def test_attributes_that_are_too_long_are_left_out() -> None:
    long = '<group f:name="1234567" name="123456" description="1234567" xmlns:f="urn:f"/>'
    sitemap = ssp.parse(ROOT, written(long * 10), None, Bounds(attribute=6))
    assert sitemap.attributes[1] == {"name": "123456"}
    assert [fault.code for fault in sitemap.faults] == ["attribute-too-long"] * 10
    assert [fault.params["name"] for fault in sitemap.faults[:2]] == ["name", "description"]


def test_defaults_of_a_document_type_count() -> None:
    body = b'<!DOCTYPE sitemap [<!ATTLIST item name CDATA "N">]>' + written('<item url="u"/>')
    assert document("").attributes[0] == {}
    assert ssp.parse(ROOT, body).attributes[1] == {"url": "u", "name": "N"}


def test_file_that_cannot_be_read_has_no_elements() -> None:
    sitemap = ssp.parse(ROOT, b"<sitemap>\n<<")
    assert len(sitemap) == 0
    assert [(fault.code, fault.line) for fault in sitemap.faults] == [("not-well-formed", 2)]


@pytest.mark.parametrize(
    ("body", "code", "line"),
    [
        (b"", "empty-document", 0),
        (b" \n", "empty-document", 0),
        (b"<!doctype html>\n<title>Not found</title><p>", "page-for-sitemap", 0),
        (gzip.compress(b"<sitemap/>"), "compressed-file", 0),
        (b"<sitemap>\n<item na", "cut-off", 2),
        (b"<sitemap>\n<item/>\n\n", "cut-off", 2),
        (b"<sitemap>\n<![CDATA[ a", "cut-off", 2),
        (b"<sitemap/>\n</sitemap>", "not-well-formed", 2),
        (b"<sitemap/>\n\n<p/>", "content-after-end", 3),
        (b'<sitemap>\n<item name="Fish & chips"/></sitemap>', "bare-ampersand", 2),
        (b'<sitemap>\n<item url="?a=1&b=2"/></sitemap>', "bare-ampersand", 2),
        (b"<sitemap>\n<item url=&amp;/></sitemap>", "not-well-formed", 2),
        (b"<sitemap>\r<item url=x/></sitemap>", "not-well-formed", 2),
    ],
)
def test_syntax_errors_are_named(body: bytes, code: str, line: int) -> None:
    assert [(fault.code, fault.line) for fault in ssp.parse(ROOT, body).faults] == [(code, line)]


@pytest.mark.parametrize(
    ("identity", "other", "is_same"),
    [
        (" STRASSE\n", "strasse", True),
        ("STRASSE", "straße", False),  # the simple folding makes no two letters of one
        ("\u1e9e", "ß", True),
        ("Σ", "ς", True),
        ("ſ", "S", True),
        ("\u212a", "k", True),  # the Kelvin sign
        ("\u1f88", "\u1f80", True),
        ("ﬁ", "fi", False),
        ("İ", "i", False),
        ("é", "e\u0301", False),
    ],
)
def test_ids_are_compared_by_simple_case_folding(identity: str, other: str, is_same: bool) -> None:
    assert (fold_id(identity) == fold_id(other)) is is_same


def test_undecodable_file_names_the_declared_encoding() -> None:
    (fault,) = ssp.parse(ROOT, b'<?xml version="1.0" encoding="UTF-16"?><sitemap/>').faults
    assert fault.message.startswith("The file contains bytes that are not valid utf-16, so")


def test_response_without_a_type_is_not_a_sitemap() -> None:
    sitemap = ssp.parse(ROOT, written('<item name="A" url="a"/>'), "")
    assert (len(sitemap), [fault.code for fault in sitemap.faults]) == (0, ["wrong-type"])
