"""The steps of a reader and a webmaster on Windows, one function each: it returns the facts, or raises Unexpected."""

from __future__ import annotations

import contextlib
import filecmp
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

from commands.benching import sitemaps
from commands.emulating.machine import Machine
from demo.loopback import QuietHandler, serving
from driving.host_process import HostProcess
from standard_sitemap.reader.identity import CHROME_ID, FIREFOX_ID, HOST_NAME, HOST_PROGRAM

_BROWSERS = {"Firefox": "Mozilla", "Chromium": "Chromium", "Chrome": r"Google\Chrome", "Edge": r"Microsoft\Edge"}
_ITEMS = 100_000
_ROWS = 200
#: Names as people give them: with a space, and with a letter that the system's code page may lack.
_SITE = "Café ☕ site"
_COMMAND = ("-m", "standard_sitemap")


class Unexpected(Exception):
    """A program did something else; the message has its output."""


def install(machine: Machine) -> str:
    """Install the wheel with pip, for the user, as the README says."""
    output = _expect(0, machine.install("standard-sitemap-navigator", for_user=True))
    return f"{len(output.rpartition('Successfully installed ')[2].split())} packages with pip"


def register(machine: Machine) -> str:
    """Register the host with all usual browsers."""
    _expect(0, machine.run(machine.python, *_COMMAND, "install"))
    for title in _BROWSERS:
        program = machine.path(json.loads(_manifest(machine, title).read_text("utf-8"))["path"])
        if not (program.is_file() and program.name == f"{HOST_PROGRAM}.exe"):
            raise Unexpected(f"{title}'s manifest names {program}")
    return f"{', '.join(_BROWSERS)}: each key names a manifest, and that the .exe"


def diagnose(machine: Machine) -> str:
    """Let `doctor` look at the registrations; it starts the host of each."""
    lines = _expect(0, machine.run(machine.python, *_COMMAND, "doctor")).splitlines()
    if wrong := [line for line in lines if not line.startswith("ok ")]:
        raise Unexpected("\n".join(wrong))
    return f"{len(lines)} findings, all ok"


def start_as_firefox(machine: Machine) -> str:
    """Start the host as Firefox does: the program, its manifest and the extension's id."""
    manifest = _manifest(machine, "Firefox")
    program = json.loads(manifest.read_text("utf-8"))["path"]
    with _host(machine, program, machine.name(manifest), FIREFOX_ID) as host:
        return _greet(host, "firefox")


def start_as_chromium(machine: Machine) -> str:
    """Start the host as Chromium does: by the command interpreter."""
    program = json.loads(_manifest(machine, "Chrome").read_text("utf-8"))["path"]
    origin = f"chrome-extension://{CHROME_ID}/"
    with _host(machine, "cmd.exe", "/d", "/c", program, origin, "--parent-window=0") as host:
        return _greet(host, "chrome")


def open_large_map(machine: Machine) -> str:
    """Open a map of many items over HTTP, and read the rows around the current page."""
    sitemaps.written(machine.folder / "map.xml", sitemaps.items(_ITEMS))
    manifest = _manifest(machine, "Firefox")
    program = json.loads(manifest.read_text("utf-8"))["path"]
    handler = partial(_Handler, directory=str(machine.folder))
    with serving(handler) as server, _host(machine, program, machine.name(manifest), FIREFOX_ID) as host:
        _greet(host, "firefox")
        begun = time.monotonic()
        page = {"url": f"{server}/", "ip": "127.0.0.1", "headers": []}
        site = host.call("site.open", sitemap=f"{server}/map.xml", page=page, private=False)
        current = f"{server}{sitemaps.page_of_item(_ITEMS // 2)}"
        view = host.call("view.open", site=site["site"], page_url=current)
        rows = host.call("view.rows", view=view["view"], count=_ROWS)["rows"]
        if site["state"] != "complete" or site["counts"]["elements"] < _ITEMS or len(rows) != _ROWS:
            raise Unexpected(f"{site['state']}, {site['counts']}, {len(rows)} rows")
        return f"{_ITEMS:,} items and {len(rows)} rows in {time.monotonic() - begun:.1f} s"


def make(machine: Machine) -> str:
    """Make the sitemap of a folder of pages."""
    pages = 0
    for folder in (machine.drive, machine.folder):
        pages = _write_site(folder / _SITE)
    return f"{pages} pages; {_same(machine, 'make', _SITE)}"


def announce(machine: Machine) -> str:
    """Name the sitemap in the pages."""
    return _same(machine, "announce", _SITE)


def check(machine: Machine) -> str:
    """Check the folder."""
    return _same(machine, "check", _SITE)


