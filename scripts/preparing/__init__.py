"""Gets a machine ready: browsers, nginx, PHP, virtual environment, node. Standard library only: it runs first.

Progress goes to stderr. What cannot be had is a `Missing`: one sentence with what was found, what is needed and the
command that would get it.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Missing(RuntimeError):
    """Something is needed that could not be installed; the text names the command that would."""


def say(text: str) -> None:
    """One line of progress."""
    print(f"· {text}", file=sys.stderr, flush=True)
