"""Settings for all tests: properties have no deadline; servers are on loopback; programs can be interrupted.

Garbage collection skips modules and collected tests, which exist before the first test. Scanning them again and again
took a sixth of the CPU time of the tests of the host.

The cases of a property are the same in each run, so that a change is judged by the same cases. With `SSP_EXAMPLES`, as
in `scripts/test --thorough`, they are new ones each time.
"""

import gc
import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import find, settings
from hypothesis import strategies as st
from pytest_httpserver import HTTPServer

import system

settings.register_profile("untimed", deadline=None, derandomize="SSP_EXAMPLES" not in os.environ)
settings.load_profile("untimed")

# A shell starts background commands with SIGINT ignored, and every program that a test starts would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure() -> None:
    system.leave_out_what_is_lacking()
    # A shell's background job ignores it, and so would the commands that a test interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("program"):
            item.add_marker(system.needs(mark.args[0]))


def pytest_collection_finish() -> None:
    # Hypothesis registers its random generator with the first property, and warns unless the collector finds a
    # reference to it. Python 3.14 tracks the dictionary with that reference from the start, so freezing would hide it.
    find(st.none(), lambda _: True)
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def httpserver_listen_address() -> tuple[str, int]:
    """Return a test server's address: IPv4's loopback, whatever `localhost` means here, and a free port."""
    return "127.0.0.1", 0


@pytest.fixture
def server(httpserver: HTTPServer) -> Iterator[HTTPServer]:
    """Yield a server on loopback with configurable responses; its `log` records requests."""
    yield httpserver
    httpserver.clear()