def convert(machine: Machine) -> str:
    """Convert the sitemap to a page, to a list for search engines, and back."""
    made, address = f"{_SITE}/standard-sitemap.xml", ("--base-url", "https://www.example.org/")
    _same(machine, "convert", made, "--to", "html", "-o", f"{_SITE}/tree.html")
    _same(machine, "convert", made, *address, "-o", f"{_SITE}/sitemap.xml")
    return _same(machine, "convert", f"{_SITE}/sitemap.xml", "--to", "ssp", "-o", f"{_SITE}/back.xml")


def uninstall(machine: Machine) -> str:
    """Remove every registration, and the package."""
    _expect(0, machine.run(machine.python, *_COMMAND, "uninstall"))
    if left := [title for title in _BROWSERS if _registered(machine, title) is not None]:
        raise Unexpected(f"still registered with {', '.join(left)}")
    data = machine.drive / "users"
    if files := [str(file) for file in data.glob(f"*/AppData/**/{HOST_NAME}*")]:
        raise Unexpected(f"left behind: {', '.join(files)}")
    _expect(0, machine.pip("uninstall", "--yes", "standard-sitemap-navigator"))
    return "no key and no manifest remains"


STEPS = (
    install, register, diagnose, start_as_firefox, start_as_chromium, open_large_map, make, announce, check, convert,
    uninstall,
)  # fmt: skip


class _Handler(QuietHandler, SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = {".xml": "application/xml"}  # noqa: RUF012 (the base class has it so)


def _expect(status: int, done: tuple[int, str]) -> str:
    """Return the output of a program that ended with this status."""
    if done[0] != status:
        raise Unexpected(f"status {done[0]} instead of {status}\n{done[1]}")
    return done[1]


def _registered(machine: Machine, title: str) -> str | None:
    """Return the default value of a browser's key."""
    key = rf"HKCU\Software\{_BROWSERS[title]}\NativeMessagingHosts\{HOST_NAME}"
    status, output = machine.run("reg", "query", key, "/ve")
    return None if status else output.partition("REG_SZ")[2].strip()


def _manifest(machine: Machine, title: str) -> Path:
    name = _registered(machine, title)
    if not name:
        raise Unexpected(f"{title} is not registered")
    return machine.path(name)


@contextlib.contextmanager
def _host(machine: Machine, *command: str) -> Iterator[HostProcess]:
    host = HostProcess(program=command, starter="wine", variables=machine.variables)
    try:
        yield host
    finally:
        host.close()


def _greet(host: HostProcess, browser: str) -> str:
    begun = time.monotonic()
    version = host.call("hello", protocol=1, extension="0.1.0", browser=browser)["host"]
    return f"version {version} answers after {time.monotonic() - begun:.1f} s"


def _write_site(folder: Path) -> int:
    """Write pages in folders, each with a menu; return their number."""
    sections = ("books", "año nuevo")
    names = ["index", *(f"{section}/{page}" for section in sections for page in ("index", "first", "höhe"))]
    for name in names:
        up = "../" * name.count("/")
        menu = "".join(f'<li><a href="{up}{other}.html">Page {other}</a></li>' for other in names)
        file = folder / f"{name}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        head = f"<!DOCTYPE html>\n<html><head><title>{name}</title></head>\n"
        file.write_text(f"{head}<body><nav><ul>{menu}</ul></nav></body></html>\n", "utf-8", newline="\n")
    return len(names)


def _same(machine: Machine, *arguments: str) -> str:
    """Run a command there and here; compare its status and every file of the site."""
    status, output = machine.run(machine.python, *_COMMAND, *arguments, cwd=machine.drive)
    here = subprocess.run(
        [sys.executable, *_COMMAND, *arguments], check=False, cwd=machine.folder, capture_output=True, text=True
    )
    if status != here.returncode or status:
        raise Unexpected(f"status {status}, here {here.returncode}\n{output}\n{here.stdout}{here.stderr}")
    if differing := list(_differing(filecmp.dircmp(machine.drive / _SITE, machine.folder / _SITE))):
        raise Unexpected(f"other bytes than here: {', '.join(differing)}")
    return "the same bytes as on Linux"


def _differing(compared: filecmp.dircmp[str]) -> Iterator[str]:
    _, differing, unreadable = filecmp.cmpfiles(compared.left, compared.right, compared.common_files, shallow=False)
    names: Sequence[str] = [*compared.left_only, *compared.right_only, *differing, *unreadable]
    yield from (str(Path(compared.left) / name) for name in names)
    for inner in compared.subdirs.values():
        yield from _differing(inner)
