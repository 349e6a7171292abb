"""Replays every recorded exchange against the real host process.

An exchange states the minimum: a reply may hold more. `"*"` stands for anything; `s1` and `v1` stand for the names of
the first site and view, which differ between host processes.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

EXCHANGES = sorted((Path(__file__).parent / "exchanges").glob("*.json"))


def test_there_are_exchanges() -> None:
    assert len(EXCHANGES) >= 8


@pytest.mark.parametrize("file", EXCHANGES, ids=lambda file: file.stem)
def test_exchange(file: Path, host: Any, base: str) -> None:
    exchange = json.loads(file.read_text(encoding="utf-8"))
    if exchange.get("greet", True):
        assert "result" in host.answer(host.request("hello", {"protocol": 1}))
    Replay(host, base).steps(exchange["steps"])
    host.process.stdin.close()
    host.process.stdin = None
    status, _, errors = host.ended()
    assert (status, errors) == (0, b"")


class Replay:
    """Plays the extension's part."""

    def __init__(self, host: Any, base: str) -> None:
        self.host = host
        self.known = {"base": base}
        self.requested: list[int] = []
        self.own = ""

    def steps(self, steps: list[dict[str, Any]]) -> None:
        for step in steps:
            self.step(step)

    def step(self, step: dict[str, Any]) -> None:
        if "event" in step:
            self.await_event(step["event"], self.filled(step["params"]))
            return
        number = self.sent(step)
        if step.get("later"):
            return
        answer = self.plain(self.settled(self.host.answer(number)))
        expected = {name: self.filled(step[name]) for name in ("result", "error") if name in step}
        assert mismatch(expected, answer) is None, (mismatch(expected, answer), answer)
        for name, path in step.get("remember", {}).items():
            self.known[name] = picked(answer["result"], path)

    def settled(self, answer: dict[str, Any]) -> dict[str, Any]:
        """Return a reply that includes the current page. A busy host replies without it and sends it later."""
        result = answer.get("result")
        while isinstance(result, dict) and result.get("pending"):
            view, changes = result["view"], [event for event in self.host.events if event["event"] == "view.changed"]
            later = [event["params"]["view"] for event in changes if event["params"]["view"]["view"] == view]
            result = next((state for state in later if not state["pending"]), result)
            if result.get("pending"):
                self.host.receive()
        return answer if result is None else answer | {"result": result}

    def sent(self, step: dict[str, Any]) -> int | None:
        if "raw" in step:
            self.host.send_bytes(step["raw"].encode())
            return None
        if "answer" in step:
            return self.requested[step["answer"]]
        request = self.filled(step["request"])
        number: int = self.host.request(request["method"], self.named(request["params"]))
        self.requested.append(number)
        return number

    def await_event(self, name: str, params: Any) -> None:
        wanted = {"event": name, "params": params}
        while not any(mismatch(wanted, self.plain(event)) is None for event in self.host.events):
            self.host.receive()
        self.host.events.clear()

    def plain(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return a message with short names of sites and views."""
        text = json.dumps(message)
        if own := re.search(r'"[sv]([0-9a-f]{12}-)[0-9]+"', text):
            self.own = own[1]
        plain: dict[str, Any] = json.loads(re.sub(r'"([sv])[0-9a-f]{12}-([0-9]+)"', r'"\1\2"', text))
        return plain

    def named(self, params: Any) -> Any:
        """Return parameters with the names that the host gave."""
        return json.loads(re.sub(r'"([sv])([0-9]+)"', rf'"\g<1>{self.own}\2"', json.dumps(params)))

    def filled(self, value: Any) -> Any:
        text = json.dumps(value)
        for name, known in self.known.items():
            text = text.replace("${" + name + "}", known)
        return json.loads(text)


def picked(value: Any, path: str) -> Any:
    for part in path.split("."):
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def mismatch(expected: Any, actual: Any, where: str = "") -> str | None:
    """Return the difference of `actual` from the expectation, or None."""
    if expected == "*":
        return None
    if isinstance(expected, dict) and isinstance(actual, dict):
        places = (mismatch(value, actual.get(name, "missing"), f"{where}.{name}") for name, value in expected.items())
        return next((place for place in places if place), None)
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        pairs = enumerate(zip(expected, actual, strict=True))
        places = (mismatch(wanted, other, f"{where}.{place}") for place, (wanted, other) in pairs)
        return next((place for place in places if place), None)
    return None if expected == actual else f"{where}: {expected!r} is not {actual!r}"
