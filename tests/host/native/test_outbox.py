"""Messages on their way to a browser that may not read."""

import os
import threading

import pytest

from standard_sitemap.native import framing
from standard_sitemap.native.framing import Outbox


def _read(descriptor: int, count: int) -> bytes:
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
    assert _read(reading, 4_000) == b"".join(b"%04d" % number for number in range(1_000))
    os.close(reading)
    os.close(writing)


def test_a_browser_that_does_not_read_holds_up_nobody_but_who_waits_for_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(framing, "WAITING_BYTES", 200_000)
    reading, writing = os.pipe()
    box = Outbox(writing, lambda: None)
    for _ in range(3):
        box.put(b"x" * 200_000)
    waiting = threading.Thread(target=box.wait_for_room)
    waiting.start()
    waiting.join(0.05)
    assert waiting.is_alive()
    assert len(_read(reading, 600_000)) == 600_000
    waiting.join(20)
    assert not waiting.is_alive()
    box.close()
    os.close(reading)
    os.close(writing)


def test_a_browser_that_is_gone_is_noticed_once() -> None:
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
