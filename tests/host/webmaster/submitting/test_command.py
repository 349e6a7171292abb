"""`standard-sitemap submit` as a person or a program calls it, against a server that speaks IndexNow."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

import command_line
from host.webmaster.submitting.index_now import Engine, engine
from standard_sitemap.sitemapsorg.declarations import read_robots

SSP = '<sitemap xmlns="http://standard-sitemap.org/2007/ns">{}</sitemap>'
URLSET = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{}</urlset>'
SITE = "https://www.example.org/"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a site with its own map."""
    (tmp_path / "about").mkdir()
    for name in ("index.html", "about/index.html", "shop.html"):
        (tmp_path / name).write_text("<title>x</title>")
    items = '<item name="Home" url="./"/><item name="About" url="about/"/><item name="Shop" url="shop.html"/>'
    (tmp_path / "map.xml").write_text(SSP.format(items))
    return tmp_path


@pytest.fixture
def index_now() -> Iterator[Engine]:
    with engine() as server:
        yield server


def _submit(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"XDG_STATE_HOME": str(cwd / ".state")}
    return command_line.run("submit", *arguments, cwd=cwd, environment=environment)


def _urlset(path: Path, *entries: str) -> None:
    path.write_text(URLSET.format("".join(f"<url><loc>{entry}</url>" for entry in entries)), encoding="utf-8")


def _keyed(folder: Path, httpserver: HTTPServer) -> tuple[str, Path]:
    """Return the address of a site that serves a key, and the key's file."""
    done = _submit("--make-key", folder, cwd=folder)
    file = Path(done.stdout.strip())
    httpserver.expect_request(f"/{file.name}").respond_with_data(
        file.read_text(encoding="utf-8"), content_type="text/plain"
    )
    return httpserver.url_for("/"), file


