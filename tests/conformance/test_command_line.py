"""The real command prints the oracle's results, one object per line and file."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import system
from conformance.catalogue_of_cases import FOLDER, case_names, read_json
from conformance.comparing import essence, oracle_object
from conformance.oracle import ServedFile

COMMAND = str(system.program("standard-sitemap"))


def plain_cases() -> list[Path]:
    """Return the root files of fault-free cases that need no server."""
    names = [name for name in case_names("map.xml") if not (FOLDER / name / "serving.json").exists()]
    return [FOLDER / name / "map.xml" for name in names if not read_json(name, "expected.sitemap.json")["faults"]]


def served_from_disk(root: Path) -> dict[str, ServedFile]:
    files = {path.as_uri(): path.read_bytes() for path in root.parent.rglob("*.xml")}
    return {uri: ServedFile(uri, body) for uri, body in files.items()}


def test_command_agrees_with_the_oracle() -> None:
    roots = [path for path in plain_cases() if not path.parent.name.startswith(("D3", "parsing"))]
    assert len(roots) > 20
    arguments = [COMMAND, "resolve", "--json", *map(str, roots)]
    done = subprocess.run(arguments, check=False, capture_output=True, text=True, timeout=120)
    lines = done.stdout.splitlines()
    assert (done.returncode, len(lines)) == (0, len(roots)), done.stderr
    for root, line in zip(roots, lines, strict=True):
        assert essence(json.loads(line)) == oracle_object(root.as_uri(), served_from_disk(root))


def test_command_prints_as_many_levels_as_are_requested() -> None:
    root = FOLDER / "reachability-children-of-kept-elements" / "map.xml"
    done = subprocess.run(
        [COMMAND, "resolve", "--json", "--depth", "2", str(root)],
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    (top,) = json.loads(done.stdout)["tree"]
    assert [child["children"] for child in top["children"]] == [[]]
