"""The table of clauses in README.md, made from the rules, the cases that are named by them, and who cites a decision.

`python tests/conformance/clauses.py` writes it anew; a test holds it to what is there.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path.insert(0, str(TESTS))

from conformance.catalogue_of_cases import RULES, case_names, rule_of  # noqa: E402

TABLE = Path(__file__).with_name("README.md")
_HEAD = """# Every clause, who decides it, and what holds it

Made by `tests/conformance/clauses.py` from `rules.toml`, the names of the cases and the decisions that modules cite.

| clause | what it says | decided in | held by |
|---|---|---|---|
"""


def table() -> str:
    """The table, a row for each rule of the texts and each decision, in order."""
    cited = _citations()
    rows = [
        _row(rule, what, cited.get(rule, [])) for part in ("text", "decisions") for rule, what in RULES[part].items()
    ]
    return _HEAD + "\n".join(rows) + "\n"


def holders(rule: str) -> list[str]:
    """The cases and tests that hold a rule."""
    cases = [f"`{name}`" for name in case_names() if rule_of(name) == rule]
    return [*cases, *([f"`{RULES['elsewhere'][rule]}`"] if rule in RULES["elsewhere"] else [])]


def _row(rule: str, what: str, modules: list[str]) -> str:
    rooms = ", ".join(f"`{module}`" for module in modules or [RULES["rooms"].get(rule, "")] if module)
    return f"| {rule} | {what} | {rooms} | {', '.join(holders(rule))} |"


def _citations() -> dict[str, list[str]]:
    """The modules that cite a decision, by its number."""
    found: dict[str, list[str]] = {}
    root = TESTS.parent
    sources = [*root.glob("host/standard_sitemap/**/*.py"), *root.glob("extension/**/*.js")]
    for path in sorted(sources):
        if path.name in ("faults.py", "examples.py"):
            continue
        for rule in sorted(set(re.findall(r"\bD[1-9][0-9]?\b", path.read_text("utf-8")))):
            name = path.relative_to(root).as_posix().removeprefix("host/standard_sitemap/")
            found.setdefault(rule, []).append(name)
    return found


if __name__ == "__main__":
    TABLE.write_text(table(), "utf-8")
