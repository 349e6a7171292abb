"""Programs that stand in for those of a machine, in a PATH that has nothing else but a shell's own."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

Install = Callable[..., Path]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in PATH, empty."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.fixture
def install(machine: Path) -> Install:
    """Puts a program there: one that states a version, or runs a shell script."""

    def put(name: str, version: str = "", *, script: str = "") -> Path:
        file = machine / name
        file.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{script or f'echo {version!r}'}\n")
        file.chmod(0o755)
        return file

    return put


@pytest.fixture
def as_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands run as root."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)


@pytest.fixture
def as_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands run as somebody who is not root."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
