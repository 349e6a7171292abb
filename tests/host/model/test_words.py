"""Text folding for searches."""

from __future__ import annotations

import sys
import time
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standard_sitemap.model import words
from standard_sitemap.model.words import (
    LONGEST_COMPARED,
    MOST_MARKS,
    all_folded,
    bounded,
    counted,
    folded,
    free_name,
    holds,
    last_part,
    mentions,
)


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("Über", "uber"),
        ("u\u0308ber", "über"),
        ("\uff2c\uff41\uff4d\uff50", "lamp"),
        ("STRASSE", "Straße"),
        ("ΟΔΟΣ", "οδος"),
        ("\ufb01le", "file"),
        ("\uff76\uff9e", "ガ"),
        ("\u1112\u1161\u11ab", "한"),
        ("Ge\u00adsamt\u00adkonzept", "gesamtkonzept"),
        ("Foo\u200bBar\u2060Baz\ufeff", "foobarbaz"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u062e\u0648\u0627\u0647\u0645"),
        ("\u200ea\u00ad\u0301\u200f", "a"),
        ("I\u2019m here", "i'm here"),
        ("\u2018rock\u02bcn", "'rock'n"),
    ],
)
def test_spellings_of_a_word_match(word: str, other: str) -> None:
    assert folded(word) == folded(other)


@pytest.mark.parametrize(("word", "other"), [("か", "が"), ("क", "कि"), ("й", "и"), ("o", "a")])
def test_distinguishing_marks_are_kept(word: str, other: str) -> None:
    assert folded(word) != folded(other)


@given(st.text(max_size=20))
def test_ascii_text_is_only_lowercased(text: str) -> None:
    plain = text.encode("ascii", "ignore").decode()
    assert folded(plain) == plain.lower()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Über uns & Sie", "uber-uns-sie"),
        ("2024", "year-2024"),
        ("目次", "year"),
        ("../../etc/passwd", "etc-passwd"),
        ("a" * 39 + " b", "a" * 39),
    ],
)
def test_name_has_small_letters_digits_and_hyphens_only(text: str, name: str) -> None:
    assert free_name(text, set(), "year") == name


def test_names_that_differ_in_case_only_are_numbered() -> None:
    taken: set[str] = set()
    assert [free_name(text, taken, "n") for text in ("A b", "a B", "A-B")] == ["a-b", "a-b-2", "a-b-3"]
    assert taken == {"a-b", "a-b-2", "a-b-3"}


def test_numbers_have_the_noun_that_fits() -> None:
    assert [counted(number, "file", "files") for number in (0, 1, 1000)] == ["0 files", "1 file", "1,000 files"]


def test_a_name_holds_words_however_it_is_written() -> None:
    assert holds("Über uns", ["uber", "un"])
    assert not holds("Über uns", ["uber", "team"])


ADDRESS = "https://docs.example.org/3/library/getopt.html?x=1#y"


@pytest.mark.parametrize(
    ("words", "is_mentioned"),
    [
        (["getopt"], True),
        (["getopt.html"], True),
        (["library/getopt"], True),
        (["/library/"], True),
        (["//docs.example.org/3"], True),
        (["options", "getopt"], True),
        (["options", "parser"], True),
        (["library"], False),
        (["html"], False),
        (["example.org"], False),
        (["docs"], False),
        (["ge"], False),
        (["options", "nowhere"], False),
    ],
)
def test_words_are_searched_only_in_meaningful_parts(words: list[str], is_mentioned: bool) -> None:
    assert mentions(words, ("Parser for options", None), ADDRESS) is is_mentioned


def test_node_without_address_is_found_by_its_texts() -> None:
    assert mentions(["parser"], ("A parser",), None)
    assert not mentions(["getopt"], ("A parser",), None)


def test_addresses_are_read_as_letters() -> None:
    assert mentions(["cafe"], (), "https://example.org/Caf%C3%A9/")


@pytest.mark.parametrize(
    ("address", "part"),
    [("/a/b.html", "b"), ("/a/b/", "b"), ("/a/os.path", "os.path"), ("/", ""), ("", ""), ("/a?b/c", "a")],
)
def test_last_parts(address: str, part: str) -> None:
    assert last_part(address) == part


def test_marks_beyond_thirty_in_a_row_are_not_compared() -> None:
    assert bounded("a" + "\u0301" * 99 + "b" + "\u0316" * 30) == "a" + "\u0301" * 30 + "b" + "\u0316" * 30


def test_texts_are_compared_up_to_a_length_unless_they_are_ascii() -> None:
    assert len(bounded("é" * 9_999)) == LONGEST_COMPARED
    assert len(bounded("e" * 9_999)) == 9_999


def test_long_address_is_compared_up_to_its_last_part() -> None:
    assert mentions(["uber"], (), f"http://a.example/{'é' * 2_000}/über.html")


@pytest.mark.promise("author", "A search decodes at most the part of an address that a browser is led to.")
def test_address_is_cut_before_it_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    decoded = list[str]()

    def unquote(text: str) -> str:
        decoded.append(text)
        return text

    monkeypatch.setattr(words, "unquote", unquote)
    assert not mentions(["uber"], (), f"http://a.example/{'%C3%A4' * 100_000}/uber")
    assert [len(text) for text in decoded] == [8_192]


def test_texts_folded_together_are_folded_as_each_alone() -> None:
    texts = ["Über", "", "A" * 3_000, "é" * 3_000, "x" + "\u0301\u0316" * 99, "\u0301z", "ΟΔΟΣ"]
    assert all_folded(texts) == [folded(text) for text in texts]
    assert all_folded([*texts, *texts]) == all_folded(texts) * 2
    assert all_folded(["Über", "\u0301" * 99]) == ["uber", folded("\u0301" * 30)]


def test_every_character_that_decomposes_into_marks_counts_as_one() -> None:
    for number in range(sys.maxunicode):
        first = unicodedata.normalize("NFKD", chr(number))[0]
        if unicodedata.combining(first):
            assert len(bounded(chr(number) * (MOST_MARKS + 1))) == MOST_MARKS, hex(number)


@pytest.mark.parametrize("mark", ["\u0301\u0316", "\uff9e\u0334", "\u0f75\u0301", "\u0344\u0316", "\U0001d165\u0301"])
@pytest.mark.parametrize(
    "fold", [folded, lambda text: all_folded([text] * 9), lambda text: free_name(text, set(), "n")]
)
def test_time_is_linear_in_marks(mark: str, fold: Callable[[str], object]) -> None:
    start = time.process_time()
    fold("a" + mark * 50_000)
    assert time.process_time() - start < 0.05
