"""Searches of maps that take long to search delay no other site, however fast a reader types."""

import pytest

from hostile.corpus import SEARCHED
from hostile.measuring import Search, measure_search_beside, slowness

LONGEST_DELAY_S = 0.25
ATTEMPTS = 3

SEARCHES: dict[str, Search] = {
    "find": lambda site, _, text: ("find", {"site": site, "text": text, "limit": 8}),
    "filter": lambda _, view, text: ("view.update", {"view": view, "filter": text}),
    "type-ahead": lambda _, view, text: ("view.find", {"view": view, "text": text}),
}


@pytest.mark.parametrize("method", SEARCHES)
@pytest.mark.parametrize("name", SEARCHED)
@pytest.mark.promise(
    "author", "Eight letters typed over nine megabytes of escaped addresses delay another site's map by at most 0.25 s."
)
def test_eight_letters_delay_no_other_site(name: str, method: str) -> None:
    delays = []
    for _ in range(ATTEMPTS):
        alone, beside = measure_search_beside(SEARCHED[name](), SEARCHES[method])
        delays.append(beside - alone)
        if delays[-1] <= LONGEST_DELAY_S * slowness():
            return
    pytest.fail(f"another site waited: {delays}")
