"""`standard-sitemap resolve` of files that are no Standard-Sitemaps: the same output, whatever they are."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

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
    command = [sys.executable, "-m", "standard_sitemap.cli", "resolve", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)


def test_every_format_comes_to_the_same_object(folder: Path) -> None:
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
    found = json.loads(resolved("--json", "feed", cwd=folder).stdout)
    assert [(fault["code"], fault["line"]) for fault in found["faults"]] == [("entry-without-link", 8)]
    assert list(found["roles"]) == ["home"]


def test_what_is_none_of_them_is_an_error(folder: Path) -> None:
    (folder / "page.html").write_text("<!DOCTYPE html><title>x</title>")
    assert resolved("page.html", cwd=folder).returncode == 1
