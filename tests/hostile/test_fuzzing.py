"""The fuzzer starts with every hostile response, as far as it can mutate it."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from commands.fuzzing import seeds
from commands.fuzzing.reading_pages import read_pages
from commands.fuzzing.responding import fetch
from hostile.responses import RESPONSES


@pytest.mark.parametrize("name", RESPONSES)
def test_beginning_of_a_hostile_response_is_fetched_or_refused(name: str) -> None:
    fetch(seeds.beginning(RESPONSES[name]()))


def test_response_that_raises_no_refusal_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr("standard_sitemap.fetching.network._text", fails)
    with pytest.raises(ZeroDivisionError):
        fetch(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")


def test_seeds_of_the_fuzzer_are_all_hostile_responses(tmp_path: Path) -> None:
    seeds.write_responses(tmp_path)
    assert len(list(tmp_path.iterdir())) == len(RESPONSES)


def test_beginning_of_each_hostile_page_is_read_by_each_command(tmp_path: Path) -> None:
    for folder in ("cases", "corpus"):
        (tmp_path / folder).mkdir()
    seeds.write_pages(tmp_path / "cases", tmp_path / "corpus")
    inputs = [path.read_bytes() for path in (tmp_path / "corpus").iterdir()]
    assert len(inputs) > 70  # some pages begin alike
    for data in inputs:
        read_pages(data)


def test_command_that_takes_longer_than_a_page_allows_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("commands.fuzzing.reading_pages.time.process_time", count(0, 2).__next__)
    with pytest.raises(AssertionError, match=r"_discover took 2\.0 s"):
        read_pages(b"<title>A</title>")
