"""Truncated files yield only complete values; misplaced content is reported."""

import gzip

import pytest

from host.sitemapsorg.samples import NAMESPACE, RSS, SITE, codes, read
from host.webmaster.checking.whole_files import INDEX, LANGUAGES, LIST, PAGES, WHOLE
from standard_sitemap.sitemapsorg import Document, parse
from standard_sitemap.sitemapsorg.damage import first_breach

FEED = "https://www.example.org/feed"


def listed(document: Document) -> set[str]:
    locations = {page.location for page in document.pages()} | {line.location for line in document.sitemaps}
    return locations | {href for page in document.pages() for _, href in page.alternates}


@pytest.mark.parametrize("text", [*WHOLE.values(), RSS], ids=[*WHOLE, "rss"])
def test_truncated_file_never_yields_a_partial_address(text: str) -> None:
    uri, body = FEED if text == RSS else f"{SITE}sitemap.xml", text.encode()
    whole = listed(read(body, uri))
    assert whole
    for end in range(len(body)):
        assert listed(read(body[:end], uri)) <= whole, body[:end][-60:]


@pytest.mark.parametrize("text", [PAGES, INDEX, LANGUAGES, LIST], ids=["pages", "index", "languages", "list"])
def test_damaged_archive_never_yields_a_partial_address(text: str) -> None:
    whole, packed = listed(read(text)), gzip.compress(text.encode())
    for end in range(20, len(packed) - 1, 7):
        file = read(packed[:end])
        assert listed(file) <= whole
        assert "damaged-gzip" in codes(file)


def test_a_cut_is_reported_with_what_is_left_out() -> None:
    file = read(f"<urlset {NAMESPACE}>\n<url><loc>{SITE}a</loc></url>\n<url><loc>{SITE}hal")
    assert [(fault.code, fault.line, fault.params) for fault in file.faults] == [
        ("truncated-file", 3, {"text": f"<loc>{SITE}hal"})
    ]
    assert listed(file) == {f"{SITE}a"}


@pytest.mark.parametrize(
    ("end", "closing"),
    [("", "</urlset>"), ("<url>", "</url></urlset>"), ("<!-- <url> -->\n", "</urlset>"), ("<url/>", "</urlset>")],
)
def test_missing_end_tags_are_reported(end: str, closing: str) -> None:
    (fault,) = read(f"<urlset {NAMESPACE}>\n<url><loc>{SITE}a</loc></url>\n{end}").faults
    assert (fault.code, fault.line, fault.params["closing"]) == ("unclosed-file", 2 + bool(end), closing)


@pytest.mark.parametrize("rest", ["x", "</urlset>", "<urlset/>", '<?xml version="1.0"?><urlset/>', "<!-- a --> x"])
def test_content_after_the_end_is_reported_and_the_rest_is_read(rest: str) -> None:
    file = read(f"<urlset {NAMESPACE}>\n<url><loc>{SITE}a</loc></url>\n</urlset>\n{rest}")
    assert [(fault.code, fault.line) for fault in file.faults] == [("text-after-end", 4)]
    assert listed(file) == {f"{SITE}a"}


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
def test_schema_violations_are_reported(inside: str, code: str, line: int) -> None:
    file = read(f"<urlset {NAMESPACE}>\n{inside.replace('x<', f'{SITE}x<')}</urlset>")
    assert [(fault.code, fault.line) for fault in file.faults] == [(code, line)]


@pytest.mark.parametrize("inside", ['<!-- > About <url id="a"> -->', '<?p > About <loc a="b">?>'])
def test_comments_may_hold_anything(inside: str) -> None:
    file = read(f"<urlset {NAMESPACE}>\n<url><loc>{SITE}x</loc></url>{inside}</urlset>")
    assert [fault.code for fault in file.faults if "?p" not in inside] == []


