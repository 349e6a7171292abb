"""An assistive technology next to a browser: its own message bus, and an AT-SPI client on it."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from driving import screen, start
from driving.profile import Place
from driving.screen import Screen
from driving.surface import Browser, DrivingError

#: The system's own Python: Debian's packages provide the library for no other.
_PYTHON = "/usr/bin/python3"
_CLIENT = Path(__file__).with_name("assistive_client.py")
#: Makes Chromium build the accessibility tree; Firefox builds it on demand.
_ARGUMENTS = {"chromium": ["--force-renderer-accessibility"], "firefox": []}


class Assistive:
    """The programs on a bus as a screen reader sees them."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, name: str, *arguments: object) -> Any:
        """Return the client's answer to one command."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([name, *arguments]) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise DrivingError(f"the client of AT-SPI ended at {name}")
        return json.loads(answer)

    def nodes(self, document: str, *roles: str) -> list[dict[str, Any]]:
        """Return the accessible nodes of a document, by its title."""
        return list(self.ask("nodes", document, roles))

    def announced(self) -> list[str]:
        """Return the sentences announced since the last call."""
        return [str(sentence) for sentence in self.ask("announced")]

    def focused(self, document: str) -> list[tuple[str, str]]:
        """Return role and name of the focused elements in a document."""
        items = self.nodes(document, "tree item", "menu item")
        return [(str(node["role"]), str(node["name"])) for node in items if "focused" in node["states"]]


@dataclass(frozen=True)
class ReadAloud:
    """A browser on a virtual screen, with its keyboard and a screen reader's view."""

    browser: Browser
    keyboard: Screen
    client: Assistive


@contextlib.contextmanager
def browser(name: str) -> Iterator[ReadAloud]:
    """Yield a browser with a screen reader's view. Raises DrivingError if impossible."""
    with _bus(), _client() as assistive, screen.virtual() as display:

        def prepare(place: Place) -> None:
            place.arguments += _ARGUMENTS[name]

        with start.browser(name, headless=False, display=display, prepare=prepare) as running:
            yield ReadAloud(running, Screen(display), assistive)


@contextlib.contextmanager
def _bus() -> Iterator[None]:
    """Run a separate message bus, because the user's own could expose other programs."""
    command = ["dbus-daemon", "--session", "--print-address", "--nofork", "--nopidfile"]
    daemon = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert daemon.stdout is not None
        address = daemon.stdout.readline().strip()
        variables = {"DBUS_SESSION_BUS_ADDRESS": address, "ACCESSIBILITY_ENABLED": "1", "GNOME_ACCESSIBILITY": "1"}
        with mock.patch.dict(os.environ, variables):
            os.environ.pop("AT_SPI_BUS_ADDRESS", None)
            yield
    finally:
        daemon.terminate()
        daemon.communicate()


@contextlib.contextmanager
def _client() -> Iterator[Assistive]:
    command = [_PYTHON, "-I", str(_CLIENT)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assistive = Assistive(process)
        assistive.ask("enable")
        assistive.ask("listen")
        yield assistive
    finally:
        process.terminate()
        process.communicate()  # also closes the pipes
