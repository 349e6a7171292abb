"""What memory a host takes that is asked for fifty maps, one after another; beside what one of them takes."""

from __future__ import annotations

from pathlib import Path

from benching import serving, sitemaps
from benching.figures import Figure
from benching.host import Host

_MAPS, _ITEMS = 50, 100_000


def measure(folder: Path) -> list[Figure]:
    file = sitemaps.described(folder / "map.xml", _ITEMS)
    for number in range(_MAPS):
        (folder / f"{number}.xml").hardlink_to(file)
    with serving.served(folder) as server:
        one, all_of_them = (_peak_mb(folder, server, count) for count in (1, _MAPS))
    meaning = (
        f"peak with {_MAPS} maps of {_ITEMS:,} items opened in turn, those asked for longest ago being closed;"
        " beside one map"
    )
    return [Figure(f"{_MAPS} maps", all_of_them, "MB", meaning, one)]


def _peak_mb(folder: Path, server: str, count: int) -> float:
    host = Host(folder / f"cache-{count}")
    try:
        for number in range(count):
            page = {"url": f"{server}/", "ip": "127.0.0.1", "headers": []}
            host.ask("site.open", sitemap=f"{server}/{number}.xml", page=page, private=True)
        host.until_idle()
        return host.peak_mb()
    finally:
        host.close()
