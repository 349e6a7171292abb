"""A crawl fetches each page of a site once, politely, and ends on every site."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from host.webmaster.crawling.conftest import Answer, LiveSite, Pages, of, page
from standard_sitemap.fetching import limits
from standard_sitemap.fetching.retrieving import Retriever
from standard_sitemap.webmaster.crawling import crawler
from standard_sitemap.webmaster.crawling.archive import Archive
from standard_sitemap.webmaster.crawling.crawler import CrawlOptions, CrawlRefusal, CrawlResult, crawl

Live = Callable[[Pages], LiveSite]
FAST = CrawlOptions(most_pages=200, requests_per_second=100_000)


def crawled(
    start: str, folder: Path, options: CrawlOptions = FAST, progress: crawler.Progress = lambda *_: None
) -> CrawlResult:
    async def run() -> CrawlResult:
        async with Retriever(None) as retriever:
            return await crawl(start, retriever, Archive(folder), options, progress)

    return asyncio.run(run())


def kept(folder: Path) -> set[str]:
    """Return the files of kept pages, without redirects."""
    pages = folder / "pages-2"
    return {
        file.relative_to(pages).as_posix()
        for file in pages.rglob("*")
        if file.is_file() and b"http-equiv" not in file.read_bytes()
    }


def test_crawl_of_linked_pages_fetches_each_once(live: Live, tmp_path: Path) -> None:
    site = live(
        of({"/": page("Home", "/a", "b/", "#top"), "/a": page("A", "/", "/b/"), "/b/": page("B", "/a?from=b", "../a")})
    )
    result = crawled(f"{site.origin}/", tmp_path)
    assert kept(tmp_path) == {"index.html", "a.html", "b/index.html"}
    assert (result.pages, result.requests, result.left_out, result.is_cut) == (3, 2, {}, False)
    assert site.requests == {"/": 1, "/robots.txt": 1, "/a": 1, "/b/": 1}


@pytest.mark.promise("author", "`make` follows no link to another site.")
def test_crawl_of_links_to_other_origins_stays(live: Live, tmp_path: Path) -> None:
    other = live(of({"/": page("Other"), "/moved": page("Moved")}))
    redirect: Answer = (302, {"Location": f"{other.origin}/moved"}, b"")
    site = live(of({"/": page("Home", f"{other.origin}/", "/away", "mailto:a@b.example"), "/away": redirect}))
    result = crawled(f"{site.origin}/", tmp_path)
    assert other.requests == {}
    assert result.left_out == {"redirected to another site": ["/away"]}


def _crawled_of_public_site(start: str, folder: Path) -> CrawlResult:
    """Crawl as if the site were public: of private addresses, only its own is reachable."""

    async def run() -> CrawlResult:
        async with Retriever(None, named=(start, "https://public.invalid/")) as retriever:
            return await crawl(start, retriever, Archive(folder), FAST)

    return asyncio.run(run())


@pytest.fixture
def private() -> Iterator[socket.socket]:
    """Yield a server that no command names and that must receive no connection."""
    with socket.create_server(("127.0.0.2", 0)) as listening:
        listening.setblocking(False)
        yield listening
        with pytest.raises(BlockingIOError):
            listening.accept()


@pytest.mark.parametrize("path", ["/", "/robots.txt"])
def test_crawl_of_a_public_site_that_redirects_to_a_private_address_is_refused(
    live: Live, tmp_path: Path, private: socket.socket, path: str
) -> None:
    redirect: Answer = (302, {"Location": f"http://127.0.0.2:{private.getsockname()[1]}/"}, b"")
    site = live(of({"/": page("Home", "/a"), "/a": page("A")} | {path: redirect}))
    with pytest.raises(CrawlRefusal, match=r"127\.0\.0\.2|of another site"):
        _crawled_of_public_site(f"{site.origin}/", tmp_path)


@pytest.mark.promise(
    "author", "`make` requests only the origin of its start page, even if pages, robots.txt or sitemaps name others."
)
def test_crawl_of_a_public_site_is_led_to_no_private_address(
    live: Live, tmp_path: Path, private: socket.socket
) -> None:
    inside = f"http://127.0.0.2:{private.getsockname()[1]}"
    redirect: Answer = (302, {"Location": f"{inside}/secret"}, b"")
    rules = f"Sitemap: {inside}/map.xml\nSitemap: /index.xml\nSitemap: /moved.xml\n".encode()
    listed = f"<sitemap><loc>{inside}/part.xml</loc></sitemap>"
    index = f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{listed}</sitemapindex>'.encode()
    site = live(
        of({
            "/": page("Home", f"{inside}/linked", "/a", "/away"),
            "/a": page("A"),
            "/away": redirect,
            "/moved.xml": redirect,
            "/robots.txt": (200, {"Content-Type": "text/plain"}, rules),
            "/index.xml": (200, {"Content-Type": "application/xml"}, index),
        })
    )  # fmt: skip
    _crawled_of_public_site(f"{site.origin}/", tmp_path)
    assert {"/index.xml", "/moved.xml", "/away"} <= set(site.requests)
    assert kept(tmp_path) == {"index.html", "a.html"}


def test_crawl_of_paths_that_robots_forbids_leaves_them_out(live: Live, tmp_path: Path) -> None:
    rules = b"User-agent: *\nDisallow: /open\n\nUser-agent: Standard-Sitemap-Navigator\nDisallow: /closed/\n"
    site = live(
        of({
            "/": page("Home", "/closed/a", "/open"),
            "/open": page("Open"),
            "/robots.txt": (200, {"Content-Type": "text/plain"}, rules),
        })
    )  # fmt: skip
    result = crawled(f"{site.origin}/", tmp_path)
    assert "/closed/a" not in site.requests
    assert kept(tmp_path) == {"index.html", "open.html"}
    assert result.left_out == {"forbidden by the site's robots.txt": ["/closed/a"]}


@pytest.mark.parametrize("status", [429, 500, 503, 520, 599])
def test_crawl_of_a_site_whose_robots_fails_is_refused(live: Live, tmp_path: Path, status: int) -> None:
    site = live(of({"/": page("Home", "/a"), "/robots.txt": (status, {}, b"")}))
    with pytest.raises(CrawlRefusal, match=r"robots\.txt"):
        crawled(f"{site.origin}/", tmp_path)
    assert site.requests == {"/robots.txt": 1}


def test_crawl_of_a_start_page_that_robots_forbids_does_not_fetch_it(live: Live, tmp_path: Path) -> None:
    rules = b"User-agent: *\nDisallow: /"
    site = live(of({"/": page("Home"), "/robots.txt": (200, {"Content-Type": "text/plain"}, rules)}))
    with pytest.raises(CrawlRefusal, match=r"robots\.txt forbids"):
        crawled(f"{site.origin}/", tmp_path)
    assert site.requests == {"/robots.txt": 1}


@pytest.mark.parametrize("rules", [None, b"User-agent: *\nDisallow: /"])
def test_crawl_of_a_redirected_start_page_reads_the_rules_of_each_site_first(
    live: Live, tmp_path: Path, rules: bytes | None
) -> None:
    answers: dict[str, Answer] = {"/": page("Home")}
    if rules is not None:
        answers["/robots.txt"] = 200, {"Content-Type": "text/plain"}, rules
    site = live(of(answers))
    old = live(lambda path: (301, {"Location": site.origin + path}, b""))
    if rules is None:
        assert crawled(f"{old.origin}/", tmp_path).origin == site.origin
    else:
        with pytest.raises(CrawlRefusal, match=r"robots\.txt forbids"):
            crawled(f"{old.origin}/", tmp_path)
    assert list(old.requests) == ["/robots.txt", "/"]
    assert list(site.requests) == ["/robots.txt", "/"][: 2 if rules is None else 1]


def test_crawl_between_sites_that_redirect_to_each_other_ends(live: Live, tmp_path: Path) -> None:
    origins: list[str] = []
    for number in range(2):
        site = live(lambda path, other=1 - number: (301, {"Location": origins[other] + path}, b""))  # type: ignore[misc]
        origins.append(site.origin)
    with pytest.raises(CrawlRefusal, match="redirected"):
        crawled(f"{origins[0]}/", tmp_path)


def test_crawl_with_a_forbidden_start_is_refused(live: Live, tmp_path: Path) -> None:
    site = live(of({"/": page("Home"), "/robots.txt": (200, {}, b"User-agent: *\nDisallow: /\n")}))
    with pytest.raises(CrawlRefusal, match="forbids crawlers"):
        crawled(f"{site.origin}/", tmp_path)


def test_crawl_delay_of_robots_slows_the_requests(live: Live, tmp_path: Path) -> None:
    rules = b"User-agent: *\nCrawl-delay: 0.3\n"
    site = live(
        of({"/": page("Home", "/a", "/b", "/c"), "/robots.txt": (200, {}, rules)} | {f"/{x}": page(x) for x in "abc"})
    )
    began = time.monotonic()
    assert crawled(f"{site.origin}/", tmp_path).pages == 4
    assert time.monotonic() - began >= 0.6


def test_crawl_begins_with_the_pages_that_the_sites_own_sitemap_lists(live: Live, tmp_path: Path) -> None:
    def pages(path: str) -> Answer:
        if path == "/robots.txt":
            return 200, {"Content-Type": "text/plain"}, f"Sitemap: {site.origin}/map.xml\n".encode()
        if path == "/map.xml":
            entries = "".join(f"<url><loc>{site.origin}/listed/{n}</loc></url>" for n in range(600))
            body = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'
            return 200, {"Content-Type": "application/xml"}, body.encode()
        return page(path, "/deep/1", "/deep/2")

    site = live(pages)
    result = crawled(f"{site.origin}/", tmp_path, CrawlOptions(620, 100_000))
    names = kept(tmp_path)
    assert {f"listed/{n}.html" for n in range(600)} <= names, "a list may differ in numbers only"
    assert {"deep/1.html", "deep/2.html"} <= names
    assert result.is_cut is False


def test_crawl_of_noindex_pages_follows_and_leaves_them_out(live: Live, tmp_path: Path) -> None:
    noindex = '<meta name="robots" content="noindex">'
    closed = '<meta name="robots" content="nofollow">'
    site = live(
        of({
            "/": page("Home", "/hidden", "/closed"),
            "/hidden": page("Hidden", "/below", head=noindex),
            "/closed": page("Closed", "/unseen", head=closed),
            "/below": page("Below"),
            "/unseen": page("Unseen"),
        })
    )  # fmt: skip
    result = crawled(f"{site.origin}/", tmp_path)
    assert kept(tmp_path) == {"index.html", "closed.html", "below.html"}
    assert result.left_out == {"with noindex": ["/hidden"]}


def test_crawl_heeds_instructions_and_canonical_links_in_headers(live: Live, tmp_path: Path) -> None:
    def with_header(name: str, value: str) -> Answer:
        return 200, {name: value}, page("Page", "/below")[2]

    site = live(
        of({
            "/": page("Home", "/hidden", "/copy", "/shown", "/other"),
            "/hidden": with_header("X-Robots-Tag", "none"),
            "/copy": with_header("Link", '</style.css>; rel=preload, </original>; title="x"; rel="canonical"'),
            "/shown": page("Shown", "/deep", head='<meta name="robots" content="index, max-image-preview:none">'),
            "/other": with_header("X-Robots-Tag", "otherbot: noindex, unavailable_after: 25 Jun 2010"),
            "/deep": page("Deep"),
            "/original": page("Original"),
        })
    )  # fmt: skip
    result = crawled(f"{site.origin}/", tmp_path)
    assert kept(tmp_path) == {"index.html", "shown.html", "other.html", "deep.html", "original.html"}
    assert result.left_out["with noindex"] == ["/hidden"]
    assert result.left_out["redirecting to another page, or naming it as canonical"] == ["/copy"]


def test_crawl_of_a_canonical_copy_keeps_the_original(live: Live, tmp_path: Path) -> None:
    site = live(
        of({
            "/": page("Home", "/copy", "/old"),
            "/copy": page("Copy", head='<link rel="canonical" href="/original">'),
            "/old": (301, {"Location": "/new"}, b""),
            "/original": page("Original"),
            "/new": page("New"),
        })
    )  # fmt: skip
    result = crawled(f"{site.origin}/", tmp_path)
    assert kept(tmp_path) == {"index.html", "original.html", "new.html"}
    assert result.left_out == {"redirecting to another page, or naming it as canonical": ["/copy", "/old"]}


@pytest.mark.parametrize(("linked", "named"), [("/", "/index.html"), ("/a.html", "/a"), ("/b/index.html", "/b/")])
@pytest.mark.parametrize("is_redirect", [True, False])
def test_crawl_of_another_spelling_of_an_address_keeps_the_page_at_that_address(
    live: Live, tmp_path: Path, linked: str, named: str, is_redirect: bool
) -> None:
    pages = {"/": page("Home", linked), named: page("Page", "/c"), "/c": page("C")}
    pages[linked] = (
        (301, {"Location": named}, b"")
        if is_redirect
        else page("Page", "/c", head=f'<link rel="canonical" href="{named}">')
    )
    site = live(of({"/": page("Home", linked)} | pages))
    result = crawled(f"{site.origin}/", tmp_path)
    assert result.left_out == {}
    assert {named, "/c"} <= set(Archive(tmp_path).paths().values())


def test_crawl_of_pages_that_name_each_other_as_canonical_keeps_one(live: Live, tmp_path: Path) -> None:
    site = live(
        of({
            "/": page("Home", "/a"),
            "/a": page("A", head='<link rel="canonical" href="/b">'),
            "/b": page("B", head='<link rel="canonical" href="/c">'),
            "/c": page("C", head='<link rel="canonical" href="/a">'),
        })
    )  # fmt: skip
    crawled(f"{site.origin}/", tmp_path)
    assert kept(tmp_path) == {"index.html", "c.html"}


def test_crawl_of_other_types_and_errors_says_so(live: Live, tmp_path: Path) -> None:
    site = live(
        of({
            "/": page("Home", "/picture.png", "/feed", "/gone"),
            "/feed": (200, {"Content-Type": "application/rss+xml"}, b"<rss/>"),
        })
    )  # fmt: skip
    result = crawled(f"{site.origin}/", tmp_path)
    assert "/picture.png" not in site.requests
    assert result.left_out == {"not web pages": ["/feed"], "answered with status 404": ["/gone"]}


TRAPS: dict[str, Pages] = {
    "calendar": lambda path: page(path, f"/calendar/{int(urlsplit(path).path.rpartition('/')[2] or 0) + 1}"),
    "relative": lambda path: page(path, "news/"),
    "sessions": lambda path: page(path, *(f"/page;jsessionid={len(path)}{n}?s={n}" for n in range(50))),
    "words": lambda path: page(path, *(f"{path.rstrip('/')}/{word}" for word in "abcdefghij")),
    "loop": lambda path: page(path, "/", "/a", "/b") if path in ("/", "/a", "/b") else (302, {"Location": path}, b""),
    "wide": lambda path: page(path, *(f"/p{n}" for n in range(10_000))),
}


@pytest.mark.parametrize("trap", TRAPS)
def test_crawl_of_a_trap_ends_within_its_bounds(live: Live, tmp_path: Path, trap: str) -> None:
    pages = TRAPS[trap]
    site = live(lambda path: (404, {}, b"") if path == "/robots.txt" else pages(path))
    result = crawled(f"{site.origin}/", tmp_path)
    assert result.pages <= FAST.most_pages
    assert site.requests.total() <= FAST.most_pages + 60
    assert max(site.requests.values()) <= 2
    assert site.most_open <= crawler.AT_A_TIME
    assert result.is_cut == (trap == "words")


def test_crawl_of_a_page_that_never_answers_ends_without_it(
    live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crawler, "_RETRY_AFTER_S", (0.0, 0.0))
    monkeypatch.setattr(limits, "SILENCE_SECONDS", 3)
    is_over = threading.Event()

    def pages(path: str) -> Answer:
        if path == "/slow":
            is_over.wait(60)
        return of({"/": page("Home", "/slow", "/a", "/b"), "/a": page("A"), "/b": page("B")})(path)

    site = live(pages)
    try:
        result = crawled(f"{site.origin}/", tmp_path)
    finally:
        is_over.set()
    assert result.left_out == {"not answered": ["/slow"]}
    assert kept(tmp_path) == {"index.html", "a.html", "b.html"}
    assert site.requests["/slow"] == 2


def test_crawl_of_a_page_that_is_sent_too_slowly_ends_without_it(
    live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crawler, "_LONGEST_PAGE_S", 0.5)
    is_over = threading.Event()

    def pages(path: str) -> Answer:
        if path == "/slow":
            is_over.wait(60)
        return of({"/": page("Home", "/slow", "/a"), "/a": page("A")})(path)

    site = live(pages)
    try:
        result = crawled(f"{site.origin}/", tmp_path)
    finally:
        is_over.set()
    assert result.left_out == {"sent too slowly": ["/slow"]}
    assert kept(tmp_path) == {"index.html", "a.html"}
    assert site.requests["/slow"] == 1


def test_crawl_of_a_busy_server_waits_and_requests_again(
    live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crawler, "_RETRY_AFTER_S", (0.0, 0.0))
    busy = iter([503, 429])
    site = live(
        lambda path: (next(busy, 200), {}, page("A")[2]) if path == "/a" else of({"/": page("Home", "/a")})(path)
    )
    assert crawled(f"{site.origin}/", tmp_path).pages == 2
    assert site.requests["/a"] == 3


def test_crawl_retries_broken_pages_after_all_others_and_together(
    live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crawler, "_RETRY_AFTER_S", (0.5, 10.0))
    monkeypatch.setattr(crawler, "_REPORT_EVERY_S", 0.1)
    broken = [f"/broken{letter}" for letter in "abc"]
    good = {"/": page("Home", *broken, "/a"), "/a": page("A", "/b"), "/b": page("B")}
    order: list[str] = []

    def pages(path: str) -> Answer:
        order.append(path)
        return (500, {}, b"") if path in broken else of(good)(path)

    reports: list[tuple[int, int]] = []
    began_s = time.monotonic()
    result = crawled(f"{live(pages).origin}/", tmp_path, progress=lambda *report: reports.append(report))
    assert time.monotonic() - began_s < 2.5, "all wait once, and at the same time"
    assert result.left_out.keys() == {"answered with status 500"}
    assert sorted(result.left_out["answered with status 500"]) == broken
    assert sorted(order[-len(broken) :]) == broken, "retries come last"
    assert reports.count((3, len(broken))) > 1, "while only retries are left, they are reported"


def test_crawl_of_many_broken_pages_at_its_end_is_no_site_that_stopped_answering(
    live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crawler, "_RETRY_AFTER_S", (0.0, 0.0, 0.0))
    broken = [f"/{letter}" for letter in "abcdefghij"]
    site = live(lambda path: (503, {}, b"") if path in broken else of({"/": page("Home", *broken)})(path))
    result = crawled(f"{site.origin}/", tmp_path)
    assert sorted(result.left_out["answered with status 503"]) == broken
    assert {site.requests[path] for path in broken} == {4}


def test_crawl_of_a_busy_server_heeds_its_wish_to_wait(
    live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crawler, "_RETRY_AFTER_S", (0.0, 0.0))
    wishes = {"/a": "1", "/b": "3600", "/c": "Wed, 21 Oct 2100 07:28:00 GMT", "/d": "soon"}
    times: list[float] = []

    def pages(path: str) -> Answer:
        if path == "/a":
            times.append(time.monotonic())
        if path in wishes and site.requests[path] == 1:
            return 503, {"Retry-After": wishes[path]}, b""
        return of({"/": page("Home", *wishes)} | {path: page(path) for path in wishes})(path)

    site = live(pages)
    result = crawled(f"{site.origin}/", tmp_path)
    assert result.left_out == {"to be requested later: the server is busy": ["/b", "/c"]}
    assert kept(tmp_path) == {"index.html", "a.html", "d.html"}
    assert times[1] - times[0] >= 1
    assert crawled(f"{site.origin}/", tmp_path).left_out == {}, "another run requests them again"
    assert kept(tmp_path) == {"index.html", "a.html", "b.html", "c.html", "d.html"}


def test_crawl_of_one_page_at_two_addresses_fetches_it_once(live: Live, tmp_path: Path) -> None:
    home = page("Home", "/index.html", "/a/", "/a/index.html", "/b", "/b.html")
    site = live(of({"/": home, "/a/": page("A"), "/b": page("B")}))
    assert crawled(f"{site.origin}/", tmp_path).left_out == {}
    assert set(site.requests) == {"/", "/robots.txt", "/a/", "/b"}


def test_crawl_of_files_without_a_type_keeps_those_that_begin_as_pages(live: Live, tmp_path: Path) -> None:
    untyped: dict[str, str] = {"Content-Type": ""}
    pages = {"/a": (200, untyped, b"\xef\xbb\xbf \n<title>A</title>"), "/b": (200, untyped, b"%PDF-1.4 <x>")}
    site = live(of({"/": page("Home", "/a", "/b")} | pages))
    assert crawled(f"{site.origin}/", tmp_path).left_out == {"not web pages": ["/b"]}


def test_crawl_of_a_site_that_goes_down_stops_and_keeps_its_pages(
    live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crawler, "_RETRY_AFTER_S", (0.0,))
    down = live(lambda path: page("Home", *(f"/{n}x" for n in range(100))) if path == "/" else (
        (404, {}, b"") if path == "/robots.txt" else (503, {}, b"")
    ))  # fmt: skip
    with pytest.raises(CrawlRefusal, match="stopped answering"):
        crawled(f"{down.origin}/", tmp_path)
    assert down.requests.total() < 60
    assert kept(tmp_path) == {"index.html"}


def test_crawl_that_was_interrupted_continues_without_fetching_pages_again(live: Live, tmp_path: Path) -> None:
    names = [f"{first}{second}" for first in "abcdefgh" for second in "abcde"]
    pages = {"/": page("Home", *names)}
    for name in names:
        pages |= {f"/{name}": page(name, f"/{name}/below"), f"/{name}/below": page(f"Below {name}")}
    site = live(of(pages))
    assert crawled(f"{site.origin}/", tmp_path, CrawlOptions(30, 100_000)).is_cut
    journal = tmp_path / "journal-2.jsonl"
    journal.write_text(journal.read_text() + '{"path": "/5')  # as if truncated by an interruption
    result = crawled(f"{site.origin}/", tmp_path)
    assert result.pages == 81
    assert {path: count for path, count in site.requests.items() if count > 1} == {"/robots.txt": 2}


def test_crawl_that_was_interrupted_keeps_no_more_bytes_than_one_that_was_not(
    live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = {"/": page("Home", *"abcdef"), **{f"/{name}": page(name * 1_000) for name in "abcdef"}}
    monkeypatch.setattr(crawler, "_MOST_BYTES", 5_000)
    site = live(of(pages))
    crawled(f"{site.origin}/", tmp_path, CrawlOptions(3, 100_000))
    crawled(f"{site.origin}/", tmp_path)
    assert sum((tmp_path / "pages-2" / name).stat().st_size for name in kept(tmp_path)) <= 5_000


def test_page_that_is_too_large_is_left_out_with_its_links(
    live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crawler, "PAGE_BYTES", 5_000)
    site = live(of({"/": page("Home", "a"), "/a": page("A" * 5_000, "b"), "/b": page("B")}))
    result = crawled(f"{site.origin}/", tmp_path)
    assert result.pages == 1
    assert "/b" not in site.requests


def test_crawl_that_was_interrupted_still_fetches_the_pages_of_the_sites_sitemap(live: Live, tmp_path: Path) -> None:
    names = "abcdefgh"
    sitemap = "".join(f"SITE/{name}\n" for name in names)
    pages = {"/": page("Home"), **{f"/{name}": page(name) for name in names}}
    site = live(of(pages))
    pages["/robots.txt"] = (200, {"Content-Type": "text/plain"}, f"Sitemap: {site.origin}/map.txt".encode())
    pages["/map.txt"] = (200, {"Content-Type": "text/plain"}, sitemap.replace("SITE", site.origin).encode())
    assert crawled(f"{site.origin}/", tmp_path, CrawlOptions(3, 100_000)).is_cut
    assert crawled(f"{site.origin}/", tmp_path).pages == 9
    assert {path for path, count in site.requests.items() if count > 1} == {"/robots.txt", "/map.txt"}


def test_crawl_that_continues_requests_the_pages_that_were_refused_while_the_site_was_down(
    live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crawler, "_RETRY_AFTER_S", (0.0,))
    names = [f"/{number}x" for number in range(40)]
    pages = of({"/": page("Home", *names)} | {name: page(name) for name in names})
    is_down = False

    def failing(path: str) -> Answer:
        nonlocal is_down
        is_down = is_down or (path == "/9x" and not has_stopped)
        return (503, {}, b"") if is_down and path != "/robots.txt" else pages(path)

    has_stopped = False
    site = live(failing)
    with pytest.raises(CrawlRefusal, match="stopped answering"):
        crawled(f"{site.origin}/", tmp_path)
    fetched = {f"/{name.removesuffix('.html')}" for name in kept(tmp_path)}
    site.requests.clear()
    is_down, has_stopped = False, True
    result = crawled(f"{site.origin}/", tmp_path)
    assert (result.pages, result.left_out) == (41, {})
    assert not ({"/", *fetched} & site.requests.keys())


def test_crawl_reports_nofollow_and_canonical_links_to_other_sites(live: Live, tmp_path: Path) -> None:
    nofollow, foreign = (
        '<meta name="robots" content="nofollow">',
        '<link rel="canonical" href="https://other.invalid/">',
    )
    pages = {"/a": page("A", "/hidden", head=nofollow), "/b": page("B", head=foreign)}
    site = live(of({"/": page("Home", "/a", "/b")} | pages))
    result = crawled(f"{site.origin}/", tmp_path)
    assert result.notes == {
        "ask crawlers not to follow their links (nofollow)": ["/a"],
        "name a page of another site as canonical": ["/b"],
    }
    assert result.pages == 3
