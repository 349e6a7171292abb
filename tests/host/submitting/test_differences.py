"""What differs between two states of a site."""

from __future__ import annotations

from standard_sitemap.converting.pages import Page
from standard_sitemap.submitting.differences import difference

OLD = {"a": Page(), "b": Page(last_modified="2024-01-01"), "c": Page(last_modified="2024-01-01"), "d": Page()}


def test_without_an_old_state_everything_is_new() -> None:
    assert difference(None, OLD) == (("a", "b", "c", "d"), (), ())


def test_new_changed_and_gone_pages_are_told_in_order() -> None:
    new = {"e": Page(), "c": Page(last_modified="2024-01-02"), "b": Page(last_modified="2024-01-01"), "a": Page()}
    found = difference(OLD, new)
    assert found == (("e",), ("c",), ("d",))
    assert found.addresses == ("e", "c", "d")


def test_a_date_that_came_or_went_is_no_change_of_the_page() -> None:
    new = {**OLD, "a": Page(last_modified="2024-01-02"), "b": Page(), "d": Page(priority=0.9)}
    assert difference(OLD, new).addresses == ()
