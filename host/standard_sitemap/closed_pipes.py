"""The end of output whose reader has gone, such as `head`."""

from __future__ import annotations

import errno
import sys


def is_closed_pipe(error: OSError, platform: str = sys.platform) -> bool:
    """Return whether a write failed because nobody reads the pipe any more; Windows calls the pipe invalid then."""
    return isinstance(error, BrokenPipeError) or (platform == "win32" and error.errno == errno.EINVAL)
