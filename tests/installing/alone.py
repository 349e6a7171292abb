"""A system that only one process and its children see: what is installed there is in nobody else's browsers.

Its `/usr`, `/etc` and `/var` are layers over the real ones, in memory, in a mount namespace of its own. Nothing of it
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
#: The layers lie on a tmpfs: a layer over a layer, as containers have them, is refused.
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
    """Runs a Python module of the tests as the root of such a system; `layers` is an empty folder.

    Who is not root is it there alone, by a user namespace.
    """
    become_root = [] if os.geteuid() == 0 else ["--map-root-user"]
    enter = ["unshare", "--mount", *become_root, "sh", "-c", _ENTER, "enter", str(layers)]
    variables = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "scripts"), str(ROOT / "tests")])}
    return subprocess.run(
        [*enter, sys.executable, "-P", "-m", module, *arguments],
        check=False, env=variables, cwd=layers.parent, capture_output=True, text=True, timeout=deadline_s,
    )  # fmt: skip
