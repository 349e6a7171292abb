"""Refusals: stable codes, and sentences people can read."""

from commands.messages.methods import every_refusal
from standard_sitemap import refusals
from standard_sitemap.refusals import Refusal


def _kinds() -> list[type[Refusal]]:
    found, waiting = [], [Refusal]
    while waiting:
        kind = waiting.pop()
        waiting.extend(kind.__subclasses__())
        if "code" in vars(kind):
            found.append(kind)
    return found


def test_codes_are_unique_and_drawn_in_the_tree() -> None:
    codes = [kind.code for kind in _kinds()]
    assert len(set(codes)) == len(codes)
    assert refusals.__doc__ is not None
    assert all(f" {code}" in refusals.__doc__ for code in codes)
    assert {kind.code for kind in every_refusal()} == set(codes)


def test_sentences_bear_missing_parameters() -> None:
    for kind in _kinds():
        assert str(kind())
    assert str(refusals.NotFound(uri="u", status=404)) == "u does not exist (404)"
