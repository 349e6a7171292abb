"""Letters as a search compares them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standard_sitemap.model.words import counted, folded, free_name, holds, last_part, mentions, printable


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Über", "uber"),
        ("u\u0308ber", "über"),
        ("\uff2c\uff41\uff4d\uff50", "lamp"),
        ("STRASSE", "Straße"),
        ("ΟΔΟΣ", "οδος"),
        ("\ufb01le", "file"),
        ("\uff76\uff9e", "ガ"),
        ("\u1112\u1161\u11ab", "한"),
    ],
)
def test_ways_to_write_a_word_are_one(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(("one", "other"), [("か", "が"), ("क", "कि"), ("й", "и"), ("o", "a")])
def test_marks_that_make_another_word_are_kept(one: str, other: str) -> None:
    assert folded(one) != folded(other)


@given(st.text(max_size=20))
def test_what_is_ascii_is_only_lowered(text: str) -> None:
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
def test_words_are_looked_for_where_they_say_something(words: list[str], is_mentioned: bool) -> None:
    assert mentions(words, ("Parser for options", None), ADDRESS) is is_mentioned


def test_what_has_no_address_is_found_by_its_texts_alone() -> None:
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


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain “text”", "plain “text”"),
        ("a\x1b[31mb\n", "a\\u001b[31mb\\u000a"),
        ("\x9b31m", "\\u009b31m"),
        ("\u202eevil", "\\u202eevil"),
        ("one\u2028two\udcff", "one\\u2028two\\udcff"),
    ],
)
def test_texts_cannot_steer_a_terminal(text: str, shown: str) -> None:
    assert printable(text) == shown


@pytest.mark.parametrize("text", ["30\u00a0km", "全角\u3000空白", "👨\u200d👩\u200d👧", "می\u200cخواهم"])
def test_spaces_and_joiners_of_any_script_stay(text: str) -> None:
    assert printable(text) == text
