"""The number of concurrent requests per server, and the certificates that connections trust."""

import asyncio
import ssl
import sys
from pathlib import Path
from types import SimpleNamespace

import certifi
import pytest

import system
from standard_sitemap.fetching import network
from standard_sitemap.fetching.network import SYSTEMS_WITH_VERIFIER, HostLimiter, context_of_system


async def _most_at_a_time(limiter: HostLimiter, origins: list[str], most: int) -> int:
    under_way, seen = 0, 0

    async def ask(origin: str) -> None:
        nonlocal under_way, seen
        async with limiter.slot(origin, most):
            under_way += 1
            seen = max(seen, under_way)
            await asyncio.sleep(0)
            under_way -= 1

    await asyncio.gather(*map(ask, origins))
    return seen


def test_concurrent_requests_per_server_are_limited() -> None:
    assert asyncio.run(_most_at_a_time(HostLimiter(), ["a"] * 20, 6)) == 6


def test_servers_do_not_wait_for_each_other() -> None:
    assert asyncio.run(_most_at_a_time(HostLimiter(), ["a", "b", "c"] * 10, 2)) == 6


def test_idle_servers_alone_are_forgotten() -> None:
    async def run() -> int:
        limiter = HostLimiter()
        async with limiter.slot("busy", 1), limiter.slot("half busy", 2):
            for number in range(3_000):
                async with limiter.slot(str(number), 1):
                    pass
            assert limiter.slot("busy", 1).locked()
            async with limiter.slot("half busy", 2):
                assert limiter.slot("half busy", 2).locked()
        return len(limiter)

    assert asyncio.run(run()) == 0


class _SystemContext(ssl.SSLContext):
    """Stands for truststore's context, which lets Windows and macOS verify certificates."""


@pytest.fixture
def verifier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "truststore", SimpleNamespace(SSLContext=_SystemContext))
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)


@pytest.mark.parametrize("system", SYSTEMS_WITH_VERIFIER)
@pytest.mark.usefixtures("verifier")
def test_windows_and_macos_verify_certificates_themselves(system: str) -> None:
    context = context_of_system(system)
    assert isinstance(context, _SystemContext)
    assert context.check_hostname
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert not context.get_ca_certs()


@pytest.mark.usefixtures("verifier")
def test_certificates_that_the_user_names_count_besides_those_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file, number in (Path(certifi.where()), 100), (tmp_path / "missing.pem", 0), (Path(__file__), 0):
        monkeypatch.setenv("SSL_CERT_FILE", str(file))
        assert len(context_of_system("win32").get_ca_certs()) >= number


@system.not_on_windows("it verifies certificates itself")
def test_certifi_counts_only_where_the_system_has_no_certificates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    monkeypatch.setattr(network, "_has_certificate_folder", lambda: True)
    assert not context_of_system("linux").get_ca_certs()
    monkeypatch.setattr(network, "_has_certificate_folder", lambda: False)
    assert len(context_of_system("linux").get_ca_certs()) > 100
