"""The database of answers on disk, or in memory: used by one thread alone, mended where it is damaged, bounded.

What was deleted is overwritten, and what was not used for long is deleted. A file that is damaged, or of an older
version, is left for a fresh one.
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

# The last line fails in a file of an older version, which is left for a fresh one.
_SCHEMA = """
CREATE TABLE IF NOT EXISTS answers (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL, variant BLOB NOT NULL, sites BLOB NOT NULL,
    head BLOB NOT NULL, body BLOB NOT NULL, checksum INTEGER NOT NULL, used REAL NOT NULL, UNIQUE (key, variant)
);
CREATE INDEX IF NOT EXISTS by_use ON answers (used);
SELECT sites FROM answers LIMIT 0;
"""

# How long another process may hold the file before this one does without it.
_LOCKED_SECONDS = 2.0

# An answer's use is noted this often: else each reading would be a writing.
_TOUCH_SECONDS = 60.0

# The file is full when these go: one at a time would be looked for again at each answer.
_EVICTED_AT_ONCE = 8

# How often a host that runs for weeks looks for what was not used for long.
_AGED_EVERY_SECONDS = 3_600.0


class Stored(NamedTuple):
    """A response as it is stored: its number, what is said of it, and its bytes."""

    number: int
    head: bytes
    body: bytes


class CacheFile:
    """The database in `folder`, which is made on first use; in memory where that is None."""

    def __init__(self, folder: Path | None, max_bytes: int) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._connection: sqlite3.Connection | None = None
        self._aged = 0.0
        self.unwritten = 0

    @contextlib.contextmanager
    def mending(self) -> Iterator[None]:
        """Turns failures of the database into nothing stored, and a damaged file into a fresh one."""
        try:
            yield
        except sqlite3.OperationalError:
            # Locked, full, not writable: this once it goes without. What was begun is undone as a whole.
            self._undo()
        except (sqlite3.DatabaseError, OSError):
            self._begin_afresh()

    def find(self, key: bytes, fits: Callable[[bytes], bool]) -> list[Stored]:
        with contextlib.suppress(sqlite3.OperationalError):  # another process writes just now: what is here can be read
            self._age_out()
        database = self._opened()
        rows = database.execute(
            "SELECT id, head, used FROM answers WHERE key = ? ORDER BY used DESC", (key,)
        ).fetchall()
        entries = []
        for number, head, used in rows:
            # Heads first: bodies are read of the one answer that is used.
            if fits(head) and (whole := self._whole(number, head)) is not None:
                entries.append(whole)
                self._touch(number, used)
        return entries

    def _whole(self, number: int, head: bytes) -> Stored | None:
        row = self._opened().execute("SELECT body, checksum FROM answers WHERE id = ?", (number,)).fetchone()
        if row is not None and isinstance(row[0], bytes) and zlib.crc32(row[0]) == row[1]:
            return Stored(number, head, row[0])
        self.remove(number)
        return None

    def _touch(self, number: int, used: float) -> None:
        now = time.time()
        # Not at each use: reading would become writing.
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
            (key, variant, sites, head, body, zlib.crc32(body), time.time()),
        )
        self._write(
            # A server that names a new variant at each request would fill the cache with one address.
            "DELETE FROM answers WHERE key = ?1 AND id NOT IN"
            " (SELECT id FROM answers WHERE key = ?1 ORDER BY used DESC LIMIT ?2)",
            (key, limits.CACHE_VARIANTS),
        )
        self._make_room()

    def renew(self, number: int, head: bytes) -> None:
        self._write("UPDATE answers SET head = ?, used = ? WHERE id = ?", (head, time.time(), number))

    def remove(self, number: int) -> None:
        self._write("DELETE FROM answers WHERE id = ?", (number,))

    def clear(self, digest: bytes | None) -> int:
        """Delete the answers of a site, or all; nothing of them is left in the file when this returns."""
        database = self._opened()
        before = database.total_changes
        if digest is None:
            self._write("DELETE FROM answers", ())
        else:
            self._write("DELETE FROM answers WHERE instr(sites, ?) > 0", (digest,))
        removed = database.total_changes - before
        self.commit()
        # The log still holds what was deleted; `secure_delete` has overwritten it in the database alone.
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return removed

    def _age_out(self) -> None:
        now = time.time()
        if abs(now - self._aged) > _AGED_EVERY_SECONDS:
            self._aged = now
            # What was used in the future shows that a clock was wrong, and would never age.
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
        # Pages in use, as SQLite counts them: the file itself never shrinks by a DELETE.
        sizes = "(page_count - freelist_count) * page_size"
        sources = "pragma_page_count(), pragma_freelist_count(), pragma_page_size()"
        return int(self._opened().execute(f"SELECT {sizes} FROM {sources}").fetchone()[0])

    def _write(self, statement: str, parameters: tuple[object, ...]) -> None:
        database = self._opened()
        if not database.in_transaction:
            # At once with the lock for writing: two processes that both begin as readers could each wait
            # for the other.
            database.execute("BEGIN IMMEDIATE")
        database.execute(statement, parameters)
        self.unwritten += 1

    def commit(self) -> None:
        """Make what was written last."""
        if self.unwritten and self._connection is not None:
            self._connection.execute("COMMIT")
        self.unwritten = 0

    def close(self) -> None:
        """Commit and close."""
        self.commit()
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
        # `isolation_level=None`: transactions are ours to begin. Made in this thread or that, but used by one
        # at a time.
        database = sqlite3.connect(name, timeout=_LOCKED_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            database.execute("PRAGMA journal_mode=WAL")
            # The last answers may be lost with the power, the file may not: with a log beside it, NORMAL
            # is enough for that.
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
        """Leave a damaged file, and let go of it where it lies: another process may still have it open."""
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
    """Make `folder` if need be, and return whether it is a folder of this user alone, and no link to one.

    If other users could write to it, their files go: they might be answers that no server sent.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode):
        return False
    if os.name == "nt":  # its folders inherit who may read them
        return True
    if status.st_uid != os.getuid():
        return False
    if status.st_mode & 0o077:
        folder.chmod(0o700)
    if status.st_mode & 0o022:
        _remove_generations(folder)
    return True


