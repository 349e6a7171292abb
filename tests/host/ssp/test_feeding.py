"""Files with one long token are read in pieces: with the same result, or with a fault that keeps what came before."""

from __future__ import annotations

from typing import Any
from xml.parsers import expat

import pytest

from standard_sitemap.model.document_types import LONGEST_DECLARATION
from standard_sitemap.ssp import parse
from standard_sitemap.ssp.documents import MOST_OF_A_CODE
from standard_sitemap.ssp.feeding import LONGEST_MARKUP, PIECE, Feeder, MalformedMarkup, MarkupTooLong

_URI = "https://site.example/map.xml"
_ROOT = '<sitemap xmlns="http://standard-sitemap.org/2007/ns">'
_ITEM = '<item name="A" url="a"/>'
_LONG = "x" * (LONGEST_MARKUP + 2 * PIECE)


def _of(before: str, *content: str, encoding: str = "utf-8") -> tuple[int, list[tuple[str, int]], int]:
    """Return the number of items, the faults, and the line of the last item."""
    text = f"{before}{_ROOT}{''.join(content)}</sitemap>"
    document = parse(_URI, text.encode(encoding))
    faults = [(fault.code, fault.line) for fault in document.faults]
    return len(document), faults, document.lines[-1] if len(document) else 0


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize(
    "token",
    [
        f"<!--{_LONG}-->",
        f"<!--{'- ' * len(_LONG)}-->",
        f"<!--{'é>' * len(_LONG)}-->",
        f"<?a {_LONG}?>",
        f"<?a {'?' * len(_LONG)}?>",
        " " * len(_LONG),
    ],
    ids=["comment", "hyphens", "letters", "instruction", "question-marks", "space"],
)
def test_long_comments_and_instructions_change_nothing(token: str, encoding: str) -> None:
    assert _of(f"{token}\n", _ITEM, encoding=encoding) == (2, [], 2)
    assert _of("", _ITEM, token, "\n", _ITEM, encoding=encoding) == (3, [], 2)


@pytest.mark.parametrize("token", [_LONG, "-" * len(_LONG), f"<![CDATA[{_LONG}]]>"], ids=["text", "hyphens", "cdata"])
def test_long_text_is_one_fault(token: str) -> None:
    assert _of("", _ITEM, token, "\n", _ITEM) == (3, [("text-in-element", 1)], 2)


@pytest.mark.parametrize(
    "token",
    [f'<item name="{_LONG}"/>', f"<{_LONG}/>", f"</{_LONG}>", f"<item {' ' * len(_LONG)}/>", f"&{_LONG};"],
    ids=["attribute", "name", "end", "spaces", "reference"],
)
def test_longer_markup_ends_the_file_and_keeps_what_came_before(token: str) -> None:
    assert _of("", _ITEM, "\n", token, _ITEM) == (2, [("markup-too-long", 2)], 1)


@pytest.mark.parametrize("closing", ["", "--", "?>"])
def test_comment_without_an_end_is_cut_off(closing: str) -> None:
    document = parse(_URI, f"{_ROOT}{_ITEM}<!--{_LONG}{closing}".encode())
    assert [fault.code for fault in document.faults] == ["cut-off"]


def test_hyphens_within_a_divided_comment_are_an_error() -> None:
    document = parse(_URI, f"{_ROOT}{_ITEM}<!--{_LONG}--{_LONG}--></sitemap>".encode())
    assert [fault.code for fault in document.faults] == ["not-well-formed"]


@pytest.mark.parametrize("edge", range(PIECE - 4, PIECE + 5))
def test_end_of_a_comment_at_any_place_of_a_piece_is_seen(edge: int) -> None:
    comment = f"<!--{'x' * (LONGEST_MARKUP + 4 * PIECE)}"
    comment = comment[: -(len(comment) % PIECE)] + "y" * (edge - 1)
    assert _of(f"{comment}-->\n", _ITEM) == (2, [], 2)


