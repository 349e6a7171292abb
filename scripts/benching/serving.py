"""Serves sitemaps from a folder and pages that announce them, on loopback, at the pace a benchmark asks for.

A page's address says all about it: `/page/ANNOUNCED/PACE/SITEMAP/…`, where ANNOUNCED is `link`, `header` or `none`, and
PACE is how many milliseconds after its head a page's body is sent, or `once`.
"""

from __future__ import annotations

import contextlib
import time
from functools import partial
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from benching.sitemaps import NAMESPACE
from demo.loopback import serving

#: Notes when the page's body first bears a class of the display family.
_WATCH = """<script>
  new MutationObserver((_, observer) => {
    if (!/(^| )sitemap-/.test(document.body?.className ?? '')) return;
    window.classAt = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
</script>"""
_TEXT = "<p>Some text that is painted as soon as it is there.</p>\n" * 20


def served(folder: Path) -> contextlib.AbstractContextManager[str]:
    """The address of the running server, without a slash at its end."""
    return serving(partial(_Handler, folder))


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 0

    def __init__(self, folder: Path, *given: object) -> None:
        self._folder = folder
        super().__init__(*given)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        parts = self.path.strip("/").split("/")
        if parts[0] == "page":
            self._page(*parts[1:4])
        elif (self._folder / parts[0]).is_file():
            self._whole((self._folder / parts[0]).read_bytes(), "application/xml")
        else:
            self._whole(b"<!DOCTYPE html><title>Another</title><p>Another page.", "text/html")

    def _whole(self, body: bytes, content_type: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _page(self, announced: str, pace: str, sitemap: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        if announced == "header":
            self.send_header("X-Standard-Sitemap-Location", f"/{sitemap}")
        self.end_headers()
        links = f'<link rel="schema.map" href="{NAMESPACE}"><link rel="map.location" href="/{sitemap}">'
        head = f"<!DOCTYPE html><html><head><title>{self.path}</title>{links if announced == 'link' else ''}{_WATCH}\n"
        body = f"</head><body>{_TEXT}</body></html>"
        if pace == "once":
            self.wfile.write((head + body).encode())
        else:
            self.wfile.write(head.encode())
            time.sleep(int(pace) / 1000)
            self.wfile.write(body.encode())
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the name is inherited)
        """Says nothing: the terminal is for the figures."""
