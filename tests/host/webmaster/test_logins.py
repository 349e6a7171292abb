"""`make URL`, `verify` and `check` of pages behind a login: credentials go to the named origin only."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from driving.folders import own_folders

SECRET = "sesame-4711"
MAP = (
    '<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="Home" url="/"/>'
    '<item name="Inside" url="/inside"/>'
    '<external url="{other}/more.xml#x"/></sitemap>'
)
HEAD = '<link rel="schema.ssp" href="http://standard-sitemap.org/2007/ns"><link rel="ssp.location" href="/map.xml">'


class GuardedSite:
    """A site that responds with 401 without the secret, and a site of another origin that it refers to."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str, str]] = []
        self.servers = [ThreadingHTTPServer(("127.0.0.1", 0), self._handler(name)) for name in ("own", "other")]
        self.own, self.other = (f"http://127.0.0.1:{server.server_port}" for server in self.servers)

    def _handler(self, name: str) -> type[BaseHTTPRequestHandler]:
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                secret = self.headers.get("X-Key") or self.headers.get("Cookie") or ""
                site.seen.append((name, self.path, secret))
                status, kind, body = site.answer(name, self.path, SECRET in secret)
                self.send_response(status)
                self.send_header("Content-Type", kind)
                if status == 302:
                    self.send_header("Location", f"{site.other}/away")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        return Handler

    def answer(self, name: str, path: str, is_known: bool) -> tuple[int, str, bytes]:
        if path == "/robots.txt" or name == "other":
            return 404, "text/plain", b""
        if not is_known:
            return 401, "text/html", b"<title>Who are you?</title>"
        if path == "/map.xml":
            return 200, "application/xml", MAP.format(other=self.other).encode()
        if path == "/away":
            return 302, "text/html", b""
        links = '<ul><li><a href="/inside">Inside</a><li><a href="/away">Away</a></ul>'
        return 200, "text/html", f"<title>{path}</title>{HEAD}<h1>{path}</h1>{links}".encode()


@pytest.fixture
def site() -> Iterator[GuardedSite]:
    guarded = GuardedSite()
    threads = [threading.Thread(target=server.serve_forever, args=(0.05,)) for server in guarded.servers]
    for thread in threads:
        thread.start()
    yield guarded
    for server, thread in zip(guarded.servers, threads, strict=True):
        server.shutdown()
        thread.join()
        server.server_close()


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "standard_sitemap", *arguments]
    environment = os.environ | own_folders(folder / "cache")
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def credentials(kind: str, folder: Path) -> list[str]:
    if kind == "header":
        return ["--header", f"X-Key: {SECRET}"]
    (folder / "cookies.txt").write_text(f"127.0.0.1\tFALSE\t/\tTRUE\t0\tsession\t{SECRET}\n", "utf-8")
    return ["--cookie", "cookies.txt"]


@pytest.mark.parametrize("kind", ["header", "cookie"])
@pytest.mark.parametrize("command", ["make", "verify", "check"])
def test_credentials_open_the_named_origin_and_go_nowhere_else(
    command: str, kind: str, site: GuardedSite, tmp_path: Path
) -> None:
    options = {"make": ["--rate", "100"], "verify": ["--allow-private"], "check": ["--allow-private"]}[command]
    closed = run(tmp_path, command, f"{site.own}/", *options)
    assert closed.returncode == 3
    site.seen.clear()
    done = run(tmp_path, command, f"{site.own}/", *options, *credentials(kind, tmp_path))
    assert done.returncode in (0, 1), done.stderr
    assert {secret for name, _, secret in site.seen if name == "own"} in ({SECRET}, {f"session={SECRET}"})
    assert {secret for name, _, secret in site.seen if name == "other"} <= {""}
    assert SECRET not in done.stdout + done.stderr
    if command == "make":
        assert "/inside" in (tmp_path / "standard-sitemap.xml").read_text("utf-8")
    else:
        assert [path for name, path, _ in site.seen if name == "other"], "the other origin was asked"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "http://a.example/", "http://b.example/", "--header", f"X-Key: {SECRET}"], "have the same origin"),
        (["check", "map.xml", "--header", f"X-Key: {SECRET}"], "have the same origin"),
        (["make", ".", "--header", f"X-Key: {SECRET}"], "need a URL"),
        (["verify", "http://a.example/", "--header", SECRET], "NAME: VALUE"),
        (["verify", "http://a.example/", "--header", f"Host: {SECRET}"], "cannot be set"),
        (["verify", "http://a.example/", "--cookie", "cookies.txt"], "no cookie for a.example"),
    ],
)
def test_credentials_that_cannot_be_used_are_wrong_usage(arguments: list[str], message: str, tmp_path: Path) -> None:
    (tmp_path / "map.xml").write_text("<sitemap/>", "utf-8")
    (tmp_path / "cookies.txt").write_text(f"b.example\tFALSE\t/\tTRUE\t0\tsession\t{SECRET}\n", "utf-8")
    done = run(tmp_path, *arguments)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
    assert SECRET not in done.stdout + done.stderr


def test_a_file_of_cookies_that_does_not_end_is_wrong_usage(tmp_path: Path) -> None:
    with (tmp_path / "cookies.txt").open("wb") as file:
        file.truncate(6_000_000)
    done = run(tmp_path, "verify", "http://a.example/", "--cookie", "cookies.txt")
    assert done.returncode == 2
    assert "is larger than" in done.stderr
