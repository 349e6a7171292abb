"""`standard-sitemap diff` as a person or a program calls it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

MAP = """<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="Home" url="/"/>{}</sitemap>"""
PAGE = '<item name="Tea" url="/tea"/>'


def diff(*arguments: str, cwd: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "standard_sitemap", "diff", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, input=stdin)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "old.xml").write_text(MAP.format(""))
    (tmp_path / "new.xml").write_text(MAP.format(PAGE))
    return tmp_path


def test_what_is_different_is_on_standard_output_and_how_much_on_the_other(folder: Path) -> None:
    done = diff("old.xml", "new.xml", cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "+ Tea  file:///tea\n", "1 added\n")


def test_the_exit_status_tells_where_that_is_wished(folder: Path) -> None:
    assert diff("old.xml", "new.xml", "--exit-code", cwd=folder).returncode == 1
    assert diff("old.xml", "old.xml", "--exit-code", cwd=folder).returncode == 0


def test_json_is_one_object(folder: Path) -> None:
    found = json.loads(diff("old.xml", "new.xml", "--json", cwd=folder).stdout)
    assert [(one["kind"], one["name"]) for one in found["differences"]] == [("added", "Tea")]


def test_one_of_them_may_come_by_standard_input(folder: Path) -> None:
    assert diff("-", "new.xml", cwd=folder, stdin=MAP.format(PAGE)).stdout == ""
    assert diff("-", "-", cwd=folder).returncode == 2


def test_a_file_on_disk_is_compared_with_what_is_published(folder: Path, httpserver: HTTPServer) -> None:
    httpserver.expect_request("/map.xml").respond_with_data(MAP.format(""), content_type="application/xml")
    done = diff(httpserver.url_for("/map.xml"), "new.xml", cwd=folder)
    assert done.stdout == f"+ Tea  {httpserver.url_for('/tea')}\n"


def test_formats_may_differ(folder: Path) -> None:
    (folder / "pages.txt").write_text("https://www.example.org/\nhttps://www.example.org/tea\n")
    done = diff("new.xml", "pages.txt", "--base-url", "https://www.example.org/", "--json", cwd=folder)
    assert not {one["kind"] for one in json.loads(done.stdout)["differences"]} & {"added", "gone", "moved"}


def test_what_is_not_there_is_status_3(folder: Path) -> None:
    assert diff("old.xml", "none.xml", cwd=folder).returncode == 3
