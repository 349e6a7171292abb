"""A browser whose host is stood in for by `scripted_host`, so that tests hear what it is told and can make it fail."""

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
    """What stands between the browser and the host."""

    def __init__(self, place: Place) -> None:
        self._folder = place.folder
        #: Whether a test has had it fail; a host of that time may still run.
        self.has_misbehaved = False
        self.behave("pass")
        manifest = next(place.home.rglob(_NAME))
        registered = json.loads(manifest.read_text())
        command = [sys.executable, scripted_host.__file__, str(self._folder), registered["path"]]
        script = self._folder / "stand-in"
        script.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n')
        script.chmod(0o755)
        manifest.write_text(json.dumps(registered | {"path": str(script)}))

    def behave(self, how: str) -> None:
        """Set what the host does from its next start on."""
        self.has_misbehaved = self.has_misbehaved or how != "pass"
        (self._folder / "behaviour").write_text(how)

    @property
    def behaviour(self) -> str:
        """What it is to do at its next start."""
        return (self._folder / "behaviour").read_text()

    def forget(self) -> None:
        """Drop the messages that were passed on so far."""
        (self._folder / "heard").write_bytes(b"")

    def heard(self) -> list[dict[str, Any]]:
        """The messages that were passed on, in order."""
        file = Path(self._folder / "heard")
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


@dataclass(frozen=True)
class Watched:
    """A running browser, and what stands in for its host."""

    browser: Browser
    host: StandIn
