"""A corpus of broken sitemaps, each with the one expected message: whole files with one breach each.

Each file has a known fault, its line and the result of its remedy. `python -m host.webmaster.checking.broken_files`, in
`tests`, prints how many faults have the right name, line and remedy, and which do not. Further sitemaps can be named.
"""

from __future__ import annotations

import gzip
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit
from xml.sax.saxutils import escape, unescape

from host.webmaster.checking.whole_files import (
    GOOGLE,
    INDEX,
    LANGUAGES,
    LIST,
    NEWS,
    PAGES,
    PICTURES,
    ROOT,
    VIDEOS,
    WHOLE,
    XMLNS,
)
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.sitemapsorg import Fault, Site
from standard_sitemap.sitemapsorg.diagnosis import site_faults

NOW = datetime(2024, 6, 1, tzinfo=UTC)


class BrokenFile(NamedTuple):
    """A broken file: its expected code, its line, and the result of the remedy."""

    name: str
    body: bytes
    code: str
    line: int
    mend: Callable[[Fault], bytes]
    uri: str = ROOT
    content_type: str | None = None
    now: datetime = NOW


def faults(body: bytes, uri: str = ROOT, content_type: str | None = None, now: datetime = NOW) -> tuple[Fault, ...]:
    """Return the checker's faults of a file, with an index's listed files available."""
    site = Site(uri, now=now)
    site.wanted()
    site.add(uri, RetrievedFile(uri, body, content_type))
    for number, listed in enumerate(site.wanted()):
        folder = urljoin(listed, f"{number}/")
        page = f"<urlset {XMLNS}><url><loc>{escape(folder)}</loc></url></urlset>"
        site.add(listed, RetrievedFile(listed, page.encode(), None))
    return (*site.hierarchy().faults, *site_faults(site.in_order()))


def root_of(whole: str) -> str:
    """Return the address at which a sitemap may list its pages: the root of the first page's host."""
    return urljoin(unescape(re.findall("<loc>\\s*(.*?)\\s*</loc>", whole)[0]), "/sitemap.xml")


def line_of(text: str, mark: str) -> int:
    """Return the line of the first `mark` in a text."""
    return text.count("\n", 0, text.index(mark)) + 1


def _swapped(name: str, whole: str, old: str, new: str, code: str, *, at: str = "", paste: str = "") -> BrokenFile:
    """Return a file with a replaced part; the remedy is the original part or a parameter of the fault."""
    assert old in whole, (name, old)
    text = whole.replace(old, new, 1)

    def mend(fault: Fault) -> bytes:
        return (text.replace(new, fault.params[paste], 1) if paste else whole).encode()

    place = text.count("\n", 0, whole.index(old) + (new.index(at) if at else len(new) - len(new.lstrip()))) + 1
    return BrokenFile(f"{name}: {code}: {' '.join(new.split())[:40]}", text.encode(), code, place, mend)


def _with_body(name: str, whole: str, body: bytes, code: str, line: int, **more: str) -> BrokenFile:
    return BrokenFile(f"{name}: {code}", body, code, line, lambda _: whole.encode(), **more)