@pytest.mark.parametrize("more", [[], ["--dry-run"]], ids=str)
def test_standard_sitemap_is_not_replaced_by_the_list(folder: Path, more: list[str]) -> None:
    (folder / "other.xml").symlink_to("map.xml")
    before = (folder / "map.xml").read_bytes()
    for output in ("map.xml", "other.xml"):
        done = _submit("map.xml", "--base-url", SITE, "-o", output, *more, cwd=folder)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"-o {output} is a Standard-Sitemap" in done.stderr
    assert (folder / "map.xml").read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_pipe_is_not_replaced_by_the_list(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    done = _submit("map.xml", "--base-url", SITE, "-o", "pipe", cwd=folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert "pipe cannot be written: it is a device or a pipe, not a file; nothing was changed" in done.stderr
    assert (folder / "pipe").is_fifo()


class TestRobots:
    """The line for robots.txt, and the sitemap that it names."""

    def test_the_line_is_printed(self, folder: Path) -> None:
        _urlset(folder / "sitemap.xml", f"{SITE}</loc>")
        done = _submit("sitemap.xml", "--base-url", SITE, cwd=folder)
        assert (done.returncode, done.stdout) == (0, f"Sitemap: {SITE}sitemap.xml\n")
        assert "no longer accept pings" in done.stderr

    def test_a_truncated_sitemap_is_reported(self, folder: Path) -> None:
        (folder / "sitemap.xml").write_text(URLSET.format(f"<url><loc>{SITE}</loc></url>")[:-9])
        done = _submit("sitemap.xml", "--base-url", SITE, cwd=folder)
        assert (done.returncode, done.stdout) == (1, f"Sitemap: {SITE}sitemap.xml\n")
        assert "1 error in the source" in done.stderr

    def test_pages_of_other_hosts_are_reported(self, folder: Path) -> None:
        _urlset(folder / "sitemap.xml", f"{SITE}</loc>", "https://shop.example/</loc>")
        done = _submit("sitemap.xml", "--base-url", SITE, cwd=folder)
        assert done.returncode == 0
        assert "1 address, the first https://shop.example/: of other hosts than www.example.org\n" in done.stderr

    def test_standard_sitemap_is_converted_for_engines(self, folder: Path) -> None:
        (folder / "robots.txt").write_bytes(b"User-agent: *\r\nDisallow:")
        arguments = ("map.xml", "--base-url", SITE, "-o", "sitemap.xml", "--robots", "robots.txt")
        done = _submit(*arguments, cwd=folder)
        assert (done.returncode, done.stdout) == (0, "")
        robots = (folder / "robots.txt").read_bytes()
        assert robots == f"User-agent: *\r\nDisallow:\r\nSitemap: {SITE}sitemap.xml\r\n".encode()
        made = (folder / "sitemap.xml").read_text()
        assert [f"<loc>{SITE}{path}</loc>" in made for path in ("", "about/", "shop.html")] == [True] * 3
        assert "lastmod" not in made
        assert read_robots(robots, f"{SITE}robots.txt").sitemaps == (f"{SITE}sitemap.xml",)
        assert "already" in _submit(*arguments, cwd=folder).stderr
        assert (folder / "robots.txt").read_bytes() == robots

    def test_the_sitemap_in_a_folder_is_submitted(self, folder: Path) -> None:
        arguments = "--base-url", SITE, "-o", "sitemap.xml"
        done = _submit(".", *arguments, cwd=folder)
        named = (folder / "sitemap.xml").read_text()
        assert (done.returncode, named.count("<loc>")) == (0, 3)

    def test_standard_sitemap_without_output_is_wrong_usage(self, folder: Path) -> None:
        done = _submit("map.xml", "--base-url", SITE, cwd=folder)
        assert done.returncode == 2
        assert "-o" in done.stderr

    def test_a_dry_run_writes_nothing(self, folder: Path) -> None:
        before = sorted(folder.rglob("*"))
        done = _submit(
            *("map.xml", "--base-url", SITE, "-o", "sitemap.xml", "--robots", "robots.txt", "--dry-run", "--json"),
            cwd=folder,
        )
        assert json.loads(done.stdout) == {
            "pages": 3,
            "dry_run": True,
            "sitemap": "sitemap.xml",
            "robots": f"Sitemap: {SITE}sitemap.xml",
        }
        assert sorted(folder.rglob("*")) == before

    def test_dates_are_those_of_the_files_where_they_are_requested(self, folder: Path) -> None:
        os.utime(folder / "shop.html", (1_700_000_000, 1_700_000_000))
        _submit("map.xml", "--base-url", SITE, "-o", "sitemap.xml", "--lastmod", "files", cwd=folder)
        made = (folder / "sitemap.xml").read_text()
        assert f"<loc>{SITE}shop.html</loc><lastmod>2023-11-14T22:13:20+00:00</lastmod>" in made
        assert made.count("<lastmod>") == 3

    @pytest.mark.program("git")
    def test_without_a_repository_git_knows_no_dates(self, folder: Path) -> None:
        done = _submit("map.xml", "--base-url", SITE, "-o", "sitemap.xml", "--lastmod", "git", cwd=folder)
        assert done.returncode == 1
        assert "git provides no dates" in done.stderr


class TestIndexNow:
    """Addresses of pages, and every documented status."""

    def _go(self, folder: Path, index_now: Engine, httpserver: HTTPServer, *more: object) -> tuple[int, str]:
        site, key = _keyed(folder, httpserver)
        arguments = ("map.xml", "--base-url", site, "--indexnow", "--key-file", key, "--endpoint", index_now.address)
        done = _submit(*arguments, *more, cwd=folder)
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout + done.stderr

    def test_pages_are_submitted_once_the_key_was_seen(
        self, folder: Path, index_now: Engine, httpserver: HTTPServer
    ) -> None:
        status, printed = self._go(folder, index_now, httpserver)
        assert status == 0
        assert "3 of 3 addresses: accepted; the engine has not checked the key yet" in printed
        site = httpserver.url_for("/")
        assert index_now.taken == [[site, f"{site}about/", f"{site}shop.html"]]

    def test_a_known_key_is_just_accepted(self, folder: Path, index_now: Engine, httpserver: HTTPServer) -> None:
        index_now.answers = [200]
        status, printed = self._go(folder, index_now, httpserver)
        assert (status, printed.splitlines()[-1]) == (0, "3 of 3 addresses: accepted")

    @pytest.mark.parametrize(
        ("answer", "status", "words"),
        [
            (400, 1, "invalid format"),
            (403, 1, "key is not valid"),
            (422, 1, "do not belong to the host"),
            (429, 3, "too many requests"),
            (503, 3, "internal problem"),
            (301, 1, "moved"),
            (418, 1, "refused"),
        ],
    )
    def test_refused_and_transient_answers_are_distinguished(
        self, folder: Path, index_now: Engine, httpserver: HTTPServer, answer: int, status: int, words: str
    ) -> None:
        index_now.answers = [answer]
        code, printed = self._go(folder, index_now, httpserver)
        assert code == status
        assert f"answered {answer}" in printed
        assert words in printed
        assert ("after 3600 (Retry-After)" in printed) == (answer == 429)

    def test_no_answer_is_transient(self, folder: Path, index_now: Engine, httpserver: HTTPServer) -> None:
        index_now.address = "http://127.0.0.1:9/indexnow"
        status, printed = self._go(folder, index_now, httpserver)
        assert status == 3
        assert "no answer" in printed

    def test_a_key_that_is_not_on_the_site_is_found_out_before_anything_is_sent(
        self, folder: Path, index_now: Engine, httpserver: HTTPServer
    ) -> None:
        httpserver.expect_request("/other.txt").respond_with_data("another-key", content_type="text/plain")
        where = httpserver.url_for("/other.txt")
        status, printed = self._go(folder, index_now, httpserver, "--key-location", where)
        assert status == 1
        assert "contains another key" in printed
        status, _ = self._go(folder, index_now, httpserver, "--key-location", httpserver.url_for("/none.txt"))
        assert status == 3
        assert index_now.taken == []

    def test_a_key_in_a_folder_speaks_for_that_folder_only(
        self, folder: Path, index_now: Engine, httpserver: HTTPServer
    ) -> None:
        site, key = _keyed(folder, httpserver)
        where = f"/about/{key.name}"
        httpserver.expect_request(where).respond_with_data(key.read_text(), content_type="text/plain")
        arguments = ("map.xml", "--base-url", site, "--indexnow", "--key-file", key, "--endpoint", index_now.address)
        done = _submit(*arguments, "--key-location", httpserver.url_for(where), cwd=folder)
        assert done.returncode == 0
        assert "left out: 2 addresses" in done.stderr
        assert index_now.taken == [[f"{site}about/"]]

    def test_only_differences_from_an_older_sitemap_are_submitted(
        self, folder: Path, index_now: Engine, httpserver: HTTPServer
    ) -> None:
        site, key = _keyed(folder, httpserver)
        day = "</loc><lastmod>2024-05-{}</lastmod>"
        _urlset(
            folder / "old.xml", f"{site}same{day.format('01')}", f"{site}new{day.format('01')}", f"{site}gone</loc>"
        )
        added = f"{site}added</loc>"
        _urlset(folder / "now.xml", added, f"{site}same{day.format('01')}", f"{site}new{day.format('02')}")
        arguments = ("now.xml", "--since", "old.xml", "--base-url", site, "--indexnow", "--key-file", key)
        done = _submit(*arguments, "--endpoint", index_now.address, cwd=folder)
        assert (done.returncode, done.stdout) == (0, "")
        assert "1 page added, 1 changed, 1 gone" in done.stderr
        assert index_now.taken == [[f"{site}added", f"{site}new", f"{site}gone"]]
        _urlset(folder / "old.xml", added)
        _urlset(folder / "now.xml", added)
        assert "nothing to submit" in _submit(*arguments, "--endpoint", index_now.address, cwd=folder).stderr

    @pytest.mark.parametrize("broken", ["old.xml", "now.xml"])
    def test_differences_from_a_broken_sitemap_are_not_submitted(
        self, folder: Path, index_now: Engine, httpserver: HTTPServer, broken: str
    ) -> None:
        site, key = _keyed(folder, httpserver)
        for name in ("old.xml", "now.xml"):
            _urlset(folder / name, f"{site}a</loc>", f"{site}b</loc>")
        (folder / broken).write_text((folder / broken).read_text()[:-30])
        arguments = ("now.xml", "--since", "old.xml", "--base-url", site, "--indexnow", "--key-file", key)
        done = _submit(*arguments, "--endpoint", index_now.address, cwd=folder)
        assert (done.returncode, index_now.taken) == (1, [])
        assert f"{broken} has errors, so its pages cannot be compared" in done.stderr

    def test_many_addresses_are_batched_and_the_same_command_resumes(
        self, folder: Path, index_now: Engine, httpserver: HTTPServer
    ) -> None:
        site, key = _keyed(folder, httpserver)
        _urlset(folder / "many.xml", *(f"{site}{number}</loc>" for number in range(20_001)))
        arguments = ("many.xml", "--base-url", site, "--indexnow", "--key-file", key, "--endpoint", index_now.address)
        index_now.answers = [200, 429]
        first = _submit(*arguments, cwd=folder)
        assert first.returncode == 3
        assert "10,000 of 20,001 addresses accepted" in first.stderr
        dry = json.loads(_submit(*arguments, "--dry-run", "--json", cwd=folder).stdout)
        assert [len(request["urlList"]) for request in dry["requests"]] == [10_000, 1]
        second = _submit(*arguments, "--json", cwd=folder)
        assert second.returncode == 0
        assert json.loads(second.stdout)["accepted"] == {"now": 10_001, "in_all": 20_001, "of": 20_001, "status": 200}
        assert [len(addresses) for addresses in index_now.taken] == [10_000, 1]
        assert index_now.taken[0][0] == f"{site}10000"
        assert not list((folder / ".state").rglob("*.txt"))

    def test_dry_run_prints_the_requests_and_sends_nothing(
        self, folder: Path, index_now: Engine, httpserver: HTTPServer
    ) -> None:
        status, printed = self._go(folder, index_now, httpserver, "--dry-run")
        assert status == 0
        head, _, body = printed.partition("\n\n")
        assert head == f"POST {index_now.address}\nContent-Type: application/json; charset=utf-8"
        assert json.loads(body.partition("\n")[0])["host"] == httpserver.url_for("").split("/")[2]
        assert index_now.taken == []
        assert httpserver.log == [], "not even the key is looked at"

    @pytest.mark.parametrize("text", ["", "short", "with space in it", "a" * 129, "<html>not a key</html>"])
    def test_a_file_without_a_key_is_refused(self, folder: Path, text: str) -> None:
        (folder / "key.txt").write_text(text)
        done = _submit("map.xml", "--base-url", SITE, "--indexnow", "--key-file", "key.txt", cwd=folder)
        assert done.returncode == 1
        assert "contains no valid key" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["map.xml"],
        ["map.xml", "--base-url", "ftp://x/"],
        ["map.xml", "--base-url", SITE, "--indexnow"],
        ["map.xml", "--base-url", SITE, "--since", "map.xml"],
        ["map.xml", "--base-url", SITE, "--indexnow", "--key-file", "none.txt"],
        ["map.xml", "--base-url", SITE, "--indexnow", "--key-file", "map.xml", "--endpoint", "ftp://x/"],
    ],
)
def test_wrong_usage_is_status_2(folder: Path, arguments: list[str]) -> None:
    done = _submit(*arguments, cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")


# holds: S25
def test_retired_submission_addresses_are_listed_with_date_and_source(folder: Path) -> None:
    printed = _submit("--engines", cwd=folder).stdout
    assert "https://www.google.com/ping?sitemap=" in printed
    assert "2023-06-26" in printed
    rows = json.loads(_submit("--engines", "--json", cwd=folder).stdout)
    assert [row["name"] for row in rows] == ["Baidu", "Bing (and Yahoo!)", "Google", "Yandex"]
    assert all(row["source"].startswith("https://") for row in rows)
