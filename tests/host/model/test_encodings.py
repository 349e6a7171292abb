"""Media types and encodings: `standard_sitemap.model.encodings`. [D3]"""

from __future__ import annotations

import pytest

from standard_sitemap.model.encodings import (
    UnknownEncoding,
    is_xml,
    is_xml_type,
    lenient_encoding_of,
    media_type,
    mime_type,
    page_media_type,
    to_utf8,
)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("text/xml", ("text/xml", None)),
        ("Text/XML; Charset=UTF-8", ("text/xml", "utf-8")),
        ('application/atom+xml; x=1; charset="latin1"', ("application/atom+xml", "latin1")),
        ("nonsense", ("text/plain", None)),
        ("text/xml; charset*=us-ascii'en'utf-8", ("text/xml", None)),
        ("text/xml; a=b;charset", ("text/xml", None)),
        ('text/xml; a="charset=x; charset=y" ; charset = "koi8-r"', ("text/xml", "koi8-r")),
        (r'text/xml; a="\";charset=x"; charset=big5', ("text/xml", "big5")),
        ('text/xml; a="; charset=x', ("text/xml", None)),
        ("charset=utf-8", ("text/plain", None)),
        ("", ("text/plain", None)),
    ],
)
def test_media_type_is_read(value: str, expected: tuple[str, str | None]) -> None:
    assert media_type(value) == expected


def test_types_that_are_xml() -> None:
    assert [is_xml_type(name) for name in ("text/xml", "application/xml", "image/svg+xml", "text/html")] == [
        True,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_byte_order_marks_are_removed(encoding: str) -> None:
    assert to_utf8("<é/>".encode(encoding), "iso-8859-1") == "<é/>".encode()


@pytest.mark.parametrize(
    "name", ["klingon", "utf-7", "idna", "unicode-escape", "hex", "rot13", "undefined", "", "\0", "é", "x" * 999]
)
def test_invalid_encoding_label_is_unknown(name: str) -> None:
    if name:
        with pytest.raises(UnknownEncoding):
            to_utf8(b"<a/>", name)
    else:
        assert to_utf8(b"<a/>", name) == b"<a/>"


def test_ascii_is_read_as_utf_8() -> None:
    assert to_utf8("<é/>".encode(), "us-ascii") == "<é/>".encode()


def test_bytes_of_no_encoding_are_an_error() -> None:
    with pytest.raises(UnicodeError):
        to_utf8(b"\x81\xff", "shift_jis")


@pytest.mark.parametrize(
    ("content_type", "expected"),
    [
        ("text/xml", True),
        ("Application/XML; charset=utf-8", True),
        ("application/rss+xml", True),
        ("text/html", False),
        ("+xml", False),
        ("", False),
        (None, False),
    ],
)
def test_label_says_xml_or_not(content_type: str | None, expected: bool) -> None:
    assert is_xml(content_type) is expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("text/html, application/xml", ("application/xml", None)),
        ("application/xml, nonsense", ("application/xml", None)),
        ("application/xml, */*, text/, /xml, text/x l", ("application/xml", None)),
        ("text/xml;charset=big5, text/xml", ("text/xml", "big5")),
        ("text/xml;charset=big5, application/xml", ("application/xml", None)),
        ('text/xml;a=", text/html";charset=big5', ("text/xml", "big5")),
        ("text/xml;charset=;charset=utf-8", ("text/xml", "utf-8")),
        ("text/xml ; charset=utf-8;charset=big5", ("text/xml", "utf-8")),
        ("unknown/unknown", ("unknown/unknown", None)),
        ("*/*", None),
        ("xml", None),
        ("", None),
        (None, None),
    ],
)
def test_last_valid_value_is_the_media_type(values: str | None, expected: tuple[str, str | None] | None) -> None:
    assert mime_type(values) == expected


def test_sitemap_is_xml_by_its_last_valid_field() -> None:
    values = ("text/html, text/xml;x=1", "text/xml, text/html", "*/*", "", None)
    assert [is_xml(value) for value in values] == [True, False, False, False, False]


@pytest.mark.parametrize("content_type", [None, "", "nonsense", "*/*", "unknown/unknown", "application/unknown;a=b"])
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"\n <!DOCTYPE html><title>", "text/html"),
        (b"<Body>", "text/html"),
        (b"<!-- a -->", "text/html"),
        (b"<!doctype htm>", "text/plain"),
        (b"<link rel=a>", "text/plain"),
        (b"<?xml?><html>", "text/xml"),
        (b"\xff\xfe\0<", "text/plain"),
        (b"a\0", "application/octet-stream"),
    ],
)
def test_page_without_a_known_type_is_sniffed(content_type: str | None, body: bytes, kind: str) -> None:
    assert page_media_type(content_type, body) == (kind, None)


def test_page_with_a_known_type_is_not_sniffed() -> None:
    assert page_media_type("text/plain, text/html", b"<html>") == ("text/html", None)
    assert page_media_type("text/plain", b"<html>") == ("text/plain", None)


@pytest.mark.parametrize(
    ("body", "charset", "encoding"),
    [
        (b"<urlset/>", None, ("utf-8", 0)),
        (b"<urlset/>", "iso-8859-1", ("utf-8", 0)),
        ("<a>\u00e9</a>".encode("latin-1"), "iso-8859-1", ("iso8859-1", 0)),
        ("<a>\u00e9</a>".encode("latin-1"), "no-such-charset", ("utf-8", 0)),
        (b"<urlset/>", "utf-16-le", ("utf-8", 0)),
        (b"<a>~{<:Ky~}</a>", "hz", ("hz", 0)),
        ("<urlset/>".encode("utf-16-le"), "utf-8", ("utf-16-le", 0)),
        ("<urlset/>".encode("utf-16-be"), None, ("utf-16-be", 0)),
        ("\ufeff<urlset/>".encode("utf-16-le"), None, ("utf-16-le", 2)),
        ("\ufeff<urlset/>".encode(), "utf-8", ("utf-8", 3)),
    ],
)
def test_lenient_encoding_is_utf_8_wherever_the_bytes_allow_it(
    body: bytes, charset: str | None, encoding: tuple[str, int]
) -> None:
    assert lenient_encoding_of(body, charset) == encoding
