"""The fast reader of plain urlsets and the general one never differ."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.sitemapsorg.samples import NAMESPACE, SPHINX, WORDPRESS, pages
from standard_sitemap.sitemapsorg.entries import Column, Entries
from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.sitemapsorg.lenient_xml import check_escapes, tree
from standard_sitemap.sitemapsorg.plain_urlsets import plain_entries
from standard_sitemap.sitemapsorg.sniffing import Text
from standard_sitemap.sitemapsorg.urlsets import entries_of

_TEXTS = st.text(st.sampled_from("ab/:. \n\r\tä&;lt>\xa0"), max_size=12)
_ESCAPED = _TEXTS.map(lambda text: text.replace("&", "&amp;").replace("<", "&lt;"))
_GAPS = st.sampled_from(["", " ", "\n", "\n  ", "\r\n", "text", "<!-- c -->", "<x/>", "<lastmod>1</lastmod>"])


@st.composite
def _elements(draw: st.DrawFn, name: str) -> str:
    return f"<{name}>{draw(_ESCAPED)}</{name}>{draw(_GAPS)}"


@st.composite
def _urlsets(draw: st.DrawFn) -> str:
    entries = []
    for _ in range(draw(st.integers(0, 4))):
        names = draw(st.lists(st.sampled_from(["loc", "lastmod", "changefreq", "priority"]), max_size=4))
        inner = "".join(draw(_elements(name)) for name in (["loc"] if draw(st.booleans()) else []) + sorted(names))
        entries.append(f"<url>{draw(_GAPS)}{inner}</url>{draw(_GAPS)}")
    return f"<urlset {NAMESPACE}>{draw(_GAPS)}{''.join(entries)}</urlset>{draw(st.sampled_from(['', chr(10), 'x']))}"


def _value_lines(entries: Entries) -> list[int]:
    """Return the lines of all values."""
    columns: tuple[Column, ...] = ("last_modified", "change_frequencies", "priorities")
    assert entries.value_lines is not None
    return [
        line
        for column in columns
        for value, line in zip(getattr(entries, column), entries.value_lines(column), strict=True)
        if value
    ]


@given(_urlsets(), st.integers(1, 5))
def test_both_readers_agree(source: str, first_line: int) -> None:
    plain = plain_entries(source, first_line)
    if plain is not None:
        faults = FaultCollector("x")
        root = tree(Text(source, first_line), faults)
        assert root is not None
        general = entries_of(root, Text(source, first_line), faults)
        assert plain == general
        assert _value_lines(plain) == _value_lines(general)
        by_caller = FaultCollector("x")
        check_escapes(source, first_line, by_caller)
        assert faults.all() == by_caller.all()


def test_generated_files_are_plain_where_possible() -> None:
    assert plain_entries(pages("a", "b"), 1) == Entries(
        ["https://www.example.org/a", "https://www.example.org/b"], [3, 4], ["", ""], ["", ""], ["", ""]
    )
    assert plain_entries(SPHINX, 1) is not None
    assert plain_entries(WORDPRESS, 1) is None


def test_plain_file_is_all_entries_without_comments_and_instructions() -> None:
    source = pages("a")
    declaration, rest = source[: source.index("<urlset")], source[source.index("<urlset") :]
    for between, is_all in (("", True), ("<!-- x -->", False), ('<?xml-stylesheet href="x"?>', False)):
        plain = plain_entries(declaration + between + rest, 1)
        assert plain is not None
        assert plain.is_all is is_all, between


def test_possibly_malformed_file_is_not_plain() -> None:
    good = pages("a")
    for bad in (
        good.replace("/a", "/a&b"),
        good.replace("/a", "/a\x01"),
        good.replace("/a", "/]]>"),
        good.replace("/a", "/\ufffe"),
        good.replace("</urlset>", "</urlset><p/>"),
        good.replace("</urlset>", ""),
        good.replace("<urlset", '<urlset xmlns="x"'),
        good.replace("<url>", "<url lang='de'>"),
        good.replace("sitemap/0.9", "sitemap/1.0"),
        good.replace("</url>", "</url><url></url>"),
        good.replace("<url>", "<url></url><url>"),
        good.replace("</url>", "</url><url>"),
        good.replace("<loc>", "").replace("</loc>", ""),
        pages("a", "b").replace("a</loc>", "a"),
        good.replace("</loc>", "loc>"),
        good.replace("</loc>", "/loc>"),
        good.replace("</loc>", "<loc>"),
        # Our own marks in one of two gaps, and other text in the other.
        pages("a", "b", "c").replace("a</loc>", "a</loc></url><url>\0").replace("b</loc>", "b</loc>text"),
    ):
        assert plain_entries(bad, 1) is None, bad


def test_lines_are_those_of_the_addresses() -> None:
    several = pages("a", "b", "c").replace("\n", "")
    assert (plain_entries(several, 7) or Entries()).lines == [7, 7, 7]
    apart = pages("a", "b").replace("<loc>", "\n<loc>").replace("</url>\n", "</url>")
    assert (plain_entries(apart, 1) or Entries()).lines == [4, 5]


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_line_breaks_in_values_are_normalised_as_in_xml(end: str) -> None:
    source = f"<urlset {NAMESPACE}><url>{end}<loc>a{end}b</loc></url></urlset>"
    root = tree(Text(source, 1), FaultCollector("x"))
    assert root is not None
    general = entries_of(root, Text(source, 1), FaultCollector("x"))
    assert general.locations == ["a\nb"]
    assert plain_entries(source, 1) in (general, None)
