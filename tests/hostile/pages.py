"""Pages of up to 260 kB that take long to parse or to read, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count

MOST_PAGE_BYTES = 260_000


def _repeated(piece: str, before: str = "", after: str = "", most: int = MOST_PAGE_BYTES) -> bytes:
    """Return a page that consists of one piece; `#` in it is a number."""
    room = most - len((before + after).encode())
    if "#" not in piece:
        return f"{before}{piece * (room // len(piece.encode()))}{after}".encode()
    numbered = (piece.replace("#", str(number)) for number in count())
    return f"{before}{''.join(_within(numbered, room))}{after}".encode()


def _within(pieces: Iterable[str], room: int) -> Iterable[str]:
    for piece in pieces:
        room -= len(piece.encode())
        if room < 0:
            return
        yield piece


def _nested(opening: str, closing: str = "", before: str = "", inner: str = "x") -> bytes:
    times = (MOST_PAGE_BYTES - len(before) - len(inner)) // (len(opening) + len(closing))
    return f"{before}{opening * times}{inner}{closing * times}".encode()


LINK = '<link rel="standard-sitemap" href="/map.xml">'

HOSTILE_PAGES: dict[str, Callable[[], bytes]] = {
    # parsing
    "attributes": lambda: _repeated(" a#=1", "<p", ">"),
    "attributes-of-one-name": lambda: _repeated(" a=1", "<p", ">"),
    "attributes-of-the-body": lambda: _repeated("<body a#=1>"),
    "escapes-in-an-attribute": lambda: _repeated("&amp", '<p title="', '">'),
    "an-attribute-without-end": lambda: _repeated("x", '<a href="'),
    "scopes": lambda: _nested("<div>", "</p>"),
    "closed-scopes": lambda: _repeated("</p>", "<div>" * 20_000),
    "formatting": lambda: _repeated("<b a#><p>"),
    "formatting-of-one-kind": lambda: _repeated("<i><p>x"),
    "misnested-links": lambda: _repeated("<a><div>"),
    "misnested-formatting": lambda: _repeated("<b><i><div></b>"),
    "tables-in-tables": lambda: _nested("<table><td>"),
    "text-outside-of-cells": lambda: _repeated("x<b>", "<table>"),
    "rows-without-end": lambda: _repeated("<tr><td>", "<table>"),
    "lists-in-lists": lambda: _nested("<ul><li>"),
    "definition-lists": lambda: _repeated("<dt>x<dd>", "<dl>"),
    "options": lambda: _repeated("<option>#", "<select>"),
    "selects": lambda: _repeated("<select><optgroup>"),
    "drawings": lambda: _nested("<svg><g>"),
    "drawings-and-markup": lambda: _repeated("<svg><desc><p>"),
    "formulas": lambda: _nested("<math><mi>"),
    "templates": lambda: _nested("<template>"),
    "templates-in-tables": lambda: _repeated("<table><template><tr>"),
    "framesets": lambda: _nested("<frameset>"),
    "frames": lambda: _repeated('<frame src="#.html">', "<frameset>"),
    "comments-that-never-end": lambda: _repeated("<!-- --!"),
    "instructions": lambda: _repeated("<?x"),
    "sections": lambda: _repeated("<![CDATA["),
    "doctypes": lambda: _repeated("<!DOCTYPE html [ ] "),
    "ends-without-beginnings": lambda: _repeated("</a></b></i></p>"),
    "scripts-in-comments": lambda: _repeated("<!--<script>", "<script>"),
    "text-that-never-ends": lambda: _repeated("<plaintext>"),
    "areas-of-text": lambda: _repeated("<textarea></textare>"),
    "references": lambda: _repeated("&notit;&#x10FFFF;&#0;"),
    "unknown-references": lambda: _repeated("&CounterClockwiseContourIntegra"),
    "nul-bytes": lambda: b"<p>" + b"\0" * (MOST_PAGE_BYTES - 3),
    "carriage-returns": lambda: _repeated("\r"),
    "bytes-of-another-encoding": lambda: b"<meta charset=utf-16>" + b"\xd8\x00" * 120_000,
    "letters-to-guess": lambda: b"<title>" + b"\xe4\x80" * 120_000,
    "marks": lambda: _repeated("\u0301\u0316", "<title>a", "</title><h1>b"),
    "depth": lambda: _nested("<div>", "</div>"),
    "words-of-custom-elements": lambda: _repeated("<x-#>"),
    # facts of a page
    "maps": lambda: _repeated('<link rel="standard-sitemap" href="/m#.xml">'),
    "relations": lambda: _repeated("standard-sitemap ", '<link href="/map.xml" rel="', '">'),
    "bases": lambda: _repeated('<base href="/#/">', after=LINK),
    "bases-of-links": lambda: _repeated("a/", '<base href="', f'">{LINK}'),
    "metas": lambda: _repeated('<meta name="DC.#" content="#">'),
    "redirects": lambda: _repeated('<meta http-equiv="refresh" content="0; url=#.html">'),
    "titles": lambda: _repeated("<title>T#</title>"),
    "headings": lambda: _repeated("<h1>H#</h1>", "<body>"),
    "a-long-heading": lambda: _repeated("<br>x ", "<h1>", "</h1>"),
    "forms": lambda: _repeated('<form action="/s#"><input type="search" name="q"></form>'),
    "fields-of-a-form": lambda: _repeated('<input name="n#">', '<form action="/s" role="search">', "</form>"),
    "data-that-nest": lambda: _repeated("[", '<script type="application/ld+json">', "</script>"),
    "data-of-crumbs": lambda: _repeated(
        '{"@type":"ListItem","position":#,"name":"n","item":"/#"},',
        '<script type="application/ld+json">{"@type":"BreadcrumbList","itemListElement":[',
        "0]}</script>",
    ),
    "styles-that-hide": lambda: _repeated(".a#{display:none}", "<style>", "</style><p class=a1>x"),
    "styles-without-end": lambda: _repeated("a{b:c;/*", "<style>"),
    "classes": lambda: _repeated(" c#", '<p class="', '">'),
    "hidden-elements": lambda: _repeated('<i hidden style="display:none">', '<nav><a href="/a">A</a>'),
    # menus
    "links": lambda: _repeated('<a href="/#">#</a> ', "<nav>", "</nav>"),
    "links-of-one-page": lambda: _repeated('<a href="/a">A#</a> ', "<nav>", "</nav>"),
    "links-with-one-name": lambda: _repeated('<li><a href="/#">A</a>', "<nav><ul>", "</ul></nav>"),
    "links-of-long-folders": lambda: _repeated(f'<a href="/{"a/" * 500}#">#</a>', "<nav>", "</nav>"),
    "links-that-climb": lambda: _repeated(f'<a href="{"../" * 500}#">#</a>', "<nav>", "</nav>"),
    "links-of-escapes": lambda: _repeated(f'<a href="/{"%C3%A4" * 300}#">#</a>', "<nav>", "</nav>"),
    "navigations": lambda: _repeated('<nav><ul><li><a href="/#">#</a><li><a href="/b#">b</a></ul></nav>'),
    "menus-of-levels": lambda: _nested('<ul><li><a href="/a">A</a>', before="<nav>"),
    "menus-of-divs": lambda: _nested('<div class="menu"><a href="/a">A</a>'),
    "details": lambda: _nested('<details><summary>S</summary><a href="/a">A</a>', before="<nav>"),
    "crumbs": lambda: _repeated('<a href="/#">c</a> › ', '<nav aria-label="breadcrumb">', "</nav>"),
    "pages-of-a-list": lambda: _repeated('<a rel="next" href="/page/#">#</a>', '<nav class="pagination">', "</nav>"),
    "posts": lambda: _repeated('<article><h2><a href="/2024/#">P</a></h2><time datetime="2024-01-01">x</time>'),
    "headings-and-lists": lambda: _repeated('<h2>#</h2><ul><li><a href="/#">x</a></ul>', "<nav>"),
    "cells-of-links": lambda: _repeated('<tr><td><a href="/#">x</a><td>y', "<table>"),
    "languages": lambda: _repeated('<link rel="alternate" hreflang="x-a#" href="/#">'),
    "tabs": lambda: _repeated('<a role="tab" aria-controls="t#" href="/#">t</a>', '<div role="tablist">'),
    "panels": lambda: _repeated('<button aria-controls="p#">b</button><div id="p#"><a href="/#">x</a></div>'),
    "comments-around-links": lambda: _repeated('<!--x--><a href="/#">x</a>', "<nav>"),
    "white-space": lambda: _repeated(" \n\t", "<nav><a href=/a>A", "</a></nav>"),
    "list-of-separators": lambda: _repeated('<a href="/#">x</a> | ', "<p>"),
}  # fmt: skip
