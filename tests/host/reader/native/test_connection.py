"""The limits on the number and total size of waiting requests."""

import threading

import pytest

from standard_sitemap.reader.native.connection import PendingRequests

SOON_S = 0.05


def _waiting(unanswered: PendingRequests) -> threading.Thread:
    thread = threading.Thread(target=unanswered.wait_for_room, daemon=True)
    thread.start()
    return thread


def _goes_on_after_an_answer(unanswered: PendingRequests, size: int) -> bool:
    waiting = _waiting(unanswered)
    waiting.join(SOON_S)
    waited = waiting.is_alive()
    unanswered.remove(size)
    waiting.join(10)
    return waited and not waiting.is_alive()


def test_requests_that_wait_are_bounded_in_number() -> None:
    unanswered = PendingRequests(number=2, size=100)
    for _ in range(2):
        unanswered.wait_for_room()
        unanswered.add(1)
    assert _goes_on_after_an_answer(unanswered, 1)


@pytest.mark.promise("renderer", "The total size of waiting requests is limited.")
def test_requests_that_wait_are_bounded_in_bytes() -> None:
    unanswered = PendingRequests(number=10, size=100)
    unanswered.wait_for_room()
    unanswered.add(150)  # one is always read, however long
    assert _goes_on_after_an_answer(unanswered, 150)
