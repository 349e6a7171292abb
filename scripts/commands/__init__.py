"""The implementation of the commands in `scripts/`: one module or package each, and their shared parts."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
