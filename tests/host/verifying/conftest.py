"""Servers bind loopback only."""

import pytest


@pytest.fixture(scope="session")
def httpserver_listen_address() -> tuple[str, int]:
    return "127.0.0.1", 0
