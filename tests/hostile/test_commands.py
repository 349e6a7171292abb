"""Commands on hostile files: each reports the problem, ends, and stays small."""

import subprocess
import sys
from pathlib import Path

import pytest

from hostile.corpus import MAPS

MOST_MEMORY = 300_000_000
#: Runs a command, and prints its status and peak size. From a small process, because a child starts as large as its
#: parent.
_MEASURED = """import resource, subprocess, sys
status = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"""


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
    measured = [sys.executable, "-c", _MEASURED, *words]
    done = subprocess.run(measured, cwd=tmp_path, capture_output=True, text=True, check=True)
    status, peak = map(int, done.stdout.splitlines()[-1].split())
    assert status in {0, 1, 3}, done.stderr
    assert "Traceback" not in done.stderr
    assert peak * 1024 < MOST_MEMORY
