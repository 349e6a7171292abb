"""Words for the lists of a blog's posts."""

import pytest

from standard_sitemap.model.blog_lists import KINDS, LABELS, kind_of


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("tags", "tag"),
        ("Tag", "tag"),
        ("Schlagwörter", "tag"),
        ("series", "category"),
        ("カテゴリ", "category"),
        ("归档", "archive"),
        ("auteurs", "author"),
        ("tagged", None),
        ("category-theory", None),
        ("", None),
    ],
)
def test_folder_lists_posts_by_what_its_name_says(name: str, kind: str | None) -> None:
    assert kind_of(name) == kind


def test_every_kind_has_a_name_in_each_language() -> None:
    assert LABELS.keys() == set(KINDS)
    assert len({frozenset(names) for names in LABELS.values()}) == 1
