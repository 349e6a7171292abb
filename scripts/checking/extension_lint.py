"""Runs Mozilla's linter over the extension; knows the warnings that one manifest for two browsers cannot avoid."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from checking.steps import ROOT, located
from packing import archives

#: Code and what its message must contain, with the reason.
ALLOWED = {
    ("MANIFEST_PERMISSIONS", "sidePanel"): "Chromium shows no side panel without it; Firefox ignores it",
}

_NOT_SHIPPED = (
    "host/**",
    "tests/**",
    "scripts/**",
    "dist/**",
    "*.md",
    "*.toml",
    "package*.json",
    "tsconfig.json",
    "LICENSE",
)


def lint() -> bool:
    """Whether the linter has nothing to say, but for the warnings of `ALLOWED`. Prints what it has.

    The checkout is looked at, and the archive for addons.mozilla.org, where nothing is allowed.
    """
    entries = _found(["--ignore-files", *_NOT_SHIPPED])
    refused = [entry for entry in entries if not _is_allowed(entry)]
    with tempfile.TemporaryDirectory() as folder:
        archive = archives.write(Path(folder) / "firefox.zip", archives.manifest_for("firefox"))
        refused += _found(["--source-dir", str(archive)])
    for entry in refused:
        print(f"{entry['_type']} {entry['code']} {entry.get('file', '')}:{entry.get('line', '')} {entry['message']}")
    print(f"{len(refused)} to mend, {len(entries) - len(refused)} that cannot be avoided")
    return not refused


def _found(arguments: list[str]) -> list[dict[str, str]]:
    """All that the linter says; what it says instead of a list is taken for an error."""
    command = [located("web-ext"), "lint", "--output=json", *arguments]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    try:
        found = json.loads(done.stdout)
    except ValueError:
        return [{"_type": "error", "code": "NO_REPORT", "message": done.stdout + done.stderr}]
    return [*found["errors"], *found["warnings"], *found["notices"]]


def _is_allowed(entry: dict[str, str]) -> bool:
    return any(entry["code"] == code and part in entry["message"] for code, part in ALLOWED)


if __name__ == "__main__":
    sys.exit(0 if lint() else 1)
