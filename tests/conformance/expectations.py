"""The form of the expectations on disk: JSON with one node, file, class change or fault a line.

`python -m conformance.expectations`, run in `tests`, rewrites all of them in this form.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from conformance.catalogue_of_cases import FOLDER


def files() -> list[Path]:
    """Return the expectation of every case that has one."""
    return sorted(FOLDER.glob("*/expected*.json"))


def written(expected: dict[str, Any]) -> str:
    """Return the text of a file with an expectation: of a sitemap, or in a single line of a page."""
    if "tree" not in expected:
        return f"{_on_one_line(expected)}\n"
    members = (f'"{name}": {_indented(value, 1)}' for name, value in expected.items())
    return "{\n" + ",\n".join(members) + "\n}\n"


def _indented(value: Any, depth: int) -> str:
    """Return a list or the lists in an object with each value on a line of its own, and others on one line."""
    start = "\n" + " " * depth
    if value and isinstance(value, list):
        return f"[{start}" + f",{start}".join(_value(each, depth + 1) for each in value) + "]"
    if value and isinstance(value, dict):
        lists = (f'"{name}": {_indented(each, depth + 1)}' for name, each in value.items())
        return f"{{{start}" + f",{start}".join(lists) + "}"
    return _on_one_line(value)


def _value(value: Any, depth: int) -> str:
    """Return a node with its children below it, or any other value on one line."""
    if not isinstance(value, dict) or not value.get("children"):
        return _on_one_line(value)
    qualities = {name: quality for name, quality in value.items() if name != "children"}
    return f'{_on_one_line(qualities)[:-1]}, "children": {_indented(value["children"], depth)}}}'


def _on_one_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    for file in files():
        file.write_text(written(json.loads(file.read_text("utf-8"))), "utf-8")
