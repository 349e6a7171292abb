"""A hundred navigations over four tabs lose nothing; `scripts/prove soak` makes a thousand, under load."""

from __future__ import annotations

import random

import pytest
from pytest_httpserver import HTTPServer

from browser.soak import Soak
from driving.surface import Browser

_NAVIGATIONS = 100
#: Far longer than any machine needs; it ends a run that hangs.
_DEADLINE_S = 1_200.0


@pytest.mark.thorough
@pytest.mark.parametrize("stops", [0.0, 0.2], ids=["running", "stopped"])
def test_hundred_navigations_over_four_tabs_have_their_trees_conditions_and_classes_and_leave_no_rule(
    browser: Browser, site: HTTPServer, stops: float
) -> None:
    soak = Soak(browser, site, random.Random(0), stops)
    soak.run(_NAVIGATIONS, deadline_s=_DEADLINE_S)
    assert soak.losses == []
    assert soak.made >= _NAVIGATIONS
    assert (soak.stopped > 0) == (stops > 0)
