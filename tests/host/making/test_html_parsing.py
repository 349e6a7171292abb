"""Pages made elements: what is passed over within a line, and that nothing else is lost with it."""

from __future__ import annotations

import pytest

from standard_sitemap.making.html_parsing import markup_of, parsed


def _tags(body: str, *, whole: bool = False) -> list[str]:
    root = parsed(markup_of(body.encode(), whole=whole))
    assert root is not None
    return [element.tag for element in root.find("body").iter()][1:]


def _text(body: str) -> str:
    root = parsed(markup_of(body.encode()))
    assert root is not None
    return "".join(root.itertext())


def test_elements_within_a_line_are_passed_over_and_their_text_stays() -> None:
    body = '<p>a <code class="x y"><span class="pre">b</span></code> <em>c</em> <a href="#d"><tt>d</tt></a> e</p>'
    assert _tags(body) == ["p", "a"]
    assert _text(body) == "a b c d e"


def test_a_webmasters_selector_sees_all_elements() -> None:
    assert _tags("<p><span>a</span></p>", whole=True) == ["p", "span"]


@pytest.mark.parametrize("name", ["spanner", "emphasis", "video", "strong", "b"])
def test_elements_of_other_names_stay(name: str) -> None:
    assert _tags(f"<p><{name}>a</{name}></p>") == ["p", name]


@pytest.mark.parametrize(
    "body",
    [
        "<p>a</p><!-- <span --><p>b</p>",
        "<p>a</p><!-- <span --><p>b</p><!-- x -->",
        "<p>a</p><!-- </span --><p>b</p>",
        '<p>a</p><!-- <span class="x" --><p>b</p>',
        '<p><span title="a > b">a</span></p>',
        '<p><span title="a > b" class="c">a</span><em>b</em></p>',
        "<p><span title='a > b'>a</span><i>c</i></p>",
        '<p><span title="a<b">a</span></p>',
        '<p><span data-x="<ul><li>">a</span></p><p>b</p>',
        "<p><span",
        "<p><span <b>a</b></p>",
        "<p><SPAN>a</span></p><p>b</p>",
    ],
)
def test_other_elements_are_what_they_would_be(body: str) -> None:
    passed_over = {"span", "code", "em", "tt", "var"}
    assert [one for one in _tags(body) if one not in passed_over] == [
        one for one in _tags(body, whole=True) if one not in passed_over
    ]


def test_what_a_comment_hides_stays_hidden_and_what_follows_shows() -> None:
    assert "shown" in _text("<p><!-- <span -->shown</p>")
    assert "hidden" not in _text("<p><!-- <span>hidden</span> -->shown</p>")


def test_many_beginnings_without_an_end_take_no_time() -> None:
    body = b'<span a="' * 200_000
    assert parsed(markup_of(body)) is not None
