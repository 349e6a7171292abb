"""Language tags in the customary case of BCP 47."""

import pytest

from standard_sitemap.model.languages import customary, is_own_name, languages_among, own_name


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("EN-gb", "en-GB"),
        ("ZH-HANS-cn", "zh-Hans-CN"),
        ("x-AB", "x-ab"),
        ("EN-CA-X-CA-LATN", "en-CA-x-ca-latn"),
        ("de-1996", "de-1996"),
        (" SL-ROZAJ-biske-1994 ", "sl-rozaj-biske-1994"),
        ("X-Default", "x-default"),
        ("", ""),
        (None, None),
    ],
)
def test_customary_tag_in_any_case_has_that_of_bcp_47(written: str | None, shown: str | None) -> None:
    assert customary(written) == shown


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ("en", "English"),
        ("DE", "Deutsch"),
        ("zh-CN", "简体中文"),
        ("pt-BR", "Português (Brasil)"),
        ("fr-BE", "Français (BE)"),
        ("sr-Latn", "Српски (Latn)"),
        ("tlh", "tlh"),
    ],
)
def test_language_has_its_own_name(tag: str, name: str) -> None:
    assert own_name(tag) == name


@pytest.mark.parametrize(
    ("folders", "tags"),
    [
        (["en", "about"], {"en": "en"}),
        (["zh_CN", "pt-br", "EN"], {"zh_CN": "zh-CN", "pt-br": "pt-BR", "EN": "en"}),
        (["fr", "it", "no"], {"fr": "fr", "it": "it", "no": "no"}),
        (["da", "sv", "fi"], {"da": "da", "sv": "sv", "fi": "fi"}),
        (["it", "hr"], {}),  # departments
        (["us", "uk", "de", "fr"], {}),  # countries
        (["ar", "ca", "de", "oh", "tx", "ny", "wa"], {}),  # states
        (["english", "end", "de-luxe", "e", "in-out"], {}),
        (["x" * 500], {}),
    ],
)
def test_folders_are_of_languages_beside_others_and_not_beside_countries(
    folders: list[str], tags: dict[str, str]
) -> None:
    assert languages_among(folders) == tags


def test_own_name_of_a_language_in_any_case_is_recognised() -> None:
    assert is_own_name("DEUTSCH")
    assert is_own_name("日本語")
    assert not is_own_name("German")
