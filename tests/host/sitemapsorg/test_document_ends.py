"""Files that were cut off, wherever that was: what is read of them is whole; and what stands where nothing may."""

import gzip

import pytest

from host.checking.whole_files import INDEX, LANGUAGES, LIST, PAGES, WHOLE
from host.sitemapsorg.samples import NAMESPACE, RSS, SITE, codes, read
from standard_sitemap.sitemapsorg import Document

FEED = "https://www.example.org/feed"


def listed(document: Document) -> set[str]:
    found = {page.location for page in document.pages()} | {one.location for one in document.sitemaps}
    return found | {href for page in document.pages() for _, href in page.alternates}


@pytest.mark.parametrize("text", [*WHOLE.values(), RSS], ids=[*WHOLE, "rss"])
def test_no_half_address_becomes_a_page_wherever_a_file_is_cut(text: str) -> None:
    uri, body = FEED if text == RSS else f"{SITE}sitemap.xml", text.encode()
    whole = listed(read(body, uri))
    assert whole
    for end in range(len(body)):
        assert listed(read(body[:end], uri)) <= whole, body[:end][-60:]


@pytest.mark.parametrize("text", [PAGES, INDEX, LANGUAGES, LIST], ids=["pages", "index", "languages", "list"])
def test_no_half_address_comes_out_of_a_damaged_archive(text: str) -> None:
    whole, packed = listed(read(text)), gzip.compress(text.encode())
    for end in range(20, len(packed) - 1, 7):
        found = read(packed[:end])
        assert listed(found) <= whole
        assert "damaged-gzip" in codes(found)


def test_a_cut_is_told_with_what_is_left_out() -> None:
    found = read(f"<urlset {NAMESPACE}>\n<url><loc>{SITE}a</loc></url>\n<url><loc>{SITE}hal")
    assert [(one.code, one.line, one.params) for one in found.faults] == [
        ("truncated-file", 3, {"text": f"<loc>{SITE}hal"})
    ]
    assert listed(found) == {f"{SITE}a"}


@pytest.mark.parametrize(
    ("end", "closing"),
    [("", "</urlset>"), ("<url>", "</url></urlset>"), ("<!-- <url> -->\n", "</urlset>"), ("<url/>", "</urlset>")],
)
def test_the_end_tags_that_lack_are_told(end: str, closing: str) -> None:
    (fault,) = read(f"<urlset {NAMESPACE}>\n<url><loc>{SITE}a</loc></url>\n{end}").faults
    assert (fault.code, fault.line, fault.params["closing"]) == ("unclosed-file", 2 + bool(end), closing)


@pytest.mark.parametrize("rest", ["x", "</urlset>", "<urlset/>", '<?xml version="1.0"?><urlset/>', "<!-- a --> x"])
def test_what_stands_after_the_end_is_told_and_the_rest_read(rest: str) -> None:
    found = read(f"<urlset {NAMESPACE}>\n<url><loc>{SITE}a</loc></url>\n</urlset>\n{rest}")
    assert [(one.code, one.line) for one in found.faults] == [("text-after-end", 4)]
    assert listed(found) == {f"{SITE}a"}


@pytest.mark.parametrize("rest", ["", "\n \n", "<!-- done -->\n", "<?done?>"])
def test_comments_may_follow_the_end(rest: str) -> None:
    assert codes(read(f"<urlset {NAMESPACE}>\n<url><loc>{SITE}a</loc></url>\n</urlset>\n{rest}")) == []


@pytest.mark.parametrize(
    ("inside", "code", "line"),
    [
        ("<url>About<loc>x</loc></url>", "stray-text", 2),
        ("\n<url><loc>x</loc>\n</url>About\n", "stray-text", 4),
        ('<url id="a"><loc>x</loc></url>', "undefined-attribute", 2),
        ('<!-- > About <url id="a"> -->\n<url ><loc\nid = "a">x</loc></url>', "undefined-attribute", 3),
    ],
)
def test_what_the_schema_does_not_allow_is_told(inside: str, code: str, line: int) -> None:
    found = read(f"<urlset {NAMESPACE}>\n{inside.replace('x<', f'{SITE}x<')}</urlset>")
    assert [(one.code, one.line) for one in found.faults] == [(code, line)]


@pytest.mark.parametrize("inside", ['<!-- > About <url id="a"> -->', '<?p > About <loc a="b">?>'])
def test_comments_may_hold_anything(inside: str) -> None:
    found = read(f"<urlset {NAMESPACE}>\n<url><loc>{SITE}x</loc></url>{inside}</urlset>")
    assert [one.code for one in found.faults if "?p" not in inside] == []


def test_a_missing_end_tag_makes_no_address_of_two() -> None:
    found = read(f"<urlset {NAMESPACE}><url><loc>{SITE}a<url><loc>{SITE}b</loc></url></urlset>")
    assert listed(found) == {f"{SITE}a", f"{SITE}b"}
