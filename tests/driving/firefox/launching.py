"""Starts Firefox in a temporary place and connects to it.

We start the process ourselves, to control its home folder, its profile and its end.
"""

from __future__ import annotations

import json
import subprocess

from marionette_driver.errors import MarionetteException
from marionette_driver.marionette import Marionette

from driving import programs
from driving.profile import Place
from driving.surface import DrivingError, until

SCRIPT_MS = 60_000
_WIDTH, _HEIGHT = 1280, 860

_PREFERENCES = {
    "marionette.port": 0,
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.startup.page": 0,
    "browser.tabs.warnOnClose": False,
    "browser.warnOnQuit": False,
    "browser.uitour.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "intl.accept_languages": "en,de",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.proxy.no_proxies_on": "localhost, 127.0.0.1",
    "privacy.userContext.enabled": True,  # containers, which Firefox 140 leaves off
    "services.settings.server": "data:,#none",
    "termsofuse.bypassNotification": True,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "trailhead.firstrun.didSeeAboutWelcome": True,
}


def launched(place: Place, headless: bool) -> subprocess.Popen[bytes]:
    """Return the process of a driven Firefox."""
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _PREFERENCES.items())
    (place.profile / "user.js").write_text("".join(lines))
    variables = place.environment()
    if headless:
        variables |= {"MOZ_HEADLESS": "1", "MOZ_HEADLESS_WIDTH": str(_WIDTH), "MOZ_HEADLESS_HEIGHT": str(_HEIGHT)}
    program = programs.find("firefox")
    if program is None:
        raise DrivingError("Firefox is not installed")
    size = ["-width", str(_WIDTH), "-height", str(_HEIGHT)]
    command = [program, "-marionette", "--remote-allow-system-access", "-no-remote", *size]
    try:
        return subprocess.Popen(
            [*command, *place.arguments, "-profile", str(place.profile)],
            env=variables,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        raise DrivingError(f"Firefox cannot be started: {error}") from None


def connected(place: Place, process: subprocess.Popen[bytes]) -> Marionette:
    """Return a session with the browser, once it has written its port."""
    port_file = place.profile / "MarionetteActivePort"

    def port() -> int:
        if process.poll() is not None:
            raise DrivingError(f"Firefox ended at once, with status {process.returncode}")
        return int(port_file.read_text() or 0) if port_file.exists() else 0

    client = Marionette(host="127.0.0.1", port=until(port, "Firefox listens", 60))
    try:
        client.start_session()
    except (MarionetteException, OSError) as error:
        raise DrivingError(f"Firefox does not let itself be driven: {error}") from None
    client.timeout.script = SCRIPT_MS / 1000
    client.timeout.page_load = 60
    return client
