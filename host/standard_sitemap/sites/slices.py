"""Long work in short slices, so that messages have their turn in between."""

import asyncio
import time
from collections.abc import Callable

SLICE_S = 0.005
"""How long work goes on before messages have their turn."""


async def in_slices(advance: Callable[[], bool]) -> None:
    """Call `advance` until it returns False, letting messages pass every few milliseconds."""
    until = time.monotonic() + SLICE_S
    while advance():
        if time.monotonic() > until:
            await asyncio.sleep(0)
            until = time.monotonic() + SLICE_S
