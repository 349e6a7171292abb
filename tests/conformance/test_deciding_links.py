"""The extension sends few of a page's links. From them, the host derives the same sitemap as from all links."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random

import system
from standard_sitemap.ssp import Evidence, Link, discover
from standard_sitemap.ssp.names import NAMESPACE

_EVIDENCE_JS = Path(__file__).parents[2] / "extension" / "content" / "evidence.js"
_URL = "https://site.example/folder/page"
_RELATIONS = (
    "standard-sitemap", "schema.m", "m.location", "schema.n n.location", "n.location m.location", "Schema.M", "schema.",
    "M.LOCATION x", "x schema.m", "schema.m standard-sitemap", ".location", "schema.\u212a k.location",
)  # fmt: skip
_ADDRESSES = (NAMESPACE, NAMESPACE, f" {NAMESPACE}\n", f"\xa0{NAMESPACE}", "map.xml", "", " ", "http://[", "mailto:x")
_BASES = ((), (), ("sub/",), ("urn:x",), ("http://[bad",), ("mailto:x", "sub/"))
_PAGES = 5_000

_DECIDE = f"""
    await import({str(_EVIDENCE_JS)!r});
    const bases = {{own: {_URL!r}, document: {_URL!r}, isInBody: false}};
    const progress = {{isHeadOver: true, isOver: true, bases}};
    let text = '';
    for await (const part of process.stdin) text += part;
    const decided = JSON.parse(text).map((all) => sitemapEvidence.decide(all, progress));
    console.log(JSON.stringify(decided));"""


@system.needs("node")
def test_deciding_links_of_random_pages_name_the_sitemap_of_all_links() -> None:
    rng = Random(64)
    pages = [_page(rng) for _ in range(_PAGES)]
    candidates = [[_candidate(link) for link in page] for page in pages]
    command = ["node", "--input-type=module", "-e", _DECIDE]
    done = subprocess.run(command, input=json.dumps(candidates), check=True, capture_output=True, text=True)
    for page, decided in zip(pages, json.loads(done.stdout), strict=True):
        sent = tuple(Link(**{**link, "xml_bases": tuple(link["xml_bases"])}) for link in decided)
        assert _named(sent) == _named(page), page


def _page(rng: Random) -> tuple[Link, ...]:
    """Return the links of a page, first those of its head."""
    count = rng.randint(1, 6)
    body = rng.randint(0, 2 * count)
    return tuple(_link(rng, in_body=place >= body) for place in range(count))


def _link(rng: Random, *, in_body: bool) -> Link:
    relation, address, bases = rng.choice(_RELATIONS), rng.choice(_ADDRESSES), rng.choice(_BASES)
    # Pages' scripts collect a `<meta>` only if its name begins so (D24).
    is_meta = relation.lower().startswith("schema.") and rng.random() < 0.4
    return Link("meta" if is_meta else "link", relation, address, _URL, bases, in_body=in_body)


def _candidate(link: Link) -> dict[str, object]:
    """Return a link as the script in a page collects it."""
    names = ("element", "rel", "href", "base", "xml_bases")
    sent = {name: getattr(link, name) for name in names}
    return {"link": sent, "isInBody": link.in_body, "isBeforeBase": False}


def _named(links: tuple[Link, ...]) -> str | None:
    return discover(Evidence(_URL, "text/html", (), links)).sitemap
