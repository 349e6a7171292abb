"""Runs Mozilla's linter over the archives for Firefox, as addons.mozilla.org does over what it is given.

The checkout itself is not looked at: it has the same files, and one manifest for both browsers. There the linter would
warn of the permission `sidePanel`, without which Chromium shows no side panel: it takes each permission that is in none
of Firefox's schemas for a mistake, and knows no way to name one as another browser's (`errorLookup` in
`src/parsers/manifestjson.js` of addons-linter, which makes it MANIFEST_PERMISSIONS).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from checking.steps import ROOT, located
from packing import archives

#: Where the self-hosted archive is said to find its updates; nothing is asked there.
_ADDRESS = "https://updates.invalid"


def lint() -> bool:
    """Whether the linter has nothing to say: no error, warning or notice. Prints what it has."""
    with tempfile.TemporaryDirectory() as folder:
        store = archives.write(Path(folder) / "store.zip", archives.manifest_for("firefox"))
        own = archives.write(Path(folder) / "own.zip", archives.manifest_self_hosted(_ADDRESS))
        found = [*_found(store), *_found(own, "--self-hosted")]
    for entry in found:
        print(f"{entry['_type']} {entry['code']} {entry.get('file', '')}:{entry.get('line', '')} {entry['message']}")
    print(f"{len(found)} to mend, in the archive for addons.mozilla.org and in the one that updates itself")
    return not found


def _found(archive: Path, *options: str) -> list[dict[str, str]]:
    """All that the linter says; what it says instead of a list is taken for an error."""
    command = [located("web-ext"), "lint", "--output=json", *options, "--source-dir", str(archive)]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    try:
        found = json.loads(done.stdout)
    except ValueError:
        return [{"_type": "error", "code": "NO_REPORT", "message": done.stdout + done.stderr}]
    return [*found["errors"], *found["warnings"], *found["notices"]]


if __name__ == "__main__":
    sys.exit(0 if lint() else 1)
