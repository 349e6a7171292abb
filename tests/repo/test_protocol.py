"""Both sides of the protocol have the same methods and events. (tests/protocol runs the examples.)"""

from __future__ import annotations

import json
import re
from pathlib import Path

from commands.messages.methods import EVENTS, METHODS


def _background(root: Path) -> str:
    return "".join(file.read_text("utf-8") for file in (root / "extension" / "background").rglob("*.js"))


def test_extension_requests_only_what_the_host_knows(root: Path) -> None:
    requested = set(re.findall(r"\b(?:request\(|reply\([\w.]+,)\s*'([a-z.]+)'", _background(root)))
    assert {"locate", "site.open", "view.open", "visit", "cookies", "fetched"} <= requested
    assert requested - METHODS.keys() == set()


def test_pages_may_pass_on_only_what_is_for_them(root: Path) -> None:
    methods = re.findall(r"\bpassOn(?:OfView)?\('([a-z.]+)'\)", _background(root))
    assert {"view.rows", "menu"} <= set(methods)
    assert [method for method in methods if METHODS[method].caller != "ui"] == []


def test_every_event_of_the_host_is_heard_and_has_an_example(root: Path) -> None:
    background = _background(root)
    assert {event for event in EVENTS if not re.search(rf"'?\b{re.escape(event)}\b'?:", background)} == set()
    files = (root / "tests" / "protocol" / "exchanges").glob("*.json")
    steps = [step for file in files for step in json.loads(file.read_text("utf-8"))["steps"]]
    assert EVENTS.keys() - {step["event"] for step in steps if "event" in step} == set()


def test_the_host_sends_only_events_of_the_table(root: Path) -> None:
    host = "".join(file.read_text("utf-8") for file in (root / "host" / "standard_sitemap").rglob("*.py"))
    sent = set(re.findall(r"\b_?(?:notify|tell)\(\s*\"([a-z.]+)\"", host))
    assert sent == EVENTS.keys()
