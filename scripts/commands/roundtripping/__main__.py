"""Converts each FILE to a Standard-Sitemap and back, and counts losses: `scripts/prove roundtrip FILE…`.

One of the two conversions must report each loss with its number. Prints the files that violate this, the sums, and the
number of unreported losses, which determines the exit status. Nothing is fetched: the files in an index are created
next to it, with one page each.
"""

from __future__ import annotations

import argparse
import gzip
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit
from xml.sax.saxutils import escape

from click.testing import CliRunner
from lxml import etree

from commands.roundtripping.facts import Fact, facts_of
from standard_sitemap.cli.commands import standard_sitemap
from standard_sitemap.model.uris import resolve, split_fragment

# Patterns of messages, by kind of loss.
_SAID = {
    "address": r"([\d,]+) address(?:es)?, the first “|([\d,]+) address(?:es)? of (?:a )?place"
    r"|([\d,]+) address(?:es)? that (?:is|are) listed again|left out: ([\d,]+) address"
    r"|([\d,]+) entr(?:y|ies) without a usable address",
    "value": r"([\d,]+) values? that|([\d,]+) repeated values?|([\d,]+) invalid dates?"
    r"|([\d,]+) undefined change frequenc(?:y|ies)|([\d,]+) priorit(?:y|ies) that",
    "link": r"([\d,]+) (?:conflicting )?(?:or invalid )?links? to (?:another language|other languages)",
    "other": r"([\d,]+) (?:images?|videos?|news|elements? of (?:another namespace|other namespaces))",
    "comment": r"([\d,]+) comment",
    "attribute": r"([\d,]+) attribute",
    "text": r"([\d,]+) text",
    "element": r"([\d,]+) undefined elements?",
    "date of a file": r"([\d,]+) dates? of (?:a file|files)",
}
_KINDS = {"lastmod": "value", "changefreq": "value", "priority": "value"}


def reported(messages: str) -> Counter[str]:
    """Return the reported losses by kind."""
    return Counter({
        kind: sum(int(next(filter(None, match.groups())).replace(",", "")) for match in re.finditer(pattern, messages))
        for kind, pattern in _SAID.items()
    })  # fmt: skip


def lost(before: Sequence[Fact], after: Sequence[Fact]) -> Counter[str]:
    """Return the actual losses by kind."""
    there = set(after)
    locations = {fact.location for fact in after}
    counts: Counter[str] = Counter()
    met: Counter[Fact] = Counter()
    for fact in before:
        met[fact] += 1
        address = _normal(fact.location)
        kind = _KINDS.get(fact.kind, fact.kind)
        if fact.kind == "address":
            counts[kind] += fact.location not in locations or met[fact] > 1
        elif address in locations:
            moved = fact._replace(location=address, value=_normal_link(fact.value) if kind == "link" else fact.value)
            counts[kind] += moved not in there
            if kind == "link" and moved.value != fact.value:
                counts["link"] += moved in there
    return counts


def _normal(location: str) -> str:
    return split_fragment(resolve(location, "") or location)[0]


def _normal_link(value: str) -> str:
    language, _, href = value.partition(" ")
    return f"{language} {_normal(href)}"


class Trip:
    """A file converted there and back."""

    def __init__(self, body: bytes) -> None:
        plain = gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body
        self.before, self.others = facts_of(plain)
        self.messages = ""
        self.after: list[Fact] = []
        root = urljoin(_first_location(plain), "/")
        with tempfile.TemporaryDirectory() as folder:
            there, back = Path(folder, "there.xml"), Path(folder, "back.xml")
            source = Path(folder, "site", "sitemap.xml")
            source.parent.mkdir()
            source.write_bytes(body)
            _make_listed(plain, root, source.parent)
            is_written = self._run(source, "--base-url", f"{root}sitemap.xml", "--to", "ssp", "-o", there)
            if is_written and not there.exists():
                raise ValueError(self.messages.strip())
            if is_written:
                self._run(there, "--other-hosts", "--to", "sitemaps-org", "--base-url", f"{root}there.xml", "-o", back)
            if back.exists():
                self.after = facts_of(back.read_bytes())[0]

    def _run(self, source: Path, *options: object) -> bool:
        result = CliRunner().invoke(standard_sitemap, ["convert", str(source), *map(str, options)])
        self.messages += result.stderr
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return "nothing was written" not in result.stderr

    @property
    def unreported(self) -> Counter[str]:
        """Return the unreported losses by kind."""
        if "nothing was written" in self.messages:
            return Counter()
        return lost(self.before, self.after) + self.others - reported(self.messages)


def _first_location(plain: bytes) -> str:
    address = re.search(
        rb"https?://[^\s<\"']+", re.sub(rb"xmlns[^\s>]*|\S*schemaLocation=\"[^\"]*\"|<!--.*?-->", b"", plain)
    )
    return address[0].decode("utf-8", "replace") if address else "https://www.example.org/"


def _make_listed(plain: bytes, root: str, folder: Path) -> None:
    for entry in etree.fromstring(plain).iter("{*}sitemap"):
        location = (entry.findtext("{*}loc") or "").strip()
        file = (folder / unquote(urlsplit(location).path).lstrip("/")).resolve()
        if location.startswith(root) and file.is_relative_to(folder) and not file.exists() and not file.is_dir():
            file.parent.mkdir(parents=True, exist_ok=True)
            page = f"<url><loc>{escape(location)}/page</loc></url>"
            file.write_text(f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{page}</urlset>')


def parsed() -> list[str]:
    parser = argparse.ArgumentParser(
        prog="scripts/prove roundtrip", description="Converts sitemaps and back, and counts unreported losses."
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="a sitemap of either format")
    files: list[str] = parser.parse_args().files
    return files


def main(paths: Sequence[str]) -> int:
    """Convert each file; return 1 if a loss is unreported."""
    unreported: Counter[str] = Counter()
    gone: Counter[str] = Counter()
    tried = statements = 0
    for path in paths:
        try:
            trip = Trip(Path(path).read_bytes())
        except etree.XMLSyntaxError as error:
            print(f"{path}: passed over, as no other program reads it: {error}")
            continue
        except ValueError as refusal:
            print(f"{path}: passed over, as it is no such sitemap: {refusal}")
            continue
        tried += 1
        statements += len(trip.before)
        gone += lost(trip.before, trip.after) + trip.others
        if trip.unreported:
            print(f"{path}: {dict(trip.unreported)} unreported")
            unreported += trip.unreported
    print(
        f"{tried} files, {statements:,} statements; not kept: {dict(gone)}; lost and not reported: {unreported.total()}"
    )
    return 1 if unreported else 0


if __name__ == "__main__":
    sys.exit(main(parsed()))
