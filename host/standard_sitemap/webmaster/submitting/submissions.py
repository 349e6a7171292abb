"""IndexNow: keys, requests, and the meaning of responses.

The key is a file: it is made once, published on the site, and checked there before anything is sent. Requests are sent
one after another. Their progress is stored on disk, so that the same command continues where it stopped. Sources:
https://www.indexnow.org/documentation and https://yandex.ru/support/webmaster/indexnow/key.html.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

import httpcore
import platformdirs

from standard_sitemap.fetching.network import trusted_certificates
from standard_sitemap.fetching.network_addresses import target
from standard_sitemap.fetching.request_headers import USER_AGENT
from standard_sitemap.fetching.retrieving import Retriever
from standard_sitemap.refusals import FetchRefusal

# Forwards submissions to all participating engines.
ENDPOINT = "https://api.indexnow.org/indexnow"

# Per request.
MAX_ADDRESSES = 10_000

_KEY = re.compile(r"[A-Za-z0-9-]{8,128}")
# Makes 32 hexadecimal digits, as in IndexNow's examples; too many to guess.
_KEY_BYTES = 16
# A larger file is not a key.
_MAX_BYTES = 1_024

_CONNECT_S, _SILENCE_S = 10.0, 60.0
_TIMEOUTS = {"connect": _CONNECT_S, "read": _SILENCE_S, "write": _SILENCE_S, "pool": None}
_HEADERS = [("User-Agent", USER_AGENT), ("Content-Type", "application/json; charset=utf-8")]

# `transient` failures are worth a retry of the same request, later.
Kind = Literal["accepted", "refused", "transient"]

_MEANINGS = {
    **dict.fromkeys((301, 302, 303, 307, 308), "this endpoint has moved"),
    202: "accepted; the engine has not checked the key yet",
    400: "the request has an invalid format",
    403: "the key is not valid: its file was not found, or does not contain the key",
    422: "addresses do not belong to the host, or the key has an invalid form",
    429: "too many requests (potential spam)",
}
_OTHER_MEANINGS: dict[Kind, str] = {
    "accepted": "accepted",
    "refused": "refused for a reason that the protocol does not define",
    "transient": "the server has an internal problem",
}


class Submission(NamedTuple):
    """Addresses of one host to submit, and the key that proves the right to do so."""

    endpoint: str
    host: str
    key: str
    key_location: str
    addresses: tuple[str, ...]

    def bodies(self, start: int = 0) -> Iterator[tuple[int, bytes]]:
        """Yield the bodies of requests from the address number `start` on, with the number of addresses in each."""
        for place in range(start, len(self.addresses), MAX_ADDRESSES):
            batch = self.addresses[place : place + MAX_ADDRESSES]
            members = {"host": self.host, "key": self.key, "keyLocation": self.key_location, "urlList": batch}
            yield len(batch), json.dumps(members, ensure_ascii=False).encode()


class SubmissionResult(NamedTuple):
    """The result of a submission: addresses accepted now and in total, and the last response with its meaning."""

    now: int
    done: int
    kind: Kind = "accepted"
    meaning: str = "accepted before"
    status: int | None = None
    retry_after: str | None = None


class BadKey(ValueError):
    """A text or a file holds no key; `args` holds the reason."""


class Journal:
    """The number of accepted addresses of one submission, stored under a hash of its addresses and its endpoint."""

    def __init__(self, submission: Submission, folder: Path | None = None) -> None:
        text = "\n".join((submission.endpoint, submission.host, *submission.addresses))
        name = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        place = folder or platformdirs.user_state_path("standard-sitemap", appauthor=False) / "submitted"
        self._file = place / f"{name}.txt"
        self._most = len(submission.addresses)

    @property
    def done(self) -> int:
        """The number of accepted addresses; 0 if unknown, and never more than there are."""
        try:
            text = self._file.read_text("ascii")
        except (OSError, UnicodeDecodeError):
            return 0
        # Without the line end, it may be half of a number.
        return min(int(text), self._most) if text.endswith("\n") and text.strip().isdecimal() else 0

    def record(self, done: int) -> None:
        """Store the number of accepted addresses; forget the submission once all are accepted. Raises OSError."""
        if done == self._most:
            self._file.unlink(missing_ok=True)
        else:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.write_text(f"{done}\n", "ascii")


def usual_location(site: str, key: str) -> str:
    """Return the default address of a key's file: at the root of the site."""
    parts = urlsplit(site)
    return f"{parts.scheme}://{parts.netloc}/{key}.txt"


def make_key(folder: Path) -> Path:
    """Make a key and write its file into a folder. Raises OSError."""
    key = secrets.token_hex(_KEY_BYTES)
    file = folder / f"{key}.txt"
    with file.open("x", encoding="ascii", newline="") as stream:
        stream.write(key)
    return file


def read_key(file: Path) -> str:
    """Return the key in a file. Raises BadKey or OSError."""
    with file.open("rb") as stream:
        return _key(stream.read(_MAX_BYTES + 1), str(file))


async def look_for_key(location: str, key: str, retriever: Retriever) -> None:
    """Check that the file at `location` holds the key. Raises BadKey, or FetchRefusal if it cannot be fetched."""
    answer = await retriever.get(location, "text/plain, */*;q=0.1")
    if _key(answer.body, location) != key:
        raise BadKey(f"{location} contains another key")


def _key(body: bytes, where: str) -> str:
    text = body[: _MAX_BYTES + 1].decode("utf-8-sig", "replace").strip()
    if not _KEY.fullmatch(text):
        raise BadKey(f"{where} contains no valid key; a key consists of 8 to 128 letters, digits and hyphens")
    return text


def verdict(status: int) -> tuple[Kind, str]:
    """Return the kind of a response and its meaning; for undocumented statuses, according to HTTP."""
    kind: Kind = "refused"
    if 200 <= status < 300:
        kind = "accepted"
    elif status >= 500 or status in (408, 425, 429):
        kind = "transient"
    return kind, _MEANINGS.get(status) or _OTHER_MEANINGS[kind]


def send(submission: Submission, journal: Journal, progress: Callable[[int], None]) -> SubmissionResult:
    """Send the addresses not yet accepted, one request at a time, stopping at the first failure."""
    sent = SubmissionResult(0, journal.done)
    with httpcore.ConnectionPool(ssl_context=trusted_certificates()) as pool:
        for count, body in submission.bodies(sent.done):
            sent = _post(pool, submission.endpoint, body, sent)
            if sent.kind != "accepted":
                break
            sent = sent._replace(now=sent.now + count, done=sent.done + count)
            # After each response: accepted addresses are not sent again, even if the next request hangs.
            journal.record(sent.done)
            progress(sent.done)
    return sent


def _post(pool: httpcore.ConnectionPool, endpoint: str, body: bytes, before: SubmissionResult) -> SubmissionResult:
    failures = httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException
    try:
        url = target(endpoint).uri
        # The response's body is irrelevant and not read.
        with pool.stream("POST", url, content=body, headers=_HEADERS, extensions={"timeout": _TIMEOUTS}) as answer:
            wait = next(
                (value.decode("latin-1") for name, value in answer.headers if name.lower() == b"retry-after"), None
            )
            return SubmissionResult(before.now, before.done, *verdict(answer.status), answer.status, wait)
    except (FetchRefusal, *failures) as error:
        return SubmissionResult(
            before.now, before.done, "transient", f"no answer: {str(error) or type(error).__name__}"
        )
