"""The choice of a variant."""

import pytest

from standard_sitemap.model.nodes import Variant
from standard_sitemap.views.links import best_variant


def _best(languages: tuple[str, ...], *variants: Variant) -> int:
    return best_variant(variants, languages)


@pytest.mark.parametrize(
    ("wanted", "offered", "best"),
    [
        (("de",), ("en", "de"), 1),
        (("de-AT",), ("en", "de"), 1),
        (("DE",), ("en", "de-ch"), 1),
        (("fr", "en"), ("de", "en-GB"), 1),
        (("en", "de"), ("de", "en"), 1),
        (("pt-BR",), ("pt-PT", "pt-BR"), 1),
        (("ja",), ("en", "de"), 0),
        (("ja",), ("en", None), 1),
        ((), ("en", "de"), 0),
        (("de",), ("not a tag!", "de"), 1),
        (("also not!",), ("en", "de"), 0),
    ],
)
def test_by_language(wanted: tuple[str, ...], offered: tuple[str | None, ...], best: int) -> None:
    assert _best(wanted, *(Variant(language=tag) for tag in offered)) == best


def test_by_content_type_where_languages_are_equal() -> None:
    assert _best(("en",), Variant(content_type="application/pdf"), Variant(content_type="text/html")) == 1
    assert _best(("en",), Variant(content_type="application/pdf"), Variant()) == 1


def test_language_counts_more_than_content_type() -> None:
    pdf = Variant(language="de", content_type="application/pdf")
    assert _best(("de",), Variant(language="en", content_type="text/html"), pdf) == 1


def test_the_authors_order_decides_between_equals() -> None:
    assert _best(("en",), Variant(name="a"), Variant(name="b")) == 0
