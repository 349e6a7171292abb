"""The page that documents the messages matches the code's checks."""

import re
from pathlib import Path

from standard_sitemap.reader.protocol.events import EVENTS
from standard_sitemap.reader.protocol.markdown import markdown
from standard_sitemap.reader.protocol.methods import METHODS
from standard_sitemap.refusals import every_refusal

FILE = Path(__file__).parents[4] / "docs" / "protocol.md"


def test_protocol_page_is_up_to_date() -> None:
    written = FILE.read_text("utf-8")
    assert written == markdown(), "run: python -m standard_sitemap.reader.protocol.markdown > docs/protocol.md"


def test_every_message_and_code_is_documented() -> None:
    page = markdown()
    assert set(re.findall(r"### `([a-z.]+)`\n", page)) == METHODS.keys()
    assert set(re.findall(r"### `([a-z.]+)` \(event\)", page)) == EVENTS.keys()
    codes = {"internal", *(kind.code for kind in every_refusal())}
    assert set(re.findall(r"- `([a-z-]+)`: ", page.partition("\n## Errors\n")[2])) == codes


def test_links_lead_somewhere() -> None:
    page = markdown()
    headings = {heading.lower() for heading in re.findall(r"^### (\w+)$", page, re.MULTILINE)}
    assert set(re.findall(r"\(#(\w+)\)", page)) <= headings
