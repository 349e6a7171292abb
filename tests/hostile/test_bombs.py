"""No small file is a bomb: a real host process stays small and quick, whatever a map or a page says."""

from collections.abc import Callable

import pytest

from hostile.corpus import MAPS, MOST_BYTES, PAGES
from hostile.measuring import Measured, measure, measure_page
from standard_sitemap.protocol.greeting import MESSAGE_BYTES_OUT

MOST_MEMORY = 300_000_000
LONGEST_WAIT_S = 0.25

TRIES = 3
"""A busy machine stops everybody now and then, our process too: what is the file's own doing comes every time."""


def _best(attempt: Callable[[], Measured]) -> Measured:
    """The first attempt in which nobody waited too long, else the last."""
    for _ in range(TRIES - 1):
        measured = attempt()
        if measured.wait <= LONGEST_WAIT_S:
            return measured
    return attempt()


def _check(measured: Measured) -> None:
    assert measured.peak <= MOST_MEMORY, measured
    assert measured.message <= MESSAGE_BYTES_OUT, measured
    assert measured.wait <= LONGEST_WAIT_S, measured
    assert "internal" not in measured.errors.values(), measured


@pytest.mark.parametrize("name", MAPS)
def test_map_stays_within_bounds(name: str) -> None:
    files = MAPS[name]()
    assert all(len(body) <= MOST_BYTES for _, body in files.values())
    _check(_best(lambda: measure(files)))


@pytest.mark.parametrize("name", PAGES)
def test_page_stays_within_bounds(name: str) -> None:
    evidence = PAGES[name]()
    _check(_best(lambda: measure_page(evidence)))
