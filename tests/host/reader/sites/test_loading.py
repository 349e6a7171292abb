"""Files of a site as they arrive, and long work in slices."""

from __future__ import annotations

import asyncio
import gzip
import re
from itertools import pairwise
from pathlib import Path

import pytest

import standard_sitemap
from standard_sitemap.fetching.limits import DEFAULTS
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.reader.sites import file_parsing, loading
from standard_sitemap.reader.sites.loading import SLICE_S, Loading, in_slices

MAP = "http://site.example/map"
NAMESPACE = "http://standard-sitemap.org/2007/ns"


@pytest.mark.promise("author", "Long work is divided into slices; other maps have half of the time between them.")
def test_work_that_could_pause_at_every_step_rests_after_each_slice_as_long_as_it_worked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Check the limit on pauses: a thread that releases the lock more often gets it back at once, starving others."""
    now, turns, rests = 0.0, list[float](), list[float]()

    async def turn(seconds: float) -> None:
        turns.append(now)
        rests.append(seconds)

    def advance() -> bool:
        nonlocal now
        now += 0.000_1
        return now < 1

    monkeypatch.setattr(loading.time, "monotonic", lambda: now)
    monkeypatch.setattr(loading.asyncio, "sleep", turn)
    asyncio.run(in_slices(advance))
    assert len(turns) > 100
    assert all(later - before >= SLICE_S for before, later in pairwise(turns))
    assert sum(rests) > 0.95 * now


def test_turns_without_a_rest_are_given_by_responses_in_many_parts_alone() -> None:
    root = Path(standard_sitemap.__file__).parent
    files = {file.name for file in root.rglob("*.py") if re.search(r"sleep\(0(?:\.0*)?\)", file.read_text("utf-8"))}
    assert files == {"guarded_network.py", "network.py"}


@pytest.mark.promise("author", "The memory of a map is limited, whatever the size of its files.")
def test_map_of_any_size_is_read_up_to_one_limit_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    file = f'<sitemap xmlns="{NAMESPACE}"><item xml:id="i" name="I" url="/i">{"<a/>" * 50_000}</item>%s</sitemap>'
    files = [(file % f'<external url="{MAP}1#i"/>').encode(), (file % "").encode()]
    assert _cut(_loaded(*files)) == []
    monkeypatch.setattr(file_parsing, "ROOM_MOST_BYTES", 30_000_000)
    whole = _loaded(*files)
    assert _cut(whole) == [f"{MAP}1"]
    assert whole.weight < 31_000_000


def _cut(loaded: Loading) -> list[str]:
    """Return the files of which elements were left out."""
    faults = (fault for document in loaded.site.documents for fault in document.faults)
    return [fault.document for fault in faults if fault.code == "too-many-elements"]


def _loaded(*bodies: bytes, encodings: str = "") -> Loading:
    files = {f"{MAP}{number or ''}": body for number, body in enumerate(bodies)}

    async def retrieve(uri: str) -> RetrievedFile:
        return RetrievedFile(uri, files[uri], "application/xml", encodings=encodings)

    load = Loading(MAP, retrieve, DEFAULTS, include_user=False, on_file=lambda: None)
    asyncio.run(load.run())
    return load


def _groups(count: int, *others: int) -> bytes:
    refer = "".join(f'<external url="/map{number}#i"/>' for number in others)
    item = '<item xml:id="i" name="I" url="i"/>'
    return f'<sitemap xmlns="{NAMESPACE}">{item}{refer}{"<group/>" * count}</sitemap>'.encode()


@pytest.mark.promise("author", "A compressed file is unpacked only when it is read.")
def test_a_file_is_unpacked_when_it_is_read() -> None:
    load = _loaded(gzip.compress(_groups(100)), encodings="gzip")
    assert load.is_whole
    assert [len(document) for document in load.site.documents] == [102]


def test_decompression_bomb_is_refused_with_its_code() -> None:
    load = _loaded(gzip.compress(b" " * (20 << 20)), encodings="gzip")
    assert [refusal.code for refusal in load.refusals.values()] == ["too-large"]


@pytest.mark.promise("author", "All files of a map share the transfer limit.")
def test_files_of_a_site_share_the_transfer_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_parsing, "ROOM_FREE_BYTES_OF_SITE", 1_000_000)
    packed = [gzip.compress(_groups(2_000, *others)) for others in ((1,), (2,), ())]
    load = _loaded(*packed, encodings="gzip")
    assert {fault.code for document in load.site.documents for fault in document.faults} == {"too-many-elements"}
    assert not load.is_whole
    assert load.weight < 1_200_000
    plain = _loaded(*(_groups(2_000, *others) for others in ((1,), (2,), ())))
    assert plain.is_whole
