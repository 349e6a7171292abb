"""The table of other tools' reports names existing codes and omits no problem of a sitemap's content."""

import tomllib
from pathlib import Path

from standard_sitemap.webmaster.checking.wording import REPORTED

TABLE = Path(__file__).parents[2] / "docs" / "peers.toml"
FAULTS = tomllib.loads(TABLE.read_text("utf-8"))["fault"]
# Counted in the lists that the table names.
SEARCH_CONSOLE = 25


def test_codes_are_those_of_the_catalogue() -> None:
    assert [code for fault in FAULTS for code in fault["codes"] if code not in REPORTED] == []


def test_problems_detectable_offline_have_a_code() -> None:
    assert [fault["what"] for fault in FAULTS if fault.get("offline", True) and not fault["codes"]] == []


def test_no_list_shrinks() -> None:
    assert sum("Search Console" in fault["who"] for fault in FAULTS) >= SEARCH_CONSOLE