def remove_cache(folder: Path) -> None:
    """Remove `folder` with all answers; raises OSError. Behind a link, nothing but answers is removed."""
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
    """Return the folder of the file in use; those before it were damaged."""
    if not own_folder(folder):
        raise PermissionError(f"{folder} is no folder of this user")
    numbers = _generations(folder)
    newest = folder / f"{_GENERATION}{numbers[-1] if numbers else 1}"
    newest.mkdir(exist_ok=True, mode=0o700)
    if not _is_own(newest):
        newest = _begin_generation(folder)
    for number in numbers[:-1]:
        # Where another process has it open, this fails on Windows and does no harm elsewhere.
        shutil.rmtree(folder / f"{_GENERATION}{number}", ignore_errors=True)
    return newest


def _is_own(generation: Path) -> bool:
    """Return whether only this user writes to a generation, and neither it nor its database is a link."""
    status = generation.lstat()
    if not stat.S_ISDIR(status.st_mode) or any(
        (generation / f"{_DATABASE}{suffix}").is_symlink() for suffix in ("", "-wal", "-shm")
    ):
        return False
    return os.name == "nt" or (status.st_uid == os.getuid() and not status.st_mode & 0o022)


def _begin_generation(folder: Path) -> Path:
    # Never the old name again: a process that still has the old file open must not meet the new one's log beside it.
    numbers = _generations(folder)
    generation = folder / f"{_GENERATION}{(numbers[-1] if numbers else 0) + 1}"
    generation.mkdir(exist_ok=True, mode=0o700)
    return generation


def _generations(folder: Path) -> list[int]:
    names = [entry.name.removeprefix(_GENERATION) for entry in folder.glob(f"{_GENERATION}*")]
    return sorted(int(name) for name in names if name.isascii() and name.isdecimal())
