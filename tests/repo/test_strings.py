"""Every visible string exists in every language and is used; every refusal has one, and every fault has its words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from standard_sitemap.refusals import Refusal
from standard_sitemap.webmaster.checking.wording import REPORTED

ENGLISH = "en"
#: Each language with its CLDR plural forms below a million, except the form for all others.
LANGUAGES = {
    "ar": {"zero", "one", "two", "few", "many"},
    "de": {"one"},
    "en": {"one"},
    "es": {"one"},
    "fr": {"one"},
    "ja": set[str](),
}
OTHERS = sorted(LANGUAGES.keys() - {ENGLISH})
#: Strings that are the same in every language, and strings that are the same in some.
UNTRANSLATED = {"name", "toolbarNone", "languageDirection"}
SAME_WORD = {
    "de": {"shortName", "unitMegabytes", "levelsTitle", "elapsedSeconds", "elapsedMinutes"},
    "fr": {
        "addressSite",
        "menuOther",
        "optionsButton",
        "roleContact",
        "siteSection",
        "elapsedSeconds",
        "elapsedMinutes",
    },
    "es": {"unitMegabytes", "elapsedSeconds", "elapsedMinutes"},
}
#: The letters of languages with another script than English.
LETTERS = {"ar": r"[\u0621-\u064a]", "ja": r"[\u3041-\u30ff\u4e00-\u9fff]"}
#: Limits of the stores and Chromium: https://developer.chrome.com/docs/extensions/reference/manifest
MOST_CHARACTERS = {"name": 75, "shortName": 12, "summary": 132}


def messages(root: Path, language: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((root / "_locales" / language / "messages.json").read_text("utf-8"))
    return loaded


def sources(root: Path) -> str:
    files = [file for file in (root / "extension").rglob("*") if file.suffix in {".js", ".html"}]
    return "\n".join(file.read_text("utf-8") for file in files) + (root / "manifest.json").read_text("utf-8")


def key_of(code: str) -> str:
    """Return the key of a refusal's string: `not-found` makes `problemNotFound`."""
    return "problem" + "".join(part.capitalize() for part in code.split("-"))


def counted(root: Path) -> set[str]:
    """Return the strings chosen by a number."""
    return set(re.findall(r"\bcountText\('(\w+)'", sources(root)))


def values(entry: dict[str, Any]) -> set[str]:
    """Return the placeholders of a string, by name."""
    return set(re.findall(r"\$\w+\$", entry["message"]))


def test_every_language_of_the_extension_is_known_here(root: Path) -> None:
    assert {folder.name for folder in (root / "_locales").iterdir()} == LANGUAGES.keys()


@pytest.mark.parametrize("language", OTHERS)
def test_languages_have_the_same_strings(root: Path, language: str) -> None:
    english, other = (
        {name: entry for name, entry in messages(root, each).items() if "_" not in name} for each in (ENGLISH, language)
    )
    assert other.keys() == english.keys()
    for name, entry in english.items():
        assert other[name].get("placeholders") == entry.get("placeholders"), name
        assert values(other[name]) == values(entry), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_counted_strings_have_all_plural_forms(root: Path, language: str) -> None:
    strings = messages(root, language)
    forms = {name for name in strings if "_" in name}
    assert forms == {f"{name}_{form}" for name in counted(root) for form in LANGUAGES[language]}
    for name in forms:
        whole = strings[name.partition("_")[0]]
        assert values(strings[name]) <= values(whole), name
        assert strings[name].get("placeholders", whole["placeholders"]) == whole["placeholders"], name


@pytest.mark.parametrize("language", OTHERS)
def test_no_string_is_left_in_english(root: Path, language: str) -> None:
    english, other = messages(root, ENGLISH), messages(root, language)
    same = {name for name in english.keys() & other.keys() if english[name]["message"] == other[name]["message"]}
    assert same - UNTRANSLATED - SAME_WORD.get(language, set()) == set()


@pytest.mark.parametrize("language", LETTERS)
def test_strings_are_written_in_the_letters_of_their_language(root: Path, language: str) -> None:
    foreign = {
        name for name, entry in messages(root, language).items() if not re.search(LETTERS[language], entry["message"])
    }
    assert foreign - UNTRANSLATED - {"languageTag", "unitMegabytes"} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_store_texts_stay_within_the_stores_limits(root: Path, language: str) -> None:
    strings = messages(root, language)
    too_long = {name for name, most in MOST_CHARACTERS.items() if len(strings[name]["message"]) > most}
    assert too_long == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_string_is_empty(root: Path, language: str) -> None:
    assert not [name for name, entry in messages(root, language).items() if not entry["message"].strip()]


def test_no_string_is_unused(root: Path) -> None:
    text = sources(root)
    used = {key_of(code) for code in codes()} | set(re.findall(r"['\"](?:__MSG_)?(\w+?)(?:__)?['\"]", text))
    names = {string.partition("_")[0] for string in messages(root, ENGLISH)}
    assert names - used == set()


def test_no_string_is_missing(root: Path) -> None:
    text = sources(root)
    named = set(re.findall(r"__MSG_(\w+)__", text))
    named |= set(re.findall(r"\bdata-(?:text|label|tip|hint|alt)=\"(\w+)\"", text))
    for argument in re.findall(r"\b(?:text|countText)\(((?:[^(),]|\([^()]*\))+)", text):
        # the condition of a choice may compare other words
        named |= set(re.findall(r"'(\w+)'", argument.rpartition("?")[2]))
    assert named - messages(root, ENGLISH).keys() == set()


def codes() -> set[str]:
    """Return every code of a refusal."""
    return refusal_codes(Refusal) | {"internal"}


def refusal_codes(kind: type[Refusal]) -> set[str]:
    own = {kind.code} if "code" in vars(kind) else set()
    return own.union(*(refusal_codes(subclass) for subclass in kind.__subclasses__()))


def test_every_refusal_has_its_string(root: Path) -> None:
    assert {key_of(code) for code in codes()} - messages(root, ENGLISH).keys() == set()


def test_faults_have_no_strings_but_the_words_of_the_catalogue(root: Path) -> None:
    assert {name for name in messages(root, ENGLISH) if name.startswith("fault")} == {"faultPlace"}
    assert {code for code, rule in REPORTED.items() if not (rule.problem.strip() and rule.remedy.strip())} == set()


#: Terms that only developers know: decision numbers, clause names, and Python's own messages.
INTERNAL = re.compile(
    r"\bD[0-9]+\b|[Pp]arsing sitemaps|\[[A-Z][a-z]+ |\b(?:None|True|False|Exception|Traceback|Python|lxml|libxml2?|"
    r"tuple|dict|stderr|stdout|codec|NoneType|Error:)\b"
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_strings_of_refusals_contain_no_internal_terms(root: Path, language: str) -> None:
    strings = messages(root, language)
    assert [name for name in sorted(map(key_of, codes())) if INTERNAL.search(strings[name]["message"])] == []


def test_words_of_faults_contain_no_internal_terms() -> None:
    assert [code for code, rule in REPORTED.items() if INTERNAL.search(f"{rule.problem} {rule.remedy}")] == []
