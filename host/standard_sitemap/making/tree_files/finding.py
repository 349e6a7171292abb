from __future__ import annotations
from dataclasses import dataclass, field
from pathlib import Path
from standard_sitemap.making.addresses import Addresses
from standard_sitemap.making.folder import Contents
from standard_sitemap.making.lists import Entry

@dataclass(slots=True)
class Trees:
    entries: list[Entry] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

def trees(folder: Path, found: Contents, addresses: Addresses, wanted: tuple[str, ...], *, is_looking: bool) -> Trees:
    return Trees()
