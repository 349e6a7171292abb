"""A map as one HTML page of nested lists, which needs neither script nor any other file. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from standard_sitemap.rendering.places import Place, is_linked

_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
li { overflow-wrap: anywhere; }
ul { padding-inline-start: 1.5rem; }
a { display: inline-block; min-height: 1.5rem; }
.said { opacity: .8; }
"""


def page(title: str, found: Iterable[Place]) -> Iterator[str]:
    """The page, piece by piece."""
    name = escape(title)
    yield (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Site map of {name}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f'<h1 id="title">Site map of {name}</h1>\n<nav aria-labelledby="title">\n'
    )
    level = 0
    for place in found:
        yield "<ul>\n" if place.level > level else "</li>\n" + "</ul>\n</li>\n" * (level - place.level)
        yield f"<li>{_item(place)}"
        level = place.level
    yield "</li>\n</ul>\n" * level + "</nav>\n</main>\n</body>\n</html>\n"


def _item(place: Place) -> str:
    text = _link(place.name, place.location, place.language)
    others = ", ".join(_link(one.language, one.location, one.language) for one in place.others)
    description = f' <span class="said">{escape(place.description)}</span>' if place.description else ""
    return text + (f" ({others})" if others else "") + description


def _link(name: str, location: str | None, language: str | None) -> str:
    lang = f' lang="{escape(language)}"' if language else ""
    if location is None or not is_linked(location):
        return f"<span{lang}>{escape(name)}</span>"
    hreflang = f' hreflang="{escape(language)}"' if language else ""
    return f'<a href="{escape(location)}"{lang}{hreflang}>{escape(name)}</a>'
