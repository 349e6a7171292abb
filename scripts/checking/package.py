"""`scripts/package`: the extension as an archive and the host as a wheel, both in dist/."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from checking.steps import ROOT

_SHIPPED = ("manifest.json", "LICENSE", "_locales", "extension")
#: Archives of the same files are the same bytes.
_TIME = (2024, 1, 1, 0, 0, 0)


def archive(folder: Path) -> Path:
    """Writes the extension into `folder`, with nothing in it but what ships; returns the file."""
    version = json.loads((ROOT / "manifest.json").read_text())["version"]
    target = folder / f"standard-sitemap-navigator-{version}.zip"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in shipped():
            entry = zipfile.ZipInfo(file.relative_to(ROOT).as_posix(), _TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, file.read_bytes())
    return target


def shipped() -> list[Path]:
    """The files of the extension, in an order that never changes."""
    found: list[Path] = []
    for name in _SHIPPED:
        path = ROOT / name
        found += sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    return found


def main() -> int:
    folder = ROOT / "dist"
    folder.mkdir(exist_ok=True)
    print(archive(folder).relative_to(ROOT))
    wheel = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    status = subprocess.run(wheel, check=False).returncode
    shutil.rmtree(ROOT / "build", ignore_errors=True)  # left by setuptools
    if status:
        return 1
    for file in sorted(folder.glob("*.whl")):
        print(file.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
