"""A temporary place for a browser: home folder, profile, registered host. Never the user's own."""

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

#: Variables that must not reach the browser and its host: they lead to the user's folders or our modules.
_NOT_INHERITED = (
    "PYTHONPATH", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
    "LD_LIBRARY_PATH", "LANGUAGE",
)  # fmt: skip


class Place:
    """A folder that holds everything a browser writes, and is deleted by `remove`."""

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
        #: Further arguments of the browser.
        self.arguments: list[str] = []
        self.home.mkdir()
        self.profile.mkdir()
        if with_host:
            self._register(browser)

    @property
    def has_first_page(self) -> bool:
        """True if the extension opens a page after installation; benchmark extensions do not."""
        return self.extension is None or (self.extension / FIRST_PAGE).is_file()

    def environment(self) -> dict[str, str]:
        """Return the browser's variables: the user's or a given display, and nothing else of the user's."""
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
        """Run the project's own `install` with the temporary home folder."""
        program = Path(sys.executable).with_name("standard-sitemap")
        command = [str(program), "install", "--browser", browser]
        done = subprocess.run(command, env=self.environment(), check=False, capture_output=True, text=True)
        if done.returncode:
            raise DrivingError(f"registering the host failed: {done.stderr.strip() or done.stdout.strip()}")
        if browser == "chromium":  # Chromium looks in its profile, if one is given
            hosts = self.home / ".config" / "chromium" / "NativeMessagingHosts"
            (self.profile / "NativeMessagingHosts").symlink_to(hosts)


def manifest() -> dict[str, object]:
    """Return the extension's manifest."""
    loaded: dict[str, object] = json.loads((ROOT / "manifest.json").read_text())
    return loaded


def gecko_settings() -> dict[str, object]:
    """Return the manifest's settings for Firefox."""
    settings = manifest()["browser_specific_settings"]
    assert isinstance(settings, dict)
    gecko: dict[str, object] = settings["gecko"]
    return gecko


def gecko_id() -> str:
    """Return the extension's id in Firefox."""
    return str(gecko_settings()["id"])


def chrome_id() -> str:
    """Return the id that Chromium derives from the manifest's key."""
    from base64 import b64decode
    from hashlib import sha256

    digest = sha256(b64decode(str(manifest()["key"]))).hexdigest()[:32]
    return "".join(chr(int(digit, 16) + ord("a")) for digit in digest)
