"""The frame of a native message."""

import json
import os
import struct

import pytest

from standard_sitemap.native import framing
from standard_sitemap.protocol.greeting import MESSAGE_BYTES_OUT


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


def test_what_was_encoded_can_be_read() -> None:
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


def test_half_a_letter_does_no_harm() -> None:
    assert b"?" in framing.encode({"t": "\ud83d"})


@pytest.mark.parametrize("data", [b"", b"\x01\x00", struct.pack("=I", 5) + b"abc"])
def test_an_ended_pipe_has_no_frame(data: bytes) -> None:
    assert _read(data) is None


@pytest.mark.parametrize("length", [0, framing.MESSAGE_BYTES_IN + 1, 0xFFFFFFFF])
def test_silly_lengths_are_refused(length: int) -> None:
    with pytest.raises(framing.FramingError):
        _read(struct.pack("=I", length) + b"{}")


@pytest.mark.parametrize("body", [b"", b"nonsense", b"\xff", b"[" * 100_000])
def test_what_is_no_json_is_a_value_error(body: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        framing.decode(body)
