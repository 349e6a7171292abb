"""The command line as a person or a program calls it: output, messages, exit status."""

import asyncio
import errno
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

import command_line
import system
from driving.folders import own_folders
from standard_sitemap import cli
from standard_sitemap.cli import install
from standard_sitemap.cli.commands import COMMANDS, SUMMARIES
from standard_sitemap.fetching.cache_store import CacheStore, cache_folder, site_digests
from standard_sitemap.reader.registration import register

MAP = """<sitemap xmlns="http://standard-sitemap.org/2007/ns">
<item name="Home" url="/"><external url="more.xml#b"/></item>
<item name="Find" url="find" role="search" data="q=%s"/>
</sitemap>"""
MORE = """<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item xml:id="b" name="B" url="b"/></sitemap>"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "map.xml").write_text(MAP)
    (tmp_path / "more.xml").write_text(MORE)
    return tmp_path


def _run(*arguments: object, **environment: str) -> Any:
    return command_line.run(*arguments, environment=os.environ | environment)


def test_help_shows_examples() -> None:
    for command in ("", *COMMANDS):
        done = _run(*command.split(), "--help")
        assert done.returncode == 0
        assert "Example" in done.stdout


@pytest.mark.parametrize(
    "arguments", [[], ["frobnicate"], ["resolve"], ["resolve", "--depth", "x", "y"], ["search", "x"]]
)
def test_wrong_usage_is_status_2(arguments: list[str]) -> None:
    done = _run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Usage" in done.stderr


@pytest.mark.parametrize("command", [
    "check {}", "convert {}", "convert map.xml -o {}", "diff map.xml {}", "discover {}", "make {}", "make . -o {}",
    "resolve map.xml {}", "search {} x", "submit {}", "submit map.xml --indexnow --since {}",
])  # fmt: skip
def test_empty_name_is_wrong_usage_and_not_the_current_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(folder)
    done = _run(*("" if word == "{}" else word for word in command.split()))
    assert (done.returncode, done.stdout) == (2, "")
    assert "It is empty" in done.stderr
    assert sorted(path.name for path in folder.iterdir()) == ["map.xml", "more.xml"]


@pytest.mark.parametrize("arguments", [
    "check {}", "convert {}", "diff {} {}", "discover {}", "make {}", "make . --base-url {}", "resolve {}",
    "announce . --path {}", "submit {}", "verify {}", "check . --base-url {}",
])  # fmt: skip
@pytest.mark.parametrize("address", ["http://[", "HTTPS://[::1/", "http://"])
def test_invalid_address_is_wrong_usage(arguments: str, address: str) -> None:
    done = _run(*arguments.format(address, address).split())
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{address} is not a valid address" in done.stderr


@pytest.mark.parametrize("command", ["check", "convert", "diff map.xml", "discover", "make", "resolve", "submit"])
@pytest.mark.parametrize("address", ["www.example.org", "example.org/map.xml", "localhost:8000"])
def test_address_without_its_scheme_is_wrong_usage(folder: Path, command: str, address: str) -> None:
    done = command_line.run(*command.split(), address, cwd=folder)
    assert done.returncode == 2
    reason = f"{address} is not a file or a folder. A web address begins with https:// or http://."
    assert done.stderr.endswith(f"Error: {reason}\n")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (
            "announce https://www.example.org/",
            "https://www.example.org/ is a web address, not a path on this computer.",
        ),
        ("discover .", ". is a folder; name one of its pages."),
    ],
)
def test_target_of_another_kind_is_wrong_usage(folder: Path, arguments: str, reason: str) -> None:
    done = command_line.run(*arguments.split(), cwd=folder)
    assert done.returncode == 2
    assert reason in done.stderr


def test_file_in_a_closed_folder_is_status_3(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "is_dir", refuse)
    monkeypatch.setattr(sys, "argv", ["standard-sitemap", "check", str(folder / "map.xml")])
    messages = io.StringIO()
    monkeypatch.setattr(sys, "stderr", messages)
    assert cli.main() == 3
    assert messages.getvalue() == f"standard-sitemap: {folder / 'map.xml'} cannot be accessed: Permission denied\n"


def test_target_that_cannot_be_read_is_status_3(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "shut").mkdir()
    (folder / "shut.xml").write_text("<sitemap/>")
    is_allowed, opened = os.access, io.open

    def refuse(path: Any, *arguments: Any, **named: Any) -> Any:
        if Path(path).name == "shut.xml":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return opened(path, *arguments, **named)

    monkeypatch.setattr(io, "open", refuse)
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).stem != "shut" and is_allowed(path, mode))
    for name, reason in (("shut", "shut cannot be accessed"), ("shut.xml", "shut.xml could not be reached")):
        monkeypatch.setattr(sys, "argv", ["standard-sitemap", "convert", str(folder / name)])
        output, messages = io.StringIO(), io.StringIO()
        monkeypatch.setattr(sys, "stdout", output)
        monkeypatch.setattr(sys, "stderr", messages)
        assert cli.main() == 3
        assert f"{reason}: Permission denied\n" in messages.getvalue()
        assert output.getvalue() == ""


def test_resolve_prints_a_tree(folder: Path) -> None:
    done = _run("resolve", folder / "map.xml")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1].startswith("  B")


def test_resolve_prints_a_line_for_each_sitemap_even_a_failed_one(folder: Path) -> None:
    done = _run("resolve", "--json", folder / "map.xml", folder / "none.xml", "gopher://x/", folder / "more.xml")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [bool(line["tree"]) for line in lines] == [True, False, False, True]
    assert lines[1]["faults"]
    assert done.returncode == 3
    assert "Traceback" not in done.stderr


def test_resolve_goes_no_deeper_than_requested(folder: Path) -> None:
    (tree,) = json.loads(_run("resolve", "--json", "--depth", 1, folder / "map.xml").stdout)["tree"]
    assert tree["children"] == []


def test_resolve_never_reads_above_the_folder_unless_allowed(folder: Path) -> None:
    inner = folder / "inner"
    inner.mkdir()
    (inner / "map.xml").write_text(MAP.replace("more.xml", "../more.xml"))
    blocked = _run("resolve", "--json", inner / "map.xml")
    assert blocked.returncode == 1
    assert len(json.loads(blocked.stdout)["documents"]) == 1
    allowed = _run("resolve", "--json", "--root", folder, inner / "map.xml")
    assert allowed.returncode == 0
    assert len(json.loads(allowed.stdout)["documents"]) == 2


def test_resolve_of_another_document_is_status_1(folder: Path) -> None:
    (folder / "bad.xml").write_text("<urlset/>")
    assert _run("resolve", folder / "bad.xml").returncode == 1


def test_resolve_reaches_loopback(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/map.xml").respond_with_data(MAP, content_type="application/xml")
    httpserver.expect_request("/more.xml").respond_with_data(MORE, content_type="text/xml")
    done = _run("resolve", "--json", httpserver.url_for("/map.xml"))
    assert (done.returncode, done.stderr) == (0, "")
    assert [Path(document["uri"]).name for document in json.loads(done.stdout)["documents"]] == ["map.xml", "more.xml"]


def test_resolve_of_a_page_names_its_type(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/").respond_with_data("<html>", content_type="text/html")
    done = _run("resolve", httpserver.url_for("/"))
    assert done.returncode == 3
    assert "text/html" in done.stderr


def test_a_closed_pipe_ends_it_quietly(folder: Path) -> None:
    items = "".join(f'<item name="n{n}" url="{n}"/>' for n in range(20_000))
    (folder / "long.xml").write_text(f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">{items}</sitemap>')
    command = [sys.executable, "-m", "standard_sitemap", "resolve", str(folder / "long.xml")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(20) == 0


@system.not_on_windows("its shell closes no stream")
@pytest.mark.parametrize(("redirection", "reason"), [(">/dev/full", "No space left"), (">&-", "Bad file descriptor")])
def test_output_that_cannot_be_written_is_status_1(folder: Path, redirection: str, reason: str) -> None:
    command = f"exec {sys.executable} -m standard_sitemap resolve map.xml {redirection}"
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(f"standard-sitemap: standard output cannot be written: {reason}")
    assert done.stderr.count("\n") == 1


@system.not_on_windows("its shell closes no stream")
@pytest.mark.parametrize(("arguments", "status"), [("map.xml 2>&-", 0), ("none.xml 2>&-", 3), ("- <&-", 1)])
def test_closed_stream_is_no_bug(folder: Path, arguments: str, status: int) -> None:
    command = f"exec {sys.executable} -m standard_sitemap resolve {arguments}"
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert "a bug in this program" not in done.stderr


def test_search_prints_the_request(folder: Path) -> None:
    done = _run("search", folder / "map.xml", "blue whale", "--json")
    query = json.loads(done.stdout)
    assert (query["method"], query["body"]) == ("get", None)
    assert query["url"].endswith("find?q=blue%20whale")
    (folder / "variants.xml").write_text(
        '<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item role="search" data="q=%s">'
        '<variant lang="en" url="mailto:a@b"/><variant lang="de" url="http://x.example/find"/></item></sitemap>'
    )
    assert _run("search", folder / "variants.xml", "x").stdout == "GET http://x.example/find?q=x\n"  # D51
    assert _run("search", folder / "more.xml", "x").returncode == 1
    assert _run("search", folder / "none.xml", "x").returncode == 3


def test_search_by_the_address_of_a_local_file_needs_the_base(folder: Path) -> None:
    item = '<item name="Find" url="find" role="search" data="q=%s&amp;in=%h&amp;up=%w"/>'
    (folder / "map.xml").write_text(f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">{item}</sitemap>')
    done = _run("search", folder / "map.xml", "whale")
    assert (done.returncode, "--base-url" in done.stderr) == (0, True)
    done = _run("search", folder / "map.xml", "whale", "--base-url", "https://www.example.org/a/")
    query = "q=whale&in=www.example.org&up=https%3A%2F%2Fwww.example.org%2Fa%2F"
    assert (done.stdout, done.stderr) == (f"GET https://www.example.org/a/find?{query}\n", "")
    done = _run("search", folder / "none.xml", "whale", "--base-url", "https://www.example.org/a/")
    assert done.returncode == 3


def test_search_in_a_truncated_sitemap_reports_the_error(folder: Path) -> None:
    (folder / "cut.xml").write_text(MAP[:-20])
    done = _run("search", folder / "cut.xml", "whale")
    assert (done.returncode, done.stdout) == (1, "")
    assert "cut.xml:3: " in done.stderr


def test_search_term_is_free_text(folder: Path) -> None:
    assert _run("search", "--json", folder / "map.xml", "http://[").returncode == 0
    done = _run("search", "--json", "http://[", "x")
    assert (done.returncode, done.stdout) == (2, "")


class TestDiscover:
    """The sitemap that a page names."""

    def test_discover_by_link(self, httpserver: HTTPServer) -> None:
        page = '<link rel="schema.s" href="http://standard-sitemap.org/2007/ns"><link rel="s.location" href="map.xml">'
        httpserver.expect_request("/a/").respond_with_data(page, content_type="text/html")
        done = _run("discover", httpserver.url_for("/a/"), "--json")
        assert done.returncode == 0
        assert json.loads(done.stdout) == {
            "page": httpserver.url_for("/a/"),
            "rule": "schema-link",
            "sitemap": httpserver.url_for("/a/map.xml"),
        }

    def test_discover_by_header(self, httpserver: HTTPServer) -> None:
        headers = {"Opt": '"http://standard-sitemap.org/2007/ns"; ns=23', "23-Location": "/map.xml"}
        httpserver.expect_request("/").respond_with_data("", content_type="text/plain", headers=headers)
        assert json.loads(_run("discover", httpserver.url_for("/"), "--json").stdout)["rule"] == "opt-header"

    @pytest.mark.parametrize("status", [403, 404, 500])
    @pytest.mark.parametrize("by", ["x-header", "legacy-link"])
    def test_an_error_page_names_its_sitemap_as_in_a_browser(
        self, httpserver: HTTPServer, status: int, by: str
    ) -> None:
        headers = {"X-Standard-Sitemap-Location": "/map.xml"} if by == "x-header" else {}
        body = '<link rel="standard-sitemap" href="/map.xml">' if by == "legacy-link" else "<p>"
        httpserver.expect_request("/").respond_with_data(body, status=status, content_type="text/html", headers=headers)
        done = _run("discover", httpserver.url_for("/"), "--json")
        assert done.returncode == 0
        assert json.loads(done.stdout)["rule"] == by

    @pytest.mark.parametrize("content_type", ["", "text/html", "text/plain"])
    def test_sitemap_without_an_xml_type_is_not_accepted(self, httpserver: HTTPServer, content_type: str) -> None:
        def untyped(_: Request) -> Response:
            response = Response(
                '<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="A" url="a"/></sitemap>'
            )
            response.headers.remove("Content-Type")
            if content_type:
                response.headers["Content-Type"] = content_type
            return response

        httpserver.expect_request("/map.xml").respond_with_handler(untyped)
        done = _run("resolve", httpserver.url_for("/map.xml"), "--json")
        assert done.returncode == 3
        assert "a sitemap must be application/xml or text/xml" in done.stderr
        assert json.loads(done.stdout)["tree"] == []

    def test_discover_without_a_sitemap_is_status_1(self, httpserver: HTTPServer) -> None:
        httpserver.expect_request("/").respond_with_data("<p>", content_type="text/html")
        done = _run("discover", httpserver.url_for("/"), "--json")
        assert done.returncode == 1
        assert json.loads(done.stdout) == {"page": httpserver.url_for("/"), "rule": None, "sitemap": None}
        assert len(httpserver.log) == 1, "no address may be guessed"

    def test_discover_of_an_unavailable_page_is_status_3(self, httpserver: HTTPServer) -> None:
        httpserver.expect_request("/").respond_with_data("", status=404)
        assert _run("discover", httpserver.url_for("/")).returncode == 3
        assert _run("discover", "gopher://x/").returncode == 3


def test_install_and_uninstall_print_written_files(tmp_path: Path) -> None:
    done = _run("install", "--browser", "firefox", "--home", tmp_path)
    lines = done.stdout.splitlines()
    file = Path(lines[0].removeprefix("firefox: "))
    if not system.IS_WINDOWS:  # where a key of the registry is written, too
        own = tmp_path / ".mozilla" / "native-messaging-hosts" / "org.standard_sitemap.navigator.json"
        assert (file, len(lines)) == (own, 1)
    assert file.is_relative_to(tmp_path)
    assert file.is_file()
    assert _run("doctor", "--browser", "firefox", "--home", tmp_path).returncode == 0
    assert str(file) in _run("uninstall", "--home", tmp_path).stdout
    assert not list(tmp_path.iterdir())
    done = _run("doctor", "--home", tmp_path, "--json")
    assert done.returncode == 1
    commands = [finding["command"] for finding in json.loads(done.stdout) if finding["command"]]
    assert commands
    lines = [line.strip() for line in _run("doctor", "--home", tmp_path).stdout.splitlines()]
    assert set(commands) <= set(lines)


@system.not_on_windows("its user has no variable HOME")
def test_install_follows_the_home_of_the_environment(tmp_path: Path) -> None:
    done = _run("install", "--browser", "chromium", HOME=str(tmp_path), XDG_CONFIG_HOME="")
    assert done.stdout.startswith(f"chromium: {tmp_path / '.config' / 'chromium'}")


def test_a_profile_folder_is_not_for_firefox(tmp_path: Path) -> None:
    assert _run("install", "--browser", "firefox", "--profile-dir", tmp_path).returncode == 2


def test_host_mode_never_loads_the_command_lines_libraries() -> None:
    code = "import sys, standard_sitemap.reader.native.connection; print('click' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


class TestClear:
    @pytest.fixture
    def cache(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """Return the folder of a cache with two sites."""
        system.use_own_folders(monkeypatch, tmp_path)
        monkeypatch.setenv("HOME", str(tmp_path))
        folder = cache_folder()
        assert folder is not None
        assert folder.is_relative_to(tmp_path)

        async def fill() -> None:
            store = CacheStore(folder, 1_000_000)
            for host in ("example.org", "example.com"):
                store.store(host.encode(), b"", b"", b"body", site_digests(f"https://www.{host}/"))
            await store.close()

        asyncio.run(fill())
        return folder

    def test_clear_of_one_site_keeps_others(self, cache: Path) -> None:
        assert _run("clear", "example.org").stderr == "1 cached file deleted\n"
        assert _run("clear").stderr == "1 cached file deleted\n"
        assert _run("clear").returncode == 0

    def test_clear_without_a_cache_creates_none(self, tmp_path: Path) -> None:
        done = _run("clear", **own_folders(tmp_path / "none"))
        assert (done.returncode, done.stdout) == (0, "")
        assert not (tmp_path / "none").exists()

    def test_clear_with_an_invalid_site_is_wrong_usage(self) -> None:
        assert _run("clear", "a b").returncode == 2

    @pytest.mark.promise("successor", "`uninstall` removes the cache.")
    def test_uninstall_removes_the_cache(self, cache: Path) -> None:
        assert f"cache: {cache} removed" in _run("uninstall").stdout
        assert not cache.exists()

    def test_uninstall_of_another_home_keeps_the_cache(self, cache: Path, tmp_path: Path) -> None:
        assert _run("uninstall", "--home", tmp_path / "other").returncode == 0
        assert cache.exists()


_HELP = ("-m", "standard_sitemap", "--help")


def _loaded(*arguments: str) -> set[str]:
    done = subprocess.run([sys.executable, "-X", "importtime", *arguments], check=True, capture_output=True, text=True)
    return {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}


def test_help_loads_neither_the_format_nor_the_network() -> None:
    loaded = _loaded(*_HELP)
    assert "standard_sitemap.cli.commands" in loaded
    assert loaded.isdisjoint({"standard_sitemap.ssp", "lxml.etree", "httpcore", "pydantic", "ssl"})


@pytest.mark.parametrize("command", ["check", "resolve"])
def test_local_file_is_read_without_loading_network_modules(command: str, tmp_path: Path) -> None:
    item = '<item name="One" url="https://www.example.org/"/>'
    change = '<class-change xmlns:h="http://www.w3.org/1999/xhtml" elem="/h:html/h:body" prefix="sitemap"/>'
    (tmp_path / "map.xml").write_text(f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">{change}{item}</sitemap>')
    loaded = _loaded("-m", "standard_sitemap", command, str(tmp_path / "map.xml"))
    assert "standard_sitemap.ssp.hierarchy" in loaded
    # asyncio loads ssl and subprocess, and connects to nothing by itself.
    heavy = {"email.message", "urllib.request", "http.client", "httpcore", "anyio"}
    assert loaded.isdisjoint(heavy | {"hishel", "brotli", "html5lib", "langcodes", "lxml.etree", "pydantic"})


def test_help_lists_every_command_with_a_summary() -> None:
    assert SUMMARIES.keys() == COMMANDS.keys()


def test_completion_lists_candidates() -> None:
    variables = {"_STANDARD_SITEMAP_COMPLETE": "bash_complete", "COMP_WORDS": "standard-sitemap che", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "standard_sitemap"],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | variables,
    )
    assert done.stdout.split() == ["plain,check"]


@system.not_on_windows("no program can interrupt another with a signal")
def test_interrupt_while_libraries_are_loaded_shows_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    done = subprocess.run(
        [sys.executable, "-m", "standard_sitemap"],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (-signal.SIGINT, "")


@pytest.mark.parametrize(
    ("word", "hint"), [("chek", "Did you mean check?"), ("Resolve", "Did you mean resolve?"), ("zzz", "'zzz'.")]
)
def test_mistyped_command_gets_a_suggestion(word: str, hint: str) -> None:
    done = _run(word, "map.xml")
    assert done.returncode == 2
    assert done.stderr.rstrip().endswith(hint)


def test_refused_submission_to_a_private_address_names_the_option(tmp_path: Path) -> None:
    listed = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://127.0.0.1:8099/</loc></url>'
    (tmp_path / "list.xml").write_text(f"{listed}</urlset>")
    key = tmp_path / f"{'0123456789abcdef' * 2}.txt"
    key.write_text(key.stem)
    done = _run("submit", tmp_path / "list.xml", "--indexnow", "--key-file", key)
    assert done.returncode == 3
    assert "--allow-private" in done.stderr


def test_file_that_a_running_program_holds_is_reported_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        error = PermissionError(13, "Access is denied", "host.json")
        error.winerror = 5  # type: ignore[attr-defined]  only Windows has it
        raise error

    monkeypatch.setattr(register, "install", refuse)
    monkeypatch.setattr(register, "uninstall", refuse)
    for command in install.install, install.uninstall:
        assert command.callback is not None
        with pytest.raises(click.ClickException, match=r"denied; close all browsers and try again$"):
            command.callback((), tmp_path, None)
