"""What the repository tests look at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def manifest(root: Path) -> dict[str, Any]:
    """The extension's manifest."""
    loaded: dict[str, Any] = json.loads((root / "manifest.json").read_text("utf-8"))
    return loaded


@pytest.fixture(scope="session")
def readme(root: Path) -> str:
    """The README."""
    return (root / "README.md").read_text("utf-8")
