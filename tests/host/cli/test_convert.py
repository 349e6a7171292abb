"""`standard-sitemap convert` as a person or a program calls it: files, messages, exit status."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

import command_line
import system
from host.webmaster.converting.made import errors, loc_values
from standard_sitemap.reader.registration import own_command

SITE = "https://www.example.org/"
MAP = """<sitemap xmlns="http://standard-sitemap.org/2007/ns">
<item name="Home"><variant lang="en" url="."/><variant lang="de" url="de/"/><external url="more.xml#b"/></item>
</sitemap>"""
MORE = """<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item xml:id="b" name="B" url="b"/></sitemap>"""
URLSET = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{}</urlset>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "map.xml").write_text(MAP)
    (tmp_path / "more.xml").write_text(MORE)
    (tmp_path / "pages.xml").write_text(_urlset("", "shop/", "shop/tea"))
    return tmp_path


def _urlset(*paths: str) -> str:
    return URLSET.format("".join(f"<url><loc>{SITE}{path}</loc></url>" for path in paths))


def _big(number: int) -> str:
    return _urlset(*(f"{section}/{page}" for section in "ab" for page in range(number // 2)))


def _run(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "STANDARD_SITEMAP_DEBUG"}
    return command_line.run(*arguments, cwd=cwd, environment=environment)


def _convert(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    return _run("convert", *arguments, cwd=cwd)


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_remedies_name_the_commands_of_this_installation(folder: Path) -> None:
    (folder / "empty").mkdir()
    assert f"“{own_command.command_line('make')}” makes one" in _convert("empty", cwd=folder).stderr
    (folder / "map.xml").write_text('<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="A" url="%"/>')
    done = _convert("map.xml", "--to", "html", cwd=folder)
    assert f"“{own_command.command_line('check map.xml')}” lists them" in done.stderr
    (folder / "a b.xml").write_text("<urlset/>")
    done = _convert("a b.xml", "map.xml", "--to", "html", cwd=folder)
    assert done.returncode == 2
    piped = command_line.run("convert", "-", cwd=folder, stdin="<urlset/>")
    assert f"“{own_command.command_line('check -')}” lists them" in piped.stderr
    assert "standard input lists no pages" in piped.stderr


def test_page_on_the_web_is_told_from_a_sitemap_without_pages(folder: Path, httpserver: HTTPServer) -> None:
    httpserver.expect_request("/").respond_with_data("<title>Shop</title>", content_type="text/html")
    address = httpserver.url_for("/")
    done = _convert(address, cwd=folder)
    assert done.returncode == 1
    assert f"It is a web page; “{own_command.command_line(f'make {address}')}” maps its site" in done.stderr


def test_joined_fragments_of_a_page_are_reported(folder: Path) -> None:
    items = '<item name="T" url="t"/><item name="X" url="t#x"/>'
    (folder / "map.xml").write_text(f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">{items}</sitemap>')
    done = _convert("map.xml", "-o", "sitemap.xml", "--base-url", SITE, cwd=folder)
    assert list(loc_values((folder / "sitemap.xml").read_bytes())) == [f"{SITE}t"]
    assert f"joined: 1 address of a place within a page, the first {SITE}t#x" in " ".join(done.stderr.split())


def test_map_on_disk_is_converted_with_its_future_addresses(folder: Path) -> None:
    done = _convert("map.xml", "-o", "sitemap.xml", "--base-url", SITE, cwd=folder)
    assert (done.returncode, done.stdout) == (0, "")
    assert "sitemap.xml written" in done.stderr
    document = (folder / "sitemap.xml").read_bytes()
    assert errors(document, "sitemap") == []
    assert list(loc_values(document)) == [SITE, f"{SITE}de/", f"{SITE}b"]


def test_relative_map_without_base_url_names_the_remedy_and_writes_nothing(folder: Path) -> None:
    done = _convert("map.xml", "-o", "sitemap.xml", cwd=folder)
    assert done.returncode == 2
    assert "--base-url" in done.stderr
    assert _names(folder) == {"map.xml", "more.xml", "pages.xml"}


def test_base_url_may_be_the_address_of_the_file(folder: Path) -> None:
    done = _convert("map.xml", "--base-url", f"{SITE}maps/site.xml", cwd=folder)
    assert list(loc_values(done.stdout.encode())) == [f"{SITE}maps/", f"{SITE}maps/de/", f"{SITE}maps/b"]


def test_sitemaps_org_becomes_a_map_without_faults(folder: Path) -> None:
    done = _convert("pages.xml", "-o", "new.xml", cwd=folder)
    assert (done.returncode, done.stdout) == (0, "")
    assert _run("check", "--strict", "new.xml", cwd=folder).returncode == 0
    tree = json.loads(_run("resolve", "--json", "new.xml", cwd=folder).stdout)["tree"]
    assert [node["variants"][0]["location"] for node in tree] == [SITE, f"{SITE}shop/"]


def test_it_writes_to_standard_output_unless_given_a_place(folder: Path) -> None:
    done = _convert("pages.xml", cwd=folder)
    assert done.stdout.startswith("<?xml")
    assert 'url="/shop/tea"' in done.stdout
    assert _names(folder) == {"map.xml", "more.xml", "pages.xml"}


def test_a_folder_gets_the_usual_name(folder: Path) -> None:
    (folder / "out").mkdir()
    _convert("pages.xml", "-o", "out", cwd=folder)
    _convert("map.xml", "-o", "out", "--base-url", SITE, cwd=folder)
    assert _names(folder / "out") == {"standard-sitemap.xml", "sitemap.xml"}


def test_nothing_is_replaced_without_force(folder: Path) -> None:
    before = (folder / "more.xml").read_bytes()
    done = _convert("pages.xml", "-o", "more.xml", cwd=folder)
    assert done.returncode == 2
    assert "--force" in done.stderr
    assert (folder / "more.xml").read_bytes() == before
    assert _convert("pages.xml", "-o", "more.xml", "--force", cwd=folder).returncode == 0
    assert (folder / "more.xml").read_bytes() != before


def test_too_many_pages_become_an_index_with_compressed_files(folder: Path) -> None:
    (folder / "big.xml").write_text(_big(50_002))
    arguments = ("big.xml", "--to", "sitemaps-org")
    done = _convert(*arguments, "-o", "all.xml", "--base-url", SITE, cwd=folder)
    assert done.returncode == 1, "the source breaks the limit itself"
    index = (folder / "all.xml").read_bytes()
    assert errors(index, "siteindex") == []
    names = [location.removeprefix(SITE) for location in loc_values(index)]
    assert names == ["all-1.xml.gz", "all-2.xml.gz"]
    documents = [gzip.decompress((folder / name).read_bytes()) for name in names]
    assert [errors(document, "sitemap") for document in documents] == [[], []]
    assert sum(len(list(loc_values(document))) for document in documents) == 50_002
    assert "--base-url" in _convert(*arguments, "-o", "else.xml", cwd=folder).stderr
    assert "-o" in _convert(*arguments, cwd=folder).stderr
    assert not {name for name in _names(folder) if name.startswith((".", "else"))}


def test_index_on_disk_is_read_with_its_future_addresses(folder: Path) -> None:
    (folder / "a.xml.gz").write_bytes(gzip.compress(_urlset("a").encode()))
    index = f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>{SITE}a.xml.gz</loc>'
    (folder / "index.xml").write_text(f"{index}</sitemap></sitemapindex>")
    done = _convert("index.xml", "--base-url", SITE, cwd=folder)
    assert done.returncode == 0
    assert 'url="/a"' in done.stdout


def test_big_branches_get_files_of_their_own(folder: Path) -> None:
    (folder / "big.xml").write_text(_big(40))
    assert _convert("big.xml", "-o", "split.xml", "--split", 10, cwd=folder).returncode == 0
    assert {"split.xml", "split-a.xml", "split-b.xml"} <= _names(folder)
    assert _run("check", "--strict", "split.xml", cwd=folder).returncode == 0
    assert len(json.loads(_run("resolve", "--json", "split.xml", cwd=folder).stdout)["documents"]) == 3
    assert _convert("big.xml", "-o", "whole.xml", "--split", 0, cwd=folder).returncode == 0
    assert not {name for name in _names(folder) if name.startswith("whole-")}


def test_several_sources_are_joined(folder: Path) -> None:
    (folder / "list.txt").write_text(f"{SITE}one\n{SITE}shop/\n")
    done = _convert("pages.xml", "list.txt", cwd=folder)
    assert done.returncode == 0
    assert all(f'url="/{path}"' in done.stdout for path in ("", "one", "shop/", "shop/tea"))
    mixed = _convert("pages.xml", "map.xml", cwd=folder)
    assert mixed.returncode == 2
    assert "one at a time" in mixed.stderr


def test_pages_of_other_hosts_are_reported_and_left_out_unless_wanted(folder: Path) -> None:
    (folder / "map.xml").write_text(MAP.replace('"de/"', '"https://de.example/"'))
    done = _convert("map.xml", "--base-url", SITE, cwd=folder)
    assert done.returncode == 0
    assert "--other-hosts" in done.stderr
    listed = list(loc_values(done.stdout.encode()))
    assert "https://de.example/" not in listed
    wanted = _convert("map.xml", "--base-url", SITE, "--other-hosts", cwd=folder)
    assert {*listed, "https://de.example/"} == set(loc_values(wanted.stdout.encode()))


def test_addresses_that_are_too_long_are_status_1(folder: Path) -> None:
    (folder / "more.xml").write_text(MORE.replace('"b"/>', f'"{"b" * 3000}"/>'))
    done = _convert("map.xml", "--base-url", SITE, cwd=folder)
    assert done.returncode == 1
    assert "2,048" in done.stderr
    assert len(list(loc_values(done.stdout.encode()))) == 2


def test_nothing_to_list_is_status_1_and_writes_nothing(folder: Path) -> None:
    (folder / "none.xml").write_text(URLSET.format(""))
    (folder / "page.html").write_text("<!doctype html><p>Hello")
    for source in ("none.xml", "page.html"):
        done = _convert(source, "--to", "ssp", "-o", "out.xml", cwd=folder)
        assert (done.returncode, done.stdout) == (1, "")
        assert "nothing was written" in done.stderr
    assert not (folder / "out.xml").exists()


def test_unavailable_source_is_status_3(folder: Path) -> None:
    done = _convert("gone.xml", "-o", "out.xml", cwd=folder)
    assert done.returncode == 3
    assert not (folder / "out.xml").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["map.xml", "--to", "ssp"],
        ["map.xml", "--to", "gif"],
        ["map.xml", "--base-url", "ftp://x/"],
        ["map.xml", "more.xml", "--base-url", "https://www.example.org/map.xml"],
        ["pages.xml", "-o", "no/such/folder.xml"],
        ["pages.xml", "-o", "new/"],
    ],
)
def test_wrong_usage_is_status_2(folder: Path, arguments: list[str]) -> None:
    done = _convert(*arguments, cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Usage" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_cannot_be_written_is_reported(folder: Path) -> None:
    done = _convert("pages.xml", "-o", f"{'x' * 300}.xml", cwd=folder)
    assert done.returncode == 1
    assert f"cannot be written: {'' if system.IS_WINDOWS else 'File name too long'}" in done.stderr


@system.needs("prlimit")
def test_a_full_disk_loses_nothing(folder: Path) -> None:
    (folder / "out.xml").write_text("old")
    command = [sys.executable, "-m", "standard_sitemap", "convert", "pages.xml", "--force", "-o", "out.xml"]
    limited = ["prlimit", "--fsize=100", *command]
    done = subprocess.run(limited, capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 1
    assert "out.xml cannot be written" in done.stderr
    assert _names(folder) == {"map.xml", "more.xml", "pages.xml", "out.xml"}
    assert (folder / "out.xml").read_text() == "old"


def test_sitemap_on_the_web_is_converted_with_its_own_addresses(httpserver: HTTPServer, tmp_path: Path) -> None:
    page = httpserver.url_for("/a/page")
    body = URLSET.format(f"<url><loc>{page}</loc></url>")
    httpserver.expect_request("/robots.txt").respond_with_data("Sitemap: /s.xml\n", content_type="text/plain")
    httpserver.expect_request("/s.xml").respond_with_data(body, content_type="text/html")
    httpserver.expect_request("/map.xml").respond_with_data(
        MAP.replace("more.xml#b", "#none"), content_type="application/xml"
    )
    done = _convert(httpserver.url_for("/robots.txt"), cwd=tmp_path)
    assert 'url="/a/page"' in done.stdout
    done = _convert(httpserver.url_for("/map.xml"), cwd=tmp_path)
    assert list(loc_values(done.stdout.encode())) == [httpserver.url_for("/"), httpserver.url_for("/de/")]


def test_the_same_source_makes_the_same_bytes(folder: Path) -> None:
    first, second = (_convert("map.xml", "--base-url", SITE, cwd=folder).stdout for _ in range(2))
    assert first == second
    first, second = (_convert("pages.xml", cwd=folder).stdout for _ in range(2))
    assert first == second


def test_other_files_than_sitemaps_are_written_by_the_same_rules(folder: Path) -> None:
    done = _convert("pages.xml", "--to", "picture", "-o", ".", cwd=folder)
    assert (done.returncode, done.stdout) == (0, "")
    assert (folder / "sitemap-picture.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert _convert("pages.xml", "--to", "picture", "-o", ".", cwd=folder).returncode == 2
    assert "Tea" not in _convert("pages.xml", "--to", "markdown", "--depth", "1", cwd=folder).stdout
    assert _convert("pages.xml", "--to", "ssp", "--depth", "1", cwd=folder).returncode == 2


def test_pages_that_a_rendered_tree_lacks_are_counted(folder: Path) -> None:
    (folder / "map.xml").write_text(MAP.replace("</sitemap>", '<item name="Us" url="us" role="contact"/></sitemap>'))
    left = "left out, because this format cannot hold them:"
    for kind, lost in ("markdown", "1 further variant, 1 page outside the tree"), ("csv", "1 page outside the tree"):
        done = _convert("map.xml", "--to", kind, cwd=folder)
        assert (done.returncode, done.stderr.splitlines()) == (0, [f"{left} {lost}"])
    assert _convert("more.xml", "--to", "markdown", cwd=folder).stderr == ""


def test_a_folder_stands_for_its_sitemap_and_names_pages_by_their_titles(tmp_path: Path) -> None:
    (tmp_path / "sitemap.xml").write_text(_urlset("", "tea"))
    (tmp_path / "tea.html").write_text("<title>All our teas</title>")
    assert 'name="All our teas"' in _convert(".", cwd=tmp_path).stdout
    assert 'name="Tea"' in _convert("sitemap.xml", cwd=tmp_path).stdout
    assert 'name="All our teas"' in _convert("sitemap.xml", "--titles", ".", cwd=tmp_path).stdout


def test_folder_with_both_formats_converts_the_standard_sitemap(folder: Path) -> None:
    (folder / "map.xml").rename(folder / "standard-sitemap.xml")
    assert "<urlset" in _convert(".", "--base-url", SITE, cwd=folder).stdout
    assert "<item" in _convert(".", "--to", "ssp", cwd=folder).stdout


def test_a_folder_without_a_sitemap_or_with_several_is_wrong_usage(folder: Path) -> None:
    (folder / "other.xml").write_text(MAP)
    assert "name one" in _convert(".", cwd=folder).stderr
    (folder / "empty").mkdir()
    assert "empty contains no sitemap" in _convert("empty", cwd=folder).stderr
