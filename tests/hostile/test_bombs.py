"""No small file is a bomb: a real host process stays small and answers, whatever a map or a page says.

How long other tabs wait meanwhile is what `python -m hostile.measuring` in `tests/` measures; it is not asserted here,
since a busy machine makes everybody wait.
"""

import pytest

from hostile.corpus import MAPS, MOST_BYTES, PAGES
from hostile.measuring import Measured, measure, measure_page
from standard_sitemap.protocol.greeting import MESSAGE_BYTES_OUT

MOST_MEMORY = 300_000_000


def _check(measured: Measured) -> None:
    assert measured.peak <= MOST_MEMORY, measured
    assert measured.message <= MESSAGE_BYTES_OUT, measured
    assert "internal" not in measured.errors.values(), measured


@pytest.mark.parametrize("name", MAPS)
def test_map_stays_within_bounds(name: str) -> None:
    files = MAPS[name]()
    assert all(len(body) <= MOST_BYTES for _, body in files.values())
    _check(measure(files))


@pytest.mark.parametrize("name", PAGES)
def test_page_stays_within_bounds(name: str) -> None:
    _check(measure_page(PAGES[name]()))
