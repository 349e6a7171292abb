"""Function calls in worker processes on other cores; the caller waits, preferably in a thread.

A worker has only the data that it is passed. Its input and output are pipes, and its environment has only the variables
that an interpreter needs to start. It ends when its input is closed, so it never outlives the process that started it.
It also ends after some idle time. `concurrent.futures` is unsuitable: its workers outlive a killed process, run the
main module again, and cannot be ended one by one.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Any, BinaryIO, NoReturn, ParamSpec, TypeVar

if sys.platform == "linux":
    import fcntl

P = ParamSpec("P")
T = TypeVar("T")

# Each worker takes the memory of an interpreter and of its work; more workers would save too little time for that. Two
# workers also suit two cores: the caller, which downloads the next file, works a quarter of the time.
MOST_WORKERS = 2

# Idle seconds after which a worker ends: long enough for the next file to arrive.
IDLE_S = 5.0

# The limit on consecutive workers that ended before finishing their work; no more are started then.
MOST_FAILURES = 3

# The capacity of a pipe (Linux, up to 1 MiB). A longer message is written in parts, and the writer waits for its
# interpreter after each part.
_PIPE_BYTES = 1 << 20

# Work of readers, browsers and other programs takes precedence.
_NICENESS = 5

# A worker gets only the environment variables that an interpreter needs to start and to find libraries.
_ENVIRONMENT = ("SYSTEMROOT", "PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")

# For glibc: larger blocks than the first figure are returned at once, not kept for the next file while one is parsed.
# Free memory above the second figure is returned as well.
_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(4 << 20), "MALLOC_TRIM_THRESHOLD_": str(16 << 20)}

# The first message to a worker is the module path, because `-I` and `-S` prevent its own search for packages.
_PROGRAM = f"""import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
from {__name__} import serve
serve(sys.stdin.buffer, sys.stdout.buffer)"""


class WorkerFailure(Exception):
    """A worker that could not be started, or ended before finishing. The caller does the work itself."""


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return usable or 1


class Worker:
    """A process that calls functions, one at a time, started for the first call. Any thread may end it."""

    def __init__(self, idle_s: float = IDLE_S) -> None:
        self._idle_s = idle_s
        self._process: subprocess.Popen[bytes] | None = None
        self._is_ended = False
        self._lock = threading.Lock()  # between the thread that starts it and one that ends it

    @property
    def pid(self) -> int | None:
        """The id of its process; None before it was started."""
        return self._process.pid if self._process is not None else None

    @property
    def has_ended(self) -> bool:
        """Whether it accepts no more calls."""
        return self._is_ended or (self._process is not None and self._process.poll() is not None)

    def call(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Return the result of a module's function; raises WorkerFailure, also if the function raised."""
        try:
            process = self._process or self._start()
            assert process.stdin is not None
            assert process.stdout is not None
            _send(process.stdin, (work, arguments, named))
            result: T = _received(process.stdout)  # from our own process, which read the same data
        except (OSError, EOFError) as error:
            self.end()
            self.close()
            raise WorkerFailure from error
        return result

    def end(self) -> None:
        """End the worker, even during a call; a call that waits for it raises."""
        with self._lock:
            self._is_ended = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """Close its pipes, which ends it; no call may be waiting for it."""
        self._is_ended = True
        for pipe in (self._process.stdin, self._process.stdout) if self._process is not None else ():
            with suppress(OSError):  # messages that it was still to receive
                if pipe is not None:
                    pipe.close()

    def _start(self) -> subprocess.Popen[bytes]:
        with self._lock:
            # In a frozen program, `sys.executable` is the program itself, which must not be started again.
            if self._is_ended or not sys.executable or hasattr(sys, "frozen"):
                raise EOFError
            self._process = process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _PROGRAM],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={name: os.environ[name] for name in _ENVIRONMENT if name in os.environ} | _MEMORY,
                creationflags=_creation_flags(),
            )
        assert process.stdin is not None
        _widen(process)
        # A thread waits for its end, because it would otherwise stay a zombie process.
        threading.Thread(target=process.wait, name="worker", daemon=True).start()
        # The last folder is our own package's, in case an import hook has installed it outside `sys.path`.
        _send(process.stdin, [*filter(None, sys.path), str(Path(__file__).parents[1])])
        _send(process.stdin, self._idle_s)
        return process


