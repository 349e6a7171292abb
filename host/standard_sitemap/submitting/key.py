"""The key of IndexNow as a file: made once, put on the site, and looked at there before anything is sent."""

from __future__ import annotations

import secrets
from pathlib import Path

from standard_sitemap.fetching.retrieving import Retriever
from standard_sitemap.submitting.indexnow import is_key

# 32 letters, as the examples of IndexNow have; nobody guesses as many.
_KEY_BYTES = 16
# A file that is greater holds something else.
_MAX_BYTES = 1_024


class BadKey(ValueError):
    """A text or a file holds no key; `args` is why."""


def make(folder: Path) -> Path:
    """Makes a key and writes its file into a folder; raises OSError."""
    key = secrets.token_hex(_KEY_BYTES)
    file = folder / f"{key}.txt"
    with file.open("x", encoding="ascii", newline="") as stream:
        stream.write(key)
    return file


def read(file: Path) -> str:
    """The key in a file; raises BadKey or OSError."""
    with file.open("rb") as stream:
        body = stream.read(_MAX_BYTES + 1)
    return _key(body, str(file))


async def look(location: str, key: str, retriever: Retriever) -> None:
    """Sees that the file at `location` holds the key; raises BadKey, or a FetchRefusal where it cannot be had."""
    answer = await retriever.get(location, "text/plain, */*;q=0.1")
    if _key(answer.body, location) != key:
        raise BadKey(f"{location} holds another key")


def _key(body: bytes, where: str) -> str:
    text = body[: _MAX_BYTES + 1].decode("utf-8-sig", "replace").strip()
    if not is_key(text):
        raise BadKey(f"{where} holds no key: it wants 8 to 128 letters, digits and hyphens, and nothing else")
    return text
