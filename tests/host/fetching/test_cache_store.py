"""The cache: limited in size, intact or absent, and never a reason for a failure."""

import asyncio
import errno
import multiprocessing
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

import system
from standard_sitemap.fetching import cache_file, limits
from standard_sitemap.fetching.cache_file import StoredResponse, remove_cache
from standard_sitemap.fetching.cache_store import CacheStore, cache_folder, cache_place, host_of_site, site_digests
from standard_sitemap.refusals import BadUrl

Work = Callable[[CacheStore], Coroutine[Any, Any, Any]]


def _with(folder: Path | None, work: Work, most: int = 1_000_000) -> Any:
    async def run() -> Any:
        store = CacheStore(folder, most)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def _stored(store: CacheStore, key: bytes = b"k") -> list[StoredResponse]:
    return await store.find(key, lambda _: True)


def _keeping(key: bytes, body: bytes, variant: bytes = b"") -> Work:
    async def work(store: CacheStore) -> None:
        store.store(key, variant, b"head", body)

    return work


def _bodies(folder: Path | None, key: bytes = b"k") -> list[bytes]:
    return [response.body for response in _with(folder, lambda store: _stored(store, key))]


def test_stored_response_is_found_by_the_next_process(tmp_path: Path) -> None:
    _with(tmp_path, _keeping(b"k", b"body"))
    assert _bodies(tmp_path) == [b"body"]
    assert _bodies(tmp_path, b"other") == []


def test_newer_response_replaces_the_older(tmp_path: Path) -> None:
    for body in (b"1", b"2"):
        _with(tmp_path, _keeping(b"k", body))
    assert _bodies(tmp_path) == [b"2"]


def test_variants_stay_beside_each_other_up_to_a_number(tmp_path: Path) -> None:
    for number in range(limits.CACHE_VARIANTS + 3):
        _with(tmp_path, _keeping(b"k", b"%d" % number, b"%d" % number))
    assert len(_bodies(tmp_path)) == limits.CACHE_VARIANTS
    assert b"10" in _bodies(tmp_path)


def test_only_fitting_heads_are_found(tmp_path: Path) -> None:
    _with(tmp_path, _keeping(b"k", b"body"))
    assert _with(tmp_path, lambda store: store.find(b"k", lambda head: head == b"other")) == []


def test_heads_are_renewed_and_answers_removed() -> None:
    async def work(store: CacheStore) -> None:
        store.store(b"k", b"", b"old", b"body")
        [response] = await _stored(store)
        store.renew(response.number, b"new")
        assert [response.head for response in await _stored(store)] == [b"new"]
        store.remove(response.number)
        assert await _stored(store) == []

    _with(None, work)


def test_memory_is_forgotten() -> None:
    _with(None, _keeping(b"k", b"body"))
    assert _bodies(None) == []


@pytest.mark.promise("successor", "The size of the cache is limited; the least recently used entry is removed first.")
def test_the_least_recently_used_makes_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 10_000_000, 1_000))
    monkeypatch.setattr(time, "time", lambda: float(next(clock)))

    async def work(store: CacheStore) -> list[bool]:
        for number in range(20):
            store.store(b"%d" % number, b"", b"", os.urandom(100_000))
            await _stored(store, b"0")
        return [bool(await _stored(store, b"%d" % number)) for number in range(20)]

    stored = _with(tmp_path, work)
    assert stored[0]
    assert stored[19]
    assert not stored[1]
    assert 3 <= sum(stored) <= 10
    assert sum(file.stat().st_size for file in tmp_path.rglob("*") if file.is_file()) < 8_000_000


def test_oversized_response_is_not_cached(tmp_path: Path) -> None:
    _with(tmp_path, _keeping(b"k", b"small"))
    _with(tmp_path, _keeping(b"k", b"x" * 600_000))
    assert _bodies(tmp_path) == []


HOSTS = {b"a": "http://www.example.org/x", b"b": "https://shop.example.org:444/", b"c": "http://example.com/"}


def _with_sites(folder: Path) -> None:
    async def work(store: CacheStore) -> None:
        for key, url in HOSTS.items():
            store.store(key, b"", b"head", b"secret body of " + key, site_digests(url))

    _with(folder, work)


