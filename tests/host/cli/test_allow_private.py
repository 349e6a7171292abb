"""The servers that a command reaches: named and public servers, or all with --allow-private."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pytest_httpserver import HTTPServer

from standard_sitemap.cli.commands import standard_sitemap
from standard_sitemap.cli.terminal import settings

NAMESPACE = "http://standard-sitemap.org/2007/ns"
XML = "application/xml"


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    yield
    settings.allow_private = False


def run(*arguments: object) -> Result:
    return CliRunner().invoke(standard_sitemap, [str(argument) for argument in arguments])


@pytest.fixture
def inside(httpserver: HTTPServer) -> HTTPServer:
    """Return a local server that a map on disk names."""
    httpserver.expect_request("/part.xml").respond_with_data(
        f'<sitemap xmlns="{NAMESPACE}"><item xml:id="x" name="Secret" url="s"/></sitemap>', content_type=XML
    )
    httpserver.expect_request("/map.xml").respond_with_data(
        f'<sitemap xmlns="{NAMESPACE}"><item name="A" url="/"><external url="part.xml#x"/></item></sitemap>',
        content_type=XML,
    )
    httpserver.expect_request("/list.xml").respond_with_data("<urlset/>", content_type=XML)
    return httpserver


@pytest.fixture
def maps(inside: HTTPServer, tmp_path: Path) -> Path:
    """Return a folder whose files lead to the server."""
    root = f'<item name="A" url="/"><external url="{inside.url_for("/part.xml")}#x"/></item>'
    (tmp_path / "map.xml").write_text(f'<sitemap xmlns="{NAMESPACE}">{root}</sitemap>')
    link = f'<link rel="standard-sitemap" href="{inside.url_for("/map.xml")}">'
    (tmp_path / "page.html").write_text(f"<!doctype html><title>A</title>{link}")
    return tmp_path


COMMANDS = [
    ("resolve", "map.xml"), ("check", "map.xml"), ("check", ""), ("check", "page.html"), ("search", "map.xml", "x"),
    ("diff", "map.xml", "map.xml"), ("convert", "map.xml", "--to", "csv"),
    ("submit", "map.xml", "--base-url", "https://www.example.org/", "--dry-run"),
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.promise("author", "A local file never makes a command connect to a server of this machine.")
def test_file_on_disk_leads_to_no_server_of_this_machine(
    command: tuple[str, ...], maps: Path, inside: HTTPServer
) -> None:
    name, file, *rest = command
    others = [maps / "map.xml" if word == "map.xml" else word for word in rest]
    run(name, maps / file, *others)
    assert inside.log == []
    allowed = run(name, maps / file, *others, "--allow-private")
    assert inside.log, allowed.output


@pytest.mark.parametrize("command", ["resolve", "check", "verify", "convert", "discover"])
def test_server_that_was_named_is_reached_with_its_files(command: str, inside: HTTPServer) -> None:
    result = run(command, inside.url_for("/map.xml"), *(["--to", "csv"] if command == "convert" else []))
    assert inside.log, result.output
    assert command == "discover" or len(inside.log) > 1


@pytest.mark.parametrize("command", ["resolve", "check", "verify", "discover", "make"])
@pytest.mark.promise("author", "No redirect of a named server leads to another private address.")
def test_named_server_redirects_to_no_other_private_address(command: str, inside: HTTPServer) -> None:
    headers = {"Location": "http://10.255.255.1:8000/"}
    inside.expect_request("/away").respond_with_data("", status=302, headers=headers)
    inside.expect_request("/robots.txt").respond_with_data("", status=404)
    result = run(command, inside.url_for("/away"))
    assert "leads to 10.255.255.1" in result.output + str(result.exception)
