"""Instructions for search engines, as pages write them."""

from __future__ import annotations

import pytest

from standard_sitemap.model.robots_meta import instructions


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("NoIndex, follow", {"noindex", "follow"}),
        ("noindex nofollow", {"noindex", "nofollow"}),
        ("none", {"none", "noindex", "nofollow"}),
        ("max-image-preview:none", set()),
        ("index, max-snippet: none", {"index"}),
        ("", set()),
    ],
)
def test_instructions_are_the_words_without_a_value(content: str, expected: set[str]) -> None:
    assert instructions("Robots ", content) == expected


def test_instructions_of_other_elements_are_none() -> None:
    assert instructions("description", "noindex") == instructions(None, None) == frozenset()
