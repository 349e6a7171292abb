"""`standard-sitemap make URL`: the sitemap of a live site, made by the same rules as for a folder."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import system
from driving.folders import own_folders
from host.webmaster.crawling.conftest import Answer, LiveSite, Pages, of, page

Live = Callable[[Pages], LiveSite]


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "standard_sitemap", "make", "--rate", "100", *arguments]


def test_make_of_a_url_writes_the_tree_of_its_pages(live: Live, tmp_path: Path) -> None:
    site = live(
        of({"/": page("Home", "/d/"), "/d/": page("D", "a", "b.html"), "/d/a": page("A"), "/d/b.html": page("B")})
    )
    environment = os.environ | own_folders(tmp_path / "cache")
    done = subprocess.run(
        command(f"{site.origin}/"), cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    lines = (tmp_path / "standard-sitemap.xml").read_text("utf-8").splitlines()
    assert [line.strip() for line in lines if "<item" in line] == [
        f'<item name="Home" url="{site.origin}/" role="home tree">',
        f'<item name="D" url="{site.origin}/d/">',
        f'<item name="a" url="{site.origin}/d/a"/>',
        f'<item name="b.html" url="{site.origin}/d/b.html"/>',
    ]
    assert not list((tmp_path / "cache").rglob("journal-2.jsonl")), "the fetched pages are deleted"


def test_make_of_a_page_below_the_root_begins_there_and_keeps_its_address(live: Live, tmp_path: Path) -> None:
    pages = {"/docs/": page("Docs", "../", "a%2Fb"), "/": page("Root", "/docs/"), "/docs/a%2Fb": page("A")}
    site = live(of(pages))
    environment = os.environ | own_folders(tmp_path / "cache")
    arguments = command(f"{site.origin}/docs/", "-o", "-")
    done = subprocess.run(arguments, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [line.strip() for line in done.stdout.splitlines() if "<item" in line] == [
        f'<item name="Docs" url="{site.origin}/docs/" role="home tree">',
        f'<item name="Root" url="{site.origin}/"/>',
        f'<item name="a%2Fb" url="{site.origin}/docs/a%2Fb"/>',
    ]


def test_make_of_a_url_distinguishes_paths_that_some_systems_take_for_one(live: Live, tmp_path: Path) -> None:
    names = {
        "/About": "Team",
        "/about": "About",
        "/C%3A/x.html": "Drive",
        "/con": "Device",
        "/%C3%9Cber%20uns/": "Über uns",
        "/%C3%9Cber%20uns/Mehr": "Mehr",
    }
    pages = {path: page(name) for path, name in names.items()} | {"/%C3%9Cber%20uns/": page("Über uns", "Mehr")}
    site = live(of({"/": page("Home", *list(names)[:-1]), **pages}))
    environment = os.environ | own_folders(tmp_path / "cache")
    arguments = command(f"{site.origin}/", "-o", "-")
    done = subprocess.run(arguments, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    urls = re.findall(r'url="([^"]*)"', done.stdout)
    assert urls == [f"{site.origin}{path}" for path in ("/", *names)]
    assert 'Mehr"/></item>' in re.sub(r"\s*\n\s*", "", done.stdout), "it stands below its folder"


def test_report_on_a_url_counts_addresses_that_differ_only_in_query_or_numbers(live: Live, tmp_path: Path) -> None:
    days = [f"/days/{day}" for day in range(60)]
    pages = {"/": page("Shop", *(f"/s?colour={number}" for number in range(12)), *days), "/s": page("Search")}
    site = live(of(pages | {day: page(day) for day in days}))
    environment = os.environ | own_folders(tmp_path / "cache")
    arguments = command(f"{site.origin}/", "--explain", f"{site.origin}/s")
    done = subprocess.run(arguments, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "12 addresses of /s differ only in their query" in done.stderr
    assert "60 pages differ only in their numbers (/days/#)" in done.stderr
    assert done.stdout.startswith("/s\n  place: Shop › ")
    assert "also possible by a link: /\n" in done.stdout
    assert not (tmp_path / "standard-sitemap.xml").exists()
    assert list((tmp_path / "cache").rglob("journal-2.jsonl")), "the next run needs no requests"


@pytest.mark.parametrize("pattern", ["/lost", "lost", "lost*"])
def test_report_on_a_url_names_pages_as_leave_out_takes_them(live: Live, tmp_path: Path, pattern: str) -> None:
    site = live(of({"/": page("Home", "/lost"), "/lost": page("Page not found")}))
    environment = os.environ | own_folders(tmp_path / "cache")
    streams: dict[str, Any] = {"cwd": tmp_path, "env": environment, "capture_output": True, "text": True}
    done = subprocess.run(command(f"{site.origin}/"), **streams, check=False)
    assert "1 page says that nothing was found (/lost); omit with --leave-out" in done.stderr
    done = subprocess.run(command(f"{site.origin}/", "--leave-out", pattern, "-o", "-"), **streams, check=False)
    assert "left out, as wished: 1 file (/lost)" in done.stderr
    assert "/lost" not in done.stdout


@system.not_on_windows("no program can interrupt another with a signal")
def test_make_of_a_url_that_is_interrupted_continues(live: Live, tmp_path: Path) -> None:
    reached, goes_on = threading.Event(), threading.Event()
    pages = of({"/": page("Home", *(f"/p{n}x" for n in range(8)))} | {f"/p{n}x": page(f"P{n}") for n in range(8)})

    def slow(path: str) -> Answer:
        if path == "/p5x" and not goes_on.is_set():
            reached.set()
            goes_on.wait(60)
        return pages(path)

    site = live(slow)
    environment = os.environ | own_folders(tmp_path / "cache")
    with subprocess.Popen(
        command(f"{site.origin}/"), cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True
    ) as process:
        assert reached.wait(60)
        process.send_signal(signal.SIGINT)
        messages = process.communicate(timeout=60)[1]
    goes_on.set()
    assert "run the same command again to continue" in messages
    assert "Traceback" not in messages
    done = subprocess.run(
        command(f"{site.origin}/"), cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "standard-sitemap.xml").read_text("utf-8").count("<item") == 9
    assert {path for path, count in site.requests.items() if count > 1} <= {"/", "/robots.txt", "/p5x", "/p4x", "/p6x"}


def test_make_of_a_url_that_cannot_be_fetched_says_so(live: Live, tmp_path: Path) -> None:
    site = live(of({}))
    environment = os.environ | own_folders(tmp_path / "cache")
    done = subprocess.run(
        command(f"{site.origin}/"), cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert "The start page cannot be fetched" in done.stderr


def test_make_of_a_url_with_options_of_folders_is_wrong_usage(tmp_path: Path) -> None:
    done = subprocess.run(
        command("http://127.0.0.1:9/", "--start", "a.html"), cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "need a folder, not a URL" in done.stderr
