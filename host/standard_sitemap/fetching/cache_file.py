"""The database of responses on disk or in memory: single-threaded, limited in size, replaced if damaged.

Deleted data is overwritten, and long unused data is deleted. A file that is damaged, or has an older version, is
replaced by a new one. A response whose metadata or body was changed is deleted. Its checksum combines those of both by
XOR, so that new metadata can be written without reading the body.
"""

import contextlib
import os
import shutil
import sqlite3
import stat
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from standard_sitemap.fetching import limits

# The last line fails in a file of an older version, which is then replaced.
_SCHEMA = """
CREATE TABLE IF NOT EXISTS answers (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL, variant BLOB NOT NULL, sites BLOB NOT NULL,
    head BLOB NOT NULL, body BLOB NOT NULL, checksum INTEGER NOT NULL, used REAL NOT NULL, UNIQUE (key, variant)
);
CREATE INDEX IF NOT EXISTS by_use ON answers (used);
SELECT sites FROM answers LIMIT 0;
"""

# The time that another process may lock the file before this one continues without it.
_LOCKED_SECONDS = 2.0

# The minimum interval between updates of a response's time of use; otherwise each read would be a write.
_TOUCH_SECONDS = 60.0

# Responses deleted together when the file is full; deleting one at a time would require a search for each response.
_EVICTED_AT_ONCE = 8

# The interval at which a long-running host deletes long unused data.
_AGED_EVERY_SECONDS = 3_600.0


class StoredResponse(NamedTuple):
    """A stored response: its number, its metadata, and its bytes."""

    number: int
    head: bytes
    body: bytes


