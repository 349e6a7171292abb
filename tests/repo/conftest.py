"""Fixtures of the repository tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the checkout's folder."""
    return ROOT


@pytest.fixture(scope="session")
def manifest(root: Path) -> dict[str, Any]:
    """Return the extension's manifest."""
    loaded: dict[str, Any] = json.loads((root / "manifest.json").read_text("utf-8"))
    return loaded


@pytest.fixture(scope="session")
def readme(root: Path) -> str:
    """Return the README."""
    return (root / "README.md").read_text("utf-8")
