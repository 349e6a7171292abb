"""Which addresses were met: `standard_sitemap.converting.known_addresses`."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from standard_sitemap.converting.known_addresses import KnownAddresses


class _Alike(str):
    """An address whose hash many others have in its last bits."""

    __slots__ = ()

    def __hash__(self) -> int:
        return len(self) << 40


@given(st.lists(st.tuples(st.text(max_size=3), st.integers())))
def test_what_is_said_first_is_known(said: list[tuple[str, int]]) -> None:
    known, expected = KnownAddresses[int](), dict[str, int]()
    for address, value in said:
        assert known.get(address) == expected.get(address)
        if address not in expected:
            known.add(address, value)
            expected[address] = value
    assert len(known) == len(expected)
    assert all(known.get(address) == value for address, value in expected.items())


def test_a_table_grows_with_its_addresses() -> None:
    known = KnownAddresses[int]()
    for number in range(50_000):
        known.add(f"https://www.example.org/{number}", number)
    assert [known.get(f"https://www.example.org/{number}") for number in range(50_000)] == list(range(50_000))
    assert known.get("https://www.example.org/") is None


def test_addresses_at_one_place_are_told_apart() -> None:
    known = KnownAddresses[int]()
    for number in range(1, 1_500):
        known.add(_Alike("x" * number), number)
    assert [known.get(_Alike("x" * number)) for number in (0, 1, 2, 700, 1_499, 1_500)] == [
        None,
        1,
        2,
        700,
        1_499,
        None,
    ]