def _left(folder: Path) -> set[bytes]:
    return {key for key in HOSTS if _bodies(folder, key)}


@pytest.mark.parametrize(
    ("site", "left"),
    [
        (None, set()),
        ("example.org", {b"c"}),
        ("http://WWW.Example.org:8080/elsewhere", {b"b", b"c"}),
        ("shop.example.org.", {b"a", b"c"}),
        ("other.example", {b"a", b"b", b"c"}),
    ],
)
@pytest.mark.promise("successor", "`clear`, and the extension, delete one site or all.")
def test_a_site_with_all_hosts_below_it_is_forgotten(tmp_path: Path, site: str | None, left: set[bytes]) -> None:
    _with_sites(tmp_path)
    assert _with(tmp_path, lambda store: store.clear(site)) == 3 - len(left)
    assert _left(tmp_path) == left


@pytest.mark.promise("successor", "Clearing one site or all leaves no byte of it.")
def test_cleared_responses_leave_no_bytes(tmp_path: Path) -> None:
    _with_sites(tmp_path)

    def all_bytes() -> bytes:
        return b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())

    async def work(store: CacheStore) -> bytes:
        await store.clear("example.org")
        return all_bytes()

    written = _with(tmp_path, work)
    assert b"secret body of c" in written
    assert b"secret body of a" not in written


@pytest.mark.parametrize("site", ["", "http://", "a b", "http://["])
def test_invalid_site_is_refused(site: str) -> None:
    with pytest.raises(BadUrl):
        host_of_site(site)


def test_an_address_is_a_site_by_itself() -> None:
    assert site_digests("http://10.0.0.1/") != site_digests("http://9.0.0.1/")
    assert len(site_digests("http://10.0.0.1/")) == len(site_digests("http://localhost/"))
    assert host_of_site("http://[::1]:80/") == "[::1]"


@pytest.mark.promise("successor", "Entries that were not used for a month are deleted.")
def test_response_unused_for_a_month_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    _with(tmp_path, _keeping(b"k", b"body"))
    monkeypatch.setattr(time, "time", lambda: now + 29 * 86_400)
    assert _bodies(tmp_path) == [b"body"]
    monkeypatch.setattr(time, "time", lambda: now + 58 * 86_400)
    assert _bodies(tmp_path) == [b"body"]
    monkeypatch.setattr(time, "time", lambda: now + 89 * 86_400)
    assert _bodies(tmp_path) == []


def test_response_stored_by_a_wrong_clock_expires(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 10_000 * 86_400)
    _with(tmp_path, _keeping(b"k", b"body"))
    monkeypatch.setattr(time, "time", lambda: now)
    assert _bodies(tmp_path) == []


def test_a_file_of_an_older_version_is_left_for_a_fresh_one(tmp_path: Path) -> None:
    (tmp_path / "http-1").mkdir()
    old = sqlite3.connect(tmp_path / "http-1" / "answers.db")
    old.execute("CREATE TABLE answers (id INTEGER PRIMARY KEY, key, variant, head, body, checksum, used)")
    old.close()
    _with(tmp_path, _keeping(b"k", b"lost"))
    _with(tmp_path, _keeping(b"k", b"body"))
    assert _bodies(tmp_path) == [b"body"]