def of_any(name: str, whole: str) -> Iterator[BrokenFile]:
    """Yield the breaches of any XML file."""
    whole = whole.rstrip() + "\n"
    body, last = whole.encode(), whole.count("\n")
    end = whole.rstrip().rpartition("<")[2]
    loc = re.findall("<loc>(.*?)</loc>", whole)[-1]
    at = whole.rindex(f"<loc>{loc}</loc>") + len("<loc>")
    line = whole.count("\n", 0, at) + 1
    yield _with_body(f"{name}, cut in an address", whole, whole[: at + len(loc) - 2].encode(), "truncated-file", line)
    yield _with_body(f"{name}, cut in a tag", whole, whole[: at + len(loc) + 3].encode(), "truncated-file", line)
    yield _with_body(f"{name}, cut in its last tag", whole, body.rstrip()[:-4], "truncated-file", last)
    cut = whole.rstrip().removesuffix(f"<{end}")
    yield BrokenFile(
        f"{name}, cut between tags", cut.encode(), "unclosed-file", cut.rstrip().count("\n") + 1,
        lambda fault: (cut + fault.params["closing"]).encode(),
    )  # fmt: skip
    yield _with_body(f"{name}, with a word after it", whole, body + b"Done.", "text-after-end", last + 1)
    yield _with_body(f"{name}, twice", whole, body + body, "text-after-end", last + 1)
    if whole.startswith("<?xml"):
        yield _with_body(f"{name}, after a message", whole, b"Warning: none\n" + body, "text-before-declaration", 1)
        yield _with_body(f"{name}, after a line", whole, b"\n" + body, "white-space-before-declaration", 1)
    yield _with_body(f"{name}, in UTF-16", whole, whole.encode("utf-16"), "not-utf-8", 0)
    yield _with_body(f"{name}, empty", whole, b"", "empty-file", 0)
    yield _with_body(f"{name}, empty and compressed", whole, gzip.compress(b""), "empty-file", 0)
    yield _with_body(f"{name}, a page", whole, b"<!doctype html><title>404</title>", "page-not-sitemap", 0)
    yield _with_body(f"{name}, labelled as a page", whole, body, "unlikely-type", 0, content_type="text/html")
    element = "urlset" if "<urlset" in whole else "sitemapindex"
    for old, new, code in (
        (f" {XMLNS}", "", "no-sitemap-namespace"),
        ('sitemap/0.9"', 'sitemap/0.9/"', "other-sitemap-namespace"),
        ('encoding="UTF-8"', 'encoding="ISO-8859-1"', "other-encoding-declared"),
        (f"<{element} ", f'<!DOCTYPE {element} SYSTEM "s.dtd">\n<{element} ', "ignored-doctype"),
    ):
        if old in whole:
            yield _swapped(name, whole, old, new, code)
    before, after = whole[: at - len("<loc>")], whole[at + len(loc) + len("</loc>") :]
    for new, code in (
        (f"<loc>{loc}</lok>", "damaged-xml"),
        (f"<loc>{loc}</Loc>", "damaged-xml"),
        (f"<loc>{loc}<loc>", "damaged-xml"),
        (f"<loc>{loc}", "damaged-xml"),
        (f"{loc}</loc>", "damaged-xml"),
        (f"</loc>{loc}<loc>", "damaged-xml"),
        (f"<loc>{loc}</loc></loc>", "damaged-xml"),
        (f"<!-- <loc>{loc}</loc>", "damaged-xml"),
        (f"<loc>{loc}<a</loc>", "damaged-xml"),
        (f"<Loc>{loc}</Loc>", "capital-letters"),
        (f"<loc>{loc}\x0c</loc>", "forbidden-character"),
        (f"<loc>{loc}\0</loc>", "forbidden-character"),
        ("<loc></loc>", "empty-location"),
    ):
        yield _with_body(f"{name}, {new[:40]!r}", whole, f"{before}{new}{after}".encode(), code, line)
    odd = f"{before}<loc>{loc}".encode() + b"\xe9" + f"</loc>{after}".encode()
    yield _with_body(f"{name}, with a byte of Latin-1", whole, odd, "bad-bytes", line)
    cuts = {"cut in its declaration": whole[:9], "cut in its first tag": whole[: whole.index(f"<{element}") + 10]}
    for how, text in cuts.items() if whole.startswith("<?xml") else ():
        yield _with_body(f"{name}, {how}", whole, text.encode(), "truncated-file", text.count("\n") + 1)
    start = whole[: at - len("<loc>")] + "<loc>"
    yield _with_body(f"{name}, cut behind a start tag", whole, start.encode(), "truncated-file", line)
    yield _with_body(f"{name}, packed twice", whole, gzip.compress(gzip.compress(body)), "twice-compressed", 0)
    yield _with_body(f"{name}, packed and cut", whole, gzip.compress(body)[:12], "damaged-gzip", 0)
    yield from _of_entries(name, whole, "url" if element == "urlset" else "sitemap")


