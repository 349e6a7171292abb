"""A site whose map contains every feature that a reader can meet."""

from __future__ import annotations

import re

from pytest_httpserver import HTTPServer

from browser import sites

_STATIONS = 130
_LESSONS = 12
_DEPTH = 14


def serve(site: HTTPServer) -> str:
    """Fill `site` and return the address of its home page; pages below `/p/` are in the map."""
    sites.answer(site, "/map.xml", _map(), content_type="application/xml")
    sites.answer(site, "/gone.xml", "", status=404)
    sites.answer(site, "/bare", "<!doctype html><title>bare</title><p>No sitemap here.</p>")
    sites.answer_with(site, re.compile(r"/(p/.*)?"), lambda request: sites.html(_page(request.path)))
    return site.url_for("/")


def _page(path: str) -> str:
    return sites.page(path, head=sites.LINKS + _STYLE, body=f"<h1>{path}</h1>")


def _map() -> str:
    lessons = "".join(f'<item name="Lesson {n}" url="p/lesson-{n}"/>' for n in range(1, _LESSONS + 1))
    stations = "".join(f'<item name="Station {n:03}" url="p/station-{n:03}"/>' for n in range(1, _STATIONS + 1))
    levels = "".join(f'<item name="Level {n}" url="p/level-{n}">' for n in range(1, _DEPTH + 1))
    return (
        _MAP.replace("LESSONS", lessons)
        .replace("STATIONS", stations)
        .replace("LEVELS", levels)
        .replace("ENDS", "</item>" * _DEPTH)
    )


_STYLE = "<style>:root { color-scheme: light dark; font: 1rem/1.5 sans-serif } body { margin: 2rem }</style>"

_MAP = """<?xml version="1.0" encoding="UTF-8"?>
<sitemap xmlns="http://standard-sitemap.org/2007/ns" xml:base="/">
<item role="tree home" name="Harbour office" url="/" priority="0.9" description="Where all ways begin"/>
<item name="Tide tables" priority="0.7"><variant lang="en" url="p/tide" name="Tide tables"/>
<variant lang="de" url="p/gezeiten" name="Gezeitentafeln"/>
<variant lang="en" type="application/pdf" url="p/harbour" name="Tide tables, to print"/></item>
<item name="Course" url="p/course" relation="sequence">LESSONS</item>
<item name="Stations" url="p/stations" order="lexical">STATIONS</item>
<group name="Along the quay and round the corner">
<item name="Harbour" url="p/harbour"/><item name="Kept only to be opened"><item name="Kept" url="p/kept"/></item>
<group name="A group in a group"><item name="Le phare" lang="fr" url="p/phare"/></group></group>
<group><item name="Of little weight" url="p/lighter" priority="0.1"/></group>
<item name="A name so long that no sidebar in the world will ever show all of it, Donaudampfschifffahrtsgesellschaft"
 url="p/long" description="A description that is longer still, and stands in the tooltip"/>
<item xml:id="round" name="Round and round" url="p/asked"><external url="map.xml#round"/></item>
LEVELSENDS
<item name="Left to the reader" url="p/choice" tree="user"/>
<item role="contact" name="The desk" url="p/desk"/><item role="contact" name="The workshop" url="p/workshop"/>
<item role="contentinfo" name="Imprint" url="p/imprint"/>
<item role="glossary" name="Words" url="p/words"/>
<item role="searchpage" name="Search page" url="p/find"/>
<item role="search" tree="exclude" name="Ask the harbour" url="p/asked" data="q=%s"/>
<external url="gone.xml#nothing"/><external url="map.xml#nobody"/><item url="p/kept" colour="red"/>
</sitemap>"""
