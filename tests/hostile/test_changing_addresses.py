"""A name whose addresses change, or that has several: a public page makes the host connect to public ones alone."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
from asyncio.selector_events import BaseSelectorEventLoop
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from pathlib import Path

import httpcore
import pytest

from standard_sitemap.fetching.guarded_network import GuardedBackend
from standard_sitemap.fetching.look_ups import AllowedAddresses, remembering
from standard_sitemap.fetching.network_addresses import Address, Scope, may_reach, reach
from standard_sitemap.refusals import PrivateAddress

_SCOPES: dict[str, list[str]] = json.loads((Path(__file__).parents[1] / "address-scopes.json").read_text())
PUBLIC, OTHER_PUBLIC = "8.8.8.8", "2606:4700::1111"
FORBIDDEN = [address for scope, addresses in _SCOPES.items() if scope != "public" for address in addresses]

#: The answers to look-ups, one after another; the last is repeated.
_ANSWERS: dict[str, Callable[[str], list[list[str]]]] = {
    "alone": lambda address: [[address]],
    "first of two": lambda address: [[address, PUBLIC]],
    "last of two": lambda address: [[PUBLIC, address]],
    "after a public one": lambda address: [[PUBLIC], [address]],
    "before a public one": lambda address: [[address], [PUBLIC]],
    "now and then": lambda address: [[PUBLIC, OTHER_PUBLIC], [address, PUBLIC], [OTHER_PUBLIC, address]],
}


def _of_command(address: Address) -> bool:
    """Return whether a command whose user named a public server may connect to an address."""
    return reach([[ip_address(PUBLIC)]]).allows(address)


@pytest.mark.parametrize("address", FORBIDDEN)
@pytest.mark.promise("network", "A name whose addresses change leads a public page or a command to public ones alone.")
def test_changing_name_leads_to_public_addresses_alone(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for allows in (lambda target: may_reach(Scope.PUBLIC, target), _of_command):
        for answers in _ANSWERS.values():
            for is_remembered in (False, True):
                tried = asyncio.run(_connected(answers(address), allows, monkeypatch, is_remembered=is_remembered))
                assert {*tried} <= {PUBLIC, OTHER_PUBLIC}


@pytest.mark.parametrize("address", FORBIDDEN)
@pytest.mark.promise("network", "The address of a connected socket counts, whatever the name was resolved to.")
def test_socket_that_is_connected_elsewhere_is_closed(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def connect(_: object, connected: socket.socket, __: object) -> None:
        monkeypatch.setattr(type(connected), "getpeername", lambda *_: (address, 80))

    async def run() -> None:
        monkeypatch.setattr(BaseSelectorEventLoop, "sock_connect", connect)
        backend = _backend(AllowedAddresses(lambda target: may_reach(Scope.PUBLIC, target), _resolver([[PUBLIC]])))
        with pytest.raises(PrivateAddress):
            await backend.connect_tcp("changing.example", 80, 5)

    asyncio.run(run())


async def _connected(
    answers: Sequence[list[str]],
    allows: Callable[[Address], bool],
    monkeypatch: pytest.MonkeyPatch,
    *,
    is_remembered: bool,
) -> list[str]:
    """Return the addresses that are tried when a name is requested four times; each refuses the connection."""
    tried = list[str]()

    async def connect(_: object, __: socket.socket, where: tuple[str, int]) -> None:
        tried.append(where[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(BaseSelectorEventLoop, "sock_connect", connect)
    resolver = remembering(_resolver(answers)) if is_remembered else _resolver(answers)
    backend = _backend(AllowedAddresses(allows, resolver))
    for _ in range(4):
        with pytest.raises((httpcore.ConnectError, PrivateAddress)):
            await backend.connect_tcp("changing.example", 80, 5)
    return tried


def _backend(addresses: AllowedAddresses) -> GuardedBackend:
    return GuardedBackend(addresses, ssl.create_default_context)


def _resolver(answers: Sequence[list[str]]) -> Callable[[str, int], asyncio.Future[list[str]]]:
    waiting = list(answers)

    async def resolve(_: str, __: int) -> list[str]:
        return waiting.pop(0) if len(waiting) > 1 else waiting[0]

    return resolve  # type: ignore[return-value]
