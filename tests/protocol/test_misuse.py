"""Invalid callers and messages: each is answered, or ends the process cleanly."""

import json
import struct
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from protocol.host_process import Host
from standard_sitemap.reader.identity import CHROME_ID, FIREFOX_ID
from standard_sitemap.reader.native.framing import MESSAGE_BYTES_IN, MOST_MEMBERS, SKIPPED_BYTES, WAITING_BYTES
from standard_sitemap.reader.protocol.greeting import LONGEST_ID

OURS = [
    (f"chrome-extension://{CHROME_ID}/",),
    (f"chrome-extension://{CHROME_ID}/", "--parent-window=0"),
    ("/somewhere/org.standard_sitemap.navigator.json", FIREFOX_ID),
]
UNAUTHORISED_CALLERS = [
    ("chrome-extension://abcdefghijklmnopabcdefghijklmnop/",),
    (f"chrome-extension://{CHROME_ID}/x",),
    ("/somewhere/org.standard_sitemap.navigator.json", "other@example.org"),
    ("/somewhere/org.standard_sitemap.navigator.json",),
]


@pytest.fixture
def greeted(host: Host) -> Iterator[Host]:
    return host.greet()


@pytest.mark.parametrize("arguments", OURS)
def test_our_extension_is_served(arguments: tuple[str, ...], tmp_path: Path) -> None:
    host = Host(tmp_path, arguments).greet()
    host.close()


@pytest.mark.parametrize("arguments", UNAUTHORISED_CALLERS)
@pytest.mark.promise("user", "The host serves only this extension.")
def test_other_extensions_are_not_served(arguments: tuple[str, ...], tmp_path: Path) -> None:
    host = Host(tmp_path, arguments)
    status, output, errors = host.ended()
    host.close()
    assert (status, output) == (1, b"")
    assert b"is not the extension that it serves" in errors


def _error(host: Host, number: int | None) -> tuple[str, Any]:
    error = host.answer(number)["error"]
    return error["code"], error["params"].get("reason")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"{", "not-json"),
        (b"\xff\xfe", "not-json"),
        (b"[" * 1_000_000, "not-json"),
        (b"[]", "not-an-object"),
        (b'"hello"', "not-an-object"),
        (b'{"id": 1e999, "method": "hello"}', "shape"),
        (b'{"id": NaN, "method": "hello"}', "shape"),
        (b'{"id": "%s", "method": "hello"}' % (b"x" * (LONGEST_ID + 1)), "shape"),
        (b'{"id": [[]], "method": "hello"}', "shape"),
    ],
)
@pytest.mark.promise("renderer", "A message that is not JSON, or not a request, is answered.")
def test_invalid_request_is_answered(greeted: Host, body: bytes, reason: str) -> None:
    greeted.send_bytes(body)
    assert _error(greeted, None) == ("bad-params", reason)


@pytest.mark.parametrize("colon", [":", " :"])
@pytest.mark.promise(
    "renderer", "A message with more members than any message of the extension is refused before it is decoded."
)
def test_message_of_too_many_members_is_refused(greeted: Host, colon: str) -> None:
    members = ",".join(f'"a{number}"{colon}1' for number in range(MOST_MEMBERS))
    greeted.send_bytes(f'{{"id":13,"method":"locate","params":{{{members}}}}}'.encode())
    assert _error(greeted, 13) == ("bad-params", "too-many-members")


_PAGE = {"url": "http://www.example.org/"}


@pytest.mark.parametrize(
    ("method", "params", "where"),
    [
        ("locate", {f"a{number}": 1 for number in range(10_000)}, "a0"),
        ("locate", {"b" * 10_000: 1}, "b" * 200),
        ("locate", [], ""),
        ("locate", {"evidence": {"url": "", "links": [{"element": "a"}]}}, "evidence.links[0].element"),
        ("site.open", {"sitemap": "", "page": {**_PAGE, "more": 1}}, "page.more"),
        ("site.open", {"sitemap": "", "page": {}}, "page.url"),
        (
            "site.open",
            {"sitemap": "", "page": _PAGE, "options": {"group_names": {"x" * 65: ""}}},
            "options.group_names",
        ),
    ],
)
@pytest.mark.promise(
    "renderer", "The answer to thousands of errors names the place of the first, in at most 200 characters."
)
def test_the_place_of_the_first_error_is_named(greeted: Host, method: str, params: Any, where: str) -> None:
    error = greeted.answer(greeted.request(method, params))["error"]
    assert error == {"code": "bad-params", "params": {"reason": "shape", "where": where}}


