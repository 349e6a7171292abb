"""The host with its dependencies in one folder, and their licences."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from email.parser import HeaderParser
from pathlib import Path

from commands import ROOT
from commands.checking.steps import located
from commands.packing import PackingError, run
from commands.preparing import environment

_FORMAT = "https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
#: Programs and documents of dependencies, which nobody would look for there.
_LEFT_OUT = ("bin", "docs")
#: Not needed at run time: sources and build scripts of compiled modules and of data, and uv's metadata about the build
#: machine.
_LEFT_OUT_FILES = (
    *("*.pyx", "*.pxd", "*.pxi", "*.h", "*.c", "*.cpp", "*.a", "ada_build.py", "build_data.py"),
    *("direct_url.json", "INSTALLER", "REQUESTED", "RECORD", "uv_*.json"),
)


def install(wheel: Path, folder: Path) -> None:
    """Install the host's wheel and its locked dependencies into `folder`, which needs no other environment."""
    command = [located("uv"), "pip", "install", "--quiet", "--python", sys.executable, "--only-binary=:all:"]
    # Files are copied, because hard links would share their modes and times with uv's cache.
    command += ["--link-mode=copy", "--target", str(folder), "--constraint", str(environment.LOCK), str(wheel)]
    run(command)
    for name in _LEFT_OUT:
        shutil.rmtree(folder / name, ignore_errors=True)
    for pattern in _LEFT_OUT_FILES:
        for file in folder.rglob(pattern):
            file.unlink()
    for empty in sorted((path for path in folder.rglob("*") if path.is_dir()), reverse=True):
        if not any(empty.iterdir()):
            empty.rmdir()


def oldest_libc(folder: Path) -> str:
    """Return the minimum C library of the compiled modules, from the tags of their wheels."""
    tags = " ".join(file.read_text() for file in folder.glob("*.dist-info/WHEEL"))
    versions = [(int(major), int(minor)) for major, minor in re.findall(r"manylinux_(\d+)_(\d+)_", tags)]
    major, minor = max(versions, default=(2, 17))
    return f"{major}.{minor}"


def copyright_file(folder: Path) -> str:
    """Return Debian's copyright file: our licence, then the dependencies' licences."""
    own = (ROOT / "LICENSE").read_text("utf-8")
    holder = re.search(r"^Copyright \(c\) (.+)$", own, re.MULTILINE)
    if holder is None:
        raise PackingError("LICENSE names no copyright holder")
    head = f"Format: {_FORMAT}\nUpstream-Name: Standard-Sitemap Navigator\n"
    ours = f"Files: *\nCopyright: {holder[1]}\nLicense: Expat\n{_indented(own)}"
    return "\n".join([head, ours, *_dependencies(folder)])


def _dependencies(folder: Path) -> Iterator[str]:
    for described in sorted(folder.glob("*.dist-info")):
        about = HeaderParser().parsestr((described / "METADATA").read_text("utf-8"))
        name, texts = about["Name"], _licence_texts(described)
        if name == "standard-sitemap-navigator":
            continue
        stated = about["License-Expression"] or about["License"] or _classified(about.get_all("Classifier") or [])
        stem = described.name.partition("-")[0]
        text = "\n\n".join(texts) or f"{stated}; no text came with it."
        holders = re.findall(r"^\s*(Copyright (?:\(c\)|©|\d{4}).*)$", text, re.MULTILINE | re.IGNORECASE)
        yield (
            f"Files: usr/lib/standard-sitemap-navigator/*{stem}*\n"
            f"Copyright: {holders[0].strip() if holders else f'the authors of {name}'}\n"
            f"License: {name}\n Stated by its authors as: {' '.join(stated.split())}\n .\n{_indented(text)}"
        )


def _licence_texts(described: Path) -> list[str]:
    files = [file for file in described.rglob("*") if re.match(r"(LICEN[CS]E|COPYING|NOTICE)", file.name)]
    return [file.read_text("utf-8", errors="replace").strip() for file in sorted(files)]


def _classified(classifiers: list[str]) -> str:
    return ", ".join(entry.rpartition(" :: ")[2] for entry in classifiers if entry.startswith("License")) or "unknown"


def _indented(text: str) -> str:
    """Return a text as a field's value: a space before each line, a dot for an empty line."""
    lines = (line.rstrip().expandtabs() for line in text.strip().splitlines())
    return "".join(f" {line}\n" if line.strip() else " .\n" for line in lines)