def test_a_missing_end_tag_makes_no_address_of_two() -> None:
    file = read(f"<urlset {NAMESPACE}><url><loc>{SITE}a<url><loc>{SITE}b</loc></url></urlset>")
    assert listed(file) == {f"{SITE}a", f"{SITE}b"}


LINES = [
    f"<urlset {NAMESPACE}>",
    "<url>",
    f"<loc>{SITE}a</loc>",
    "<lastmod>2024-05-30</lastmod>",
    "</url>",
    "<url>",
    f"<loc>{SITE}b</loc>",
    "</url>",
    "</urlset>",
]


def broken(line: int, old: str, new: str) -> str:
    """Return the file with a part of a line, counted from 1, replaced."""
    assert old in LINES[line - 1]
    changed = LINES[line - 1].replace(old, new)
    return "\n".join([*LINES[: line - 1], *([changed] if changed else []), *LINES[line:]])


CASES = [
    (3, "</loc>", "", "<loc> has no end tag"),
    (3, "</loc>", "<loc>", "<loc> begins again where </loc> should stand"),
    (3, "</loc>", "</lok>", "</lok> stands where </loc> should"),
    (3, "</loc>", "</Loc>", "</Loc> stands where </loc> should"),
    (3, "<loc>", "", "</loc> stands where </url> should"),
    (3, "<loc>", "</loc>", "</loc> stands where </url> should"),
    (3, "https:", "<https:", "is no tag; in an address write &lt; for “<”"),
    (4, "</lastmod>", "", "<lastmod> has no end tag"),
    (4, "<lastmod>", "<!-- <lastmod>", "the comment that begins here does not end"),
    (4, "<lastmod>", "<![CDATA[<lastmod>", "the CDATA section that begins here does not end"),
    (4, "<lastmod>", "<?php <lastmod>", "the instruction that begins here does not end"),
    (4, "<lastmod>2024-05-30</lastmod>", "", ""),
    (5, "</url>", "", "</url> is missing before this <url>"),
    (5, "</url>", "<url>", "</url> is missing before this <url>"),
    (6, "<url>", "", "<url> is missing before this <loc>"),
    (6, "<url>", LINES[0], "<urlset> begins a second time"),
    (8, "</url>", "", "</url> is missing before this </urlset>"),
    (8, "</url>", "</url></url>", "</url> stands where </urlset> should"),
    (9, "</urlset>", "</urlset></urlset>", "</urlset> ends nothing"),
]


@pytest.mark.parametrize(("line", "old", "new", "reason"), CASES)
def test_the_breach_is_where_it_was_made(line: int, old: str, new: str, reason: str) -> None:
    text = broken(line, old, new)
    breach = first_breach(text)
    assert (breach is not None) is bool(reason)
    if breach is not None:
        assert breach.reason.endswith(reason)
        assert text.count("\n", 0, breach.place) + 1 == line


@pytest.mark.parametrize(("line", "old", "new", "reason"), [case for case in CASES if case[3] and case[0] < 9])
def test_a_breach_is_the_one_thing_that_is_reported(line: int, old: str, new: str, reason: str) -> None:
    faults = parse(f"{SITE}sitemap.xml", broken(line, old, new).encode()).faults
    assert [(fault.code, fault.line) for fault in faults] == [("damaged-xml", line)]
    assert faults[0].params["reason"].endswith(reason)


def test_faults_before_a_syntax_error_are_reported() -> None:
    text = broken(8, "</url>", "").replace("2024-05-30", "yesterday")
    faults = parse(f"{SITE}sitemap.xml", text.encode()).faults
    assert [(fault.code, fault.line) for fault in faults] == [("bad-lastmod", 4), ("damaged-xml", 8)]


def test_other_elements_and_non_markup_are_ignored() -> None:
    entry = '<url><loc><![CDATA[<url>]]></loc><a:b c="d>e"/></url>'
    text = f'<?xml version="1.0"?><!-- <url> --><urlset {NAMESPACE}>{entry}</urlset>'
    assert first_breach(text) is None
