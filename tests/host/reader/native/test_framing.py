"""The framing of native messages, and messages for a browser that may not read."""

import json
import os
import struct
import threading

import pytest

from standard_sitemap.reader.native import framing
from standard_sitemap.reader.native.framing import Outbox
from standard_sitemap.reader.protocol.greeting import MESSAGE_BYTES_OUT


def _pipe(data: bytes) -> int:
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    return reading


def _read(data: bytes) -> bytes | None:
    reading = _pipe(data)
    try:
        return framing.read_frame(reading)
    finally:
        os.close(reading)


def test_encoded_message_is_decoded() -> None:
    message = {"id": 1, "text": "ä…\U0001f5fa"}
    body = _read(framing.encode(message))
    assert body is not None
    assert framing.decode(body) == message


def test_a_message_may_have_exactly_the_longest_length() -> None:
    room = MESSAGE_BYTES_OUT - len(json.dumps({"t": ""}, separators=(",", ":")))
    assert len(framing.encode({"t": "x" * room})) == MESSAGE_BYTES_OUT + 4
    with pytest.raises(framing.MessageTooLarge):
        framing.encode({"t": "x" * (room + 1)})


def test_lengths_count_bytes_and_not_letters() -> None:
    with pytest.raises(framing.MessageTooLarge):
        framing.encode({"t": "ä" * (MESSAGE_BYTES_OUT // 2)})


def test_truncated_character_is_harmless() -> None:
    assert b"?" in framing.encode({"t": "\ud83d"})


@pytest.mark.parametrize("data", [b"", b"\x01\x00", struct.pack("=I", 5) + b"abc"])
def test_an_ended_pipe_has_no_frame(data: bytes) -> None:
    assert _read(data) is None


@pytest.mark.parametrize("length", [0, framing.SKIPPED_BYTES + 1, 0xFFFFFFFF])
def test_invalid_lengths_are_refused(length: int) -> None:
    with pytest.raises(framing.FramingError):
        _read(struct.pack("=I", length) + b"{}")


@pytest.mark.parametrize(("start", "number"), [(b'{"id":17,"method":"x"', 17), (b'{"id": 3 ', None), (b"[1", None)])
def test_too_long_a_message_is_skipped_and_the_next_is_read(start: bytes, number: int | None) -> None:
    reading, writing = os.pipe()
    length = framing.MESSAGE_BYTES_IN + 1
    body = start.ljust(length)
    frames = struct.pack("=I", length) + body + framing.encode({})
    sending = threading.Thread(target=framing.write_all, args=(writing, frames))
    sending.start()
    with pytest.raises(framing.MessageTooLarge) as caught:
        framing.read_frame(reading)
    assert (caught.value.number, framing.read_frame(reading)) == (number, b"{}")
    sending.join()
    os.close(writing)
    os.close(reading)


@pytest.mark.parametrize("sent", [10, 100])
def test_a_pipe_that_ends_within_too_long_a_message_has_ended(sent: int) -> None:
    assert _read(struct.pack("=I", framing.MESSAGE_BYTES_IN + 1) + b"x" * sent) is None


@pytest.mark.parametrize("body", [b"", b"nonsense", b"\xff", b"[" * 100_000])
def test_invalid_json_is_a_value_error(body: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        framing.decode(body)


def _read_whole(descriptor: int, count: int) -> bytes:
    whole = b""
    while len(whole) < count and (part := os.read(descriptor, count - len(whole))):
        whole += part
    return whole


def test_messages_keep_their_order_and_are_written_before_the_end() -> None:
    reading, writing = os.pipe()
    box = Outbox(writing, lambda: None)
    for number in range(1_000):
        box.put(b"%04d" % number)
    box.close()
    assert _read_whole(reading, 4_000) == b"".join(b"%04d" % number for number in range(1_000))
    os.close(reading)
    os.close(writing)


@pytest.mark.promise("renderer", "If the browser does not read the pipe, only requests that need space in it wait.")
def test_unread_pipe_blocks_only_writers_waiting_for_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(framing, "WAITING_BYTES", 200_000)
    reading, writing = os.pipe()
    box = Outbox(writing, lambda: None)
    for _ in range(3):
        box.put(b"x" * 200_000)
    waiting = threading.Thread(target=box.wait_for_room)
    waiting.start()
    waiting.join(0.05)
    assert waiting.is_alive()
    assert len(_read_whole(reading, 600_000)) == 600_000
    waiting.join(20)
    assert not waiting.is_alive()
    box.close()
    os.close(reading)
    os.close(writing)


def test_closed_pipe_is_reported_once() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    gone = threading.Event()
    box = Outbox(writing, gone.set)
    box.put(b"x")
    assert gone.wait(20)
    box.put(b"y")
    box.wait_for_room()
    box.close()
    os.close(writing)
