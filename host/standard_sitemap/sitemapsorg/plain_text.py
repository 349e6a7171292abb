"""Text files with an address on each line."""

from __future__ import annotations

from standard_sitemap.sitemapsorg.entries import Entries
from standard_sitemap.sitemapsorg.faults import Findings
from standard_sitemap.sitemapsorg.text import Text


def line_entries(text: Text, findings: Findings) -> Entries:
    """An entry for each line that holds an address; the others are named, comments and empty ones passed over."""
    entries = Entries()
    for line, written in enumerate(text.value.replace("\r\n", "\n").replace("\r", "\n").split("\n"), text.line):
        bare = written.strip().lstrip("\ufeff").strip('"<>').rstrip(",;")
        if not bare or bare.startswith("#"):
            continue
        if any(character.isspace() for character in bare) or not ("://" in bare[:12] or bare.startswith("/")):
            findings.add("bad-line", line, value=bare)
        else:
            entries.add(bare, line)
    return entries
