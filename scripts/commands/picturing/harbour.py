"""A harbour's site for pictures of the sidebar: pages with headings, a map with every feature, and broken maps.

On loopback.
"""

from __future__ import annotations

import contextlib
import socket
import struct
from collections.abc import Callable, Iterator
from html import escape

from demo.loopback import QuietHandler, serving

_NAMESPACE = "http://standard-sitemap.org/2007/ns"

_BOATS = [f"{first} {second}" for first in ("Amber", "Blue", "Clear", "Dawn", "Early", "Far", "Grey", "High")
          for second in ("Bird", "Gull", "Heron", "Isle", "Jetty", "Kite")]  # fmt: skip
_REGISTER = "".join(f'<item name="{name}" url="register/{name.replace(" ", "-").lower()}"/>' for name in _BOATS)

_MAP = f"""<?xml version="1.0" encoding="UTF-8"?>
<sitemap xmlns="{_NAMESPACE}" xml:base="/">
  <item name="Harbour office" url="harbour" role="tree home"/>
  <item name="Tides" url="tides">
    <item name="Tides of today" url="tides/today"/>
    <item name="How tides come about" url="tides/why"/>
    <item name="The whole year as a PDF" url="tides/year.pdf" type="application/pdf"/>
  </item>
  <item name="Moorings" url="moorings">
    <item name="Guests" url="moorings/guests"/>
    <item name="Season" url="moorings/season"/>
    <item name="Winter ashore" url="moorings/winter">
      <item name="Price list of the northern basin for boats up to 8 metres" url="moorings/winter/8"/>
      <item name="Price list of the northern basin for boats up to 12 metres" url="moorings/winter/12"/>
      <item name="Price list of the northern basin for boats up to 16 metres" url="moorings/winter/16"/>
    </item>
  </item>
  <item name="Lessons in sailing" url="lessons" relation="sequence">
    <item name="Knots" url="lessons/knots"/>
    <item name="Wind and sails" url="lessons/wind"/>
    <item name="Right of way" url="lessons/way"/>
  </item>
  <item name="Register of boats" url="register">{_REGISTER}</item>
  <group name="Harbour master">
    <item name="Write a letter" url="mailto:master@harbour.example"/>
    <item name="Call" url="tel:+15550100"/>
    <item name="Old tide tables" url="ftp://harbour.example/tides"/>
    <item name="Chart room"/>
    <item name="Lost property" url="lost" priority="0.1"/>
  </group>
  <item name="Weather at sea" url="https://weather.example/sea"/>
  <item name="Harbour master" url="master" role="contact" tree="exclude"/>
  <item name="Who we are" url="about" role="contentinfo" tree="exclude"/>
  <item name="Help" url="help" role="help" tree="exclude"/>
  <item name="Search the harbour" url="find" role="search" tree="exclude" data="q=%s"/>
</sitemap>"""

_FAULTY = f"""<?xml version="1.0"?>
<sitemap xmlns="{_NAMESPACE}">
  <item name="Harbour office" url="faulty" role="home"/>
  <item name="Tides" url="tides" priority="high">
    <item url="tides/today"/>
    <item name="Tomorrow" url="tides/tomorrow" priority="low"/>
  </item>
  <item name="Moorings" url="moorings" order="alphabetical"/>
  <external url="missing.xml#berths"/>
  <note>moved</note>
</sitemap>"""

_STYLE = """:root { color-scheme: light dark; font: 16px/1.5 sans-serif; }
  body { max-width: 34rem; margin: 2rem auto; padding: 0 1.5rem; }
  h1 { font-size: 1.7rem; } h2 { font-size: 1.2rem; margin-top: 1.6rem; }"""

_HEADINGS = (
    "The moon pulls",
    "The sun helps",
    "Spring tides",
    "Neap tides",
    "Why it is never on time",
    "In our harbour",
)
_TEXT = (
    "The water in the harbour rises and falls twice a day. Whoever wants to leave with a deep keel looks at the table"
    " first, and at the board beside the lock when there is wind from the north."
)


@contextlib.contextmanager
def served() -> Iterator[str]:
    """Yield the address of the running site, without a trailing slash.

    Its pages use the map. The exceptions are `faulty`, whose map has faults, and pages that start with `once`, each
    with a map that is available only once. `lost/…` closes the connection.
    """
    with serving(_handler()) as address:
        yield address


def _handler() -> Callable[..., QuietHandler]:
    gone: set[str] = set()

    class Harbour(QuietHandler):
        def do_GET(self) -> None:
            path = self.path.strip("/").partition("?")[0]
            if path.startswith("lost/"):
                # Resets the connection, for which both browsers have an error page.
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.close_connection = True
            elif path.endswith(".xml"):
                self._send_map(path)
            else:
                self.send_text(200, "text/html; charset=utf-8", _page(path))

        def _send_map(self, name: str) -> None:
            if name in gone:
                self.send_text(500, "text/plain", "not here")
                return
            if name.startswith("once"):
                gone.add(name)
            self.send_text(200, "application/xml", _FAULTY if name == "faulty.xml" else _MAP)

    return Harbour


def _page(path: str) -> str:
    """Return a page about tides, titled by the last part of its path; it names its own map, or the usual one."""
    title = (path.rpartition("/")[2] or "harbour").capitalize()
    name = path if path == "faulty" or path.startswith("once") else "map"
    sections = "".join(f'<h2 id="s{number}">{head}</h2><p>{_TEXT}</p>' for number, head in enumerate(_HEADINGS))
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<title>{escape(title)} – Harbour office</title>
<link rel="schema.m" href="{_NAMESPACE}"><link rel="m.location" href="/{name}.xml"><style>{_STYLE}</style></head>
<body><h1>{escape(title)}</h1><p>{_TEXT}</p>{sections}</body></html>"""
