"""Output in any encoding, coloured only if requested, and without progress lines except on a terminal."""

import contextlib
import io
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import system
from standard_sitemap.cli import terminal
from standard_sitemap.webmaster.rendering.output_formats import FORMATS

with contextlib.suppress(ImportError):  # Windows has no such terminals
    import pty

MAP = """<sitemap xmlns="http://standard-sitemap.org/2007/ns">
<item name="Größe – “groß” …" url="/" description="日本"/><item name="" url="x"/></sitemap>"""
COMMANDS = [
    ["resolve", "map.xml"], ["resolve", "map.xml", "--json"], ["check", "map.xml"], ["check", "map.xml", "--codes"],
    *(["check", "map.xml", "--format", form] for form in ("json", "sarif", "github")),
    ["convert", "map.xml", "--base-url", "https://www.example.org/"], ["--help"], ["manual"], ["completion", "zsh"],
    ["announce", "--for", "nginx"], ["submit", "--engines"], ["make", "--template", "hugo"],
]  # fmt: skip


def run(
    *arguments: str, cwd: Path, stdin: bytes = b"", pipes: tuple[int, ...] = (), **environment: str
) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "standard_sitemap", *arguments]
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    return subprocess.run(
        command, capture_output=True, check=False, cwd=cwd, input=stdin, env=clean | environment, pass_fds=pipes
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "map.xml").write_text(MAP, "utf-8", newline="")
    return tmp_path


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_terminal_with_a_small_character_set_causes_no_error(folder: Path, arguments: list[str]) -> None:
    done = run(*arguments, cwd=folder, PYTHONIOENCODING="ascii")
    assert b"bug" not in done.stderr
    assert done.returncode in (0, 1)


def test_unsupported_characters_are_replaced_by_similar_ones(folder: Path) -> None:
    done = run("resolve", "map.xml", cwd=folder, PYTHONIOENCODING="latin-1")
    assert 'Größe - "groß" ...' in done.stdout.decode("latin-1")


def test_machine_readable_output_is_always_utf_8(folder: Path) -> None:
    words = ["check", "map.xml", "--format", "json"]
    narrow, wide = (run(*words, cwd=folder, PYTHONIOENCODING=encoding).stdout for encoding in ("latin-1", "utf-8"))
    assert narrow == wide
    assert "groß" in str(json.loads(narrow.decode("utf-8")))


