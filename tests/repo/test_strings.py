"""Every visible string is in every language, used, and there for every code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from standard_sitemap.checking.wording import CATALOGUE
from standard_sitemap.refusals import Refusal

LANGUAGES = ("en", "de")


def messages(root: Path, language: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((root / "_locales" / language / "messages.json").read_text("utf-8"))
    return loaded


def sources(root: Path) -> str:
    files = [file for file in (root / "extension").rglob("*") if file.suffix in {".js", ".html"}]
    return "\n".join(file.read_text("utf-8") for file in files) + (root / "manifest.json").read_text("utf-8")


def key_of(kind: str, code: str) -> str:
    """`problem` and `not-found` make `problemNotFound`."""
    return kind + "".join(part.capitalize() for part in code.split("-"))


def test_languages_have_the_same_strings(root: Path) -> None:
    english, german = (messages(root, language) for language in LANGUAGES)
    assert english.keys() == german.keys()
    for name in english:
        assert english[name].get("placeholders", {}).keys() == german[name].get("placeholders", {}).keys(), name
        assert set(re.findall(r"\$\w+\$", english[name]["message"])) == set(
            re.findall(r"\$\w+\$", german[name]["message"])
        ), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_string_is_empty(root: Path, language: str) -> None:
    assert not [name for name, entry in messages(root, language).items() if not entry["message"].strip()]


def test_no_string_is_unused(root: Path) -> None:
    text = sources(root)
    computed = {key_of(*code) for code in codes()}
    unused = [
        name
        for name in messages(root, "en")
        if not re.search(rf"(?:\b|__MSG_){name}(?:\b|__)", text) and name not in computed
    ]
    assert unused == []


def test_no_string_is_missing(root: Path) -> None:
    text = sources(root)
    asked = set(re.findall(r"__MSG_(\w+)__", text))
    asked |= set(re.findall(r"\bdata-(?:text|label|tip|hint|alt)=\"(\w+)\"", text))
    for argument in re.findall(r"\btext\(((?:[^(),]|\([^()]*\))+)", text):
        # the condition of a choice may compare words that are no strings
        asked |= set(re.findall(r"'(\w+)'", argument.rpartition("?")[2]))
    assert asked - messages(root, "en").keys() == set()


def codes() -> set[tuple[str, str]]:
    """Every code of a refusal and of a fault, with what its string begins with."""
    return {("problem", code) for code in refusal_codes(Refusal) | {"internal"}} | {
        ("fault", code) for code in CATALOGUE
    }


def refusal_codes(kind: type[Refusal]) -> set[str]:
    own = {kind.code} if "code" in vars(kind) else set()
    return own.union(*(refusal_codes(below) for below in kind.__subclasses__()))


@pytest.mark.parametrize("kind", ["problem", "fault"])
def test_every_code_has_its_string(root: Path, kind: str) -> None:
    wanted = {key_of(*code) for code in codes() if code[0] == kind}
    assert wanted - messages(root, "en").keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_strings_of_faults_name_the_particulars_that_the_catalogue_names(root: Path, language: str) -> None:
    strings = messages(root, language)
    wanted = {code: named_in(f"{rule.problem} {rule.remedy}") for code, rule in CATALOGUE.items()}
    assert {code: named_in(strings[key_of("fault", code)]["message"]) for code in CATALOGUE} == wanted


def test_english_strings_of_faults_are_those_of_the_catalogue(root: Path) -> None:
    strings = messages(root, "en")
    told = {code: strings[key_of("fault", code)]["message"] for code in CATALOGUE}
    assert told == {code: f"{rule.problem} {rule.remedy}" for code, rule in CATALOGUE.items()}


def named_in(text: str) -> set[str]:
    """The particulars that a text leaves a gap for."""
    return set(re.findall(r"\{(\w+)\}", text))
