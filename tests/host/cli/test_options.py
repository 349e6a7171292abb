"""`--base-url`, and `[tool.standard-sitemap]` in pyproject.toml, which sets it and grants nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pytest_httpserver import HTTPServer

from standard_sitemap.cli import options
from standard_sitemap.cli.commands import standard_sitemap
from standard_sitemap.cli.terminal import settings

NAMESPACE = "http://standard-sitemap.org/2007/ns"
BASE = "https://www.example.org/shop/"
TABLE = '[tool.standard-sitemap]\nbase-url = "{}"\n'
COMMANDS = [
    ("check", "sitemap.xml"), ("convert", "map.xml", "--to", "sitemaps-org"), ("diff", "map.xml", "sitemap.xml"),
    ("make", "pages", "-o", "-"), ("search", "map.xml", "whale"),
    ("submit", "map.xml", "--indexnow", "--key-file", "0123456789abcdef.txt", "--dry-run"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make a project's folder the current one: a map, a list of another host, pages and a key."""
    item = '<item name="A" url="a.html" role="search tree" data="q=%s"/>'
    (tmp_path / "map.xml").write_text(f'<sitemap xmlns="{NAMESPACE}">{item}</sitemap>')
    (tmp_path / "sitemap.xml").write_text(
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        "<url><loc>https://other.example/shop/b.html</loc></url></urlset>"
    )
    (tmp_path / "0123456789abcdef.txt").write_text("0123456789abcdef")
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "index.html").write_text("<!DOCTYPE html><title>Shop</title><h1>Shop</h1>")
    monkeypatch.chdir(tmp_path)
    yield
    settings.has_configured_base = False


def run(*arguments: str) -> Result:
    return CliRunner().invoke(standard_sitemap, arguments)


def write(text: str) -> None:
    Path("pyproject.toml").write_text(text, "utf-8")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_base_url_of_the_project_counts_as_if_it_were_typed(command: tuple[str, ...]) -> None:
    without, typed = run(*command), run(*command, "--base-url", BASE)
    write('[project]\nname = "shop"\n' + TABLE.format(BASE.rstrip("/")))
    configured = run(*command)
    assert (configured.exit_code, configured.output) == (typed.exit_code, typed.output)
    assert configured.output != without.output


def test_every_command_with_a_base_url_is_tried_here() -> None:
    context = standard_sitemap.make_context("standard-sitemap", ["check"])
    names = standard_sitemap.list_commands(context)
    commands = [standard_sitemap.get_command(context, name) for name in names]
    have_it = {
        each.name for each in commands if each and any("--base-url" in parameter.opts for parameter in each.params)
    }
    assert have_it == {name for name, *_ in COMMANDS}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_command_line_goes_before_the_project(command: tuple[str, ...]) -> None:
    typed = run(*command, "--base-url", BASE)
    write(TABLE.format("https://elsewhere.example/"))
    assert run(*command, "--base-url", BASE).output == typed.output


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("[tool.standard-sitemap]\n\nbase_url = 'https://a.example/'\n",
         ["pyproject.toml, line 3", "base_url", "base-url"]),
        ("[tool.standard-sitemap]\ncookie = 'jar.txt'\n", ["pyproject.toml, line 2", "no setting cookie"]),
        ("[tool.x]\nbase-url = 1\n[tool.standard-sitemap]\nbase-url = 1\n", ["pyproject.toml, line 4", "in quotes"]),
        ("[tool.standard-sitemap]\nbase-url = 'www.example.org'\n", ["pyproject.toml, line 2", "https://"]),
        ("[tool.standard-sitemap]\nbase-url = 'http://['\n", ["pyproject.toml, line 2", "https://"]),
        ("[tool]\nstandard-sitemap = 'x'\n", ["pyproject.toml: tool.standard-sitemap is not a table"]),
        ("[tool.standard-sitemap\n", ["pyproject.toml is not valid TOML", "line 1"]),
        ("a = " + "[" * 100_000, ["pyproject.toml is not valid TOML"]),
        ("#" * 1_000_001, ["pyproject.toml is larger than 1,000,000 bytes"]),
    ],
    ids=["unknown", "credentials", "type", "no address", "invalid address", "no table", "no TOML", "deep", "large"],
)  # fmt: skip
def test_fault_of_the_project_is_named_with_its_place(text: str, messages: list[str]) -> None:
    write(text)
    done = run("check", "map.xml")
    assert done.exit_code == 2
    assert [message for message in messages if message not in " ".join(done.output.split())] == []


