"""Sends a submission, one request after another, until it is complete or a request is not accepted.

Progress is stored on disk, so that the same command continues where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import platformdirs

from standard_sitemap.fetching.network_addresses import target
from standard_sitemap.fetching.request_headers import USER_AGENT
from standard_sitemap.refusals import FetchRefusal
from standard_sitemap.webmaster.submitting.engines import Submission, Verdict, verdict

if TYPE_CHECKING:
    import httpcore

_CONNECT_S, _SILENCE_S = 10.0, 60.0
_TIMEOUTS = {"connect": _CONNECT_S, "read": _SILENCE_S, "write": _SILENCE_S, "pool": None}
_HEADERS = [("User-Agent", USER_AGENT), ("Content-Type", "application/json; charset=utf-8")]


class Sent(NamedTuple):
    """The result of a submission: addresses accepted now and in total, the last response, and the time to wait."""

    now: int
    done: int
    status: int | None
    verdict: Verdict
    retry_after: str | None = None


class Journal:
    """The number of accepted addresses of one submission, by its identity."""

    def __init__(self, identity: str, folder: Path | None = None) -> None:
        place = folder or platformdirs.user_state_path("standard-sitemap", appauthor=False) / "submitted"
        self._file = place / f"{identity}.txt"

    @property
    def done(self) -> int:
        """The number of accepted addresses; 0 if unknown."""
        try:
            text = self._file.read_text("ascii").strip()
        except (OSError, UnicodeDecodeError):
            return 0
        return int(text) if text.isdecimal() else 0

    def record(self, done: int) -> None:
        """Store the number of accepted addresses. Raises OSError."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._file.with_suffix(".new")
        fresh.write_text(f"{done}\n", "ascii")
        # Atomically: half of a number would be another number.
        fresh.replace(self._file)

    def finish(self) -> None:
        """Delete the record of a completed submission."""
        self._file.unlink(missing_ok=True)


def send(submission: Submission, journal: Journal, progress: Callable[[int], None]) -> Sent:
    """Send the addresses not yet accepted, one request at a time, stopping at the first failure."""
    import httpcore

    from standard_sitemap.fetching.network import trusted_certificates

    # A journal is a file and may hold anything.
    start = min(journal.done, len(submission.addresses))
    sent = Sent(0, start, None, Verdict("accepted", "accepted before"))
    with httpcore.ConnectionPool(ssl_context=trusted_certificates()) as pool:
        for count, body in submission.bodies(start):
            sent = _post(pool, submission.endpoint, body, sent)
            if sent.verdict.kind != "accepted":
                return sent
            sent = sent._replace(now=sent.now + count, done=sent.done + count)
            # Recorded after each response, so that accepted addresses are not sent again even if the next request
            # hangs.
            journal.record(sent.done)
            progress(sent.done)
    journal.finish()
    return sent


def _post(pool: httpcore.ConnectionPool, endpoint: str, body: bytes, before: Sent) -> Sent:
    import httpcore

    failures = httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException
    try:
        url = target(endpoint).uri
        # The response's body is irrelevant and not read.
        with pool.stream("POST", url, content=body, headers=_HEADERS, extensions={"timeout": _TIMEOUTS}) as answer:
            fields = {name.lower(): value for name, value in answer.headers}
            status, wait = answer.status, fields.get(b"retry-after")
    except (FetchRefusal, *failures) as error:
        reason = str(error) or type(error).__name__
        return before._replace(status=None, verdict=Verdict("transient", f"no answer: {reason}"))
    return before._replace(
        status=status, verdict=verdict(status), retry_after=None if wait is None else wait.decode("latin-1")
    )