def _of_entries(name: str, whole: str, entry: str) -> Iterator[BrokenFile]:
    """Yield missing, doubled or swapped tags, in the last entry but one if there are two."""
    starts = [match.start() for match in re.finditer(f"<{entry}>", whole)]
    start = starts[-2] if len(starts) > 1 else starts[-1]
    end = whole.index(f"</{entry}>", start)
    inner = whole[start + len(entry) + 2 : end]
    first, rest = whole[:start], whole[end + len(entry) + 3 :]
    behind = re.compile(r"<(?!!--)").search(rest)
    is_comment_near = "<!--" in whole[start:][: len(inner) + 200]
    if behind is None or is_comment_near or not inner.lstrip().startswith("<loc>"):
        return
    at = first.count("\n") + 1
    where_loc = at + inner[: inner.index("<loc>")].count("\n")
    where_end = whole.count("\n", 0, end) + 1
    where_next = where_end + rest[: behind.start()].count("\n")
    for how, new, line in (
        ("without its start tag", f"{inner}</{entry}>", where_loc),
        ("without its end tag", f"<{entry}>{inner}", where_next),
        ("with two start tags", f"<{entry}><{entry}>{inner}</{entry}>", at),
        ("with two end tags", f"<{entry}>{inner}</{entry}></{entry}>", where_end),
        ("with its tags swapped", f"</{entry}>{inner}<{entry}>", at),
    ):
        yield _with_body(f"{name}, an entry {how}", whole, f"{first}{new}{rest}".encode(), "damaged-xml", line)


def of_addresses(name: str, whole: str) -> Iterator[BrokenFile]:
    """Yield the breaches of page addresses."""
    loc = re.findall("<loc>(.*?)</loc>", whole)[-1]
    entry = re.findall(r"[ \t]*<url>.*?</url>\n?", whole, re.DOTALL)[-1]
    parts = urlsplit(loc)
    host = f"{parts.scheme}://{parts.netloc}"
    path, at = loc.removeprefix(host), whole.rindex(f"<loc>{loc}</loc>") + len("<loc>")
    line, mark = whole.count("\n", 0, at) + 1, "&amp;" if "?" in loc else "?"
    bare = parts.netloc.removeprefix("www.")
    for new, code, paste in (
        (f"{host}/a b", "unescaped-location", "location"),
        (f"{host}/a b?c=1&amp;d=2", "unescaped-location", "location"),
        (f"{host}/é", "unescaped-location", "location"),
        (f"{host}/a[1]", "unescaped-location", "location"),
        (f"{host}/a|b^c", "unescaped-location", "location"),
        (f"{host}/50%", "bare-percent", "location"),
        (f"{host}/a?b=100%+c", "bare-percent", "location"),
        (f"{host}/caf%u00E9", "unicode-escape", "location"),
        (f"{host}/%uD83D%uDE00", "unicode-escape", "location"),
        (f"{host}/a/../b", "dot-segment", "location"),
        (f"{host}/a/.?b", "dot-segment", "location"),
        (f"{loc}#top", "location-with-fragment", "location"),
        (f"{loc}{mark}a=1&amp;b=2#top", "location-with-fragment", "location"),
        (f"{loc}{mark}a=1&amp;amp;b=2", "twice-escaped", "location"),
        (path, "relative-location", "location"),
        (f"ftp://ftp.example.org{path}", "ftp-location", ""),
        ("javascript:void(0)", "bad-location", ""),
        (f"{loc}{mark}{'x' * 2048}", "long-location", ""),
        (f"{parts.scheme}://shop.example.com{path}", "other-host", ""),
        (f"{parts.scheme}://{bare if bare != parts.netloc else f'www.{bare}'}{path}", "www-or-bare", "right"),
        (f"{'http' if parts.scheme == 'https' else 'https'}://{parts.netloc}{path}", "other-scheme", "right"),
    ):
        text = whole[:at] + new + whole[at + len(loc) :]
        yield BrokenFile(
            f"{name}: {code}: {new[:40]}", text.encode(), code, line,
            lambda fault, text=text, new=new, paste=paste: (
                f"{text[:at]}{fault.params[paste]}{text[at + len(new) :]}" if paste else whole
            ).encode(),
        )  # fmt: skip
    before, after = whole[: at + len(loc)], whole[at + len(loc) :]
    for added, code in (
        (f"{mark.replace('&amp;', '&')}a=1&b=2", "unescaped-ampersand"),
        ("&eacute;", "undefined-entity"),
    ):
        yield _with_body(f"{name}: {added}", whole, f"{before}{added}{after}".encode(), code, line)
    start = whole.rindex(entry)
    within = entry.index("<loc>")
    first, rest = whole[:start], whole[start + len(entry) :]

    def with_entry(new: str, code: str, place: int) -> BrokenFile:
        return _with_body(f"{name}: {code}", whole, f"{first}{new}{rest}".encode(), code, first.count("\n") + 1 + place)

    yield with_entry(entry + entry, "page-listed-again", f"{entry}{entry[:within]}".count("\n"))
    yield with_entry(entry.replace(f"<loc>{loc}</loc>", ""), "no-location", 0)
    second = f"<loc>{loc}</loc><loc>{host}/more</loc>"
    yield with_entry(entry.replace(f"<loc>{loc}</loc>", second), "second-location", entry[:within].count("\n"))
    yield with_entry(f"  <loc>{host}/more</loc>\n{entry}", "misplaced-location", 0)
    yield with_entry(f"  <sitemap><loc>{host}/more.xml</loc></sitemap>\n{entry}", "sitemap-in-urlset", 0)


