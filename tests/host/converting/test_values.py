"""Dates and frequencies as files have them, and as the schema wants them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.converting.made import errors
from standard_sitemap.converting.elements import date_of, frequency_of
from standard_sitemap.converting.pages import Page
from standard_sitemap.converting.urlsets import urlsets


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024-05-31", "2024-05-31"),
        (" 2024-05-31T14:30:00+02:00\n", "2024-05-31T14:30:00+02:00"),
        ("2024-05-31T14:30Z", "2024-05-31T14:30:00+00:00"),
        ("2024-05-31 14:30:00.123", "2024-05-31T14:30:00.123000"),
        ("Fri, 31 May 2024 14:30:00 GMT", None),
        ("2024-05", None),
        ("2024-02-31", None),
        ("2024-05-31T14:30:00+15:00", None),
        ("yesterday", None),
        ("", None),
        (None, None),
    ],
)
def test_dates(text: str | None, date: str | None) -> None:
    assert date_of(text) == date


@pytest.mark.parametrize(
    ("text", "frequency"), [("Daily ", "daily"), ("never", "never"), ("often", None), (None, None)]
)
def test_frequencies(text: str | None, frequency: str | None) -> None:
    assert frequency_of(text) == frequency


@given(st.one_of(st.text(max_size=30), st.datetimes(timezones=st.timezones()).map(str), st.dates().map(str)))
def test_what_is_kept_is_valid(text: str) -> None:
    (document,) = urlsets({"https://www.example.org/": Page(last_modified=date_of(text))})
    assert errors(document, "sitemap") == []
