"""Names that no file system, address or XML minds, and that are all different."""

from __future__ import annotations

import pytest

from standard_sitemap.model.free_names import free_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Über uns & Sie", "uber-uns-sie"),
        ("2024", "year-2024"),
        ("目次", "year"),
        ("../../etc/passwd", "etc-passwd"),
        ("a" * 39 + " b", "a" * 39),
    ],
)
def test_name_has_small_letters_digits_and_hyphens_only(text: str, name: str) -> None:
    assert free_name(text, set(), "year") == name


def test_names_that_differ_in_case_only_are_numbered() -> None:
    taken: set[str] = set()
    assert [free_name(text, taken, "n") for text in ("A b", "a B", "A-B")] == ["a-b", "a-b-2", "a-b-3"]
    assert taken == {"a-b", "a-b-2", "a-b-3"}
