"""What a host costs that was asked for fifty maps, one after another: memory, beside what one takes; and idle time."""

from __future__ import annotations

import time
from pathlib import Path

from benching import serving, sitemaps
from benching.figures import Figure
from benching.host import Host

_MAPS, _ITEMS = 50, 100_000
_IDLE_S = 10


def measure(folder: Path) -> list[Figure]:
    file = sitemaps.described(folder / "map.xml", _ITEMS)
    for number in range(_MAPS):
        (folder / f"{number}.xml").hardlink_to(file)
    with serving.served(folder) as server:
        (one, _), (all_of_them, idle_ms) = (_costs(folder, server, count) for count in (1, _MAPS))
    meaning = (
        f"peak with {_MAPS} maps of {_ITEMS:,} items opened in turn, those asked for longest ago being closed;"
        " beside one map"
    )
    idle = f"processor time within {_IDLE_S} s of nothing to do, told in steps of 10 ms"
    return [
        Figure(f"{_MAPS} maps", all_of_them, "MB", meaning, one),
        Figure("idle host", idle_ms, "ms", idle).kept_below(10),
    ]


def _costs(folder: Path, server: str, count: int) -> tuple[float, float]:
    """The most memory (MB) that a host took for so many maps, and how long (ms) it works when idle."""
    host = Host(folder / f"cache-{count}")
    try:
        for number in range(count):
            page = {"url": f"{server}/", "ip": "127.0.0.1", "headers": []}
            host.ask("site.open", sitemap=f"{server}/{number}.xml", page=page, private=True)
        host.until_idle()
        worked_s = host.cpu_s()
        time.sleep(_IDLE_S)
        return host.peak_mb(), (host.cpu_s() - worked_s) * 1000
    finally:
        host.close()
