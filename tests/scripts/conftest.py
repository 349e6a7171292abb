"""Fake programs of a machine, in a PATH that otherwise contains only a shell's own programs."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

Install = Callable[..., Path]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the only folder in PATH, empty."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.fixture
def install(machine: Path) -> Install:
    """Return a function that adds a program: one that prints a version, or a shell script."""

    def put(name: str, version: str = "", *, script: str = "") -> Path:
        file = machine / name
        file.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{script or f'echo {version!r}'}\n")
        file.chmod(0o755)
        return file

    return put


@pytest.fixture
def as_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the commands as root."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)


@pytest.fixture
def as_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the commands as an ordinary user."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
