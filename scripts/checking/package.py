"""`scripts/package`: the extension as an archive and the host as a wheel, both in dist/.

With `--wordpress` only the plugin, as the archive that WordPress takes.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path

from checking.steps import ROOT

_SHIPPED = ("manifest.json", "LICENSE", "_locales", "extension")
_PLUGIN = ROOT / "host" / "standard_sitemap" / "making" / "wordpress" / "standard-sitemap"
#: Archives of the same files are the same bytes.
_TIME = (2024, 1, 1, 0, 0, 0)


def archive(folder: Path) -> Path:
    """Writes the extension into `folder`, with nothing in it but what ships; returns the file."""
    version = json.loads((ROOT / "manifest.json").read_text())["version"]
    return _packed(folder / f"standard-sitemap-navigator-{version}.zip", shipped(), ROOT)


def wordpress(folder: Path) -> Path:
    """Writes the WordPress plugin into `folder`, within the one folder that WordPress unpacks; returns the file."""
    files = sorted(file for file in _PLUGIN.rglob("*") if file.is_file())
    return _packed(folder / f"{_PLUGIN.name}.zip", files, _PLUGIN.parent)


def _packed(target: Path, files: Iterable[Path], top: Path) -> Path:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in files:
            entry = zipfile.ZipInfo(file.relative_to(top).as_posix(), _TIME)
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
    if "--wordpress" in sys.argv[1:]:
        print(wordpress(folder).relative_to(ROOT))
        return 0
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