class Workers:
    """A pool of workers, limited by the number of cores, which lends each to one caller. Used by several threads."""

    def __init__(self, most: int | None = None, idle_s: float = IDLE_S) -> None:
        # On a single core none would be faster than this process.
        own = MOST_WORKERS if usable_cores() > 1 else 0
        self.most = own if most is None else most
        self._idle_s = idle_s
        self._idle: list[Worker] = []
        self._lent = 0
        self._failures = 0
        self._lock = threading.Lock()

    @contextmanager
    def lend(self) -> Iterator[Worker | None]:
        """Lend a worker, which may not have been started yet, or None if none is free.

        An exception in the block ends the worker, because nobody waits for its work any more. A WorkerFailure must
        leave the block.
        """
        worker = self._borrowed()
        if worker is None:
            yield None
            return
        try:
            yield worker
        except BaseException as error:
            worker.end()
            self._take_back(worker, failures=self._failures + isinstance(error, WorkerFailure))
            raise
        self._take_back(worker, failures=0)

    def _borrowed(self) -> Worker | None:
        with self._lock:
            if self._lent >= self.most or self._failures >= MOST_FAILURES:
                return None
            self._lent += 1
            while self._idle:
                worker = self._idle.pop()
                if not worker.has_ended:
                    return worker
                worker.close()
            return Worker(self._idle_s)

    def _take_back(self, worker: Worker, failures: int) -> None:
        with self._lock:
            self._lent -= 1
            self._failures = failures
            if not worker.has_ended:
                self._idle.append(worker)

    def close(self) -> None:
        """End the idle workers."""
        with self._lock:
            while self._idle:
                self._idle.pop().close()


# The workers of this process.
WORKERS = Workers()


def serve(inward: BufferedReader, outward: BinaryIO) -> NoReturn:
    """Serve as a worker: execute calls until there are no more. Ends the process at once."""
    try:
        _call_what_comes(inward, outward)
    finally:
        # Without waiting for the thread that reads; the caller repeats failed work and so sees the error.
        os._exit(0)


def _call_what_comes(inward: BufferedReader, outward: BinaryIO) -> None:
    idle_s: float = _received(inward)
    sys.stdout = sys.stderr  # anything that a library prints is no result
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    arriving: SimpleQueue[None] = SimpleQueue()
    calls: SimpleQueue[tuple[Callable[..., object], tuple[object, ...], dict[str, object]]] = SimpleQueue()
    threading.Thread(target=_read_calls, args=(inward, arriving.put, calls.put), daemon=True).start()
    with suppress(Empty):
        while True:
            arriving.get(timeout=idle_s)
            work, arguments, named = calls.get()
            result = work(*arguments, **named)
            del work, arguments, named  # free memory: the next call, sent once the result arrives, may be as large
            _send(outward, result)
            del result  # free memory before waiting for the next call


def _read_calls(inward: BufferedReader, announce: Callable[[None], None], put: Callable[[object], None]) -> None:
    """Keep reading during a call, to notice the end of the host; announce each call when it begins to arrive.

    The first call imports the modules that it names. On a busy machine, this takes longer than a worker may be idle.
    """
    try:
        while True:
            inward.peek(1)
            announce(None)
            put(_received(inward))
    finally:
        os._exit(0)


def _send(pipe: IO[bytes], message: object) -> None:
    pickle.dump(message, pipe, pickle.HIGHEST_PROTOCOL)
    pipe.flush()


def _received(pipe: IO[bytes]) -> Any:
    """Return the next message; raises EOFError after the last, or if it is cut off."""
    try:
        return pickle.load(pipe)
    except pickle.UnpicklingError as error:
        raise EOFError from error


def _widen(process: subprocess.Popen[bytes]) -> None:
    """Increase the capacity of the pipes to a process, where the system supports it."""
    if sys.platform == "linux":
        for pipe in filter(None, (process.stdin, process.stdout)):
            with suppress(OSError):  # another limit is set, or this user's pipes have reached it
                fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


def _creation_flags() -> int:
    """Return the creation flags on Windows: a lower priority, and no window."""
    names = ("BELOW_NORMAL_PRIORITY_CLASS", "CREATE_NO_WINDOW")
    return sum(getattr(subprocess, name, 0) for name in names)
