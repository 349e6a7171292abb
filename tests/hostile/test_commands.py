"""The commands meet strangers' files, too: each says what is wrong, ends, and stays small."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hostile.corpus import MAPS

MOST_MEMORY = 300_000_000


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("check {}", "xpath-that-nests"),
        ("check --format sarif {}", "lines-that-are-no-addresses"),
        ("resolve --json {}", "roles-by-the-token"),
        ("convert --to sitemaps-org --base-url http://site.example/ -o made.xml {}", "entities-after-padding"),
        ("convert --to ssp --base-url http://site.example/ -o made.xml {}", "broken-markup"),
        ("diff {} {}", "a-doctype-without-end"),
    ],
)
def test_command_ends_with_a_reason_and_stays_within_bounds(command: str, name: str, tmp_path: Path) -> None:
    [(kind, body)] = MAPS[name]().values()
    file = f"map.{'txt' if kind == 'text/plain' else 'xml'}"
    (tmp_path / file).write_bytes(body)
    words = [sys.executable, "-m", "standard_sitemap", *command.replace("{}", file).split()]
    with (tmp_path / "errors").open("wb") as errors:
        process = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=errors)
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    said = (tmp_path / "errors").read_text("utf-8")
    assert process.returncode in {0, 1, 3}, said
    assert "Traceback" not in said
    assert used.ru_maxrss * 1024 < MOST_MEMORY
