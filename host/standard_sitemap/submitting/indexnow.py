"""IndexNow as its documentation has it: keys, requests, and what the answers mean. Pure.

Source: https://www.indexnow.org/documentation and https://yandex.ru/support/webmaster/indexnow/key.html
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

# Hands on what it gets to all engines that take part.
ENDPOINT = "https://api.indexnow.org/indexnow"

# In one request.
MAX_ADDRESSES = 10_000

_KEY = re.compile(r"[A-Za-z0-9-]{8,128}")

Kind = Literal["accepted", "refused", "transient"]


class Verdict(NamedTuple):
    """What an answer means: done, to be mended first, or to be tried again later; and in words."""

    kind: Kind
    text: str


_MEANINGS: dict[int, Verdict] = {
    200: Verdict("accepted", "accepted"),
    202: Verdict("accepted", "accepted; the key is still to be checked by the engine"),
    400: Verdict("refused", "the request is not understood (invalid format)"),
    403: Verdict("refused", "the key is not valid: its file was not found, or does not hold the key"),
    422: Verdict("refused", "addresses do not belong to the host, or the key is not as the protocol wants it"),
    429: Verdict("transient", "too many requests (potential spam)"),
}


class Submission(NamedTuple):
    """What is to be submitted: addresses of one host, and the key that shows the right to."""

    endpoint: str
    host: str
    key: str
    key_location: str
    addresses: tuple[str, ...]

    @property
    def identity(self) -> str:
        """The same for the same addresses, in their order, to the same endpoint."""
        text = "\n".join((self.endpoint, self.host, *self.addresses))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def bodies(self, start: int = 0) -> Iterable[tuple[int, bytes]]:
        """The requests' bodies from the address number `start` on, and how many addresses are in each."""
        rest = iter(self.addresses[start:])
        while batch := list(islice(rest, MAX_ADDRESSES)):
            yield len(batch), self._body(batch)

    def _body(self, batch: list[str]) -> bytes:
        members = {"host": self.host, "key": self.key, "keyLocation": self.key_location, "urlList": batch}
        return json.dumps(members, ensure_ascii=False).encode()


def is_key(text: str) -> bool:
    """Whether a text is a key by the protocol."""
    return _KEY.fullmatch(text) is not None


def usual_location(site: str, key: str) -> str:
    """Where the file of a key is expected: at the top of the site that an address belongs to."""
    parts = urlsplit(site)
    return f"{parts.scheme}://{parts.netloc}/{key}.txt"


def in_reach(addresses: Iterable[str], key_location: str) -> tuple[Sequence[str], Sequence[str]]:
    """The addresses that a key speaks for, which are those in its folder and below, and the others."""
    folder = key_location.rpartition("/")[0] + "/"
    within: list[str] = []
    beyond: list[str] = []
    for address in addresses:
        (within if address.startswith(folder) else beyond).append(address)
    return within, beyond


def verdict(status: int) -> Verdict:
    """What a status means; of those that the documentation does not name, what HTTP says of them."""
    known = _MEANINGS.get(status)
    if known is not None:
        return known
    if 200 <= status < 300:
        return Verdict("accepted", "accepted")
    if status >= 500 or status in {408, 425}:
        return Verdict("transient", "the server has a problem of its own")
    if 300 <= status < 400:
        return Verdict("refused", "this endpoint has moved")
    return Verdict("refused", "refused for a reason that the protocol does not name")
