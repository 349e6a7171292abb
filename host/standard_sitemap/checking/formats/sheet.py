"""Lines for people on a stream: coloured and wrapped on a terminal, plain and whole in a pipe."""

from __future__ import annotations

import os
from typing import TextIO

from rich.console import Console
from rich.text import Text


class Sheet:
    """Writes lines with indents. Wraps where there is a width: a terminal's, or that of COLUMNS."""

    def __init__(self, stream: TextIO) -> None:
        self._console = Console(file=stream, highlight=False, markup=False, emoji=False)
        self._wraps = self._console.is_terminal or os.environ.get("COLUMNS", "").isdigit()
        self._is_at_gap = True

    def gap(self) -> None:
        """An empty line, never two together."""
        if not self._is_at_gap:
            self._console.print()
        self._is_at_gap = True

    def line(self, text: Text, indent: int = 0, hang: int = 0) -> None:
        """A line; where it is too long, its continuation stands `hang` columns further in."""
        self._is_at_gap = False
        if not self._wraps:
            self._console.print(Text(" " * indent) + text, soft_wrap=True)
            return
        wrapped = text.wrap(self._console, max(self._console.width - indent - hang, 20))
        for number, line in enumerate(wrapped):
            line.rstrip()
            self._console.print(Text(" " * (indent + hang if number else indent)) + line, soft_wrap=True)
