"""Where the tags of a sitemap first make no sense: the line that a person would mend."""

import pytest

from host.sitemapsorg.samples import NAMESPACE, SITE
from standard_sitemap.sitemapsorg import parse
from standard_sitemap.sitemapsorg.breaches import first_breach

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
    """The file with a part of a line, counted from 1, written otherwise."""
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
    found = first_breach(text)
    assert (found is not None) is bool(reason)
    if found is not None:
        assert found.reason.endswith(reason)
        assert text.count("\n", 0, found.place) + 1 == line


@pytest.mark.parametrize(("line", "old", "new", "reason"), [case for case in CASES if case[3] and case[0] < 9])
def test_a_breach_is_the_one_thing_that_is_told(line: int, old: str, new: str, reason: str) -> None:
    found = parse(f"{SITE}sitemap.xml", broken(line, old, new).encode()).faults
    assert [(one.code, one.line) for one in found] == [("damaged-xml", line)]
    assert found[0].params["reason"].endswith(reason)


def test_what_is_wrong_before_a_breach_is_told_as_well() -> None:
    text = broken(8, "</url>", "").replace("2024-05-30", "yesterday")
    found = parse(f"{SITE}sitemap.xml", text.encode()).faults
    assert [(one.code, one.line) for one in found] == [("bad-lastmod", 4), ("damaged-xml", 8)]


def test_other_elements_and_what_is_no_markup_are_passed_over() -> None:
    entry = '<url><loc><![CDATA[<url>]]></loc><a:b c="d>e"/></url>'
    text = f'<?xml version="1.0"?><!-- <url> --><urlset {NAMESPACE}>{entry}</urlset>'
    assert first_breach(text) is None
