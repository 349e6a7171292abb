"""Private windows and containers: whatever a server answers, the host writes no file for their pages."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from driving.host_process import HostProcess
from hostile.corpus import NAMESPACE, SITEMAPS

MARK = "remarkable"
_MAP = f'<sitemap xmlns="{NAMESPACE}"><item name="{MARK}" url="/page"/><external url="other#i"/></sitemap>'.encode()
_LIST = f'<urlset xmlns="{SITEMAPS}"><url><loc>http://127.0.0.1/{MARK}</loc></url></urlset>'.encode()
_FRESH = {"Cache-Control": "public, max-age=86400", "Last-Modified": "Thu, 01 Jan 2026 00:00:00 GMT"}

Response = tuple[int, dict[str, str], bytes]
_RESPONSES: dict[str, Response] = {
    "a map": (200, _FRESH, _MAP),
    "a list": (200, _FRESH, _LIST),
    "a map with a validator": (200, {"ETag": '"1"', "Cache-Control": "no-cache"}, _MAP),
    "a map for ever": (200, {"Cache-Control": "immutable, max-age=31536000"}, _MAP),
    "a map with an expiry": (200, {"Expires": "Thu, 01 Jan 2099 00:00:00 GMT"}, _MAP),
    "a map for each language": (200, _FRESH | {"Vary": "Accept-Language, Cookie"}, _MAP),
    "a map with a cookie": (200, _FRESH | {"Set-Cookie": f"{MARK}=1; Max-Age=999"}, _MAP),
    "a map that must be stored": (200, _FRESH | {"Clear-Site-Data": '"cache"', "Pragma": "x"}, _MAP),
    "a compressed map": (200, _FRESH | {"Content-Encoding": "gzip"}, gzip.compress(_MAP)),
    "a compressed file": (200, _FRESH | {"Content-Type": "application/gzip"}, gzip.compress(_LIST)),
    "a map that is cut": (200, _FRESH, _MAP[:-20]),
    "a large map": (200, _FRESH, _MAP.replace(b"<external", b"<a/>" * 100_000 + b"<external")),
    "no map": (200, _FRESH, b"<html>" + MARK.encode()),
    "nothing": (200, _FRESH, b""),
    "a robots.txt": (200, _FRESH | {"Content-Type": "text/plain"}, f"Sitemap: /{MARK}\n".encode()),
    "a missing file": (404, _FRESH, MARK.encode()),
    "a file that is gone": (410, _FRESH, MARK.encode()),
    "a login": (401, _FRESH | {"WWW-Authenticate": f'Basic realm="{MARK}"'}, b"x"),
    "a refusal": (403, _FRESH, MARK.encode()),
    "a server that is busy": (503, _FRESH | {"Retry-After": "1"}, b"x"),
    "a lasting redirect": (301, _FRESH | {"Location": f"/{MARK}"}, b""),
    "a permanent redirect": (308, _FRESH | {"Location": f"/{MARK}"}, b""),
    "an alternative service": (200, _FRESH | {"Alt-Svc": 'h3=":443"; ma=9999; persist=1'}, _MAP),
    "a promise of encryption": (200, _FRESH | {"Strict-Transport-Security": "max-age=9999"}, _MAP),
}
#: One response for each way of handling; the thorough run has all.
_USUAL = {"a map with a cookie", "a compressed file", "a missing file", "a lasting redirect"}
_PAGES: dict[str, tuple[bool, str]] = {
    "private": (True, ""),
    "container": (False, "firefox-container-1"),
    "private container": (True, "firefox-container-1"),
}


@contextmanager
def _serving(response: Response) -> Iterator[str]:
    status, fields, body = response

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path != f"/{MARK}" else 200)
            for name, value in ({"Content-Type": "application/xml"} | fields).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


def _browse(base: str, folder: Path, *, is_private: bool, container: str) -> None:
    """Open a site's map twice, reload it and look for others; the host then ends, and has written all."""
    page: dict[str, Any] = {"url": f"{base}/{MARK}", "container": container}
    wanted = {"sitemap": f"{base}/map", "page": page, "chosen": True, "private": is_private}
    host = HostProcess(folder)
    try:
        host.call("hello", protocol=1)
        for _ in range(2):
            _answered(host, host.request("suggest", {"page": page, "private": is_private}))
            site = _answered(host, host.request("site.open", wanted)).get("result", {}).get("site", "")
            _answered(host, host.request("site.reload", {"site": site}))
            _answered(host, host.request("site.close", {"site": site}))
        assert host.process.stdin
        host.process.stdin.close()
        host.process.wait(30)
    finally:
        host.close()


def _answered(host: HostProcess, number: int) -> dict[str, Any]:
    """Return the reply to a request; refuse each fetch that the host asks the browser for."""
    while number not in host.answers:
        message = host.receive()
        if message.get("event") == "fetch":
            host.request("fetched", {"fetch": message["params"]["fetch"], "ok": False})
    return host.answers.pop(number)


@pytest.mark.parametrize("page", _PAGES.values(), ids=_PAGES)
@pytest.mark.parametrize(
    "response",
    [
        pytest.param(response, id=name, marks=[] if name in _USUAL else [pytest.mark.thorough])
        for name, response in _RESPONSES.items()
    ],
)
@pytest.mark.promise("successor", "No response to a private window or a container makes the host write a file.")
def test_pages_of_private_windows_and_containers_leave_no_file(
    response: Response, page: tuple[bool, str], tmp_path: Path
) -> None:
    with _serving(response) as base:
        _browse(base, tmp_path, is_private=page[0], container=page[1])
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == []


def test_ordinary_page_leaves_a_response(tmp_path: Path) -> None:
    with _serving(_RESPONSES["a map"]) as base:
        _browse(base, tmp_path, is_private=False, container="")
    assert any(MARK.encode() in file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
