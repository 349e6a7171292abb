"""What it takes to parse and resolve a sitemap of a million items, beside lxml parsing the same file as it comes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from benching import sitemaps
from benching.figures import Figure, middle

_RUNS = 3
_COUNT = 1_000_000
_TOLD = """
import json, resource
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]))
"""
_OWN = """
import sys
from pathlib import Path
from standard_sitemap import ssp
from standard_sitemap.model.site import Retrieved
site = ssp.Site('http://127.0.0.1/map.xml')
site.add(site.root_uri, Retrieved(site.root_uri, Path(sys.argv[1]).read_bytes()))
found = site.hierarchy()
assert len(found.children(found.root)) == int(sys.argv[2])
found.roles, found.class_changes
"""
_LXML = """
import sys
from lxml import etree
tree = etree.parse(sys.argv[1])
"""


def measure(folder: Path) -> list[Figure]:
    file = sitemaps.flat(folder / "flat.xml", _COUNT)
    own, lxml = [], []
    for _run in range(_RUNS):
        lxml.append(_used(_LXML, file))
        own.append(_used(_OWN, file))
    size = file.stat().st_size / 1e6
    what = f"{_COUNT:,} items in {size:.0f} MB, parsed and resolved, beside lxml.etree.parse; median of {_RUNS}"
    return [
        Figure("resolve", middle([s for s, _ in own]), "s CPU", what, middle([s for s, _ in lxml])),
        Figure("resolve, memory", middle([m for _, m in own]), "MB", "peak of both", middle([m for _, m in lxml])),
    ]


def _used(script: str, file: Path) -> tuple[float, float]:
    command = [sys.executable, "-c", script + _TOLD, str(file), str(_COUNT)]
    seconds, megabytes = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return seconds, megabytes