@pytest.mark.parametrize(
    ("chosen", "expected"), [("", "日本\n".encode()), ("cp1252", rb"\u65e5\u672c" + b"\n")], ids=["pipe", "chosen"]
)
@pytest.mark.parametrize("name", ["stdout", "stderr"])
def test_pipe_of_windows_gets_utf_8_and_plain_line_ends_unless_the_user_chose(
    monkeypatch: pytest.MonkeyPatch, name: str, chosen: str, expected: bytes
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", chosen)
    pipe = io.BytesIO()
    stream = io.TextIOWrapper(pipe, encoding="cp1252", newline="\r\n")
    monkeypatch.setattr(sys, name, stream)
    terminal.make_writable("win32")
    stream.write("日本\n")
    stream.flush()
    assert pipe.getvalue() == expected


NAMELESS = b"d\xe9\n::error::x".decode("utf-8", "surrogateescape")
_no_such_names = system.not_on_windows("names have no line ends and no colons")
NAMELESS_PAGE = b"p\xe9.html".decode("utf-8", "surrogateescape")
LINKED = (
    '<html><head><link rel="standard-sitemap" href="map.xml"><title>A</title></head><body><a href="p%E9.html">p</a>'
)


@pytest.fixture
def nameless(tmp_path: Path) -> Path:
    """Return a nested folder with a non-UTF-8 name that looks like a command, as does a page in it."""
    folder = tmp_path / NAMELESS
    folder.mkdir()
    (folder / "map.xml").write_text(
        MAP.replace('"/"', '"p%E9.html"').replace('name="" url="x"', 'name="a&#10;::error::b" url="p%E9.html"'), "utf-8"
    )
    (folder / "sitemap.xml").write_text(
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://a.example/p%E9.html</loc></url>'
        "</urlset>"
    )
    (folder / NAMELESS_PAGE).write_text(LINKED)
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        *(["check", ".", "--format", form] for form in ("text", "json", "sarif", "github")), ["make", NAMELESS],
        ["resolve", f"{NAMELESS}/map.xml", f"{NAMELESS}/none.xml"], ["announce", NAMELESS, "--path", "/map.xml"],
        ["convert", f"{NAMELESS}/map.xml", "--base-url", "https://a.example/map.xml", "-o", f"{NAMELESS}/out.xml"],
        ["convert", f"{NAMELESS}/map.xml", "--to", "csv"], ["diff", f"{NAMELESS}/map.xml", f"{NAMELESS}/sitemap.xml"],
        ["discover", f"{NAMELESS}/{NAMELESS_PAGE}"], ["resolve", "--root", f"{NAMELESS}/x", "y"],
        ["submit", f"{NAMELESS}/map.xml", "--base-url", "https://a.example/", "-o", f"{NAMELESS}/out.xml"],
    ],
    ids=lambda words: ascii(" ".join(words[:4])),
)  # fmt: skip
@_no_such_names
@pytest.mark.promise("author", "File names with control sequences or invalid UTF-8 cannot control a build log.")
def test_non_utf_8_name_with_control_sequences_is_harmless(nameless: Path, arguments: list[str]) -> None:
    done = run(*arguments, cwd=nameless)
    assert b"bug" not in done.stderr
    lines = (done.stdout + done.stderr).decode("utf-8").splitlines()
    assert lines
    assert not [line for line in lines if line.lstrip().startswith(("::error::", "::x"))]


@_no_such_names
def test_page_with_a_non_utf_8_name_is_found(nameless: Path) -> None:
    done = run("check", NAMELESS, "--base-url", "https://a.example/", cwd=nameless)
    assert b"page-not-in-folder" not in done.stdout


def test_undecodable_name_is_printed(folder: Path) -> None:
    name = b"n\xf6ne.xml".decode("utf-8", "surrogateescape")
    done = run("check", name, cwd=folder)
    assert b"bug" not in done.stderr
    assert done.returncode == 3


HOSTILE = "\x1b[2J", "\x9b2J", "\u202e", "\u2028", "\u200b", "\ufeff", "\U000e0041", "##vso[task.x]", "##[error]"


@pytest.mark.parametrize(
    "arguments",
    [
        ["resolve", "map.xml"], ["search", "map.xml", "x"], ["check", "map.xml"], ["diff", "map.xml", "other.xml"],
        ["check", "map.xml", "--explain", "/map.xml:1"], ["convert", "list.txt", "--to", "ssp", "-o", "made.xml"],
        ["resolve", "list.txt"], ["check", "list.txt"],
        *(["check", "map.xml", "--format", form] for form in ("json", "sarif", "github")),
        *(["convert", "map.xml", "--to", form] for form in FORMATS), ["convert", "urls.xml", "--to", "sitemaps-org"],
        ["convert", "urls.xml", "--to", "ssp"], ["convert", "list.txt", "--to", "ssp"],
        *([name, "--json", "map.xml"] for name in ("resolve", "discover")), ["search", "--json", "map.xml", "x"],
        ["diff", "--json", "map.xml", "other.xml"],
    ],
    ids=" ".join,
)  # fmt: skip
@pytest.mark.promise("author", "No command prints control characters in any format.")
def test_untrusted_text_never_controls_the_terminal(tmp_path: Path, arguments: list[str]) -> None:
    name = "".join(HOSTILE[1:])
    ours = f"""<sitemap xmlns="http://standard-sitemap.org/2007/ns">
        <item name="a{name}" url="https://a.example/{name}" description="{name}" priority="{name}"/>
        <item name="{name}" url="https://a.example/find" role="search" data="q{name}=%s" method="post"/></sitemap>"""
    (tmp_path / "map.xml").write_text(ours, "utf-8")
    (tmp_path / "other.xml").write_text(ours.replace('name="a', 'name="b'), "utf-8")
    (tmp_path / "list.txt").write_text(
        "".join(f"https://a.example/{case}\nno address {case}\n" for case in HOSTILE), "utf-8"
    )
    title = f"<n:news><n:title>\n::error::{name}</n:title></n:news>"
    (tmp_path / "urls.xml").write_text(
        f"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:n="urn:n"><url>
        <loc>https://a.example/#{name}</loc><lastmod>{name}</lastmod>{title}</url></urlset>""",
        "utf-8",
    )
    base = ["--base-url", "https://a.example/list.txt"] if arguments[0] == "convert" else []
    done = run(*arguments, *base, cwd=tmp_path)
    shown = (done.stdout + done.stderr).decode("utf-8")
    assert "a.example" in shown or "map.xml" in shown
    assert not any((case if case[0] == "#" else case[0]) in shown for case in HOSTILE)
    assert "\n::error::" not in shown


