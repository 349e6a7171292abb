"""Runs the commands of the README in fresh Debian systems: `scripts/prove systems [SUITE…]`, as root.

debootstrap makes each system as small as possible: without Python, browsers or git, and with outdated package lists.
The commands start in a clean checkout of the last commit. Settings for downloads are those of this machine.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from commands import ROOT
from commands.preparing import Missing, packages, say

SUITES = ("bookworm", "trixie", "testing")
COMMANDS = (("scripts/run", "--headless"), ("scripts/test",), ("scripts/test", "--all"))
_HOME = "/root/navigator"
_TRUSTED = "/etc/ssl/certs/ca-certificates.crt"
#: Files of this machine that a system needs too, by their place there.
_COPIES = {
    "etc/hosts": "/etc/hosts",
    "etc/resolv.conf": "/etc/resolv.conf",
    _TRUSTED.lstrip("/"): _TRUSTED,
    "usr/local/share/ca-certificates/of-the-machine.crt": _TRUSTED,  # the package ca-certificates adds it to its own
}
_DOWNLOAD_SETTING = re.compile(r"(?:pip|node|npm)_.*|.*_proxy", re.IGNORECASE)
#: The system's folder becomes a mount point: inside, tests make mount namespaces, which need one as their root.
_ENTER = """set -e
mount --bind "$1" "$1"
mount -t proc proc "$1/proc"
mount --rbind /sys "$1/sys"
mount --rbind /dev "$1/dev"
exec chroot "$1" sh -c 'cd "$0" && exec "$@"' "$2" "${@:3}"
"""


def make(suite: str, system: Path) -> None:
    """Install the smallest Debian of that suite into an empty folder, and check the project out there."""
    subprocess.run(["debootstrap", "--variant=minbase", suite, str(system)], check=True)
    system.chmod(0o755)  # as on disks: servers that give up root's rights read files below it
    settings = subprocess.run(["apt-config", "dump", "Acquire"], check=True, capture_output=True, text=True)
    (system / "etc/apt/apt.conf.d/90of-the-machine").write_text(settings.stdout)
    for file, source in _COPIES.items():
        if Path(source).exists():
            (system / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, system / file)
    outdate(system / "var/lib/apt/lists")
    subprocess.run(["git", "clone", "--quiet", str(ROOT), f"{system}{_HOME}"], check=True)


def outdate(lists: Path) -> None:
    """Let package lists name files that the archive no longer has."""
    for file in lists.glob("*_Packages"):
        file.write_text(re.sub(r"^Filename: ", "Filename: gone/", file.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
    for file in lists.glob("*Release*"):
        file.unlink()


def run(system: Path, command: Sequence[str]) -> int:
    """Run a command as root of a system, in the checkout; processes that it leaves behind end with it."""
    variables = {name: value for name, value in os.environ.items() if _DOWNLOAD_SETTING.fullmatch(name)}
    variables |= {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}
    enter = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", _ENTER, "enter"]
    return subprocess.run([*enter, str(system), _HOME, *command], check=False, env=variables).returncode


def passed(suite: str) -> bool:
    """Return whether all commands succeed in a new system."""
    with tempfile.TemporaryDirectory(prefix=f"{suite}-", dir="/var/tmp") as folder:
        make(suite, Path(folder))
        for command in COMMANDS:
            begun = time.monotonic()
            status = run(Path(folder), command)
            say(f"{suite}: {' '.join(command)} ended with status {status} after {time.monotonic() - begun:.0f} s")
            if status:
                return False
    return True


def parsed() -> list[str]:
    parser = argparse.ArgumentParser(
        prog="scripts/prove systems",
        description="Runs the README's commands in fresh Debian systems without Python, browsers or git, as root.",
    )
    parser.add_argument("suites", metavar="SUITE", nargs="*", help=f"a Debian suite; without: {', '.join(SUITES)}")
    return parser.parse_args().suites or [*SUITES]


def main(suites: Sequence[str]) -> int:
    prefix = packages.become_root()
    if prefix is None:
        raise Missing("debootstrap needs root, or a sudo that asks for no password")
    if prefix:
        again = [sys.executable, "-P", "-m", "installing.systems", *suites]
        os.execvp(prefix[0], [*prefix, "env", f"PYTHONPATH={os.environ['PYTHONPATH']}", *again])
    failed = [suite for suite in suites if not passed(suite)]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(parsed()))
