"""Renders a map as one self-contained HTML file: nested lists without a script, or an interactive picture.

The picture has a searchable tree and a treemap. Its script is our own: the layout of rectangles takes forty lines,
while a library would add some hundred thousand bytes. Pure.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files
from itertools import islice

from standard_sitemap.webmaster.rendering.traversal import TreeLine, is_linked

_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
li { overflow-wrap: anywhere; }
ul { padding-inline-start: 1.5rem; }
a { display: inline-block; min-height: 1.5rem; }
.description { opacity: .8; }
"""


def _start(title: str, style: str, policy: str = "") -> str:
    """Return a page up to its body; the title is already escaped."""
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n{policy}'
        f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n"
    )


def page(title: str, lines: Iterable[TreeLine]) -> Iterator[str]:
    """Yield the page in pieces."""
    name = escape(title)
    yield _start(f"Site map of {name}", _STYLE)
    yield f'<main>\n<h1 id="title">Site map of {name}</h1>\n<nav aria-labelledby="title">\n'
    level = 0
    for place in lines:
        yield "<ul>\n" if place.level > level else "</li>\n" + "</ul>\n</li>\n" * (level - place.level)
        yield f"<li>{_item(place)}"
        level = place.level
    yield "</li>\n</ul>\n" * level + "</nav>\n</main>\n</body>\n</html>\n"


def _item(place: TreeLine) -> str:
    text = _link(place.name, place.location, place.language)
    others = ", ".join(_link(other.label, other.location, other.language) for other in place.others)
    description = f' <span class="description">{escape(place.description)}</span>' if place.description else ""
    return text + (f" ({others})" if others else "") + description


def _link(name: str, location: str | None, language: str | None) -> str:
    lang = f' lang="{escape(language)}"' if language else ""
    if location is None or not is_linked(location):
        return f"<span{lang}>{escape(name)}</span>"
    hreflang = f' hreflang="{escape(language)}"' if language else ""
    return f'<a href="{escape(location)}"{lang}{hreflang}>{escape(name)}</a>'


# Rows per piece: few calls, without the whole picture in memory.
_TOGETHER = 1_000
_MODULES = ("treemap.js", "picture.js")
# The file is self-contained, and nothing in a map may cause a request.
_POLICY = (
    '<meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
)


def picture(title: str, lines: Iterable[TreeLine]) -> Iterator[str]:
    """Yield the file in pieces."""
    name = escape(title)
    yield _start(f"{name}: the site in a picture", f"\n{_file('picture.css')}", _POLICY)
    yield _file("body.html").replace("TITLE", name)
    yield '<script type="application/json" id="data">[\n'
    rows = _rows(lines)
    separator = ""
    while some := list(islice(rows, _TOGETHER)):
        yield separator + ",\n".join(some)
        separator = ",\n"
    yield ']</script>\n<script type="module">\n'
    yield "\n".join(_without_links(_file(module)) for module in _MODULES)
    yield "</script>\n</body>\n</html>\n"


def _rows(lines: Iterable[TreeLine]) -> Iterator[str]:
    """Yield each place as `[level, name, address]`, escaped so that no element can end inside."""
    for place in lines:
        row = [place.level, place.name] + ([place.location] if is_linked(place.location) else [])
        yield json.dumps(row, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _file(name: str) -> str:
    return (files("standard_sitemap.webmaster.rendering") / "picture" / name).read_text("utf-8")


def _without_links(module: str) -> str:
    """Return a module without imports and exports: all are parts of one script."""
    lines = [line for line in module.splitlines() if not line.startswith("import ")]
    return "\n".join(line.removeprefix("export ") for line in lines) + "\n"