class CacheFile:
    """The database in `folder`, created on first use; in memory if `folder` is None."""

    def __init__(self, folder: Path | None, max_bytes: int) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._connection: sqlite3.Connection | None = None
        self._aged = 0.0
        self.unwritten = 0

    @contextlib.contextmanager
    def mending(self) -> Iterator[None]:
        """Treat database errors as an empty cache, and replace a damaged file."""
        try:
            yield
        except sqlite3.OperationalError:
            # Locked, full or not writable: continue without the cache this time, and roll the transaction back.
            self._undo()
        except (sqlite3.DatabaseError, OSError):
            self._begin_afresh()

    def find(self, key: bytes, fits: Callable[[bytes], bool]) -> list[StoredResponse]:
        with contextlib.suppress(sqlite3.OperationalError):  # another process is writing; existing data can be read
            self._age_out()
        database = self._opened()
        rows = database.execute(
            "SELECT id, head, used FROM answers WHERE key = ? ORDER BY used DESC", (key,)
        ).fetchall()
        entries = []
        for number, head, used in rows:
            # Metadata first: only the body of the selected response is read.
            if isinstance(head, bytes) and fits(head) and (whole := self._whole(number, head)) is not None:
                entries.append(whole)
                self._touch(number, used)
        return entries

    def _whole(self, number: int, head: bytes) -> StoredResponse | None:
        row = self._opened().execute("SELECT body, checksum FROM answers WHERE id = ?", (number,)).fetchone()
        if row is not None and isinstance(row[0], bytes) and zlib.crc32(row[0]) ^ zlib.crc32(head) == row[1]:
            return StoredResponse(number, head, row[0])
        self.remove(number)
        return None

    def _touch(self, number: int, used: float) -> None:
        now = time.time()
        # Not at each use, which would turn reads into writes.
        if abs(now - used) > _TOUCH_SECONDS:
            self._write("UPDATE answers SET used = ? WHERE id = ?", (now, number))

    def store(self, key: bytes, variant: bytes, head: bytes, body: bytes, sites: bytes) -> None:
        self._age_out()
        if len(body) > min(limits.CACHE_FILE_BYTES, self._max_bytes // 2):
            self._write("DELETE FROM answers WHERE key = ? AND variant = ?", (key, variant))
            return
        self._write(
            "INSERT OR REPLACE INTO answers (key, variant, sites, head, body, checksum, used)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (key, variant, sites, head, body, zlib.crc32(body) ^ zlib.crc32(head), time.time()),
        )
        self._write(
            # A server that sends a new variant for each request would fill the cache with one address.
            "DELETE FROM answers WHERE key = ?1 AND id NOT IN"
            " (SELECT id FROM answers WHERE key = ?1 ORDER BY used DESC LIMIT ?2)",
            (key, limits.CACHE_VARIANTS),
        )
        self._make_room()

    def renew(self, number: int, head: bytes) -> None:
        row = self._opened().execute("SELECT head, checksum FROM answers WHERE id = ?", (number,)).fetchone()
        if row is not None:  # it was not removed meanwhile
            checksum = row[1] ^ zlib.crc32(row[0]) ^ zlib.crc32(head)
            self._write(
                "UPDATE answers SET head = ?, checksum = ?, used = ? WHERE id = ?",
                (head, checksum, time.time(), number),
            )

    def remove(self, number: int) -> None:
        self._write("DELETE FROM answers WHERE id = ?", (number,))

    def clear(self, digest: bytes | None) -> int:
        """Delete the responses of a site, or all; on return, the file contains nothing of them."""
        database = self._opened()
        before = database.total_changes
        if digest is None:
            self._write("DELETE FROM answers", ())
        else:
            self._write("DELETE FROM answers WHERE instr(sites, ?) > 0", (digest,))
        removed = database.total_changes - before
        self.commit()
        # The log still contains the deleted data, since `secure_delete` overwrites the database alone.
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return removed

    def _age_out(self) -> None:
        now = time.time()
        if abs(now - self._aged) > _AGED_EVERY_SECONDS:
            self._aged = now
            # A time of use in the future comes from a wrong clock, and would never expire.
            oldest, newest = now - limits.CACHE_SECONDS, now + limits.CACHE_SECONDS
            self._write("DELETE FROM answers WHERE used NOT BETWEEN ? AND ?", (oldest, newest))

    def _make_room(self) -> None:
        while self._bytes() > self._max_bytes:
            before = self._opened().total_changes
            self._write(
                "DELETE FROM answers WHERE id IN (SELECT id FROM answers ORDER BY used LIMIT ?)", (_EVICTED_AT_ONCE,)
            )
            if self._opened().total_changes == before:
                return

    def _bytes(self) -> int:
        # Pages in use, as SQLite counts them: a DELETE never shrinks the file itself.
        sizes = "(page_count - freelist_count) * page_size"
        sources = "pragma_page_count(), pragma_freelist_count(), pragma_page_size()"
        return int(self._opened().execute(f"SELECT {sizes} FROM {sources}").fetchone()[0])

    def _write(self, statement: str, parameters: tuple[object, ...]) -> None:
        database = self._opened()
        if not database.in_transaction:
            # With the write lock from the start: two processes that both begin as readers could wait for each other.
            database.execute("BEGIN IMMEDIATE")
        database.execute(statement, parameters)
        self.unwritten += 1

    def commit(self) -> None:
        """Commit the latest writes."""
        if self.unwritten and self._connection is not None:
            self._connection.execute("COMMIT")
        self.unwritten = 0

    def close(self) -> None:
        """Commit and close."""
        try:
            self.commit()
        finally:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _undo(self) -> None:
        self.unwritten = 0
        if self._connection is not None and self._connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = self._open()
        return self._connection

    def _open(self) -> sqlite3.Connection:
        name = ":memory:" if self._folder is None else str(_newest(self._folder) / _DATABASE)
        # `isolation_level=None`: this class begins transactions. The connection may be created in one thread and used
        # in another, one at a time.
        database = sqlite3.connect(name, timeout=_LOCKED_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            database.execute("PRAGMA journal_mode=WAL")
            # The latest responses may be lost in a power failure, but not the file: with a log, NORMAL ensures that.
            database.execute("PRAGMA synchronous=NORMAL")
            database.execute("PRAGMA secure_delete=ON")
            database.execute("PRAGMA journal_size_limit=4194304")
            database.executescript(_SCHEMA)
        except sqlite3.Error as error:
            database.close()
            if "no such column" in str(error):
                raise sqlite3.DatabaseError("of another version") from error
            raise
        return database

    def _begin_afresh(self) -> None:
        """Abandon a damaged file without deleting it: another process may still have it open."""
        self.unwritten = 0
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None
        if self._folder is not None:
            with contextlib.suppress(OSError):
                if own_folder(self._folder):
                    _begin_generation(self._folder)


_GENERATION = "http-"
_DATABASE = "answers.db"


def own_folder(folder: Path) -> bool:
    """Create `folder` if needed; return whether it is a folder of this user alone, and no link.

    If other users could write to it, delete its files: they may not come from the servers.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode):
        return False
    if os.name == "nt":  # Windows folders inherit their permissions
        return True
    if status.st_uid != os.getuid():
        return False
    if status.st_mode & 0o077:
        folder.chmod(0o700)
    if status.st_mode & 0o022:
        _remove_generations(folder)
    return True


def remove_cache(folder: Path) -> None:
    """Remove `folder` with all responses; raises OSError. If it is a link, remove only responses from its target."""
    if not folder.is_symlink():
        shutil.rmtree(folder)
        return
    if folder.is_dir():
        _remove_generations(folder)
    folder.unlink()


def _remove_generations(folder: Path) -> None:
    for number in _generations(folder):
        generation = folder / f"{_GENERATION}{number}"
        if generation.is_dir() and not generation.is_symlink():
            shutil.rmtree(generation)
        else:
            generation.unlink()


def _newest(folder: Path) -> Path:
    """Return the folder of the file in use; older ones were damaged."""
    if not own_folder(folder):
        raise PermissionError(f"{folder} is no folder of this user")
    numbers = _generations(folder)
    newest = folder / f"{_GENERATION}{numbers[-1] if numbers else 1}"
    newest.mkdir(exist_ok=True, mode=0o700)
    if not _is_own(newest):
        newest = _begin_generation(folder)
    for number in numbers[:-1]:
        # If another process has it open, this fails on Windows, and is harmless elsewhere.
        shutil.rmtree(folder / f"{_GENERATION}{number}", ignore_errors=True)
    return newest


def _is_own(generation: Path) -> bool:
    """Return whether only this user can write to a generation, and neither it nor its database is a link."""
    status = generation.lstat()
    if not stat.S_ISDIR(status.st_mode) or any(
        (generation / f"{_DATABASE}{suffix}").is_symlink() for suffix in ("", "-wal", "-shm")
    ):
        return False
    return os.name == "nt" or (status.st_uid == os.getuid() and not status.st_mode & 0o022)


def _begin_generation(folder: Path) -> Path:
    # Never reuse a name: a process that still has the old file open must not find the new file's log beside it.
    numbers = _generations(folder)
    generation = folder / f"{_GENERATION}{(numbers[-1] if numbers else 0) + 1}"
    generation.mkdir(exist_ok=True, mode=0o700)
    return generation


def _generations(folder: Path) -> list[int]:
    names = [entry.name.removeprefix(_GENERATION) for entry in folder.glob(f"{_GENERATION}*")]
    return sorted(int(name) for name in names if name.isascii() and name.isdecimal())
