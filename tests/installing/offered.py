"""Versions of a browser offered by the distribution's archive, extracted without installation.

The lists are fetched into a separate folder: the system stays unchanged, and no root is needed.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path


class Archive:
    """The offers of the system's package sources; `folder` holds lists and downloads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for part in ("lists/partial", "cache/archives/partial"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        self._run("apt-get", "update")

    def versions(self, package: str) -> list[str]:
        """Return the versions of `package`, oldest first, without duplicates."""
        offered = {line.split("|")[1].strip() for line in self._run("apt-cache", "madison", package).splitlines()}
        return sorted(offered, key=_numbers)

    def unpacked(self, package: str, version: str) -> Path:
        """Return the root of a tree with that version of `package`, without dependencies."""
        target = self._folder / f"{package}-{version}"
        if not target.is_dir():
            self._run("apt-get", "download", f"{package}={version}")
            [file] = self._folder.glob(f"{package}_{version.replace(':', '%3a')}_*.deb")
            subprocess.run(["dpkg-deb", "--extract", str(file), str(target)], check=True)
            file.unlink()
        return target

    def _run(self, program: str, *arguments: str) -> str:
        places = {"Dir::State::lists": "lists", "Dir::Cache": "cache"}
        options = [f"-o{name}={self._folder / part}" for name, part in places.items()]
        # apt's unprivileged user may not enter our folder.
        command: Sequence[str] = [program, "--quiet", "-oAPT::Sandbox::User=root", *options, *arguments]
        done = subprocess.run(command, check=False, cwd=self._folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout


def _numbers(version: str) -> list[int]:
    """Return `140.12.0esr-1~deb12u1` as numbers, for comparing versions of one package."""
    return [int("".join(filter(str.isdigit, part)) or 0) for part in version.partition("-")[0].split(".")]
