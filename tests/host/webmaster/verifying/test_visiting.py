"""The choice of a sitemap's pages, and the visits."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable

import pytest

from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.retrieving import Retriever
from standard_sitemap.refusals import NotFound
from standard_sitemap.ssp import Hierarchy
from standard_sitemap.webmaster.verifying import visiting
from standard_sitemap.webmaster.verifying.visiting import AT_A_TIME, READ_BYTES, has_elements, sample, visit_all

SITE = "http://www.example.org/"
Build = Callable[..., Hierarchy]


def _many(number: int) -> str:
    return "".join(f'<item name="{n}" url="{n}"/>' for n in range(number))


@pytest.mark.parametrize("number", [1, 7, 50, 1_000])
@pytest.mark.parametrize("most", [1, 10, 100])
def test_sample_has_the_requested_size_or_all_pages(hierarchy_of: Build, number: int, most: int) -> None:
    pages_sampled = sample(hierarchy_of(_many(number)), most)
    assert len(pages_sampled.pages) == min(number, most)
    assert pages_sampled.total == number


def test_sample_of_zero_pages_is_empty(hierarchy_of: Build) -> None:
    assert sample(hierarchy_of(_many(5)), 0).pages == {}


def test_sample_is_spread_and_deterministic(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of(_many(1_000))
    numbers = sorted(int(address.removeprefix(SITE)) for address in sample(hierarchy, 10).pages)
    assert max(b - a for a, b in itertools.pairwise(numbers)) <= 200
    assert sample(hierarchy, 10) == sample(hierarchy_of(_many(1_000)), 10)


def test_roles_come_first_even_if_they_are_not_in_the_tree(hierarchy_of: Build) -> None:
    contact = '<item name="Contact" url="contact" role="contact"/>'
    pages = sample(hierarchy_of(_many(100) + contact), 2).pages
    assert set(pages) == {f"{SITE}0", f"{SITE}contact"}


def test_other_hosts_other_schemes_and_parts_of_pages_are_no_pages_to_visit(hierarchy_of: Build) -> None:
    content = '<item name="a" url="https://other.example/"/><item name="b" url="mailto:x@example.org"/>'
    content += '<item name="c" url="page#one"/><item name="d" url="page#two"/><group name="e"/>'
    pages_sampled = sample(hierarchy_of(content), 10)
    assert (list(pages_sampled.pages), pages_sampled.total) == ([f"{SITE}page"], 1)


def test_pages_of_other_hosts_do_not_take_the_place_of_the_sites_own(hierarchy_of: Build) -> None:
    others = "".join(f'<item name="{n}" url="https://other.example/{n}"/><item name="o" url="{n}"/>' for n in range(50))
    assert len(sample(hierarchy_of(others), 10).pages) >= 8


def test_variants_are_visited_in_turn(hierarchy_of: Build) -> None:
    items = "".join(
        f'<item><variant lang="de" name="{n}" url="de/{n}"/><variant lang="en" name="{n}" url="en/{n}"/></item>'
        for n in range(10)
    )
    languages = {address.removeprefix(SITE)[:2] for address in sample(hierarchy_of(items), 10).pages}
    assert languages == {"de", "en"}


class _Server(Retriever):
    """Server that lets other requests go first and records the concurrency."""

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


def test_visits_are_limited_in_concurrency_and_ordered() -> None:
    server, reported = _Server(), list[int]()
    addresses = [f"http://a.example/{number}" for number in range(9)] + ["http://a.example/none"]
    visits = asyncio.run(visit_all(addresses, server, reported.append))
    assert [visit.address for visit in visits] == addresses
    assert server.most == AT_A_TIME
    assert reported == list(range(1, 11))
    assert visits[-1].refusal is not None


def test_endless_page_is_read_up_to_the_limit() -> None:
    (visit,) = asyncio.run(visit_all(["http://a.example/"], _Server(), lambda _: None))
    assert visit.response is not None
    assert len(visit.response.body) == READ_BYTES


def test_bodies_of_many_pages_are_kept_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visiting, "STORED_BYTES", 3 * READ_BYTES)
    addresses = [f"http://a.example/{number}" for number in range(9)]
    visits = asyncio.run(visit_all(addresses, _Server(), lambda _: None))
    assert sum(map(has_elements, visits)) == 3
    assert all(visit.naming is not None for visit in visits)