def of_values() -> Iterator[BrokenFile]:
    """Yield the breaches of dates, frequencies and priorities."""
    for date in ("31.5.2024", "2024-5-1", "2024-02-30", "2024-05-30 14:30",
                 "2024-05-30T14:30+25:00", "2024-05-30T14:30+02:75", "2024-05-30T24:30Z", "yesterday"):  # fmt: skip
        yield _swapped("pages", PAGES, "2024-05-30<", f"{date}<", "bad-lastmod")
    for date in ("2024-07-01", "2031", "2024-06-03T00:00:00Z"):
        yield _swapped("pages", PAGES, "2024-05-30<", f"{date}<", "future-lastmod")
    for old, new, code in (
        ("<lastmod>2024-05-30</lastmod>", "<lastmod/>", "empty-element"),
        ("daily", "sometimes", "bad-changefreq"),
        ("daily", "Daily", "bad-changefreq"),
        ("1.0<", "10<", "priority-out-of-range"),
        ("1.0<", "0,8<", "priority-out-of-range"),
        ("<changefreq>daily</changefreq>", "<changefreq>daily</changefreq>\n<changefreq>weekly</changefreq>", ""),
        ("    <lastmod>2024-05-30</lastmod>\n    <changefreq>daily</changefreq>",
         "    <changefreq>daily</changefreq>\n    <lastmod>2024-05-30</lastmod>", "unusual-order"),
        ("<priority>1.0</priority>", "<title>Start</title>", "undefined-element"),
        ("<priority>1.0</priority>", "<priority><b>1.0</b></priority>", "nested-element"),
        ("<priority>1.0</priority>", "Important\n    <priority>1.0</priority>", "stray-text"),
        ("<priority>1.0</priority>", '<priority of="page">1.0</priority>', "undefined-attribute"),
    ):  # fmt: skip
        at = "<changefreq>weekly" if not code else "<lastmod>" if code == "unusual-order" else ""
        yield _swapped("pages", PAGES, old, new, code or "repeated-element", at=at)


