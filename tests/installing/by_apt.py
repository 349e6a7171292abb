"""Installs a Debian package, examines the browsers, and purges it: `python -m installing.by_apt FILE`, as root.

Run it in a separate system (see `alone`). Prints the findings as JSON; asserts nothing.
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
#: Without this file, man-db does not reindex all manuals after each change, which takes a third of the time.
_INDEX_OF_MANUALS = Path("/var/lib/man-db/auto-update")
#: A reader's path, without the checkout.
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def files() -> Iterator[str]:
    """Yield all files in the system's folders, and dpkg's files of our package."""
    for top in ("/usr", "/etc"):
        for folder, _, names in os.walk(top):
            yield f"{folder}/"
            yield from (f"{folder}/{name}" for name in names)
    yield from (str(file) for file in Path("/var/lib/dpkg/info").glob(f"{_NAME}*"))


def apt(*arguments: str) -> None:
    """Run apt-get without questions; its output goes to standard error."""
    # apt's unprivileged user does not exist in a user namespace, and may not enter root's folder.
    command = ["apt-get", "--quiet", "--yes", "-o", "APT::Sandbox::User=root", *arguments]
    variables = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(command, check=True, env=variables, stdout=sys.stderr)


def output(*command: str, **variables: str) -> str:
    """Return the output of a command run as a reader."""
    environment = {"PATH": _PATH, "HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8"} | variables
    return subprocess.run(command, check=False, env=environment, capture_output=True, text=True).stdout


def _profiles(place: Place) -> list[Path]:
    """Return the folders with profiles: Firefox's is inside a shared one, Chromium's is separate."""
    return [place.folder, place.profile]


def seen(browser: str, address: str) -> dict[str, Any]:
    """Return a page's state in a browser with a fresh profile; it found extension and host without help or consent."""
    places: list[Place] = []
    with start.browser(browser, with_host=False, extension=None, consents=False, prepare=places.append) as running:
        reading.shown(running, f"{address}/en/")
        hosts = {argument for process in running.host_processes() for argument in process.arguments()[:3]}
        # Chromium writes its state at an arbitrary time.
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
    observations: dict[str, Any] = {
        "version": output("standard-sitemap", "--version"),
        "completed": output(
            "standard-sitemap",
            _STANDARD_SITEMAP_COMPLETE="bash_complete", COMP_WORDS="standard-sitemap do", COMP_CWORD="1",
        ),
        "compiled": bool(list(Path(f"/usr/lib/{_NAME}/standard_sitemap/__pycache__").glob("*.pyc"))),
        "doctor": json.loads(output("standard-sitemap", "doctor", "--json") or "[]"),
    }  # fmt: skip
    with served() as address:
        observations |= {name: seen(name, address) for name in programs.NAMES}
    apt("purge", _NAME)
    after = set(files())
    observations["left"] = sorted(after - before)
    # dpkg removes empty folders that belong to no package, such as /etc/opt
    observations["gone"] = sorted(path for path in before - after if not path.endswith("/"))
    return observations


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(sys.argv[1])))
