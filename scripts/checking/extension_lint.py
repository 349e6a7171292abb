"""Runs Mozilla's linter over the extension; knows the warnings that one manifest for two browsers cannot avoid."""

from __future__ import annotations

import json
import subprocess
import sys

from checking.steps import ROOT, located

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
    """Whether the linter has no error, and no warning but those of `ALLOWED`. Prints what it has."""
    command = [located("web-ext"), "lint", "--output=json", "--ignore-files", *_NOT_SHIPPED]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    try:
        found = json.loads(done.stdout)
    except ValueError:
        print(done.stdout, done.stderr)
        return False
    entries = [*found["errors"], *found["warnings"], *found["notices"]]
    refused = [entry for entry in entries if not _is_allowed(entry)]
    for entry in refused:
        print(f"{entry['_type']} {entry['code']} {entry.get('file', '')}:{entry.get('line', '')} {entry['message']}")
    print(f"{len(refused)} to mend, {len(entries) - len(refused)} that cannot be avoided")
    return not refused


def _is_allowed(entry: dict[str, str]) -> bool:
    return any(entry["code"] == code and part in entry["message"] for code, part in ALLOWED)


if __name__ == "__main__":
    sys.exit(0 if lint() else 1)
