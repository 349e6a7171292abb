"""Serves the bookshop on loopback, at a free port."""

from __future__ import annotations

import contextlib
from typing import ClassVar
from urllib.parse import parse_qs, urlsplit

from demo import pages
from demo.loopback import QuietHandler, serving


def served() -> contextlib.AbstractContextManager[str]:
    """Return a context manager that yields the address of the running shop, without a trailing slash."""
    return serving(_Shop)


class _Shop(QuietHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30
    texts: ClassVar = pages.texts()
    answers: ClassVar = pages.site()

    def do_GET(self) -> None:
        self._say(self._answer())

    def do_HEAD(self) -> None:
        self._say(self._answer())

    def _answer(self) -> pages.Answer:
        address = urlsplit(self.path)
        if address.path == "/":
            return self._to_language()
        language, _, rest = address.path.removeprefix("/").partition("/")
        if rest == "search" and language in pages.LANGUAGES:
            term = parse_qs(address.query).get("q", [""])[0]
            return pages.search_page(language, term, pages.matches(self.texts, language, term))
        return self.answers.get(address.path, _LOST)

    def _to_language(self) -> pages.Answer:
        wanted = self.headers.get("Accept-Language", "").strip().lower()
        return pages.Answer(b"", headers=(("Location", "/de/" if wanted.startswith("de") else "/en/"),), status=302)

    def _say(self, answer: pages.Answer) -> None:
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.content_type)
        self.send_header("Content-Length", str(len(answer.body)))
        for name, value in answer.headers:
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.body)


_LOST = pages.Answer(
    b"<!DOCTYPE html><title>Not here</title><link rel=stylesheet href=/style.css>"
    b"<main><h1>Not here</h1><p class=lead>The page you asked for is on none of our shelves.</main>",
    status=404,
)