@pytest.mark.parametrize("address", ["ftp://a.example/", "a.example", "https://a.example/?b=c", "https://a.example/#b",
                                     "https://me:secret@a.example/"])  # fmt: skip
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_base_url_that_no_page_can_be_below_is_wrong_usage(command: tuple[str, ...], address: str) -> None:
    done = run(*command, "--base-url", address)
    assert done.exit_code == 2
    assert f"--base-url {address} is not an http or https address" in " ".join(done.output.split())


@pytest.mark.parametrize("text", ["[tool.ruff]\nline-length = 99\n", "tool = 1\n", ""])
def test_project_without_the_table_changes_nothing(text: str) -> None:
    without = run("convert", "map.xml", "--to", "csv")
    write(text)
    assert run("convert", "map.xml", "--to", "csv").output == without.output


@pytest.mark.parametrize("command", ["check", "convert", "diff", "make", "submit"])
def test_project_is_not_read_for_an_address_on_the_web(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> str:
        raise AssertionError

    monkeypatch.setattr(options, "_configured_base", refuse)
    arguments = ["http://127.0.0.1:1/map.xml", *(["map.xml"] if command == "diff" else [])]
    with standard_sitemap.make_context("standard-sitemap", ["check"]) as context:
        subcommand = standard_sitemap.get_command(context, command)
        assert subcommand is not None
        assert subcommand.make_context(command, arguments, parent=context).params["base_url"] is None


@pytest.mark.parametrize("command", [words for words in COMMANDS if words[0] != "make"], ids=lambda command: command[0])
@pytest.mark.promise("author", "An address in the project's `pyproject.toml` reaches no private server.")
def test_base_url_of_the_project_reaches_no_private_server(command: tuple[str, ...], httpserver: HTTPServer) -> None:
    # The file is above the base URL's folder, so it is not read from disk.
    httpserver.expect_request("/part.xml").respond_with_data(
        f'<sitemap xmlns="{NAMESPACE}"><item xml:id="x" name="B" url="b.html"/></sitemap>',
        content_type="application/xml",
    )
    external = f'<external url="{httpserver.url_for("/part.xml")}#x"/>'
    Path("map.xml").write_text(f'<sitemap xmlns="{NAMESPACE}">{external}</sitemap>', encoding="utf-8")
    arguments = tuple("map.xml" if word == "sitemap.xml" else word for word in command)
    write(TABLE.format(httpserver.url_for("/shop/")))
    run(*arguments)
    assert httpserver.log == []
    run(*arguments, "--base-url", httpserver.url_for("/shop/"))
    assert httpserver.log


@pytest.mark.parametrize("credential", [("--header", "X-Key: sesame"), ("--cookie", "jar.txt")])
@pytest.mark.promise(
    "author", "An address in the project's `pyproject.toml` gets no header field or cookie of the command line."
)
def test_base_url_of_the_project_gets_no_credentials(credential: tuple[str, str]) -> None:
    Path("jar.txt").write_text("key=sesame", encoding="utf-8")
    write(TABLE.format(BASE))
    done = run("check", "map.xml", *credential)
    assert done.exit_code == 2
    assert "credentials are not sent to the address in pyproject.toml" in " ".join(done.output.split())
    assert run("check", "map.xml", *credential, "--base-url", BASE).exit_code == 0
