"""A map of a thousand files opened by the host, beside downloading them alone with the same client; from nginx."""

from __future__ import annotations

from pathlib import Path

from benching import inside, sitemaps
from benching.figures import Figure, middle
from demo import nginx

_RUNS = 5
_FILES, _ITEMS = 1_000, 1_000


def measure(folder: Path) -> list[Figure]:
    folder.chmod(0o755)
    sitemaps.many(folder, _FILES, _ITEMS)
    own, alone = [], []
    with nginx.running(lambda _, address: _serving(folder, address)) as (_, server):
        for _run in range(_RUNS):
            alone.append(inside.told("download", server, _FILES)["done"]["s"])
            own.append(inside.told("load", server, _FILES)["done"]["s"])
    meaning = f"{_FILES:,} files of {_ITEMS:,} items to the whole map, beside downloading them with the same client"
    return [Figure("many files", middle(own), "s", meaning, middle(alone)).kept_within(1.5)]


def _serving(folder: Path, address: str) -> str:
    listening = f"listen {address.removeprefix('http://')}; root {folder};"
    return f"access_log off; types {{ application/xml xml; }} server {{ {listening} }}"
