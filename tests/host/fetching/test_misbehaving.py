"""Malicious or broken servers: each leads to a named refusal or fault, in time and within limits.

A real host process fetches, as for a browser.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import system
from host.fetching.misbehaving import HANDLERS, Server
from protocol.host_process import Host

MOST_BYTES = 300_000_000

READERS = {"file_bytes": 1_000_000, "request_seconds": 30}
"""The limits that readers set."""

CONSTANTS = {"redirects": 5, "files": 200, "depth": 100, "elements": 10_000}
"""Lower than the host's own, so that a document reaches them in little time."""

SHORT = {"request_seconds": 2}
"""The time limit if it is what ends the load; otherwise a busy machine gets time to answer."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server().running() as running:
        yield running


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """Yield one process for all tests, so that damage by one server would affect the next."""
    with _running(tmp_path_factory.mktemp("cache"), **CONSTANTS) as started:
        yield started


@contextlib.contextmanager
def _running(folder: Path, **constants: int) -> Iterator[Host]:
    """Yield a host with other constants than its own."""
    started = Host(folder, **constants).greet()
    try:
        yield started
    finally:
        started.close()


REFUSED = {
    "byte-by-byte": "timed-out",
    "silent": "timed-out",
    "endless": "too-large",
    "endless-fields": "unreachable",
    "redirects": "too-many-redirects",
    "redirect-to-itself": "too-many-redirects",
    "promises-more": "unreachable",
    "reset": "unreachable",
    "not-modified": "http-status",
    "gzip-bomb": "too-large",
    "nonsense": "unreachable",
    "plain-text": "wrong-type",
    "no-type": "wrong-type",
    "error-page": "wrong-type",
}

FAULTY = {
    "promises-less": "cut-off",
    "entity-bomb": "entities-too-large",
    "external-entity": "not-well-formed",
    "utf-7-declared": "unknown-encoding",
    "utf-7-undeclared": "not-well-formed",
    "latin-1-undeclared": "not-well-formed",
    "error-page-as-xml": "page-for-sitemap",
}

CUT = {
    "deep": ("too-deep", 100),
    "long-attribute": ("attribute-too-long", 3),
    "many-elements": ("too-many-elements", 10_000),
}

FINE = {
    "external-type": 2,
    "utf-16-marked": 2,
    "utf-16-declared": 2,
    "utf-16-undeclared": 2,
    "latin-1-declared": 2,
    "latin-1-labelled": 2,
    "self": 4,
    "this": 7,
    "good": 2,
}

PARTS = {"that", "many", "one-of-many", "half-silent"}


def _settled(host: Host, server: Server, path: str, **limits: int) -> dict[str, Any]:
    return host.settled(f"{server.base}/{path}", f"{server.base}/page", limits=READERS | limits)


def test_every_misbehaviour_has_its_outcome() -> None:
    assert HANDLERS.keys() == REFUSED.keys() | FAULTY.keys() | CUT.keys() | FINE.keys() | PARTS


@pytest.mark.parametrize("path", REFUSED)
@pytest.mark.promise(
    "author", "File size, redirects and the time of a request are limited; each refusal has its own code."
)
def test_misbehaviour_is_refused_with_its_code(host: Host, server: Server, path: str) -> None:
    site = _settled(host, server, path, **(SHORT if REFUSED[path] == "timed-out" else {}))
    assert (site["state"], site["refusal"]["code"]) == ("failed", REFUSED[path])


@pytest.mark.parametrize("path", FAULTY)
@pytest.mark.promise("author", "Broken and hostile XML causes a fault with its own code.")
def test_misbehaviour_is_a_fault_with_its_code(host: Host, server: Server, path: str) -> None:
    site = _settled(host, server, path)
    assert site["state"] == "failed"
    assert host.faults(site["site"]) == [FAULTY[path]]


@pytest.mark.parametrize("path", CUT)
@pytest.mark.promise("author", "Files are truncated at limits of elements, depth and attribute length, with a fault.")
def test_oversized_map_is_truncated_at_the_limit_with_a_fault(host: Host, server: Server, path: str) -> None:
    site = _settled(host, server, path)
    code, elements = CUT[path]
    assert (site["state"], site["counts"]["elements"]) == ("partial", elements)
    assert code in host.faults(site["site"])


@pytest.mark.parametrize("path", FINE)
def test_odd_but_valid_response_is_accepted(host: Host, server: Server, path: str) -> None:
    site = _settled(host, server, path)
    assert (site["state"], site["counts"]["elements"]) == ("complete", FINE[path])


@pytest.mark.promise("author", "Changed limits apply from the next reload.")
def test_limits_that_are_set_otherwise_hold_from_the_next_reload_on(host: Host, server: Server) -> None:
    site = _settled(host, server, "many-elements", file_bytes=1_024)
    assert site["refusal"]["code"] == "too-large"
    for method, params in (("site.configure", {"options": {"limits": READERS}}), ("site.reload", {})):
        host.answer(host.request(method, {"site": site["site"], **params}))
    stopped = host.answer(host.request("site.stop", {"site": site["site"]}))["result"]
    assert stopped["counts"]["elements"] == CONSTANTS["elements"]


@pytest.mark.promise("author", "External entities, DTDs and other external resources of XML are never fetched.")
def test_nothing_outside_the_document_is_ever_fetched(host: Host, server: Server) -> None:
    for path in ("external-type", "external-entity"):
        _settled(host, server, path)
    assert "/secret" not in server.requested


@pytest.mark.promise("author", "The number of files is bounded.")
def test_ten_thousand_files_are_fetched_up_to_the_limit(host: Host, server: Server) -> None:
    server.requested.clear()
    site = _settled(host, server, "many")
    assert site["state"] == "partial"
    assert site["counts"]["documents"] == CONSTANTS["files"]
    assert len(server.requested) == CONSTANTS["files"]
    assert set(host.faults(site["site"])) == {"unavailable"}


@pytest.mark.promise("author", "The loading time of a map is limited.")
def test_a_map_that_takes_too_long_stays_as_far_as_it_was_read(tmp_path: Path, server: Server) -> None:
    with _running(tmp_path, site_seconds=5) as host:
        site = _settled(host, server, "half-silent", request_seconds=60)
        assert (site["state"], site["counts"]["documents"]) == ("partial", 2)
        assert "unavailable" in host.faults(site["site"])


@pytest.mark.promise("author", "The total size of a map is limited.")
def test_a_map_of_too_many_bytes_stays_as_far_as_it_was_read(tmp_path: Path, server: Server) -> None:
    with _running(tmp_path, site_bytes=400_000, files=10_000, parallel_per_server=2) as host:
        site = _settled(host, server, "many")
        assert site["state"] == "partial"
        assert 1 < site["counts"]["documents"] < 10_000
        assert set(host.faults(site["site"])) == {"unavailable"}


@pytest.mark.promise("server", "A slow site in one tab does not delay another tab.")
def test_other_tabs_stay_responsive(host: Host, server: Server) -> None:
    page = {"url": f"{server.base}/page"}
    options = {"limits": READERS | {"request_seconds": 8}}
    slow = [
        host.request("site.open", {"sitemap": f"{server.base}/silent?{n}", "page": page, "options": options})
        for n in range(4)
    ]
    site = _settled(host, server, "good")
    assert site["state"] == "complete"
    assert not set(slow) & host.answers.keys()
    for number in slow:
        assert host.answer(number)["result"]["refusal"]["code"] == "timed-out"


@system.needs_proc
@pytest.mark.promise("author", "The host stays below 300 MB.")
def test_memory_stays_in_bounds(host: Host) -> None:
    assert host.peak_bytes() < MOST_BYTES


@system.needs_proc
@pytest.mark.parametrize("path", ["endless", "gzip-bomb", "entity-bomb", "deep", "many"])
@pytest.mark.promise("author", "The host stays below 300 MB with the default limits.")
def test_memory_stays_in_bounds_by_default(tmp_path: Path, server: Server, path: str) -> None:
    """Check the default limits; cases that only take time are omitted or shortened."""
    with _running(tmp_path, **({"files": 1_000} if path == "many" else {})) as host:
        site = host.settled(f"{server.base}/{path}", f"{server.base}/page")
        assert site["state"] in {"failed", "partial"}
        assert host.peak_bytes() < MOST_BYTES
