"""A small broken site on loopback.

One map is missing, one never arrives, one has faults, and one has bidirectional names.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

from demo.loopback import QuietHandler, serving

_NAMESPACE = "http://standard-sitemap.org/2007/ns"

_PAGE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Harbour office</title>
<link rel="schema.m" href="{namespace}"><link rel="m.location" href="{sitemap}"></head>
<body><h1>Harbour office</h1></body></html>"""

_FAULTY = f"""<?xml version="1.0"?>
<sitemap xmlns="{_NAMESPACE}">
  <item name="Harbour office" url="faulty" role="home"/>
  <item name="Tides" url="tides" priority="high">
    <item url="tides/today"/>
    <item name="Tomorrow" url="tides/tomorrow"/>
  </item>
  <item name="Moorings" url="moorings" order="alphabetical"/>
  <item name="Harbour master" url="master" role="contact"/>
  <item name="Night watch" url="watch" role="contact"/>
  <external url="missing.xml#berths"/>
  <note>moved</note>
</sitemap>"""

_MIXED = f"""<?xml version="1.0" encoding="UTF-8"?>
<sitemap xmlns="{_NAMESPACE}">
  <item name="משרד הנמל" lang="he" url="mixed" role="home"/>
  <item name="Tides (draft)!" url="tides"/>
  <item name="שיעורי שיט" lang="he" url="course" relation="sequence">
    <item name="שיעור ראשון!" lang="he" url="course/1"/>
    <item name="Lesson 2: knots, splices and what they are good for" lang="en" url="mixed"/>
    <item name="שיעור שלישי (C++)" lang="he" url="course/3"/>
  </item>
  <group name="Moorings"><item name="רציף 7" lang="he" url="quay"/><item name="Quay 8" url="quay/8"/></group>
  <item name="Harbour master!" url="master" role="contact"/>
  <item name="חיפוש" lang="he" url="find" role="search" tree="exclude" data="q=%s"/>
</sitemap>"""


@contextlib.contextmanager
def served() -> Iterator[str]:
    """Yield the address of the running site, without a trailing slash; `_PAGES` lists its pages."""
    is_over = threading.Event()
    with serving(_handler(is_over)) as address:
        try:
            yield address
        finally:
            is_over.set()


_MAPS = {"faulty.xml": _FAULTY, "mixed.xml": _MIXED}
#: A map that did not arrive in time stays failed while its session is kept: each scheme has one of its own.
_SLOW = {"slow-light", "slow-dark"}
_PAGES = {"missing", "faulty", "mixed", *_SLOW}


def _handler(is_over: threading.Event) -> Callable[..., QuietHandler]:
    class TroubledSite(QuietHandler):
        def do_GET(self) -> None:
            name = self.path.strip("/")
            if name in {f"{page}.xml" for page in _SLOW}:
                is_over.wait()
            if name in _MAPS:
                self.send_text(200, "application/xml", _MAPS[name])
            elif name in _PAGES:
                page = _PAGE.format(namespace=_NAMESPACE, sitemap=f"/{name}.xml")
                self.send_text(200, "text/html; charset=utf-8", page)
            else:
                self.send_text(404, "text/plain", "not here")

    return TroubledSite
