"""Refusals: stable codes, and sentences people can read."""

import copy
import pickle
from collections.abc import Callable

import pytest

from commands.messages.methods import every_refusal
from standard_sitemap import refusals
from standard_sitemap.refusals import NotFound, Refusal


def _kinds() -> list[type[Refusal]]:
    kinds, waiting = [], [Refusal]
    while waiting:
        kind = waiting.pop()
        waiting.extend(kind.__subclasses__())
        if "code" in vars(kind):
            kinds.append(kind)
    return kinds


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


def test_sentence_about_an_address_that_the_reader_sees_repeats_it_only_if_it_is_another() -> None:
    refusal = refusals.NotFound(uri="https://a.example/map.xml", status=404)
    assert refusal.about("https://a.example/map.xml") == "it does not exist (404)"
    assert refusal.about("https://a.example/other.xml") == "https://a.example/map.xml does not exist (404)"


@pytest.mark.parametrize("copied", [lambda value: pickle.loads(pickle.dumps(value)), copy.copy, copy.deepcopy])
def test_refusal_passes_between_processes_unchanged(copied: Callable[[Refusal], Refusal]) -> None:
    refusal = NotFound(uri="https://a.example/", status=404)
    refusal.retry_after = "60"
    again = copied(refusal)
    assert type(again) is NotFound
    assert (again.params, str(again), again.args) == (refusal.params, str(refusal), refusal.args)
    assert again.__dict__ == refusal.__dict__
