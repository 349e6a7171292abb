"""Keys as files."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.retrieving import Retriever
from standard_sitemap.submitting import key
from standard_sitemap.submitting.indexnow import is_key


class _Site(Retriever):
    def __init__(self, body: bytes) -> None:
        super().__init__(None)
        self._body = body

    async def get(self, uri: str, accept: str = "") -> RetrievedDocument:
        return RetrievedDocument(uri, self._body)


def test_a_key_is_made_once_and_called_as_its_file(tmp_path: Path) -> None:
    one, other = key.make(tmp_path), key.make(tmp_path)
    assert one != other
    assert key.read(one) == one.stem
    assert is_key(one.stem)


@pytest.mark.parametrize("body", [b"the-key-0", b"\xef\xbb\xbfthe-key-0\r\n"])
def test_the_sites_file_may_end_in_a_line_end(body: bytes) -> None:
    asyncio.run(key.look("https://a.example/k.txt", "the-key-0", _Site(body)))


@pytest.mark.parametrize(
    "body", [b"", b"the-key-1", b"<html>the-key-0", b"the-key-0\nmore", b"k" * 100_000, b"\xff" * 9]
)
def test_what_holds_another_key_or_none_is_refused(body: bytes) -> None:
    with pytest.raises(key.BadKey, match=r"https://a\.example/k\.txt holds"):
        asyncio.run(key.look("https://a.example/k.txt", "the-key-0", _Site(body)))
