"""Commands that read hostile pages end in a time bounded by the size of the page, with a reason, and stay small."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from hostile.corpus import NAMESPACE
from hostile.pages import HOSTILE_PAGES, LINK, MOST_PAGE_BYTES
from hostile.serving import served

MOST_MEMORY = 300_000_000
#: Seconds of processor time: a page of this size has six, and the program and its process start in one.
MOST_SECONDS = 10
#: Runs a command, and prints its status, its seconds of processor time and its peak size, with all its processes.
#: A worker outlives the command for a moment. Linux hands it to this process as its subreaper (36), which waits for it.
_MEASURED = """import ctypes, os, resource, subprocess, sys
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(36, 1)
status = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
try:
    while os.wait():
        pass
except ChildProcessError:
    pass
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(status, used.ru_utime + used.ru_stime, used.ru_maxrss)"""
_MAP = f'<sitemap xmlns="{NAMESPACE}"><item name="A" url="index.html"/></sitemap>'.encode()

#: Commands by name; `{}` is the address at which the page is served.
_COMMANDS = {
    "check": "check .",
    "make": "make . -o made.xml",
    "announce": "announce .",
    "discover a file": "discover index.html",
    "discover": "discover {}/index.html",
    "discover all": "discover {}/index.html --sitemaps-org",
    "verify": "verify {}/standard-sitemap.xml",
}

#: One page for each way of reading; the thorough run reads all.
_USUAL = {"attributes", "closed-scopes", "formatting", "data-that-nest", "links-of-long-folders", "navigations"}


@pytest.mark.parametrize("command", _COMMANDS.values(), ids=_COMMANDS)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in _USUAL else [pytest.mark.thorough]) for name in HOSTILE_PAGES]
)
@pytest.mark.promise(
    "author", "Every command reads each hostile page within 10 s of processor time and 300 MB, or gives it up."
)
def test_page_is_read_or_given_up_in_a_bounded_time(name: str, command: str, tmp_path: Path) -> None:
    page = HOSTILE_PAGES[name]()
    assert 30_000 < len(page) <= MOST_PAGE_BYTES
    page += LINK.encode()  # the links of a page are read up to the last one
    for file, body in {"index.html": page, "standard-sitemap.xml": _MAP}.items():
        (tmp_path / file).write_bytes(body)
    files = {"/index.html": ("text/html", page), "/standard-sitemap.xml": ("application/xml", _MAP)}
    with served(files) as base:
        words = [sys.executable, "-m", "standard_sitemap", *command.replace("{}", base).split()]
        measured = [sys.executable, "-c", _MEASURED, *words]
        done = subprocess.run(measured, cwd=tmp_path, capture_output=True, text=True, check=True)
    status, seconds, peak = done.stdout.split()[-3:]
    assert int(status) in {0, 1, 3}, done.stderr
    assert "Traceback" not in done.stderr
    assert float(seconds) < MOST_SECONDS
    assert int(peak) * 1024 < MOST_MEMORY
