"""Values of hreflang: languages by BCP 47, countries by ISO 3166."""

import pytest

from standard_sitemap.sitemapsorg.hreflang import is_region, judged


@pytest.mark.parametrize(
    "tag",
    [
        "de",
        "de-AT",
        "en-us",
        "EN-gb",
        "zh-Hant-TW",
        "es-419",
        "fil",
        "sr-Latn",
        "x-default",
        " X-Default ",
        "uk",
        "en-XK",
    ],
)
def test_languages_with_countries_are_right(tag: str) -> None:
    assert judged(tag).wrong is None
    assert judged(tag).language == tag.strip() or judged(tag).language == "x-default"


@pytest.mark.parametrize(
    ("tag", "code", "right"),
    [
        ("us", "country-for-language", "en-US"),
        ("jp", "country-for-language", "ja-JP"),
        ("gr", "country-for-language", "el-GR"),
        ("GB-en", "country-for-language", "en-GB"),
        ("en-UK", "unknown-region", "en-GB"),
        ("en_UK", "unknown-region", "en-GB"),
        ("en-EU", "unknown-region", "en"),
        ("sr-YU", "unknown-region", "sr-RS"),
        ("zh-Hant-XX", "unknown-region", "zh-Hant"),
        ("nl_NL", "underscore-in-hreflang", "nl-NL"),
        ("iw-IL", "superseded-language", "he-IL"),
        ("eng", "superseded-language", "en"),
        ("sh", "superseded-language", "sr-Latn"),
        ("xyx", "unknown-language", None),
        ("qq-DE", "unknown-language", None),
        ("english", "bad-hreflang", None),
        ("", "bad-hreflang", None),
        ("es-ES_tradnl", "bad-hreflang", None),
        ("de-" + "x" * 500, "bad-hreflang", None),
    ],
)
def test_what_is_wrong_is_named_with_what_is_right(tag: str, code: str, right: str | None) -> None:
    wrong = judged(tag).wrong
    assert wrong is not None
    assert (wrong[0], wrong[1].get("right")) == (code, right)
    if right is not None:
        assert judged(right).wrong is None


def test_codes_that_are_reserved_are_no_countries() -> None:
    assert [code for code in ("EU", "UN", "UK", "AA", "ZZ", "XA", "QM", "SU", "DD") if is_region(code)] == []
    assert [code for code in ("GB", "de", "419", "XK", "TW", "PS") if not is_region(code)] == []
