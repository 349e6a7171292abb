"""A host process; each of its messages is checked against its type."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from driving.host_process import HostProcess
from protocol import contract

PATIENCE_S = 90
"""Seconds of silence after which a host and its test end."""


_WITH_LIMITS = """
from dataclasses import replace
from standard_sitemap.fetching import limits
limits.DEFAULTS = replace(limits.DEFAULTS, **{})  # before the modules that use it are loaded
from standard_sitemap.reader.native.process import main
main()
"""


class Host(HostProcess):
    """A host process; it keeps its cache below `folder`, if given. `limits` replace constants of the host."""

    def __init__(self, folder: Path | None = None, arguments: tuple[str, ...] = (), **limits: int) -> None:
        program = {"program": ("-c", _WITH_LIMITS.format(limits))} if limits else {}
        super().__init__(folder, arguments, **program)
        self._methods: dict[Any, str] = {}
        self._settled: str | None = None

    def request(self, method: Any, params: Any) -> int:
        number = super().request(method, params)
        self._methods[number] = str(method)
        return number

    def receive(self) -> dict[str, Any]:
        timer = threading.Timer(PATIENCE_S, self.process.kill)
        timer.start()
        try:
            message = super().receive()
        finally:
            timer.cancel()
        contract.check(message, self._methods.get(message.get("id")))
        return message

    def greet(self) -> Host:
        assert "result" in self.answer(self.request("hello", {"protocol": 1}))
        return self

    def settled(self, sitemap: str, page: str, **options: Any) -> dict[str, Any]:
        """Return the final SITE of a sitemap; the browser fetches nothing for the host.

        Closes the one opened before.
        """
        if self._settled is not None:
            self.answer(self.request("site.close", {"site": self._settled}))
            self.events.clear()
        number = self.request("site.open", {"sitemap": sitemap, "page": {"url": page}, "options": options})
        site: dict[str, Any] | None = None
        while site is None or not is_settled(self.events, site):
            message = self.receive()
            if message.get("event") == "fetch":
                self.request("fetched", {"fetch": message["params"]["fetch"], "ok": False})
            if message.get("id") == number:
                site = message["result"]
        state: dict[str, Any] = _states(self.events, site)[-1]
        self.events.clear()
        self._settled = state["site"]
        return state

    def faults(self, site: str) -> list[str]:
        """Return the codes of a site's faults."""
        answer = self.answer(self.request("site.faults", {"site": site, "from": 0, "count": 500}))
        return [fault["code"] for fault in answer["result"]["faults"]]


def _states(events: list[dict[str, Any]], site: dict[str, Any]) -> list[dict[str, Any]]:
    sites = [event["params"]["site"] for event in events if event["event"] == "site.changed"]
    return [state for state in sites if state["site"] == site["site"] and state["state"] != "loading"]


def is_settled(events: list[dict[str, Any]], site: dict[str, Any]) -> bool:
    """Return whether a site is complete: its final state was sent, and again with the faults."""
    return len(_states(events, site)) >= 2
