"""What a search looks at beside names."""

import pytest

from standard_sitemap.model.mentions import last_part, mentions

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
