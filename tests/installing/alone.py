"""A system visible only to one process and its children, so that installations affect no other browser.

Its `/usr`, `/etc` and `/var` are in-memory layers over the real ones, in a separate mount namespace. Nothing of it
outlives the process.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_LAYERED = ("/usr", "/etc", "/var")
#: The layers are on a tmpfs, because nested overlays, as in containers, are refused.
_ENTER = f"""set -e
mount -t tmpfs layers "$1"
for folder in {" ".join(_LAYERED)}; do
  mkdir -p "$1/written$folder" "$1/work$folder"
  mount -t overlay layer -o "lowerdir=$folder,upperdir=$1/written$folder,workdir=$1/work$folder" "$folder"
done
shift
exec "$@"
"""


def run(module: str, arguments: Sequence[str], layers: Path, deadline_s: float) -> subprocess.CompletedProcess[str]:
    """Run a Python module of the tests as root of such a system; `layers` is an empty folder.

    Other users become root there by a user namespace.
    """
    become_root = [] if os.geteuid() == 0 else ["--map-root-user"]
    enter = ["unshare", "--mount", *become_root, "sh", "-c", _ENTER, "enter", str(layers)]
    variables = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "scripts"), str(ROOT / "tests")])}
    return subprocess.run(
        [*enter, sys.executable, "-P", "-m", module, *arguments],
        check=False, env=variables, cwd=layers.parent, capture_output=True, text=True, timeout=deadline_s,
    )  # fmt: skip
