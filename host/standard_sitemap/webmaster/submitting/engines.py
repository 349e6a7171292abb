"""What search engines take: what became of the addresses at which they once took sitemaps, and IndexNow, with its key.

The table has dates and sources; its rows are those of the table of submission addresses in the description of
sitemaps.org's protocol. IndexNow is as its documentation has it: keys, requests, and what the answers mean.
Sources: https://www.indexnow.org/documentation and https://yandex.ru/support/webmaster/indexnow/key.html
The key is a file: made once, put on the site, and looked at there before anything is sent.
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
    """A search engine: the address it once named, what became of that, how it is done today, and who says so.

    `retired` is the day on which the engine said so; empty where the address was never one for programs.
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
        "a page for people who have an account, never for programs",
        "",
        "Sign in at https://ziyuan.baidu.com/, which it is called now, and name the sitemap there; programs send "
        "addresses to http://data.zz.baidu.com/urls with the token of that account.",
        "https://ziyuan.baidu.com/college/courseinfo?id=267&page=2",
    ),
    Engine(
        "Bing (and Yahoo!)",
        "https://www.bing.com/webmaster/ping.aspx?siteMap=",
        "takes nothing any more, as it was mostly used for spam",
        "2022-05-13",
        "Name the sitemap in robots.txt or in Bing Webmaster Tools; submit changed pages by IndexNow.",
        "https://blogs.bing.com/webmaster/may-2022/Spring-cleaning-Removed-Bing-anonymous-sitemap-submission",
    ),
    Engine(
        "Google",
        "https://www.google.com/ping?sitemap=",
        "takes nothing any more: it was to end within six months, and to answer 404 from then on",
        "2023-06-26",
        "Name the sitemap in robots.txt or in Search Console; give true <lastmod> dates. IndexNow is not read.",
        "https://developers.google.com/search/blog/2023/06/sitemaps-lastmod-ping",
    ),
    Engine(
        "Yandex",
        "https://webmaster.yandex.com/site/map.xml",
        "a page for people who have an account, never for programs",
        "",
        "Name the sitemap in robots.txt or in Yandex Webmaster; submit changed pages by IndexNow.",
        "https://yandex.ru/support/webmaster/en/indexing-options/sitemap",
    ),
)


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


# 32 letters, as the examples of IndexNow have; nobody guesses as many.
_KEY_BYTES = 16
# A file that is greater holds something else.
_MAX_BYTES = 1_024


class BadKey(ValueError):
    """A text or a file holds no key; `args` is why."""


def make_key(folder: Path) -> Path:
    """Makes a key and writes its file into a folder; raises OSError."""
    key = secrets.token_hex(_KEY_BYTES)
    file = folder / f"{key}.txt"
    with file.open("x", encoding="ascii", newline="") as stream:
        stream.write(key)
    return file


def read_key(file: Path) -> str:
    """The key in a file; raises BadKey or OSError."""
    with file.open("rb") as stream:
        body = stream.read(_MAX_BYTES + 1)
    return _key(body, str(file))


async def look_for_key(location: str, key: str, retriever: Retriever) -> None:
    """Sees that the file at `location` holds the key; raises BadKey, or a FetchRefusal where it cannot be had."""
    answer = await retriever.get(location, "text/plain, */*;q=0.1")
    if _key(answer.body, location) != key:
        raise BadKey(f"{location} holds another key")


def _key(body: bytes, where: str) -> str:
    text = body[: _MAX_BYTES + 1].decode("utf-8-sig", "replace").strip()
    if not is_key(text):
        raise BadKey(f"{where} holds no key: it wants 8 to 128 letters, digits and hyphens, and nothing else")
    return text
