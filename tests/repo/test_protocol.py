"""The two sides of the protocol know the same words. (That each has an example that runs: tests/protocol.)"""

from __future__ import annotations

import json
import re
from pathlib import Path

from standard_sitemap.native.handlers import HANDLERS


def test_extension_asks_only_for_what_the_host_knows(root: Path) -> None:
    background = "".join(file.read_text("utf-8") for file in (root / "extension" / "background").glob("*.js"))
    asked = set(re.findall(r"\b(?:request\(|reply\([\w.]+,)\s*'([a-z.]+)'", background))
    assert {"locate", "site.open", "view.open", "visit", "cookies", "fetched"} <= asked
    assert asked - {"hello", *HANDLERS} == set()


def test_every_event_of_the_host_is_heard_and_has_an_example(root: Path) -> None:
    host = "".join(file.read_text("utf-8") for file in (root / "host" / "standard_sitemap").rglob("*.py"))
    told = set(re.findall(r"\b_?(?:tell|notify)\(\s*\"([a-z.]+)\"", host)) | {"fetch"}
    heard = (root / "extension" / "background" / "host.js").read_text("utf-8")
    assert {event for event in told if not re.search(rf"\b'?{re.escape(event)}'?\b", heard)} == set()
    files = (root / "tests" / "protocol" / "exchanges").glob("*.json")
    steps = [step for file in files for step in json.loads(file.read_text("utf-8"))["steps"]]
    assert told - {step["event"] for step in steps if "event" in step} == set()
