"""The titles of pages by their first bytes: `standard_sitemap.sitemapsorg.page_titles`."""

import pytest

from hostile.texts import TITLES
from standard_sitemap.sitemapsorg.page_titles import title_of

HTML = "text/html"


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("<!doctype html><title>Rope and tar</title>", "Rope and tar"),
        ("<HEAD><TITLE lang=en>\n Rope &amp;\n\ttar </TITLE >", "Rope & tar"),
        ("<!-- <title>No</title> --><title>Yes</title>", "Yes"),
        ("<script>'<title>No</title>'</script><title>Yes</title>", "Yes"),
        ("<svg><title>A drawing</title></svg><title>Yes</title>", "Yes"),
        ("<titles>No</titles><title>Yes</title>", "Yes"),
        ("<body><svg><title>A drawing</title></svg>", ""),
        ("<title>Begun, and not", ""),
        ("<title", ""),
        ("<!-- never over <title>No</title>", ""),
        ("<script>never over <title>No</title>", ""),
        ("<p>none</p>", ""),
        ("<title></title>", ""),
    ],
)
def test_title_is_read_from_the_head(page: str, title: str) -> None:
    assert title_of(page.encode(), HTML) == title


def test_non_page_has_no_title() -> None:
    assert [title_of(b"<title>No</title>", kind) for kind in ("text/plain", "image/svg+xml", "", None)] == [""] * 4


@pytest.mark.parametrize(
    ("body", "label"),
    [
        ("<title>Grüße</title>".encode("windows-1252"), "text/html; charset=windows-1252"),
        ('<meta charset="iso-8859-1"><title>Grüße</title>'.encode("latin-1"), HTML),
        ("<title>Grüße</title>".encode(), "text/html; charset=iso-8859-1"),  # by its bytes, regardless of the label
        ("\ufeff<title>Grüße</title>".encode("utf-16-le"), HTML),
        ("<title>Grüße</title>".encode("latin-1"), "application/xhtml+xml; charset=nonsense"),
    ],
)
def test_letters_are_read_in_the_encoding_of_the_page(body: bytes, label: str) -> None:
    assert title_of(body, label) == "Grüße"


@pytest.mark.parametrize("part", TITLES)
def test_a_page_made_to_take_long_has_no_title(part: str) -> None:
    assert title_of(part.encode() * (65_536 // len(part)), HTML) == ""


def test_a_giant_title_is_cut() -> None:
    assert len(title_of(f"<title>{'x' * 60_000}</title>".encode(), HTML)) <= 3_000