@pytest.mark.parametrize(
    ("subset", "code"),
    [
        (f'<!ENTITY a "{_LONG}">', "markup-too-long"),
        (f"<!--{_LONG}-->", "entities-too-large"),
        (" " * len(_LONG), "entities-too-large"),
        ("".join(f'<!ENTITY a{number} "b">' for number in range(100_000)), "entities-too-large"),
        (
            f'<!ATTLIST item b CDATA "{"b" * (LONGEST_DECLARATION - 1_000)}" c CDATA "{"c" * 100_000}">',
            "entities-too-large",
        ),
    ],
    ids=["entity", "comment", "space", "entities", "defaults"],
)
def test_long_declarations_are_refused(subset: str, code: str) -> None:
    assert _of(f"<!DOCTYPE sitemap [{subset}]>", _ITEM) == (0, [(code, 1)], 0)


def test_entities_that_make_one_tag_long_are_refused() -> None:
    declared = f'<!DOCTYPE sitemap [<!ENTITY a "{"a" * 100_000}">]>\n'
    few = f'<item name="{"&a;" * 2}" url="a"/>'
    assert _of(declared, few * 10, f"<!--{_LONG * 3}-->") == (11, [], 2)
    many = f'<item name="{"&a;" * 22}" url="a"/>'
    assert _of(declared, many, f"<!--{_LONG * 3}-->")[:2] == (0, [("entities-too-large", 2)])


def test_defaults_that_make_every_tag_long_are_refused() -> None:
    defaults = " ".join(f'a{number} CDATA "&a;"' for number in range(11))
    declared = f'<!DOCTYPE sitemap [<!ENTITY a "{"a" * 100_000}"><!ATTLIST item {defaults}>]>'
    assert _of(declared, _ITEM, f"<!--{_LONG}-->") == (0, [("entities-too-large", 1)], 0)


def test_unresolved_references_are_counted_and_the_first_ones_kept() -> None:
    document = parse(_URI, f'<!DOCTYPE sitemap SYSTEM "a">{_ROOT}{"&a;" * (MOST_OF_A_CODE + 5)}</sitemap>'.encode())
    assert len(document.faults) == MOST_OF_A_CODE
    assert document.fault_counts["unresolved-reference"] == MOST_OF_A_CODE + 5


def test_too_many_undeclared_names_are_refused() -> None:
    names = " ".join(f"&n{number};" for number in range(10_001))
    assert _of('<!DOCTYPE sitemap SYSTEM "a">\n', _ITEM, names)[:2] == (0, [("entities-too-large", 2)])


def test_error_is_shown_with_its_surroundings_in_a_later_piece() -> None:
    feeder = Feeder(expat.ParserCreate("utf-8"))
    with pytest.raises(MalformedMarkup) as raised:
        feeder.feed(b"<a>\n" + b" " * PIECE + b"\n<b>before</after>", is_last=True)
    assert (raised.value.line, raised.value.after) == (3, b"after>")
    assert raised.value.before == b"<b>before</"


def test_markup_that_is_too_long_names_its_line() -> None:
    feeder = Feeder(expat.ParserCreate("utf-8"))
    with pytest.raises(MarkupTooLong) as raised:
        feeder.feed(b"<a>\n<" + _LONG.encode())
    assert raised.value.line == 2


class _Deferring:
    """A parser as Debian's: it reads an unfinished token again once there is twice as much of it."""

    def __init__(self) -> None:
        self._parser = expat.ParserCreate("utf-8")
        self._held = b""
        self._passed = self._tried = 0
        self.tags: list[str] = []
        self._parser.StartElementHandler = lambda tag, _: self.tags.append(tag)

    @property
    def CurrentByteIndex(self) -> int:  # noqa: N802 - Expat's name
        return -1 if self._held else self._parser.CurrentByteIndex

    def Parse(self, data: bytes, is_last: bool) -> None:  # noqa: N802 - Expat's name
        self._held += data
        if is_last or len(self._held) >= self._tried:
            held, self._held = self._held, b""
            self._passed += len(held)
            self._parser.Parse(held, is_last)
            self._tried = self._passed - self._parser.CurrentByteIndex


@pytest.mark.parametrize("pieces", [5, 6, 7, 9, 12, 20])
def test_a_comment_that_is_read_later_is_divided(pieces: int) -> None:
    parser: Any = _Deferring()
    comment = b"<!--" + b"x" * (pieces * PIECE) + b"-->"
    Feeder(parser).feed(b"<a>" + comment + b"<b/>" * PIECE + comment + b"<c/></a>", is_last=True)
    assert parser.tags == ["a", *["b"] * PIECE, "c"]
