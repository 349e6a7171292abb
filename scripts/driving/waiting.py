"""Waits for conditions with a deadline. Never waits for the clock alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Answer = TypeVar("Answer")

#: Long enough for a cold browser on a slow machine, short enough to fail while somebody watches.
DEADLINE_S = 30.0
_PAUSE_S = 0.05


class TimedOut(AssertionError):
    """A condition did not come true before its deadline; an assertion, since tests wait for what they assert."""


def until(
    ask: Callable[[], Answer], what: str, deadline_s: float = DEADLINE_S, *, despite: tuple[type[Exception], ...] = ()
) -> Answer:
    """The first truthy answer of `ask`. Exceptions named in `despite` count as "not yet".

    Raises TimedOut, which tells the last answer or exception.
    """
    end = time.monotonic() + deadline_s
    last: object = None
    while True:
        try:
            answer = ask()
            if answer:
                return answer
            last = answer
        except despite as not_yet:
            last = not_yet
        if time.monotonic() > end:
            raise TimedOut(f"{what}: not within {deadline_s:g} s; last: {str(last)[:2000]}")
        time.sleep(_PAUSE_S)
