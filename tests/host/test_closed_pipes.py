"""Writes to a pipe that nobody reads."""

from __future__ import annotations

import errno

import pytest

from standard_sitemap.closed_pipes import is_closed_pipe


@pytest.mark.parametrize(
    ("error", "platform", "is_closed"),
    [
        (BrokenPipeError(errno.EPIPE, ""), "linux", True),
        (BrokenPipeError(errno.EPIPE, ""), "win32", True),
        (OSError(errno.EINVAL, ""), "win32", True),
        (OSError(errno.EINVAL, ""), "linux", False),
        (OSError(errno.ENOSPC, ""), "win32", False),
    ],
)
def test_closed_pipe_is_recognised_on_each_system(error: OSError, platform: str, is_closed: bool) -> None:
    assert is_closed_pipe(error, platform) is is_closed
