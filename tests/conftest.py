"""For all tests: a property fails for what it finds, never for how long finding took; servers are on loopback."""

from collections.abc import Iterator

import pytest
from hypothesis import settings
from pytest_httpserver import HTTPServer

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture(scope="session")
def httpserver_listen_address() -> tuple[str, int]:
    """Where a test's server listens: on IPv4's loopback, whatever `localhost` is here, and at a free port."""
    return "127.0.0.1", 0


@pytest.fixture
def server(httpserver: HTTPServer) -> Iterator[HTTPServer]:
    """A server on loopback that answers what it was set up to; what it was asked is in its `log`."""
    yield httpserver
    httpserver.clear()