def test_too_many_errors_in_a_message_are_not_listed(greeted: Host) -> None:
    params = {f"a{number}": 1 for number in range(25_000)}
    error = greeted.answer(greeted.request("locate", params))["error"]
    assert error == {"code": "bad-params", "params": {"reason": "shape", "where": ""}}


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("nothing", {}, "unknown-method"),
        (7, {}, "unknown-method"),
        ("view.rows", [], "bad-params"),
        ("view.rows", {"view": "v1", "from": -1, "count": 10}, "bad-params"),
        ("view.rows", {"view": "v1", "count": 10, "more": 1}, "bad-params"),
        ("view.rows", {"view": "v1", "count": 10}, "unknown-view"),
        ("site.close", {"site": "s1"}, "unknown-site"),
        ("site.open", {"sitemap": "http://127.0.0.1/", "page": {"url": "x" * 70_000}}, "bad-params"),
    ],
)
@pytest.mark.promise("renderer", "An unknown or misplaced message is answered.")
def test_out_of_order_request_is_answered(greeted: Host, method: Any, params: Any, code: str) -> None:
    assert _error(greeted, greeted.request(method, params))[0] == code


@pytest.mark.parametrize(
    "limits",
    [
        {"file_bytes": 0},
        {"request_seconds": -1},
        {"request_seconds": 601},
        {"files": 7},
        {"request_seconds": True},
        {"request_seconds": 1.5},
        [],
    ],
)
@pytest.mark.promise("author", "Limits out of range are refused.")
def test_limits_out_of_range_are_refused(greeted: Host, limits: Any) -> None:
    params = {"sitemap": "http://127.0.0.1/", "page": {"url": ""}, "options": {"limits": limits}}
    assert _error(greeted, greeted.request("site.open", params)) == ("bad-params", "shape")


def test_unrequested_responses_are_dropped(greeted: Host) -> None:
    for method, params in (("fetched", {"fetch": "f9", "ok": True, "body": "%%"}), ("cookies", {"ask": "c9"})):
        assert greeted.answer(greeted.request(method, params))["result"] == {}


@pytest.mark.parametrize("length", [MESSAGE_BYTES_IN + 1, SKIPPED_BYTES])
@pytest.mark.parametrize(("start", "number"), [(b'{"id":70,"method":"locate","params":"', 70), (b"x", None)])
@pytest.mark.promise("renderer", "A message that is too long is refused, and the next message is answered.")
def test_too_long_a_message_is_skipped_and_refused(
    greeted: Host, length: int, start: bytes, number: int | None
) -> None:
    greeted.send_bytes(start.ljust(length))
    assert greeted.answer(number)["error"] == {"code": "too-large", "params": {"limit": MESSAGE_BYTES_IN}}
    assert "result" in greeted.answer(greeted.request("hello", {"protocol": 1}))
    assert greeted.process.poll() is None


def test_too_long_a_message_is_refused_before_the_handshake_too(host: Host) -> None:
    host.send_bytes(b"x" * (MESSAGE_BYTES_IN + 1))
    assert host.answer(None)["error"]["code"] == "too-large"
    host.greet()


@pytest.mark.promise("renderer", "A message that is too long is refused without using memory.")
def test_too_long_messages_take_no_memory(greeted: Host) -> None:
    for _ in range(5):
        greeted.send_bytes(b"x" * SKIPPED_BYTES)
        greeted.answer(None)
    assert greeted.peak_bytes() < 2 * SKIPPED_BYTES


@pytest.mark.promise("renderer", "A stream with an invalid message length ends the process with a reason.")
def test_a_stream_out_of_step_ends_the_process_with_a_reason(greeted: Host) -> None:
    assert greeted.process.stdin
    greeted.process.stdin.write(struct.pack("=I", SKIPPED_BYTES + 1))
    greeted.process.stdin.flush()
    status, output, errors = greeted.ended()
    assert (status, output) == (1, b"")
    assert b"not a native message" in errors


@pytest.mark.promise("renderer", "A truncated message ends the process.")
def test_a_cut_message_ends_the_process(greeted: Host) -> None:
    assert greeted.process.stdin
    greeted.process.stdin.write(struct.pack("=I", 1_000) + b'{"id": 5')
    assert greeted.ended() == (0, b"", b"")


@pytest.mark.promise("renderer", "Messages in a flood wait, and are all answered.")
def test_a_flood_that_is_not_read_waits_and_is_answered(greeted: Host) -> None:
    """Check that an unread host stops reading requests when too many replies wait."""
    count = 4_000
    name = "x" * (3 * WAITING_BYTES // count)
    body = json.dumps({"id": name, "method": "hello", "params": {"protocol": 1}}).encode()

    def flood() -> None:
        for _ in range(count):
            greeted.send_bytes(body)
        greeted.request("nothing", {})

    sending = threading.Thread(target=flood)
    sending.start()
    sending.join(2)
    assert sending.is_alive()
    got = 0
    while (message := greeted.receive()).get("id") == name:
        got += 1
    sending.join()
    assert (got, message["error"]["code"]) == (count, "unknown-method")
    assert greeted.peak_bytes() < 300_000_000
