"""Reads the links of pages in a time that their size bounds.

html5lib reads pages as browsers do, but some pages of 30 kB take it a minute. A process with a deadline reads all pages
except short ones.
"""

from __future__ import annotations

import threading

from standard_sitemap.model.encodings import page_media_type
from standard_sitemap.model.page_sizes import PAGE_BYTES, CostlyPage
from standard_sitemap.ssp.discovery import PageContent, read_content, relevant_part
from standard_sitemap.workers import Worker, WorkerFailure

# A page of this length takes at most 0.2 s, whatever it contains.
_SHORT_BYTES = 4_096
# html5lib takes 2 µs for each byte of an ordinary page; the rest allows for a busy machine.
_DEADLINE_S, _DEADLINE_S_PER_BYTE, _MOST_DEADLINE_S = 1.0, 20e-6, 10.0


class _PageReader:
    """A process that reads one page after another; ended at a deadline, and started again for the next page."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._worker: Worker | None = None

    def read(self, body: bytes, url: str, content_type: str) -> PageContent | None:
        """Return the content of a page; None if it takes too long."""
        with self._lock:
            worker = self._started()
            if worker is None:
                return _content(body, url, content_type)
            expired = threading.Event()
            deadline_s = min(_DEADLINE_S + len(body) * _DEADLINE_S_PER_BYTE, _MOST_DEADLINE_S)
            timer = threading.Timer(deadline_s, _expire, (expired, worker))
            timer.start()
            try:
                return worker.call(_content, body, url, content_type)
            except WorkerFailure:
                return None if expired.is_set() else _content(body, url, content_type)
            finally:
                timer.cancel()

    def _started(self) -> Worker | None:
        """Return the process, which has loaded its modules; None if no process can be started here."""
        if self._worker is not None and self._worker.has_ended:
            self._worker.close()
            self._worker = None
        if self._worker is None:
            self._worker = Worker()
            try:
                self._worker.call(_content, b"<link>", "", "text/html")
            except WorkerFailure:
                return None
        return self._worker


def _expire(expired: threading.Event, worker: Worker) -> None:
    expired.set()
    worker.end()


_READER = _PageReader()


def content_of(body: bytes, url: str, content_type: str) -> PageContent | None:
    """Return the content of a page as `read_content` does; None if it is too large, or takes too long or too much."""
    if len(body) > PAGE_BYTES:
        return None
    if page_media_type(content_type, body).essence == "text/html":
        body = relevant_part(body)
    if len(body) <= _SHORT_BYTES:
        return _content(body, url, content_type)
    return _READER.read(body, url, content_type)


def _content(body: bytes, url: str, content_type: str) -> PageContent | None:
    try:
        return read_content(body, url, content_type)
    except CostlyPage:
        return None
