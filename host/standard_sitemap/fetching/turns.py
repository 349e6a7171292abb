"""Who may ask a server next: only so many requests at a time go to one. Opens nothing."""

import asyncio

_SERVERS = 1_000
"""Whose turns are remembered."""


class Turns:
    """The turns at all servers; those who share them ask a server for so many files at a time together."""

    def __init__(self) -> None:
        self._turns: dict[tuple[str, int], asyncio.Semaphore] = {}

    def __len__(self) -> int:
        return len(self._turns)

    def at(self, origin: str, most: int) -> asyncio.Semaphore:
        """The turns at a server, `most` at a time."""
        if len(self._turns) > _SERVERS:
            self._turns = {name: turns for name, turns in self._turns.items() if turns.locked()}
        return self._turns.setdefault((origin, most), asyncio.Semaphore(most))
