"""Installs a Debian package, looks at the browsers, and purges it: `python -m installing.by_apt FILE`, as root.

To be run in a system of its own (see `alone`). Prints what was found as JSON; asserts nothing.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from demo.server import served
from driving import programs, reading, start
from driving.profile import Place
from driving.surface import until
from standard_sitemap.reader.registration import browsers
from standard_sitemap.reader.registration.browsers import BROWSERS

_NAME = "standard-sitemap-navigator"
#: While it is there, man-db reads all manuals of the system anew after each change, which is a third of the time.
_INDEX_OF_MANUALS = Path("/var/lib/man-db/auto-update")
#: A reader's: nothing of the checkout is in it.
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def files() -> Iterator[str]:
    """All that lies in the folders of the system, and what dpkg keeps of our package."""
    for top in ("/usr", "/etc"):
        for folder, _, names in os.walk(top):
            yield f"{folder}/"
            yield from (f"{folder}/{name}" for name in names)
    yield from (str(file) for file in Path("/var/lib/dpkg/info").glob(f"{_NAME}*"))


def apt(*arguments: str) -> None:
    """Runs apt-get without questions; what it says goes to standard error."""
    # The user that apt reads packages as is not there in a user namespace, and may not enter a root's own folder.
    command = ["apt-get", "--quiet", "--yes", "-o", "APT::Sandbox::User=root", *arguments]
    variables = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(command, check=True, env=variables, stdout=sys.stderr)


def output(*command: str, **variables: str) -> str:
    """What a command prints for a reader."""
    environment = {"PATH": _PATH, "HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8"} | variables
    return subprocess.run(command, check=False, env=environment, capture_output=True, text=True).stdout


def _profiles(place: Place) -> list[Path]:
    """The folders that hold profiles: Firefox's lies in one with others, Chromium's in one of its own."""
    return [place.folder, place.profile]


def seen(browser: str, address: str) -> dict[str, Any]:
    """What a browser with a fresh profile shows beside a page: extension and host found by itself, no consent given."""
    places: list[Place] = []
    with start.browser(browser, with_host=False, extension=None, consents=False, prepare=places.append) as running:
        reading.shown(running, f"{address}/en/")
        hosts = {argument for process in running.host_processes() for argument in process.arguments()[:3]}
        # Chromium writes down what it has when it likes
        versions = until(lambda: browsers.versions(BROWSERS[browser], _profiles(places[0])), "the profile tells of it")
        return {
            "names": reading.names(running),
            "current": reading.current(running),
            "hosts": sorted(hosts),
            "versions": versions,
        }


def main(package: str) -> dict[str, Any]:
    _INDEX_OF_MANUALS.unlink(missing_ok=True)
    before = set(files())
    apt("install", "--no-install-recommends", package)
    found: dict[str, Any] = {
        "version": output("standard-sitemap", "--version"),
        "completed": output(
            "standard-sitemap",
            _STANDARD_SITEMAP_COMPLETE="bash_complete", COMP_WORDS="standard-sitemap do", COMP_CWORD="1",
        ),
        "compiled": bool(list(Path(f"/usr/lib/{_NAME}/standard_sitemap/__pycache__").glob("*.pyc"))),
        "doctor": json.loads(output("standard-sitemap", "doctor", "--json") or "[]"),
    }  # fmt: skip
    with served() as address:
        found |= {name: seen(name, address) for name in programs.NAMES}
    apt("purge", _NAME)
    found["left"] = sorted(set(files()) - before)
    # dpkg takes away a folder that is empty and that no package has, such as /etc/opt
    found["gone"] = sorted(path for path in before - set(files()) if not path.endswith("/"))
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(sys.argv[1])))
