"""Worker processes: their results, their environment, and their end."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import system
from standard_sitemap.workers import MOST_FAILURES, Worker, WorkerFailure, Workers

with contextlib.suppress(ImportError):  # Windows has no such calls
    import fcntl

_DEADLINE_S = 60
# A process that shows whether its main module runs twice; it prints the worker that it has started.
_STARTS_ONE = """
import os, sys
from standard_sitemap.workers import Worker
worker = Worker(idle_s=1000)
worker.call(os.getpid)
print(worker.pid, flush=True)
if len(sys.argv) > 1:
    worker.call(exec, f"import pathlib, time; pathlib.Path({sys.argv[1]!r}).touch(); time.sleep(1000)")
sys.stdin.read()
"""


def _wait_until(is_so: object) -> None:
    assert callable(is_so)
    deadline = time.monotonic() + _DEADLINE_S
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _is_gone(pid: int | None) -> bool:
    return pid is None or not system.is_running(pid)


def test_result_is_that_of_the_function_in_another_process() -> None:
    worker = Worker()
    assert worker.pid is None
    assert worker.call(divmod, 17, 5) == (3, 2)
    assert worker.call(os.getpid) == worker.pid != os.getpid()
    assert worker.call(sorted, [2, 1], reverse=True) == [2, 1]
    worker.close()


def test_messages_longer_than_a_pipe_pass_both_ways() -> None:
    worker, body = Worker(), bytes(10_000_000)
    assert [worker.call(bytes.removeprefix, body, b"x") == body for _ in range(2)] == [True, True]
    worker.close()


@system.needs_proc
def test_a_batch_of_files_fits_into_a_pipe() -> None:
    worker = Worker()
    worker.call(os.getpid)
    assert worker._process is not None
    assert [fcntl.fcntl(pipe, fcntl.F_GETPIPE_SZ) for pipe in (worker._process.stdin, worker._process.stdout)] == [
        1 << 20
    ] * 2
    worker.close()


@pytest.mark.parametrize("work", [os.abort, sys.exit, len])
def test_function_that_does_not_return_ends_its_worker(work: object) -> None:
    worker = Worker()
    with pytest.raises(WorkerFailure):
        worker.call(work)  # type: ignore[arg-type]
    assert worker.has_ended
    _wait_until(lambda: _is_gone(worker.pid))


def test_interpreter_that_cannot_be_started_is_as_one_that_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    for executable in ("/nowhere/python", ""):
        monkeypatch.setattr(sys, "executable", executable)
        with pytest.raises(WorkerFailure):
            Worker().call(divmod, 17, 5)


@pytest.mark.promise("server", "A worker process never inherits the host's environment.")
def test_worker_inherits_only_the_module_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "1")
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    worker = Worker()
    known = worker.call(eval, "set(__import__('os').environ)")
    assert {"SECRET", "PYTHONPATH"}.isdisjoint(known)
    worker.close()


@system.needs_proc
def test_worker_inherits_its_two_pipes_only() -> None:
    secret = os.open("/dev/null", os.O_RDONLY)
    os.set_inheritable(secret, True)
    worker = Worker()
    worker.call(os.getpid)
    own = {Path(f"/proc/self/fd/{number}").readlink() for number in (0, 1)}
    listed = Path(f"/proc/{worker.pid}/fd")
    assert {path.name for path in listed.iterdir()} == {"0", "1", "2"}
    assert own.isdisjoint((listed / number).readlink() for number in ("0", "1"))
    worker.close()
    os.close(secret)


@pytest.mark.parametrize("is_at_work", [False, True], ids=["idle", "at work"])
def test_worker_ends_with_a_process_that_is_killed(is_at_work: bool, tmp_path: Path) -> None:
    program, started = tmp_path / "program.py", tmp_path / "started"
    program.write_text(_STARTS_ONE)
    command = [sys.executable, str(program), *([str(started)] if is_at_work else [])]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline())
        if is_at_work:
            _wait_until(started.exists)
        assert not _is_gone(worker)
        process.kill()
        assert process.stdout.read() == b""  # the main module did not run again
    _wait_until(lambda: _is_gone(worker))


def test_idle_worker_ends_and_another_takes_its_place() -> None:
    workers = Workers(1, idle_s=0.01)
    with workers.lend() as first:
        assert first is not None
        first.call(os.getpid)
    _wait_until(lambda: first.has_ended)
    with workers.lend() as second:
        assert second is not None
        assert second.call(divmod, 17, 5) == (3, 2)
        assert second is not first
    workers.close()


class _SlowToUnpickle:
    """An argument that takes longer to unpickle than a worker may be idle, as the first call's modules may."""

    def __reduce__(self) -> tuple[object, ...]:
        return time.sleep, (0.5,)


def test_worker_that_still_receives_a_call_is_not_idle() -> None:
    worker = Worker(idle_s=0.01)
    assert worker.call(bool, _SlowToUnpickle()) is False
    worker.close()


def test_worker_is_lent_to_one_at_a_time_and_again_to_the_next() -> None:
    workers = Workers(1)
    with workers.lend() as first, workers.lend() as second:
        assert first is not None
        assert second is None
        first.call(os.getpid)
    with workers.lend() as again:
        assert again is first
    workers.close()
    assert first.has_ended
    with Workers(0).lend() as none:
        assert none is None


def test_worker_with_abandoned_work_is_ended(tmp_path: Path) -> None:
    workers, started, raised = Workers(1), tmp_path / "started", list[WorkerFailure]()
    lent, threads = list[Worker](), list[threading.Thread]()

    def call(worker: Worker) -> None:
        try:
            worker.call(exec, f"import pathlib, time; pathlib.Path({str(started)!r}).touch(); time.sleep(1000)")
        except WorkerFailure as error:
            raised.append(error)

    def give_up() -> None:
        with workers.lend() as worker:
            assert worker is not None
            lent.append(worker)
            threads.append(threading.Thread(target=call, args=(worker,)))
            threads[0].start()
            _wait_until(started.exists)
            raise TimeoutError

    with pytest.raises(TimeoutError):
        give_up()
    threads[0].join(_DEADLINE_S)
    assert len(raised) == 1
    _wait_until(lambda: _is_gone(lent[0].pid))
    with workers.lend() as another:  # not a failure of workers
        assert another is not None


def test_no_more_are_started_once_several_one_after_another_have_ended() -> None:
    workers = Workers(1)

    def fail() -> None:
        with workers.lend() as worker:
            assert worker is not None
            worker.call(os.abort)

    for _ in range(MOST_FAILURES):
        with pytest.raises(WorkerFailure):
            fail()
    with workers.lend() as worker:
        assert worker is None
