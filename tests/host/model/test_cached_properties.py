"""Properties are computed once, and one object never waits for another."""

from __future__ import annotations

import threading

import pytest

from standard_sitemap.model.cached_properties import cached_property


class _Map:
    """A map whose property takes as long as the test wants."""

    def __init__(self, gate: threading.Event | None = None) -> None:
        self.gate = gate
        self.computed = 0
        self.begun = threading.Event()

    @cached_property
    def roles(self) -> str:
        """The roles."""
        self.computed += 1
        self.begun.set()
        if self.gate:
            self.gate.wait(30)
        return "home"


def test_property_is_computed_once() -> None:
    site = _Map()
    assert [site.roles, site.roles, site.computed] == ["home", "home", 1]
    assert _Map.roles.__doc__ == "The roles."


@pytest.mark.promise("author", "While the roles of one map are computed, those of another are, too.")
def test_long_computation_delays_no_other_object() -> None:
    gate = threading.Event()
    large, small = _Map(gate), _Map()
    computing = threading.Thread(target=lambda: large.roles)
    computing.start()
    large.begun.wait(30)
    other = threading.Thread(target=lambda: small.roles)
    other.start()
    other.join(5)
    is_waiting = other.is_alive()
    gate.set()
    for thread in (computing, other):
        thread.join(30)
    assert not is_waiting
