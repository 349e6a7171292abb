"""A shop's site with every kind of fault, and the real command line."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

import command_line

Run = Callable[..., CompletedProcess[str]]
NAMESPACE = "http://standard-sitemap.org/2007/ns"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Return a copy of the shop's site."""
    return Path(shutil.copytree(Path(__file__).parent / "site", tmp_path / "shop"))


@pytest.fixture
def run() -> Run:
    """Return a function that runs `standard-sitemap check` in a folder."""

    def check(*arguments: object, cwd: Path, **environment: str) -> CompletedProcess[str]:
        plain = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "FORCE_COLOR")}
        return command_line.run("check", *arguments, cwd=cwd, environment={**plain, **environment})

    return check


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a sitemap file below the test's folder and returns its path."""

    def sitemap(name: str, content: str, element: str = "sitemap") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'<{element} xmlns="{NAMESPACE}">\n{content}\n</{element}>\n', encoding="utf-8")
        return path

    return sitemap