def test_colour_appears_only_if_requested(folder: Path) -> None:
    plain = run("check", "map.xml", cwd=folder)
    assert b"\x1b" not in plain.stdout
    for before in (True, False):
        words = ["--color", "always", "check", "map.xml"] if before else ["check", "map.xml", "--color", "always"]
        assert b"\x1b[" in run(*words, cwd=folder, NO_COLOR="1").stdout
    assert b"\x1b" not in run("check", "map.xml", "--color", "never", cwd=folder, FORCE_COLOR="1").stdout
    assert b"\x1b" not in run("check", "map.xml", cwd=folder, FORCE_COLOR="1", NO_COLOR="1").stdout


def test_quiet_prints_errors_only(folder: Path) -> None:
    loud = run("convert", "map.xml", "-o", "out.xml", "--base-url", "https://www.example.org/", cwd=folder)
    assert b"written" in loud.stderr
    words = ["convert", "map.xml", "-o", "out.xml", "--base-url", "https://www.example.org/"]
    for quiet in ([*words, "--force", "--quiet"], ["-q", *words, "--force"]):
        assert run(*quiet, cwd=folder).stderr == b""
    assert b"--force" in run("-q", *words, cwd=folder).stderr


def test_error_of_a_whole_file_names_no_line(folder: Path) -> None:
    (folder / "empty.xml").touch()
    (folder / "broken.xml").write_text("<sitemap>\n<item name=x/></sitemap>")
    for name, place in (("empty.xml", b"empty.xml: The"), ("broken.xml", b"broken.xml:2: This")):
        assert place in run("resolve", name, cwd=folder).stderr


@pytest.mark.parametrize("command", ["resolve", "check"])
def test_a_dash_is_standard_input(folder: Path, command: str) -> None:
    piped = run(command, "-", cwd=folder, stdin=MAP.encode())
    assert piped.stdout.replace(b"-\n", b"map.xml\n", 1) == run(command, "map.xml", cwd=folder).stdout


@pytest.mark.parametrize("command", ["resolve", "check", "convert", "diff"])
def test_standard_input_is_read_for_one_argument_only(folder: Path, command: str) -> None:
    done = run(command, "-", "-", cwd=folder, stdin=MAP.encode())
    assert (done.returncode, done.stdout) == (2, b""), done.stderr
    assert b"standard input" in done.stderr.lower()


def test_standard_input_resolves_against_the_current_folder(folder: Path) -> None:
    (folder / "more.xml").write_text(MAP.replace("<item ", '<item xml:id="m" ', 1), "utf-8")
    root = MAP.replace('<item name="" url="x"/>', '<item name="In" url="in"><external url="more.xml#m"/></item>')
    done = run("resolve", "-", cwd=folder, stdin=root.encode())
    assert done.stdout.decode().count("  Größe") == 1


