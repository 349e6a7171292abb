"""Search engines: the fate of their former submission addresses, and IndexNow with its key.

The table has dates and sources; its rows are those of the table of submission addresses in the description of
sitemaps.org's protocol. IndexNow follows its documentation: keys, requests, and the meaning of responses. Sources:
https://www.indexnow.org/documentation and https://yandex.ru/support/webmaster/indexnow/key.html. The key is a file: it
is made once, published on the site, and checked there before anything is sent.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from standard_sitemap.fetching.retrieving import Retriever


class Engine(NamedTuple):
    """A search engine: its former submission address, that address's state, today's method, and the source.

    `retired` is the date of the engine's announcement; empty if the address was never meant for programs.
    """

    name: str
    address: str
    state: str
    retired: str
    today: str
    source: str


ENGINES = (
    Engine(
        "Baidu",
        "https://zhanzhang.baidu.com/dashboard/index",
        "a page for users with an account, never for programs",
        "",
        "Sign in at its new address, https://ziyuan.baidu.com/, and name the sitemap there; programs send "
        "addresses to http://data.zz.baidu.com/urls with the token of that account.",
        "https://ziyuan.baidu.com/college/courseinfo?id=267&page=2",
    ),
    Engine(
        "Bing (and Yahoo!)",
        "https://www.bing.com/webmaster/ping.aspx?siteMap=",
        "accepts no submissions any more, because most were spam",
        "2022-05-13",
        "Name the sitemap in robots.txt or in Bing Webmaster Tools; submit changed pages by IndexNow.",
        "https://blogs.bing.com/webmaster/may-2022/Spring-cleaning-Removed-Bing-anonymous-sitemap-submission",
    ),
    Engine(
        "Google",
        "https://www.google.com/ping?sitemap=",
        "accepts no submissions any more; Google announced that it would answer 404 after six months",
        "2023-06-26",
        "Name the sitemap in robots.txt or in Search Console; give correct <lastmod> dates. IndexNow is not used.",
        "https://developers.google.com/search/blog/2023/06/sitemaps-lastmod-ping",
    ),
    Engine(
        "Yandex",
        "https://webmaster.yandex.com/site/map.xml",
        "a page for users with an account, never for programs",
        "",
        "Name the sitemap in robots.txt or in Yandex Webmaster; submit changed pages by IndexNow.",
        "https://yandex.ru/support/webmaster/en/indexing-options/sitemap",
    ),
)


# Forwards submissions to all participating engines.
ENDPOINT = "https://api.indexnow.org/indexnow"

# Per request.
MAX_ADDRESSES = 10_000

_KEY = re.compile(r"[A-Za-z0-9-]{8,128}")

Kind = Literal["accepted", "refused", "transient"]


class Verdict(NamedTuple):
    """The meaning of a response: accepted, refused, or to be retried later; and its text."""

    kind: Kind
    text: str


_MEANINGS: dict[int, Verdict] = {
    200: Verdict("accepted", "accepted"),
    202: Verdict("accepted", "accepted; the engine has not checked the key yet"),
    400: Verdict("refused", "the request has an invalid format"),
    403: Verdict("refused", "the key is not valid: its file was not found, or does not contain the key"),
    422: Verdict("refused", "addresses do not belong to the host, or the key has an invalid form"),
    429: Verdict("transient", "too many requests (potential spam)"),
}


class Submission(NamedTuple):
    """Addresses of one host to submit, and the key that proves the right to do so."""

    endpoint: str
    host: str
    key: str
    key_location: str
    addresses: tuple[str, ...]

    @property
    def identity(self) -> str:
        """A hash that is equal for equal addresses, in the same order, at the same endpoint."""
        text = "\n".join((self.endpoint, self.host, *self.addresses))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def bodies(self, start: int = 0) -> Iterable[tuple[int, bytes]]:
        """Yield the bodies of requests from the address number `start` on, with the number of addresses in each."""
        rest = iter(self.addresses[start:])
        while batch := list(islice(rest, MAX_ADDRESSES)):
            yield len(batch), self._body(batch)

    def _body(self, batch: list[str]) -> bytes:
        members = {"host": self.host, "key": self.key, "keyLocation": self.key_location, "urlList": batch}
        return json.dumps(members, ensure_ascii=False).encode()


def is_key(text: str) -> bool:
    """Return whether a text is a valid key."""
    return _KEY.fullmatch(text) is not None


def usual_location(site: str, key: str) -> str:
    """Return the default address of a key's file: at the root of the site."""
    parts = urlsplit(site)
    return f"{parts.scheme}://{parts.netloc}/{key}.txt"


def in_reach(addresses: Iterable[str], key_location: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return the addresses that a key authorises, in its folder and below, and all others."""
    folder = key_location.rpartition("/")[0] + "/"
    within: list[str] = []
    beyond: list[str] = []
    for address in addresses:
        (within if address.startswith(folder) else beyond).append(address)
    return within, beyond


def verdict(status: int) -> Verdict:
    """Return the meaning of a status; for undocumented ones, according to HTTP."""
    known = _MEANINGS.get(status)
    if known is not None:
        return known
    if 200 <= status < 300:
        return Verdict("accepted", "accepted")
    if status >= 500 or status in {408, 425}:
        return Verdict("transient", "the server has an internal problem")
    if 300 <= status < 400:
        return Verdict("refused", "this endpoint has moved")
    return Verdict("refused", "refused for a reason that the protocol does not define")


# Makes 32 hexadecimal digits, as in IndexNow's examples; too many to guess.
_KEY_BYTES = 16
# A larger file is not a key.
_MAX_BYTES = 1_024


class BadKey(ValueError):
    """A text or a file holds no key; `args` holds the reason."""


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
        body = stream.read(_MAX_BYTES + 1)
    return _key(body, str(file))


async def look_for_key(location: str, key: str, retriever: Retriever) -> None:
    """Check that the file at `location` holds the key. Raises BadKey, or FetchRefusal if it cannot be fetched."""
    answer = await retriever.get(location, "text/plain, */*;q=0.1")
    if _key(answer.body, location) != key:
        raise BadKey(f"{location} contains another key")


def _key(body: bytes, where: str) -> str:
    text = body[: _MAX_BYTES + 1].decode("utf-8-sig", "replace").strip()
    if not is_key(text):
        raise BadKey(f"{where} contains no valid key; a key has only 8 to 128 letters, digits and hyphens")
    return text
