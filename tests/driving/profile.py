"""A throw-away place for a browser: home folder, profile, registered host. Never the user's own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from driving.surface import FIRST_PAGE, DrivingError

ROOT = Path(__file__).resolve().parents[2]
HOST_PROGRAM = "standard-sitemap-host"

#: What must not leak into the browser and its host: it would lead them to the user's folders or to our modules.
_NOT_INHERITED = (
    "PYTHONPATH", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
    "LD_LIBRARY_PATH", "LANGUAGE",
)  # fmt: skip


class Place:
    """A folder that holds all a browser writes, and vanishes with `remove`."""

    def __init__(
        self,
        browser: str,
        *,
        with_host: bool = True,
        display: str | None = None,
        extension: Path | None = ROOT,
        consents: bool = True,
    ) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="standard-sitemap-"))
        self.home = self.folder / "home"
        self.profile = self.folder / browser
        self.display = display
        self.extension = extension
        self.consents = consents
        #: What else the browser is started with.
        self.arguments: list[str] = []
        self.home.mkdir()
        self.profile.mkdir()
        if with_host:
            self._register(browser)

    @property
    def has_first_page(self) -> bool:
        """Whether the extension shows one after its installation; those that it is measured against do not."""
        return self.extension is None or (self.extension / FIRST_PAGE).is_file()

    def environment(self) -> dict[str, str]:
        """The variables for the browser: the user's display or the given one, and nothing else of the user's."""
        variables = {name: value for name, value in os.environ.items() if name not in _NOT_INHERITED}
        authority = Path.home() / ".Xauthority"
        if "XAUTHORITY" not in variables and authority.exists():
            variables["XAUTHORITY"] = str(authority)
        if self.display:
            variables["DISPLAY"] = self.display
        return variables | {"HOME": str(self.home)}

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def _register(self, browser: str) -> None:
        """Runs the project's own `install` with the throw-away home folder."""
        program = Path(sys.executable).with_name("standard-sitemap")
        command = [str(program), "install", "--browser", browser]
        done = subprocess.run(command, env=self.environment(), check=False, capture_output=True, text=True)
        if done.returncode:
            raise DrivingError(f"registering the host failed: {done.stderr.strip() or done.stdout.strip()}")
        if browser == "chromium":  # Chromium looks in its profile, where a profile is named
            hosts = self.home / ".config" / "chromium" / "NativeMessagingHosts"
            (self.profile / "NativeMessagingHosts").symlink_to(hosts)


def manifest() -> dict[str, object]:
    """The extension's manifest."""
    loaded: dict[str, object] = json.loads((ROOT / "manifest.json").read_text())
    return loaded


def gecko_settings() -> dict[str, object]:
    """What the manifest says to Firefox alone."""
    settings = manifest()["browser_specific_settings"]
    assert isinstance(settings, dict)
    gecko: dict[str, object] = settings["gecko"]
    return gecko


def gecko_id() -> str:
    """The id the extension has in Firefox."""
    return str(gecko_settings()["id"])


def chrome_id() -> str:
    """The id that Chromium works out of the manifest's key."""
    from base64 import b64decode
    from hashlib import sha256

    digest = sha256(b64decode(str(manifest()["key"]))).hexdigest()[:32]
    return "".join(chr(int(digit, 16) + ord("a")) for digit in digest)