@system.not_on_windows("no such names of pipes")
@pytest.mark.parametrize("command", ["resolve", "check", "convert --base-url https://www.example.org/", "diff map.xml"])
def test_pipe_that_a_shell_opened_is_read(folder: Path, command: str) -> None:
    with subprocess.Popen(["cat", "map.xml"], stdout=subprocess.PIPE, cwd=folder) as cat:
        assert cat.stdout is not None
        pipe = cat.stdout.fileno()
        done = run(*command.split(), f"/dev/fd/{pipe}", cwd=folder, pipes=(pipe,))
    piped = run(*command.split(), "-", cwd=folder, stdin=MAP.encode())
    assert (done.returncode, done.stderr) == (piped.returncode, piped.stderr)
    # Only the name at the start of a report differs.
    assert done.stdout.removeprefix(f"{pipe}\n".encode()) == piped.stdout.removeprefix(b"-\n")


def test_standard_input_is_converted_with_its_future_addresses(folder: Path) -> None:
    done = run("convert", "-", "--base-url", "https://www.example.org/map.xml", cwd=folder, stdin=MAP.encode())
    assert b"<loc>https://www.example.org/</loc>" in done.stdout


def _converted(folder: Path, stderr: int) -> bytes:
    (folder / "pages.txt").write_text("".join(f"https://www.example.org/{number}\n" for number in range(3_000)))
    command = [sys.executable, "-m", "standard_sitemap", "convert", "pages.txt"]
    environment = os.environ | {"TERM": "xterm"}
    return subprocess.run(
        command, stdout=subprocess.PIPE, stderr=stderr, check=True, cwd=folder, env=environment
    ).stdout


def _read(terminal: int, parts: list[bytes]) -> None:
    with contextlib.suppress(OSError):  # the other end is closed
        while part := os.read(terminal, 65_536):
            parts.append(part)


@system.not_on_windows("no such terminals")
def test_terminal_shows_progress(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    parts: list[bytes] = []
    reading = threading.Thread(target=_read, args=(ours, parts))  # an unread terminal blocks its writer
    reading.start()
    try:
        output = _converted(tmp_path, theirs)
    finally:
        os.close(theirs)
        reading.join()
        os.close(ours)
    shown = b"".join(parts)
    assert b"\ritems " in shown
    assert b" of 3,000 " in shown
    assert shown.endswith(b"\r\x1b[K")
    assert output.startswith(b"<?xml")
    assert b"\x1b" not in output


def test_a_line_of_progress_never_wraps(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setattr(terminal.Settings, "shows_progress", lambda _: True)
    with terminal.Bar("pages", 1_000) as bar:
        bar.show(500)
    first, last = capsys.readouterr().err.split("\r")[1:]
    assert (len(first.removesuffix("\x1b[K")), last) == (29, "\x1b[K")


def test_bar_of_several_parts_names_each_and_is_removed_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(terminal.Settings, "shows_progress", lambda _: True)
    monkeypatch.setattr(terminal.Bar, "_EVERY_S", 0.0)
    with terminal.Bar() as bar:
        bar.show_part("pages", 1, 2)
        bar.show_part("placed", 3, None)
        bar.show_part("files", 1, 1)
    pages, placed, last = capsys.readouterr().err.split("\r")[1:]
    assert pages.startswith("pages ━")
    assert placed.startswith("placed 3 0:00:0")
    assert last == "\x1b[K", "a single file is not shown"


def test_redirected_output_shows_no_progress(tmp_path: Path) -> None:
    with (tmp_path / "messages").open("wb") as messages:
        _converted(tmp_path, messages.fileno())
    assert (tmp_path / "messages").read_bytes() == b""
