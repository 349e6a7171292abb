"""A server that implements IndexNow as documented: it fetches the key, judges and records addresses."""

from __future__ import annotations

import contextlib
import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator

from demo.loopback import QuietHandler, serving

_KEY = re.compile(r"[A-Za-z0-9-]{8,128}")


class Engine:
    """The requests to the server; `answers` are statuses that replace the documented ones."""

    def __init__(self) -> None:
        self.address = ""
        self.taken: list[list[str]] = []
        self.answers: list[int] = []
        self.known_keys: set[str] = set()

    def judged(self, body: bytes, content_type: str) -> int:
        """Return the documented status for a request."""
        if self.answers:
            return self.answers.pop(0)
        try:
            submitted = json.loads(body)
            host, key, addresses = submitted["host"], submitted["key"], submitted["urlList"]
        except (ValueError, KeyError, TypeError):
            return 400
        if content_type != "application/json; charset=utf-8" or not isinstance(addresses, list) or not addresses:
            return 400
        if not _KEY.fullmatch(key) or any(f"//{host}/" not in address for address in addresses):
            return 422
        if len(addresses) > 10_000:
            return 400
        return self._with_key(submitted.get("keyLocation", ""), key, addresses)

    def _with_key(self, location: str, key: str, addresses: list[str]) -> int:
        try:
            with urllib.request.urlopen(location) as answer:
                held = answer.read().decode().strip()
        except urllib.error.HTTPError as refusal:
            refusal.close()
            return 403
        if held != key:
            return 403
        self.taken.append(addresses)
        is_new = key not in self.known_keys
        self.known_keys.add(key)
        return 202 if is_new else 200


@contextlib.contextmanager
def engine() -> Iterator[Engine]:
    """Yield the running server."""
    local_engine = Engine()

    class Handler(QuietHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = local_engine.judged(body, self.headers["Content-Type"])
            self.send_response(status)
            if status == 429:
                self.send_header("Retry-After", "3600")
            self.send_header("Content-Length", "0")
            self.end_headers()

    with serving(Handler) as address:
        local_engine.address = f"{address}/indexnow"
        yield local_engine
