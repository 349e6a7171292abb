"""Sends a submission, request after request, until it is done or one is not accepted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from standard_sitemap.fetching.request_headers import USER_AGENT
from standard_sitemap.submitting.indexnow import Submission, Verdict, verdict
from standard_sitemap.submitting.journal import Journal

if TYPE_CHECKING:
    import httpx

_JSON = "application/json; charset=utf-8"
_CONNECT_S, _SILENCE_S = 10.0, 60.0


class Sent(NamedTuple):
    """How a submission ended: addresses accepted now and in all, the last answer, and how long one should wait."""

    now: int
    done: int
    status: int | None
    verdict: Verdict
    retry_after: str | None = None


def send(submission: Submission, journal: Journal, progress: Callable[[int], None]) -> Sent:
    """Sends what the journal does not know to be accepted; one request at a time, and none after one that failed."""
    import httpx

    start = min(journal.done, len(submission.addresses))
    sent = Sent(0, start, None, Verdict("accepted", "accepted before"))
    timeout = httpx.Timeout(_SILENCE_S, connect=_CONNECT_S)
    with httpx.Client(timeout=timeout, headers={"User-Agent": USER_AGENT}) as client:
        for count, body in submission.bodies(start):
            sent = _post(client, submission.endpoint, body, sent)
            if sent.verdict.kind != "accepted":
                return sent
            sent = sent._replace(now=sent.now + count, done=sent.done + count)
            journal.record(sent.done)
            progress(sent.done)
    journal.finish()
    return sent


def _post(client: httpx.Client, endpoint: str, body: bytes, before: Sent) -> Sent:
    import httpx

    try:
        # The body of an answer says nothing that counts, and is not read.
        with client.stream("POST", endpoint, content=body, headers={"Content-Type": _JSON}) as answer:
            status, wait = answer.status_code, answer.headers.get("retry-after")
    except (httpx.TransportError, httpx.InvalidURL) as error:
        reason = str(error) or type(error).__name__
        return before._replace(status=None, verdict=Verdict("transient", f"no answer: {reason}"))
    return before._replace(status=status, verdict=verdict(status), retry_after=wait)
