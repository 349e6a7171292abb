"""`standard-sitemap resolve` prints every other format in the same form; and `standard-sitemap diff`."""

import gzip
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

import command_line
from host.sitemapsorg.samples import RSS, SITE, index, pages

URLSET = pages("docs/", "docs/intro", "about")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sitemap.xml").write_text(URLSET)
    (tmp_path / "packed").write_bytes(gzip.compress(URLSET.encode()))
    (tmp_path / "list.txt").write_text(f"{SITE}docs/\n{SITE}docs/intro\n{SITE}about\n")
    (tmp_path / "feed").write_text(RSS)
    (tmp_path / "index.xml").write_text(index("sitemap.xml"))
    (tmp_path / "robots.txt").write_text("Sitemap: index.xml\n")
    return tmp_path


def resolved(*arguments: str, cwd: Path) -> Any:
    return command_line.run("resolve", *arguments, cwd=cwd)


def test_every_format_prints_the_same_json_shape(folder: Path) -> None:
    done = resolved("--json", "sitemap.xml", "packed", "list.txt", cwd=folder)
    trees = [json.loads(line)["tree"] for line in done.stdout.splitlines()]
    assert trees[0] == trees[1] == trees[2]
    about, docs = trees[0]
    assert about == {
        "kind": "item",
        "variants": [{"name": "About", "location": f"{SITE}about"}],
        "roles": ["tree"],
        "priority": 0.5,
        "relation": "none",
        "order": "none",
        "children": [],
    }
    assert [child["variants"][0]["name"] for child in docs["children"]] == ["Intro"]
    assert done.returncode == 0


def test_robots_and_indexes_lead_to_their_files(folder: Path) -> None:
    done = resolved("robots.txt", cwd=folder)
    assert done.stdout.splitlines() == [f"About  {SITE}about", f"Docs  {SITE}docs/", f"  Intro  {SITE}docs/intro"]
    assert "relative" not in done.stdout
    assert done.returncode == 1, "the index does not name its file by a whole address"


def test_faults_are_in_the_object(folder: Path) -> None:
    output = json.loads(resolved("--json", "feed", cwd=folder).stdout)
    assert [(fault["code"], fault["line"]) for fault in output["faults"]] == [("entry-without-link", 8)]
    assert list(output["roles"]) == ["home"]


def test_unknown_format_is_an_error(folder: Path) -> None:
    (folder / "page.html").write_text("<!DOCTYPE html><title>x</title>")
    assert resolved("page.html", cwd=folder).returncode == 1


MAP = """<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="Home" url="/"/>{}</sitemap>"""
PAGE = '<item name="Tea" url="/tea"/>'


def diff(*arguments: str, cwd: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return command_line.run("diff", *arguments, cwd=cwd, stdin=stdin)


@pytest.fixture
def states(tmp_path: Path) -> Path:
    (tmp_path / "old.xml").write_text(MAP.format(""))
    (tmp_path / "new.xml").write_text(MAP.format(PAGE))
    return tmp_path


def test_differences_go_to_standard_output_and_their_summary_to_standard_error(states: Path) -> None:
    done = diff("old.xml", "new.xml", cwd=states)
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        f"+ Tea  {Path('/tea').absolute().as_uri()}\n",
        "1 added\n",
    )


def test_diff_of_folders_compares_the_sitemaps_in_them(tmp_path: Path) -> None:
    for folder, content in (("before", ""), ("after", PAGE)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "standard-sitemap.xml").write_text(MAP.format(content))
    assert diff("before", "after", cwd=tmp_path).stderr == "1 added\n"


def test_exit_code_option_reports_differences(states: Path) -> None:
    assert diff("old.xml", "new.xml", "--exit-code", cwd=states).returncode == 1
    assert diff("old.xml", "old.xml", "--exit-code", cwd=states).returncode == 0


def test_json_is_one_object(states: Path) -> None:
    output = json.loads(diff("old.xml", "new.xml", "--json", cwd=states).stdout)
    assert [(difference["kind"], difference["name"]) for difference in output["differences"]] == [("added", "Tea")]


def test_one_side_may_come_from_standard_input(states: Path) -> None:
    assert diff("-", "new.xml", cwd=states, stdin=MAP.format(PAGE)).stdout == ""
    assert diff("-", "-", cwd=states).returncode == 2


def test_local_file_is_compared_with_the_published_sitemap(states: Path, httpserver: HTTPServer) -> None:
    httpserver.expect_request("/map.xml").respond_with_data(MAP.format(""), content_type="application/xml")
    done = diff(httpserver.url_for("/map.xml"), "new.xml", cwd=states)
    assert done.stdout == f"+ Tea  {httpserver.url_for('/tea')}\n"


def test_formats_may_differ(states: Path) -> None:
    (states / "pages.txt").write_text("https://www.example.org/\nhttps://www.example.org/tea\n")
    done = diff("new.xml", "pages.txt", "--base-url", "https://www.example.org/", "--json", cwd=states)
    assert not {difference["kind"] for difference in json.loads(done.stdout)["differences"]} & {
        "added",
        "gone",
        "moved",
    }


@pytest.mark.parametrize(
    "broken",
    [
        MAP.format(PAGE)[:-9],
        MAP.format(PAGE).replace(" xmlns=", " title="),
        MAP.format(f'{PAGE}<external url="none.xml"/>'),
    ],
)
def test_diff_of_a_broken_sitemap_reports_the_error(states: Path, broken: str) -> None:
    (states / "broken.xml").write_text(broken)
    for arguments in (("new.xml", "broken.xml"), ("broken.xml", "new.xml", "--json")):
        done = diff(*arguments, cwd=states)
        assert done.returncode == 1
        assert ".xml:" in done.stderr
    assert json.loads(done.stdout)["old"].endswith("broken.xml")


def test_missing_sitemap_is_status_3(states: Path) -> None:
    assert diff("old.xml", "none.xml", cwd=states).returncode == 3
