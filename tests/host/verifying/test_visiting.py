"""How pages are visited."""

from __future__ import annotations

import asyncio

import pytest

from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.retrieving import Retriever
from standard_sitemap.refusals import NotFound
from standard_sitemap.verifying import visiting
from standard_sitemap.verifying.visiting import AT_A_TIME, READ_BYTES, has_elements, visit_all


class _Server(Retriever):
    """Answers when others had their turn; keeps how many asked at once."""

    def __init__(self) -> None:
        super().__init__(None)
        self.now = self.most = 0

    async def get(self, uri: str, accept: str = "") -> RetrievedDocument:
        self.now += 1
        self.most = max(self.most, self.now)
        for _ in range(5):
            await asyncio.sleep(0)
        self.now -= 1
        if uri.endswith("none"):
            raise NotFound(uri=uri, status=404)
        return RetrievedDocument(uri, b" " * (READ_BYTES + 1), "text/html")


def test_few_at_a_time_and_in_order() -> None:
    server, told = _Server(), list[int]()
    addresses = [f"http://a.example/{number}" for number in range(9)] + ["http://a.example/none"]
    visits = asyncio.run(visit_all(addresses, server, told.append))
    assert [visit.address for visit in visits] == addresses
    assert server.most == AT_A_TIME
    assert told == list(range(1, 11))
    assert visits[-1].refusal is not None


def test_of_a_page_that_never_ends_only_its_beginning_is_read() -> None:
    (visit,) = asyncio.run(visit_all(["http://a.example/"], _Server(), lambda _: None))
    assert visit.response is not None
    assert len(visit.response.body) == READ_BYTES


def test_of_very_many_pages_only_so_much_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visiting, "STORED_BYTES", 3 * READ_BYTES)
    addresses = [f"http://a.example/{number}" for number in range(9)]
    visits = asyncio.run(visit_all(addresses, _Server(), lambda _: None))
    assert sum(map(has_elements, visits)) == 3
    assert all(visit.naming is not None for visit in visits)