def of_extensions() -> Iterator[BrokenFile]:
    """Yield the breaches of news, videos and images."""
    for whole, old, new, code in (
        (PICTURES, "<image:loc>https://www.example.org/tea.png</image:loc>", "", "image-without-location"),
        (PICTURES, "https://www.example.org/tea.png", "tea.png", "bad-media-address"),
        (PICTURES, "sitemap-image/1.1", "sitemap-image/1.0", "other-extension-namespace"),
        (PICTURES, f' xmlns:image="{GOOGLE}image/1.1"', "", "undeclared-extension"),
        (NEWS, "<news:name>The Example</news:name>", "", "news-without-name"),
        (NEWS, "<news:language>en</news:language>", "", "news-without-language"),
        (NEWS, "<news:language>en<", "<news:language>English<", "bad-news-language"),
        (NEWS, "<news:title>Tea is up</news:title>", "", "news-without-title"),
        (NEWS, "2024-05-31T08:00:00Z", "31 May", "bad-news-date"),
        (NEWS, "2024-05-31T08:00:00Z", "2024-05-20", "old-news"),
        (NEWS, "<news:publication_date>2024-05-31T08:00:00Z</news:publication_date>", "", "news-without-date"),
        (NEWS, "sitemap-news/0.9", "sitemap-news/0.8", "other-extension-namespace"),
        (VIDEOS, "<video:thumbnail_loc>https://www.example.org/film.jpg</video:thumbnail_loc>", "",
         "video-without-thumbnail"),
        (VIDEOS, "<video:title>How to tie a knot</video:title>", "", "video-without-title"),
        (VIDEOS, "<video:description>With one hand.</video:description>", "", "video-without-description"),
        (VIDEOS, "With one hand.", "word " * 500, "long-video-description"),
        (VIDEOS, "<video:content_loc>https://www.example.org/film.mp4</video:content_loc>", "",
         "video-without-content"),
        (VIDEOS, "https://www.example.org/film.mp4", "https://www.example.org/film", "video-at-page"),
        (VIDEOS, "https://www.example.org/film.mp4", "https://www.example.org/play.html", "video-at-page"),
        (VIDEOS, ">600<", ">10:00<", "bad-video-duration"),
        (VIDEOS, ">600<", ">99999<", "bad-video-duration"),
        (VIDEOS, ">4.2<", ">8<", "bad-video-rating"),
        (VIDEOS, ">2024-05-30<", ">May<", "bad-video-date"),
        (VIDEOS, ">yes<", ">true<", "bad-video-choice"),
        (VIDEOS, ' relationship="allow"', "", "bad-video-relationship"),
    ):  # fmt: skip
        breach = _swapped("extension", whole, old, new, code)
        missing = "<video:video>" if code.startswith("video-without") else "<news:news>"
        if code == "undeclared-extension":
            breach = breach._replace(line=line_of(whole, "<image:image>"))
        is_lost = not new and code.startswith(("video-without", "news-without"))
        yield breach._replace(line=line_of(whole, missing)) if is_lost else breach


def of_languages() -> Iterator[BrokenFile]:
    """Yield the breaches of links to other languages."""
    link = '<xhtml:link rel="alternate" hreflang="de" href="https://www.example.org/de/a"/>'
    for tag, code in (
        ("us", "country-for-language"), ("jp", "country-for-language"), ("GB-en", "country-for-language"),
        ("en-UK", "unknown-region"), ("en-EU", "unknown-region"), ("de-DD", "unknown-region"),
        ("nl_NL", "underscore-in-hreflang"), ("iw", "superseded-language"), ("eng-US", "superseded-language"),
    ):  # fmt: skip
        text = LANGUAGES.replace('hreflang="de"', f'hreflang="{tag}"')
        yield BrokenFile(
            f"languages: {code}: {tag}", text.encode(), code, line_of(text, tag),
            lambda fault, text=text, tag=tag: text.replace(f'"{tag}"', f'"{fault.params["right"]}"').encode(),
        )  # fmt: skip
    for tag, code in (("xyx", "unknown-language"), ("german", "bad-hreflang"), ("", "bad-hreflang")):
        yield _swapped("languages", LANGUAGES, 'hreflang="de"', f'hreflang="{tag}"', code)
    yield _swapped("languages", LANGUAGES, link, link.replace("https://www.example.org", ""), "relative-alternate")
    second = f"{link}\n{link.replace('/de/a', '/at/a')}"
    yield _swapped("languages", LANGUAGES, link, second, "second-alternate", at="/at/")
    yield _swapped("languages", LANGUAGES, link, link.replace("xhtml:", ""), "alternate-without-namespace")
    yield _swapped("languages", LANGUAGES, "1999/xhtml", "1999/xhtml/", "other-extension-namespace")
    no_href = link.replace(' href="https://www.example.org/de/a"', "")
    yield _swapped("languages", LANGUAGES, link, no_href, "alternate-without-address")


