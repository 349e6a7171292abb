"""The conformance cases on disk, and the rules in their names."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import quote

from conformance.oracle import ServedFile

FOLDER = Path(__file__).with_name("cases")
SITE = "http://site.example/"
ROOT = SITE + "map.xml"
RULES: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("rules.toml").read_text("utf-8"))
# Cases that do not pass yet, by name, with the reason; each is a strict xfail.
GAPS: dict[str, str] = {}


def case_names(marker: str = "*") -> list[str]:
    """Return the names of the cases that have a file with this name."""
    return sorted({path.relative_to(FOLDER).parts[0] for path in FOLDER.glob(f"*/{marker}")})


def rule_of(name: str) -> str | None:
    """Return the rule in a case's name; the longest if one rule's name starts with another's."""
    rules = [*RULES["text"], *RULES["decisions"]]
    return max((rule for rule in rules if f"{name}-".startswith(f"{rule}-")), key=len, default=None)


def read_json(name: str, file: str) -> Any:
    path = FOLDER / name / file
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def served(name: str) -> dict[str, ServedFile]:
    """Return the files of a case by address, with its types; moved files also at their old address."""
    serving, folder = read_json(name, "serving.json"), FOLDER / name
    types = serving.get("types", {})
    files = {}
    for path in sorted(folder.rglob("*.xml")):
        place = path.relative_to(folder).as_posix()
        uri = SITE + quote(place)
        files[uri] = ServedFile(uri, path.read_bytes(), types.get(place, "application/xml"))
    return files | {SITE + old: files[SITE + new] for old, new in serving.get("moved", {}).items()}


def include_user(name: str) -> bool:
    return bool(read_json(name, "serving.json").get("include_user", False))
