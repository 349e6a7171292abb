"""The addresses of names: threads look them up without delaying other work, and all are checked before one is used."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from ipaddress import ip_address

import pytest

from standard_sitemap.fetching import look_ups
from standard_sitemap.fetching.look_ups import AllowedAddresses, remembering, system_addresses
from standard_sitemap.fetching.network_addresses import Address
from standard_sitemap.refusals import PrivateAddress


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Iterator["System"]:
    answering = System()
    monkeypatch.setattr(socket, "getaddrinfo", answering.getaddrinfo)
    monkeypatch.setattr(look_ups, "_slots", threading.BoundedSemaphore(2))
    yield answering
    answering.gate.set()
    for thread in threading.enumerate():
        if thread.name == "look-up":
            thread.join()


class System:
    """Resolver with scripted answers, released by a gate, that records its requests."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.gate.set()
        self.answer: list[str] | OSError | UnicodeError = ["192.0.2.1"]
        self.asked: list[str] = []

    def getaddrinfo(self, host: str, port: int, **_: object) -> list[tuple[int, int, int, str, tuple[str, int]]]:
        self.asked.append(host)
        self.gate.wait()
        if not isinstance(self.answer, list):
            raise self.answer
        return [(0, 0, 0, "", (each, port)) for each in self.answer]


def _addresses(host: str) -> list[str]:
    return asyncio.run(system_addresses(host, 80))


def test_each_address_is_given_once_in_its_order(system: System) -> None:
    system.answer = ["192.0.2.2", "192.0.2.1", "192.0.2.2"]
    assert _addresses("www.example.org") == ["192.0.2.2", "192.0.2.1"]


@pytest.mark.parametrize("host", ["localhost", "a.localhost", "localhost."])
def test_localhost_is_loopback_whatever_the_system_says(system: System, host: str) -> None:
    assert _addresses(host) == ["127.0.0.1", "::1"]
    assert not system.asked


@pytest.mark.parametrize("host", ["192.0.2.9", "2001:db8::9"])
def test_numbers_are_not_looked_up(system: System, host: str) -> None:
    assert _addresses(host) == [host]
    assert not system.asked


@pytest.mark.parametrize("failure", [OSError(-2, "Name or service not known"), UnicodeError("label too long")])
def test_failures_are_of_the_system(system: System, failure: OSError | UnicodeError) -> None:
    system.answer = failure
    with pytest.raises(OSError, match=r"no address for www\.example\.org: (Name|label)"):
        _addresses("www.example.org")


def test_a_look_up_that_outlives_its_loop_ends_in_silence(system: System) -> None:
    async def run() -> None:
        system.gate.clear()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(system_addresses("slow.example", 80), 0.01)

    asyncio.run(run())


def test_abandoned_look_up_is_cancelled(system: System) -> None:
    async def run() -> None:
        system.gate.clear()
        waiting = [asyncio.create_task(system_addresses(name, 80)) for name in ("a.example", "b.example")]
        while len(system.asked) < 2:
            await asyncio.sleep(0)
        for number in range(5):
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(system_addresses(f"gone{number}.example", 80), 0.01)
        last = asyncio.create_task(system_addresses("last.example", 80))
        await asyncio.sleep(0)
        system.gate.set()
        await asyncio.gather(*waiting, last)

    asyncio.run(run())
    assert sorted(system.asked) == ["a.example", "b.example", "last.example"]


def _is_public(address: Address) -> bool:
    return address == ip_address("192.0.2.1")


async def _both(*_: object) -> list[str]:
    return ["10.0.0.1", "192.0.2.1"]


async def _private(*_: object) -> list[str]:
    return ["10.0.0.1"]


async def _unknown(*_: object) -> list[str]:
    raise OSError("no address")


async def _hanging(*_: object) -> list[str]:
    await asyncio.Event().wait()
    return []


def test_only_allowed_addresses_are_found() -> None:
    assert asyncio.run(AllowedAddresses(_is_public, _both).of_host("a.example", 80, 5)) == ["192.0.2.1"]


def test_a_name_of_forbidden_addresses_is_refused() -> None:
    with pytest.raises(PrivateAddress):
        asyncio.run(AllowedAddresses(_is_public, _private).of_host("a.example", 80, 5))


def test_hanging_look_up_times_out() -> None:
    with pytest.raises(TimeoutError):
        asyncio.run(AllowedAddresses(_is_public, _hanging).of_host("a.example", 80, 0.01))


def test_all_addresses_are_judged_where_the_browser_chooses_one() -> None:
    assert not asyncio.run(AllowedAddresses(_is_public, _both).are_all("a.example", 80))
    assert asyncio.run(AllowedAddresses(lambda _: True, _both).are_all("a.example", 80))
    assert asyncio.run(AllowedAddresses(_is_public, _unknown).are_all("a.example", 80))


def test_address_zone_is_removed() -> None:
    judged: list[Address] = []

    def allows(address: Address) -> bool:
        judged.append(address)
        return False

    with pytest.raises(PrivateAddress):
        AllowedAddresses(allows).require("fe80::1%eth0", "a.example")
    assert judged == [ip_address("fe80::1")]


def test_concurrent_requests_for_a_name_have_the_same_addresses() -> None:
    asked: list[str] = []

    async def resolver(host: str, _: int) -> list[str]:
        asked.append(host)
        number = len(asked)
        await asyncio.sleep(0)
        return [f"203.0.113.{number}"]

    async def both() -> list[list[str]]:
        resolve = remembering(resolver)
        return [
            *await asyncio.gather(resolve("a.example", 80), resolve("a.example", 443)),
            await resolve("a.example", 80),
        ]

    assert asyncio.run(both()) == [["203.0.113.1"]] * 3
    assert asked == ["a.example"]