def _damage(file: Path, how: str) -> None:
    whole = file.read_bytes()
    if how == "no database":
        file.write_bytes(b"<html>" * 1_000)
    elif how == "cut":
        file.write_bytes(whole[: len(whole) // 2])
    elif how == "scrambled":
        file.write_bytes(whole[:4_096] + random.Random(1).randbytes(len(whole) - 4_096))
    elif how == "another table":
        file.unlink()
        sqlite3.connect(file).execute("CREATE TABLE answers (x)").connection.close()


@pytest.mark.parametrize("how", ["no database", "cut", "scrambled", "another table"])
@pytest.mark.promise("successor", "A damaged cache is replaced.")
def test_a_damaged_file_is_left_for_a_fresh_one(tmp_path: Path, how: str) -> None:
    for number in range(5):
        _with(tmp_path, _keeping(b"%d" % number, os.urandom(100_000)))
    _damage(tmp_path / "http-1" / "answers.db", how)

    async def work(store: CacheStore) -> list[StoredResponse]:
        for _ in range(3):
            for number in range(5):
                await _stored(store, b"%d" % number)
                store.store(b"%d" % number, b"", b"", b"anew")
        return [response for number in range(5) for response in await _stored(store, b"%d" % number)]

    responses = _with(tmp_path, work)
    assert {response.body for response in responses} == {b"anew"}
    _with(tmp_path, _keeping(b"k", b"body"))
    assert _bodies(tmp_path) == [b"body"]


@pytest.mark.parametrize("changed", ["'body'", "X'424F4459'", "1"])
def test_changed_bytes_of_a_body_are_noticed(tmp_path: Path, changed: str) -> None:
    _with(tmp_path, _keeping(b"k", b"body"))
    database = sqlite3.connect(tmp_path / "http-1" / "answers.db")
    database.execute(f"UPDATE answers SET body = {changed}").connection.commit()
    database.close()
    assert _bodies(tmp_path) == []


@pytest.mark.parametrize("head", ["X'7B7D'", "'{}'", "1", "NULL", "X'FF'", "X''"])
def test_changed_bytes_of_a_head_are_noticed(tmp_path: Path, head: str) -> None:
    _with(tmp_path, _keeping(b"k", b"body"))
    database = sqlite3.connect(tmp_path / "http-1" / "answers.db")
    database.execute("PRAGMA writable_schema = ON")
    database.execute("UPDATE sqlite_schema SET sql = replace(sql, 'head BLOB NOT NULL', 'head BLOB')")
    database.commit()
    database.close()
    database = sqlite3.connect(tmp_path / "http-1" / "answers.db")
    database.execute(f"UPDATE answers SET head = {head}").connection.commit()
    database.close()
    assert _bodies(tmp_path) == []


def test_renewed_head_belongs_to_its_body(tmp_path: Path) -> None:
    async def work(store: CacheStore) -> list[bytes]:
        store.store(b"k", b"", b"head", b"body")
        [stored] = await _stored(store, b"k")
        for head in (b"second", b"third"):
            store.renew(stored.number, head)
        store.renew(stored.number + 1, b"of none")
        return [response.head + response.body for response in await _stored(store, b"k")]

    assert _with(tmp_path, work) == [b"thirdbody"]
    assert _bodies(tmp_path) == [b"body"]


def test_unwritable_folder_disables_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(folder: Path, **_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(folder))

    # By patching, because permissions do not stop an administrator.
    monkeypatch.setattr(Path, "mkdir", refused)
    _with(tmp_path, _keeping(b"k", b"body"))
    assert _bodies(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_file_in_place_of_the_folder_disables_the_cache(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("")
    _with(tmp_path / "cache", _keeping(b"k", b"body"))
    assert _bodies(tmp_path / "cache") == []


def test_locked_file_disables_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_file, "_LOCKED_SECONDS", 0.05)
    _with(tmp_path, _keeping(b"k", b"body"))
    other = sqlite3.connect(tmp_path / "http-1" / "answers.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    _with(tmp_path, _keeping(b"k", b"later"))
    assert _bodies(tmp_path) == [b"body"]
    other.execute("ROLLBACK")
    other.close()


_WRITER = """
import asyncio, os, sys
from pathlib import Path
from standard_sitemap.fetching.cache_store import CacheStore
async def run():
    store = CacheStore(Path(sys.argv[1]), 3_000_000)
    number = 0
    while True:
        number += 1
        key = b"%d" % (number % 50)
        for one in await store.find(key, lambda head: True):
            assert one.body == bytes([one.body[0]]) * len(one.body)
        store.store(key, b"", b"head", bytes([number % 256]) * (number * 977 % 60_000 + 1))
        if number == 20:
            print("working", flush=True)
asyncio.run(run())
"""


def _killed_while_writing(folder: Path, wait: float) -> list[int]:
    """Start two writers, kill both while writing, and return their statuses."""
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(folder)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        for _ in range(2)
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline().strip() == b"working"
    multiprocessing.Event().wait(wait)
    for writer in writers:
        writer.kill()
        writer.wait()
        assert writer.stdout is not None
        writer.stdout.close()
    return [writer.returncode for writer in writers]


@pytest.mark.promise("successor", "The cache survives two processes that are killed while they write.")
def test_two_processes_killed_while_they_write_leave_it_whole(tmp_path: Path) -> None:
    chance = random.Random(7)
    for _ in range(4):
        assert 0 not in _killed_while_writing(tmp_path, chance.uniform(0.0, 0.1))
        database = sqlite3.connect(tmp_path / "http-1" / "answers.db")
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        database.close()
    assert [folder.name for folder in tmp_path.iterdir()] == ["http-1"]


no_modes = system.not_on_windows("folders have no mode")


@no_modes
@pytest.mark.promise("user", "Only the reader can read the cache.")
def test_other_users_cannot_read_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system.use_own_folders(monkeypatch, tmp_path)
    folder = cache_folder()
    assert folder is not None
    assert folder.stat().st_mode & 0o077 == 0


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the reader's cache folder, which does not exist yet."""
    system.use_own_folders(monkeypatch, tmp_path)
    return cache_place()


def _restored(folder: Path) -> list[bytes]:
    async def run() -> list[bytes]:
        store = CacheStore(folder, 1_000_000)
        store.store(b"key", b"", b"", b"body")
        bodies = [stored.body for stored in await store.find(b"key", lambda _: True)]
        await store.close()
        return bodies

    return asyncio.run(run())


@no_modes
class TestFolderAtRest:
    @pytest.mark.promise("user", "Only the reader can read a cache in a folder that others could read before.")
    def test_cache_folder_that_others_could_read_is_closed_to_them(self, place: Path) -> None:
        place.mkdir()
        place.chmod(0o755)
        assert cache_folder() == place
        assert place.stat().st_mode & 0o777 == 0o700

    @pytest.mark.promise("user", "Cached responses that other users could have written are removed.")
    def test_cache_folder_that_others_could_write_loses_its_answers(self, place: Path) -> None:
        place.mkdir(mode=0o700)
        assert _restored(place) == [b"body"]
        place.chmod(0o777)
        assert cache_folder() == place
        assert not list(place.iterdir())

    @pytest.mark.promise("user", "A cache folder that belongs to another user is not used.")
    def test_cache_folder_of_another_user_is_not_used(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        place.mkdir(mode=0o700)
        monkeypatch.setattr(os, "getuid", lambda: place.stat().st_uid + 1)
        assert cache_folder() is None
        assert _restored(place) == []
        assert not list(place.iterdir())

    @pytest.mark.promise("user", "A cache folder that is a symbolic link is not used.")
    def test_cache_folder_that_is_a_link_is_not_used(self, place: Path, tmp_path: Path) -> None:
        (tmp_path / "elsewhere").mkdir()
        place.symlink_to(tmp_path / "elsewhere")
        assert cache_folder() is None
        assert _restored(place) == []
        assert not list((tmp_path / "elsewhere").iterdir())

    def test_generation_or_database_that_is_a_link_is_not_used(self, place: Path, tmp_path: Path) -> None:
        (tmp_path / "elsewhere").mkdir()
        place.mkdir(mode=0o700)
        (place / "http-1").symlink_to(tmp_path / "elsewhere")
        assert _restored(place) == [b"body"]
        (place / "http-2" / "answers.db").rename(tmp_path / "moved.db")
        (place / "http-2" / "answers.db").symlink_to(tmp_path / "planted.db")
        assert _restored(place) == [b"body"]
        assert not list((tmp_path / "elsewhere").iterdir())
        assert not (tmp_path / "planted.db").exists()

    def test_remove_cache_behind_a_link_removes_answers_and_nothing_else(self, place: Path, tmp_path: Path) -> None:
        elsewhere = tmp_path / "elsewhere"
        (elsewhere / "http-1").mkdir(parents=True)
        (elsewhere / "http-1" / "answers.db").write_text("answers")
        (elsewhere / "http-2").symlink_to(tmp_path)
        (elsewhere / "other").write_text("kept")
        place.symlink_to(elsewhere)
        remove_cache(place)
        assert not place.is_symlink()
        assert [file.name for file in elsewhere.iterdir()] == ["other"]