def of_others() -> Iterator[BrokenFile]:
    """Yield the breaches of indexes, lists and compressed files."""
    yield _swapped("index", INDEX, "  <sitemap>", f"  <url><loc>{ROOT}</loc></url>\n  <sitemap>", "url-in-index")
    yield _swapped("index", INDEX, "news.xml", "pages.xml", "sitemap-listed-again")
    yield _swapped(
        "index", INDEX, "</lastmod>", "</lastmod>\n<priority>1.0</priority>", "page-value-in-index", at="<priority>"
    )
    yield _swapped("list", LIST, "https://www.example.org/about", "about us", "bad-line")
    yield _swapped("list", LIST, "/about", "/about us", "bad-line")
    packed = gzip.compress(PAGES.encode())
    yield _with_body("pages, damaged", PAGES, packed[: len(packed) // 2], "damaged-gzip", 0)
    yield _with_body(
        "list, damaged",
        PAGES,
        gzip.compress("".join(f"{ROOT}?{n}\n" for n in range(99)).encode())[:-20],
        "damaged-gzip",
        0,
    )
    yield _with_body("no XML", PAGES, b'{"pages": []}', "no-known-format", 1)


def of_real(name: str, whole: str, now: datetime = NOW) -> Iterator[BrokenFile]:
    """Yield breaches that can be made in any valid sitemap."""
    root = root_of(whole)
    yield from (
        broken._replace(uri=broken.uri if broken.uri != ROOT else root, now=now) for broken in of_any(name, whole)
    )
    if "<urlset" in whole and "hreflang" not in whole:  # versions name each other by address
        yield from (broken._replace(uri=root, now=now) for broken in of_addresses(name, whole))


def corpus() -> Iterator[BrokenFile]:
    """Yield all generated broken files."""
    for name, whole in WHOLE.items():
        yield from of_real(name, whole)
    for made in (of_values, of_extensions, of_languages, of_others):
        yield from made()


class Verdict(NamedTuple):
    """The result of a broken file: its codes, and whether name, line and remedy were right."""

    broken: BrokenFile
    codes: tuple[str, ...]
    is_named: bool
    is_placed: bool
    is_mended: bool

    @property
    def is_right(self) -> bool:
        return self.is_named and self.is_placed and self.is_mended


# Further codes of a damaged archive: the entry in which it ends is lost.
_BESIDE = {"damaged-gzip": {"truncated-file", "unclosed-file"}}


def judged(broken: BrokenFile) -> Verdict:
    """Return whether the checker reports a broken file as expected."""
    reported = faults(broken.body, broken.uri, broken.content_type, broken.now)
    codes = tuple(dict.fromkeys(fault.code for fault in reported))
    right = [fault for fault in reported if fault.code == broken.code]
    is_named = bool(right) and set(codes) <= {broken.code} | _BESIDE.get(broken.code, set())
    is_mended = bool(right) and not faults(broken.mend(right[0]), broken.uri, now=broken.now)
    return Verdict(broken, codes, is_named, bool(right) and right[0].line == broken.line, is_mended)


# In larger files the same breaches would show nothing new.
_LONGEST_REAL = 200_000


def _whole_ones(paths: Sequence[str], now: datetime) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of fault-free sitemaps, so that each breach is the only one."""
    for path in paths:
        try:
            text = Path(path).read_text("utf-8")
        except UnicodeError:
            continue
        if "<loc>" not in text or len(text) > _LONGEST_REAL or not re.search(r"<(?:urlset|sitemapindex)\b", text):
            continue
        if root_of(text).startswith("http") and not faults(text.encode(), root_of(text), now=now):
            yield Path(path).name, text


def main(paths: Sequence[str]) -> None:
    """Print the counts, and each file with a wrong result; examine `paths` if given, else the corpus."""
    now = datetime.now(UTC)
    whole = list(_whole_ones(paths, now))
    made = (broken for name, text in whole for broken in of_real(name, text, now)) if paths else corpus()
    verdicts = [judged(broken) for broken in made]
    for verdict in verdicts:
        if not verdict.is_right:
            said = ", ".join(verdict.codes) or "nothing"
            sys.stdout.write(
                f"{verdict.broken.name}: said {said}, line: {verdict.is_placed}, mended: {verdict.is_mended}\n"
            )
    keys = ("is_named", "is_placed", "is_mended")
    named, placed, mended = (sum(getattr(verdict, key) for verdict in verdicts) for key in keys)
    origin = f" of {len(whole)} real ones" if paths else ""
    sys.stdout.write(f"{len(verdicts)} files{origin}: {named} named, {placed} placed, {mended} mended\n")


if __name__ == "__main__":
    main(sys.argv[1:])
