"""Runs Mozilla's linter on the archives for Firefox, as addons.mozilla.org does on submissions.

The checkout itself is not linted: it has the same files, and one manifest for both browsers. The linter would warn of
the permission `sidePanel`, which Chromium needs for its side panel. It reports every permission missing from Firefox's
schemas, and cannot mark one as another browser's (`errorLookup` in `src/parsers/manifestjson.js` of addons-linter,
which makes it MANIFEST_PERMISSIONS).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from commands import ROOT
from commands.checking.steps import located
from commands.packing import archives

#: The update address of the self-hosted archive; nothing is requested there.
_ADDRESS = "https://updates.invalid"


def lint() -> bool:
    """Print the linter's errors, warnings and notices; return whether there are none."""
    with tempfile.TemporaryDirectory() as folder:
        store = archives.write(Path(folder) / "store.zip", archives.manifest_for("firefox"))
        own = archives.write(Path(folder) / "own.zip", archives.manifest_self_hosted(_ADDRESS))
        messages = [*_found(store), *_found(own, "--self-hosted")]
    for entry in messages:
        print(f"{entry['_type']} {entry['code']} {entry.get('file', '')}:{entry.get('line', '')} {entry['message']}")
    print(f"{len(messages)} to mend, in the archive for addons.mozilla.org and in the one that updates itself")
    return not messages


def _found(archive: Path, *options: str) -> list[dict[str, str]]:
    """Return the linter's messages; output in another form counts as an error."""
    command = [located("web-ext"), "lint", "--output=json", *options, "--source-dir", str(archive)]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return [{"_type": "error", "code": "NO_REPORT", "message": done.stdout + done.stderr}]
    return [*report["errors"], *report["warnings"], *report["notices"]]


if __name__ == "__main__":
    sys.exit(0 if lint() else 1)
