"""Functions called in processes of their own, where other cores are free; who calls one waits for it, best in a thread.

A worker has nothing but what it is handed: its input and output are pipes to it, and of the environment it has what an
interpreter needs to start. It ends as soon as its input does, that is with the process that started it, however that
ended, and when it was idle for a while. `concurrent.futures` does not do here: its workers stay behind a process that
is killed, and have the main module run once more; and none of them can be ended alone.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import BinaryIO, NoReturn, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

# Each takes the memory of an interpreter and of the work it does: what more would save in time is not worth that.
# As many where there are two cores: who has files parsed works a fourth of the time, downloading the next.
MOST_WORKERS = 2

# Seconds without work after which a worker ends: long enough for the next file to be on its way.
IDLE_S = 5.0

# Of workers one after another that ended before their work was done; no more are started then.
MOST_FAILURES = 3

# What a pipe may hold (Linux, to 1 MiB): a message that does not fit is written part by part, and after each part
# whoever writes waits for its interpreter again.
_PIPE_BYTES = 1 << 20

# What readers, browsers and other programs do comes first.
_NICENESS = 5

# A worker gets only the environment variables that an interpreter needs to start and to find libraries.
_ENVIRONMENT = ("SYSTEMROOT", "PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")

# Of glibc: what is larger than the first is given back at once, not held for the next file while one is parsed; and so
# is free memory above the second.
_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(4 << 20), "MALLOC_TRIM_THRESHOLD_": str(16 << 20)}

# Where modules are is the first that a worker is handed: it looks for packages neither in the environment nor itself.
_PROGRAM = f"""import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
from {__name__} import serve
serve(sys.stdin.buffer, sys.stdout.buffer)"""


class WorkerEnded(Exception):
    """A worker could not be started, or ended before its work was done. The caller does the work itself."""


def usable_cores() -> int:
    """How many cores this process may use."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return usable or 1


class Worker:
    """A process that calls functions, one at a time, started for the first. Any thread may end it."""

    def __init__(self, idle_s: float = IDLE_S) -> None:
        self._idle_s = idle_s
        self._process: subprocess.Popen[bytes] | None = None
        self._is_ended = False
        self._lock = threading.Lock()  # between the thread that starts it and one that ends it

    @property
    def pid(self) -> int | None:
        """The number of its process; None before it was started."""
        return self._process.pid if self._process is not None else None

    @property
    def has_ended(self) -> bool:
        """Whether it calls nothing any more."""
        return self._is_ended or (self._process is not None and self._process.poll() is not None)

    def call(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """What a function of a module returns; raises WorkerEnded, also where the function raised."""
        try:
            process = self._process or self._start()
            _send(process, (work, given, named))
            assert process.stdout is not None
            result: T = pickle.load(process.stdout)  # of our own process, which has read what this one would have
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            self.end()
            self.close()
            raise WorkerEnded from error
        return result

    def end(self) -> None:
        """End it, whatever it does; a call that waits for it raises."""
        with self._lock:
            self._is_ended = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """Close its pipes, which ends it; no call may be waiting for it."""
        self._is_ended = True
        for pipe in (self._process.stdin, self._process.stdout) if self._process is not None else ():
            with suppress(OSError):  # what it was still to be sent
                if pipe is not None:
                    pipe.close()

    def _start(self) -> subprocess.Popen[bytes]:
        with self._lock:
            # Where there is no interpreter of its own, what would be started is this program once more.
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
        _widen(process)
        # Waited for as soon as it ends, whyever: until then the system holds what is left of it.
        threading.Thread(target=process.wait, name="worker", daemon=True).start()
        # The last one for packages that are installed in a way of which only the loaded modules know.
        _send(process, [*filter(None, sys.path), str(Path(__file__).parents[1])])
        _send(process, self._idle_s)
        return process


class Workers:
    """As many workers as there are cores for, lent one to each who asks. Used by several threads."""

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
        """Lend a worker, which may not have been started yet, or None where none is free.

        What the block raises ends it: nobody waits for its work any more. A WorkerEnded is to leave the block.
        """
        worker = self._borrowed()
        if worker is None:
            yield None
            return
        try:
            yield worker
        except BaseException as error:
            worker.end()
            self._take_back(worker, failures=self._failures + isinstance(error, WorkerEnded))
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
        """End those that are idle."""
        with self._lock:
            while self._idle:
                self._idle.pop().close()


# Those of this process.
WORKERS = Workers()


def serve(inward: BinaryIO, outward: BinaryIO) -> NoReturn:
    """Be a worker: call what comes until nothing comes any more. Ends the process, at once."""
    try:
        _call_what_comes(inward, outward)
    finally:
        # Without waiting for the thread that reads; what went wrong is seen by whoever does the work again.
        os._exit(0)


def _call_what_comes(inward: BinaryIO, outward: BinaryIO) -> None:
    idle_s: float = pickle.load(inward)
    sys.stdout = sys.stderr  # what a library might print is no result
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    calls: SimpleQueue[tuple[Callable[..., object], tuple[object, ...], dict[str, object]]] = SimpleQueue()
    threading.Thread(target=_read_calls, args=(inward, calls.put), daemon=True).start()
    with suppress(Empty):
        while True:
            work, given, named = calls.get(timeout=idle_s)
            result = work(*given, **named)
            del work, given, named  # as soon as the result is there, the next is sent, which may be as large
            pickle.dump(result, outward, pickle.HIGHEST_PROTOCOL)
            outward.flush()
            del result  # while it waits for the next, nothing of this one is held


def _read_calls(inward: BinaryIO, put: Callable[[object], None]) -> None:
    """Keep reading during a call, to notice when the host has ended and no result is wanted."""
    try:
        while True:
            put(pickle.load(inward))
    finally:
        os._exit(0)


def _send(process: subprocess.Popen[bytes], message: object) -> None:
    assert process.stdin is not None
    pickle.dump(message, process.stdin, pickle.HIGHEST_PROTOCOL)
    process.stdin.flush()


def _widen(process: subprocess.Popen[bytes]) -> None:
    """Let the pipes to a process hold more, where the system does so."""
    if sys.platform == "linux":
        import fcntl

        for pipe in filter(None, (process.stdin, process.stdout)):
            with suppress(OSError):  # another limit is set, or all of this user's pipes hold enough
                fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


def _creation_flags() -> int:
    """Of Windows: a lower priority, and no window."""
    names = ("BELOW_NORMAL_PRIORITY_CLASS", "CREATE_NO_WINDOW")
    return sum(getattr(subprocess, name, 0) for name in names)
