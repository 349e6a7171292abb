"""The outermost loop of each file, site and view: a bug there is logged, and costs only that file, site or view."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, ParamSpec, Self, TypeVar

from standard_sitemap.refusals import Refusal

_LOG = logging.getLogger("standard-sitemap-host")

P = ParamSpec("P")
T = TypeVar("T")


class BugGuard:
    """A context manager that logs an unexpected exception and ends its block; `caught` tells whether there was one.

    Refusals, other `expected` exceptions and cancellation of the task pass through.
    """

    def __init__(self, *expected: type[Exception]) -> None:
        self.caught = False
        self._expected: tuple[type[Exception], ...] = (Refusal, *expected)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: object, error: BaseException | None, traceback: object) -> bool:
        is_bug = isinstance(error, Exception) and not isinstance(error, self._expected)
        if not is_bug and not (isinstance(error, asyncio.CancelledError) and not _is_being_cancelled()):
            return False
        _LOG.error("a bug in the work of a site", exc_info=error)
        self.caught = True
        return True


async def in_thread(work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """Return the result of `work`, which runs in a thread so that messages are handled meanwhile."""

    def run() -> tuple[T] | StopIteration:
        try:
            return (work(*arguments, **named),)
        except StopIteration as stop:  # a future cannot hold it: its caller would wait forever
            return stop

    result = await asyncio.to_thread(run)
    if isinstance(result, StopIteration):
        raise RuntimeError("StopIteration in a thread") from result
    return result[0]


def without_bugs(notify: Callable[[str, Any], None]) -> Callable[[str, Any], None]:
    """Return `notify` as a function that never raises: an event that cannot be sent is lost."""

    def send(event: str, params: Any) -> None:
        with BugGuard():
            notify(event, params)

    return send


def _is_being_cancelled() -> bool:
    """Return whether the current task was cancelled. Libraries may raise CancelledError without that."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
