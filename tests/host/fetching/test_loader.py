"""The files of one sitemap: the order of handling, and the limits on their cost."""

import asyncio
from typing import Any, NamedTuple

import pytest

from standard_sitemap.fetching import loader
from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.limits import Limits
from standard_sitemap.fetching.loader import Loader
from standard_sitemap.fetching.retrieving import Retriever, load
from standard_sitemap.refusals import NotFound, Refusal
from standard_sitemap.ssp import Site

ROOT = "file:///map.xml"
TEXT = """<sitemap xmlns="http://standard-sitemap.org/2007/ns">
<external url="a.xml#a"/><external url="b.xml#a"/></sitemap>"""


class Body(NamedTuple):
    body: bytes


def _loaded(progress: list[tuple[int, int]] | None = None, **limits: Any) -> dict[str, str]:
    """Return the codes of files that the command line could not load, by address."""

    async def run() -> dict[str, Refusal]:
        async with Retriever(None) as retriever:
            known = {uri: RetrievedDocument(uri, TEXT.encode()) for uri in (ROOT, "file:///a.xml")}
            numbers = progress if progress is not None else []
            return await load(Site(ROOT), retriever, known, lambda *both: numbers.append(both), Limits(**limits))

    return {uri: refusal.code for uri, refusal in asyncio.run(run()).items()}


def test_files_are_counted_and_refusals_recorded() -> None:
    progress: list[tuple[int, int]] = []
    assert _loaded(progress) == {"file:///b.xml": "not-allowed"}
    assert progress[-1] == (3, 3)


def test_too_many_files_are_refused() -> None:
    assert set(_loaded(files=1)) == {"file:///a.xml", "file:///b.xml"}


def test_too_many_bytes_are_refused_and_nothing_is_requested_after_them() -> None:
    long = Limits(site_bytes=1_024)
    handled = _handled({"a": 0.0, "b": 0.0, "c": 0.0}, long, size=1_000)
    assert [code for _, code in handled] == ["", "too-large", "too-large"]


def _handled(
    delays: dict[str, float], limits: Limits, size: int = 1, *, in_order: bool = True
) -> list[tuple[str, str]]:
    """Return addresses in the order of handling, with the codes of refusals; each takes a while."""
    handled: list[tuple[str, str]] = []
    names = [tuple(delays)]

    async def retrieve(uri: str) -> Body:
        await asyncio.sleep(delays[uri])
        if uri.startswith("missing"):
            raise NotFound(uri=uri, status=404)
        return Body(b"x" * size)

    async def handle(uri: str, _: int, outcome: Body | Refusal) -> None:
        handled.append((uri, outcome.code if isinstance(outcome, Refusal) else ""))

    async def run() -> None:
        await Loader(retrieve, limits, in_order=in_order).run(lambda: names.pop() if names else (), handle)

    asyncio.run(run())
    return handled


def test_ordered_loading_holds_early_files_for_their_turn() -> None:
    delays = {"slow": 0.05, "missing": 0.02, "fast": 0.0}
    assert _handled(delays, Limits()) == [("slow", ""), ("missing", "not-found"), ("fast", "")]
    assert [uri for uri, _ in _handled(delays, Limits(), in_order=False)] == ["fast", "missing", "slow"]


def test_files_beyond_the_concurrency_limit_arrive_in_order() -> None:
    delays = {str(number): 0.001 * (number % 7) for number in range(60)}
    assert [uri for uri, _ in _handled(delays, Limits())] == list(delays)


@pytest.mark.parametrize("in_order", [True, False])
def test_files_past_the_deadline_are_refused(in_order: bool) -> None:
    limits = Limits(site_seconds=0.05)
    codes = dict(_handled({"a": 0.0, "never": 60.0}, limits, in_order=in_order))
    assert codes == {"a": "", "never": "timed-out"}


def test_large_files_reduce_concurrency(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loader, "PARALLEL_BYTES", 3_500)
    names, running, most, handled = [tuple(map(str, range(20))), ("first",)], set[str](), list[int](), list[str]()

    async def retrieve(uri: str) -> Body:
        running.add(uri)
        most.append(len(running))
        await asyncio.sleep(0)
        return Body(b"x" * 1_000)

    async def handle(uri: str, _: int, outcome: Body | Refusal) -> None:
        await asyncio.sleep(0)
        running.discard(uri)
        handled.append(uri)

    asyncio.run(
        Loader(retrieve, Limits()).run(lambda: names.pop() if names and len(names) + len(handled) >= 2 else (), handle)
    )
    assert len(most) == 21
    assert max(most) == 3


def test_files_are_handled_in_order_where_some_are_at_hand() -> None:
    handled = list[str]()
    names = [("here", "slow", "also here", "quick")]

    async def retrieve(uri: str) -> Body:
        await asyncio.sleep(0.02 if uri == "slow" else 0)
        return Body(b"")

    async def handle(uri: str, *_: object) -> None:
        handled.append(uri)

    async def run() -> None:
        loader = Loader(retrieve, Limits(), in_order=True)
        await loader.run(lambda: names.pop() if names else (), handle, lambda uri: uri.endswith("here"))

    asyncio.run(run())
    assert handled == ["here", "slow", "also here", "quick"]


def test_a_mistake_of_the_handler_ends_the_loading() -> None:
    async def retrieve(_: str) -> Body:
        return Body(b"")

    async def handle(*_: object) -> None:
        raise ZeroDivisionError

    async def run() -> None:
        names = [("a", "b")]
        await Loader(retrieve, Limits(), in_order=True).run(lambda: names.pop() if names else (), handle)

    with pytest.raises(ZeroDivisionError):
        asyncio.run(run())
