"""The command line of this installation, as its user can paste it into a new terminal."""

import shlex
import shutil
import sys
from collections.abc import Callable

_COMMAND = "standard-sitemap"
_MODULE = "-m standard_sitemap"


def command_line(
    words: str, platform: str = sys.platform, which: Callable[[str], str | None] = shutil.which, program: str = ""
) -> str:
    """Return a line that starts this installation's command line with some words; `program` is its interpreter.

    By name if it is in PATH, which is rare on Windows: there, pip puts programs into a folder of their own.
    """
    if which(_COMMAND) is not None:
        return f"{_COMMAND} {words}"
    # The launcher finds the newest Python, but no virtual environment.
    if platform == "win32" and not program and sys.prefix == sys.base_prefix:
        return f"py {_MODULE} {words}"
    return f"{_quoted(program or sys.executable, platform)} {_MODULE} {words}"


def _quoted(path: str, platform: str) -> str:
    if platform != "win32":
        return shlex.quote(path)
    # PowerShell takes a quoted path alone for a text.
    return f'& "{path}"' if " " in path else path
