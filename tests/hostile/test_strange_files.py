"""Commands on folders with files that are none, and on names and arguments that steer a terminal or lead outside."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import run
from standard_sitemap.model.display_text import printable

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")

_BASE = "--base-url=https://www.example.org/"
_MENU = '<nav><ul><li><a href="index.html">{0}</a></li><li><a href="a.html">{0}</a></li></ul></nav>'
_PAGE = f"<!doctype html><title>{{0}}</title><h1>{{0}}</h1>{_MENU}"


def _add_socket(place: Path) -> None:
    here = Path.cwd()
    os.chdir(place.parent)  # the address of a socket has a hundred characters at most
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(place.name)
    os.chdir(here)


_STRANGE: dict[str, Callable[[Path], None]] = {
    "pipe": os.mkfifo,
    "endless device": lambda place: place.symlink_to("/dev/zero"),
    "link to itself": lambda place: place.symlink_to(place.name),
    "socket": _add_socket,
    "folder": Path.mkdir,
}
_COMMANDS = (
    ("make", ".", _BASE, "-o", "-"),
    ("make", ".", _BASE, "--explain=strange.html"),
    ("check", "."),
    ("check", "sitemap.xml"),
    ("check", "strange.html"),
    ("discover", "strange.html"),
    ("convert", "sitemap.xml", "--to=html", "-o", "-"),
    ("diff", "sitemap.xml", "sitemap.xml"),
)


def _has_ended_well(done: subprocess.CompletedProcess[str]) -> bool:
    return done.returncode in {0, 1, 2, 3} and "Traceback" not in done.stderr


@pytest.mark.parametrize("command", _COMMANDS, ids=" ".join)
@pytest.mark.parametrize("make", _STRANGE.values(), ids=_STRANGE)
@pytest.mark.promise(
    "author", "Pipes, devices, sockets and links to themselves in a folder end no command, nor stop it."
)
def test_file_that_is_none_ends_no_command(
    make: Callable[[Path], None], command: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "index.html").write_text(_PAGE.format("Home"))
    (tmp_path / "a.html").write_text(_PAGE.format("A"))
    for name in ("strange.html", "sitemap.xml", "robots.txt", "mkdocs.yml"):
        make(tmp_path / name)
    assert _has_ended_well(run(*command, cwd=tmp_path))


_OUTSIDE = (
    "../outside.html", "/etc/passwd", "file:///etc/passwd", "a.html/../../outside.html", "..", "",
    "//www.example.org/x", "http://[", "C:\\outside.html", "?a", "con", "-o", "a" * 9_000, "https://other.example/outside.html",
)  # fmt: skip


@pytest.mark.parametrize("page", _OUTSIDE)
@pytest.mark.promise("author", "`make --explain` reads and names no file outside of the folder.")
def test_page_outside_of_the_folder_is_not_explained(page: str, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    for name in ("site/index.html", "site/a.html", "outside.html"):
        (tmp_path / name).write_text(_PAGE.format("Outside" if name == "outside.html" else "Inside"))
    done = run("make", "site", _BASE, f"--explain={page}", cwd=tmp_path)
    assert done.returncode == 1
    assert "not in the map" in done.stdout
    assert "Outside" not in done.stdout + done.stderr


_STEERING = "\u202eover\u2066ridden\x1b[31m\x07\x9b31m&#27;[31m&#x202e;&#8206;"


@pytest.mark.parametrize(
    "page", ["index.html", "a.html", "b\x1b[31m.html", "b%1b%5b31m.html", "c\nx.html", "d\u202e.html"]
)
@pytest.mark.promise("author", "`make --explain` prints no character that steers a terminal.")
def test_explained_page_steers_no_terminal(page: str, tmp_path: Path) -> None:
    for number, name in enumerate(("index.html", "a.html", "b\x1b[31m.html", "c\nx.html", "d\u202e.html")):
        (tmp_path / name).write_text(f"{_PAGE.format(_STEERING)}<p>{number}</p>")
    done = run("make", ".", _BASE, f"--explain={page}", cwd=tmp_path)
    assert done.returncode == 0
    assert [line for line in (done.stdout + done.stderr).splitlines() if printable(line) != line] == []
