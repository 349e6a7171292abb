"""A browser with `scripted_host` as its host, so that tests see its messages and can make it fail."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from browser import scripted_host
from driving.profile import Place
from driving.surface import Browser

_NAME = "org.standard_sitemap.navigator.json"


class StandIn:
    """The stand-in between the browser and the host."""

    def __init__(self, place: Place) -> None:
        self._folder = place.folder
        #: Whether a test has made it fail; a host from that time may still run.
        self.has_misbehaved = False
        self.behave("pass")
        self._manifest = next(place.home.rglob(_NAME))
        self._hidden = self._manifest.with_suffix(".hidden")
        registered = json.loads(self._manifest.read_text())
        command = [sys.executable, scripted_host.__file__, str(self._folder), registered["path"]]
        script = self._folder / "stand-in"
        script.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n')
        script.chmod(0o755)
        self._manifest.write_text(json.dumps(registered | {"path": str(script)}))

    def behave(self, how: str) -> None:
        """Set the host's behaviour from its next start on."""
        self.has_misbehaved = self.has_misbehaved or how != "pass"
        (self._folder / "behaviour").write_text(how)

    @property
    def behaviour(self) -> str:
        """The behaviour at the next start."""
        return (self._folder / "behaviour").read_text()

    def uninstall(self) -> None:
        """Remove the host's registration, as long as it is not installed again; a running host continues."""
        self.has_misbehaved = True
        self._manifest.rename(self._hidden)

    def install(self) -> None:
        """Register the host again, if it is not registered."""
        if self._hidden.exists():
            self._hidden.rename(self._manifest)

    def forget(self) -> None:
        """Clear the recorded messages."""
        (self._folder / "heard").write_bytes(b"")

    def heard(self) -> list[dict[str, Any]]:
        """Return the forwarded messages, in order."""
        file = Path(self._folder / "heard")
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


@dataclass(frozen=True)
class WatchedBrowser:
    """A running browser, and its host's stand-in."""

    browser: Browser
    host: StandIn
