"""A virtual screen with a window manager and a keyboard: real keys reach parts that no driver does."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator

from driving.surface import DrivingError

PROGRAMS = ("Xvfb", "openbox", "xdotool")

# F6 by its key code: the newer layouts of xkb-data name it twice, and xdotool would hold Alt as well.
_NAMES = {
    "ArrowDown": "Down", "ArrowUp": "Up", "ArrowLeft": "Left", "ArrowRight": "Right", "Enter": "Return",
    "Control": "ctrl", "Alt": "alt", "Shift": "shift", ".": "period", ",": "comma",
    "F6": "72",
}  # fmt: skip


class Screen:
    """The keyboard of a display: keys go to its focused window."""

    def __init__(self, display: str) -> None:
        self._variables = os.environ | {"DISPLAY": display}

    def stroke(self, *keys: str) -> None:
        """Press the last key while holding the others."""
        self._do("key", "+".join(_NAMES.get(key, key) for key in keys))

    def type(self, text: str) -> None:
        """Type a text, key by key."""
        self._do("type", text)

    def _do(self, verb: str, what: str) -> None:
        subprocess.run(["xdotool", verb, "--clearmodifiers", "--", what], env=self._variables, check=True)


@contextlib.contextmanager
def virtual() -> Iterator[str]:
    """Yield the name of a temporary display. Raises DrivingError if none can be started."""
    if missing := [name for name in PROGRAMS if not shutil.which(name)]:
        raise DrivingError(f"not installed: {', '.join(missing)}")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"],
        pass_fds=(writing,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    manager = None
    try:
        with os.fdopen(reading) as numbers:
            number = numbers.readline().strip()
        if not number:
            raise DrivingError("the virtual screen did not start")
        display = f":{number}"
        manager = subprocess.Popen(
            ["openbox"],
            env=os.environ | {"DISPLAY": display},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        yield display
    finally:
        for process in filter(None, (manager, server)):
            process.terminate()
            process.wait()
