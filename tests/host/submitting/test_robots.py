"""The line of a robots.txt."""

from __future__ import annotations

import pytest

from standard_sitemap.submitting.robots import with_line

MAP = "https://www.example.org/sitemap.xml"
LINE = b"Sitemap: " + MAP.encode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", LINE + b"\n"),
        (b"User-agent: *\nDisallow:\n", b"User-agent: *\nDisallow:\n" + LINE + b"\n"),
        (b"User-agent: *\r\nDisallow:", b"User-agent: *\r\nDisallow:\r\n" + LINE + b"\r\n"),
        (
            b"Sitemap: https://www.example.org/other.xml\r",
            b"Sitemap: https://www.example.org/other.xml\r" + LINE + b"\r",
        ),
        (b"\xff\xfe no text", b"\xff\xfe no text\n" + LINE + b"\n"),
    ],
)
def test_the_line_comes_to_the_end_and_all_else_stays(before: bytes, after: bytes) -> None:
    assert with_line(before, MAP) == after


@pytest.mark.parametrize("before", [LINE, b"SITEMAP:" + MAP.encode() + b" # it\nUser-agent: *\n"])
def test_a_file_that_names_the_sitemap_stays_as_it_is(before: bytes) -> None:
    assert with_line(before, MAP) == before


def test_twice_is_once() -> None:
    once = with_line(b"User-agent: *", MAP)
    assert with_line(once, MAP) == once
