"""The encoding that a page declares, as browsers find it: `standard_sitemap.model.page_encodings`."""

from __future__ import annotations

import time

import pytest

from standard_sitemap.model.page_encodings import page_encoding


@pytest.mark.parametrize(
    ("start", "encoding"),
    [
        ("<meta charset=utf-8>", "utf-8"),
        ("<!DOCTYPE html><html lang=cs><head><META CharSet = 'ISO-8859-2' />", "iso-8859-2"),
        ('<meta/charset="latin1"/>', "windows-1252"),
        ('<meta name=a content="charset=koi8-r"><meta charset="gbk">', "gbk"),
        ('<meta content="text/html; charset = Shift_JIS" http-equiv=content-type>', "shift_jis"),
        ("<meta http-equiv='Content-Type' content='text/html; charset=\"euc-jp\"; x=y'>", "euc-jp"),
        ("<meta http-equiv='Content-Type' content=\"text/html;charset='big5'\">", "big5"),
        ("<meta http-equiv=Content-Type content='text/html; charset=koi8-u;x'>", "koi8-u"),
        ("<meta charset=koi8-r charset=utf-8>", "koi8-r"),
        ("<meta charset=utf-16le>", "utf-8"),
        ("<meta charset=x-user-defined>", "windows-1252"),
        # Other elements, comments, attributes and unfinished tags declare nothing.
        ('<script charset="utf-8" src="a.js"></script><link charset=utf-8><meta charset="iso-8859-15">', "iso-8859-15"),
        ("<!-- <meta charset=utf-8> --><meta charset=iso-8859-7>", "iso-8859-7"),
        ("<!--><meta charset=iso-8859-7>-->", "iso-8859-7"),
        ("<!---><meta charset=iso-8859-7>-->", "iso-8859-7"),
        ("<!-- charset <meta charset=iso-8859-7>", None),
        ('<a title="<meta charset=utf-8>"><meta charset=koi8-r>', "koi8-r"),
        ("<a title='>' b=\"<meta charset=utf-8>\"><meta charset=koi8-r>", "koi8-r"),
        ('</p title="<meta charset=utf-8>"><?x <meta charset=utf-8?><! <meta charset=x>< meta charset=y>', None),
        ("<metadata charset=utf-8>", None),
        ("<meta data-charset=utf-8><meta content='charset=utf-8'>", None),
        ("<meta http-equiv=content-type content=text/html data-charset=utf-8>", None),
        ("<meta charset=nonsense><meta charset=koi8-r>", "koi8-r"),
        ("<meta charset", None),
        ("<p>charset=utf-8</p>", None),
        # HTML's own declaration comes before XML's.
        ("<?xml version='1.0' encoding='iso-8859-5'?><html/>", "iso-8859-5"),
        ("<?xml version='1.0' encoding='iso-8859-5'?><meta charset=koi8-r>", "koi8-r"),
        ("<?xml version='1.0' encoding='nonsense'?>", None),
        ("", None),
    ],
)  # fmt: skip
def test_encoding_is_the_one_that_browsers_find(start: str, encoding: str | None) -> None:
    assert page_encoding(start.encode()) == encoding


def test_declaration_behind_the_first_bytes_is_ignored() -> None:
    assert page_encoding(b" " * 5_000 + b"<meta charset=koi8-r>") is None


@pytest.mark.parametrize(
    "part", [b"<", b"<meta ", b"<a b='", b'<a b="c" ', b"<!--", b"charset=", b"<meta content=charset"]
)
def test_hostile_page_is_prescanned_at_once(part: bytes) -> None:
    began = time.process_time()
    page_encoding(b"charset" + part * 1_000_000)
    assert time.process_time() - began < 0.1
