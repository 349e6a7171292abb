"""Builds the host's wheel."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from commands import ROOT
from commands.packing import commit_time, project, run

#: The inputs of the build. They are copied, because setuptools leaves `build` behind and would pack its old content.
_SOURCES = ("pyproject.toml", "README.md", "LICENSE", "host/standard_sitemap")


def build(folder: Path) -> Path:
    """Write the wheel into `folder`; return the file."""
    with tempfile.TemporaryDirectory() as made:
        sources = Path(made) / "sources"
        for name in _SOURCES:
            _copy(ROOT / name, sources / name)
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
        run([*command, "--wheel-dir", made, str(sources)], SOURCE_DATE_EPOCH=str(commit_time()))
        [wheel] = Path(made).glob(f"{project()['name'].replace('-', '_')}-*.whl")
        return Path(shutil.copy(wheel, folder))


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)
