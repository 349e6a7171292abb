"""Media types and encodings: `standard_sitemap.model.encodings`. [D3]"""

from __future__ import annotations

import pytest

from standard_sitemap.model.encodings import UnknownEncoding, is_xml, is_xml_type, media_type, to_utf8


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
        ("charset=utf-8", ("text/plain", "utf-8")),
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
def test_marks_are_taken_off(encoding: str) -> None:
    assert to_utf8("<é/>".encode(encoding), "iso-8859-1") == "<é/>".encode()


@pytest.mark.parametrize(
    "name", ["klingon", "utf-7", "idna", "unicode-escape", "hex", "rot13", "undefined", "", "\0", "é", "x" * 999]
)
def test_what_is_no_character_encoding_is_unknown(name: str) -> None:
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
