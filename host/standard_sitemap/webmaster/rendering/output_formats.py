"""The output formats by their names on the command line, and the writers of Markdown, CSV, OPML, Mermaid and Graphviz.

Pure.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from standard_sitemap.model.display_text import table_cell
from standard_sitemap.model.xml_text import DECLARATION, attributes, escaped
from standard_sitemap.webmaster.rendering.html_pages import page, picture
from standard_sitemap.webmaster.rendering.traversal import TreeLine, is_linked

COLUMNS = ("level", "path", "name", "location", "description", "language", "other_languages")
_MARKDOWN = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>#|!~&"})
# At the start of an entry, a number or one of these marks would begin a nested list.
_MARKER = re.compile(r"^(\s*[0-9]*)([-+.)])(?=\s|$)")
# Mermaid reads `%%{…}%%` as a directive even within a label.
_MERMAID = str.maketrans({"#": "#35;", "&": "#amp;", '"': "#quot;", "<": "#lt;", "`": "#96;", "%": "#37;"})
_MERMAID_ADDRESS = str.maketrans({'"': "%22", "{": "%7B", "}": "%7D"})
_UNSAFE = str.maketrans({" ": "%20", "<": "%3C", ">": "%3E", "(": "%28", ")": "%29", "\\": "%5C"})


def markdown(title: str, lines: Iterable[TreeLine]) -> Iterator[str]:
    """Yield a nested list of links."""
    yield f"# {_marked(title)}\n\n"
    for place in lines:
        link = _marked(place.name)
        if place.location is not None and is_linked(place.location):
            link = f"[{link}]({place.location.translate(_UNSAFE)})"
        description = f": {_marked(place.description)}" if place.description else ""
        yield f"{'  ' * (place.level - 1)}- {link}{description}\n"


def table(_: str, lines: Iterable[TreeLine]) -> Iterator[str]:
    """Yield comma-separated values, one row per place. Cells cannot act as formulas."""
    names: list[str] = []
    yield ",".join(COLUMNS) + "\r\n"
    for place in lines:
        del names[place.level - 1 :]
        names.append(place.name)
        buffer = io.StringIO()
        others = " ".join(f"{other.label}={other.location}" for other in place.others)
        row = (" / ".join(names[:-1]), place.name, place.location, place.description, place.language, others)
        csv.writer(buffer).writerow((place.level, *(table_cell(value or "") for value in row)))
        yield buffer.getvalue()


def outline(title: str, lines: Iterable[TreeLine]) -> Iterator[str]:
    """Yield OPML 2.0, which outliners and feed readers import."""
    yield f'{DECLARATION}<opml version="2.0">\n<head><title>{escaped(title)}</title></head>\n<body>\n'
    level = 0
    for place in lines:
        yield from _ends(level, place.level)
        pairs = {"text": place.name}
        if place.location is not None:
            pairs |= {"type": "link", "url": place.location}
        if place.description:
            pairs["description"] = place.description
        if place.language:
            pairs["language"] = place.language
        yield f"{_indent(place.level)}<outline{attributes(pairs)}{'' if place.has_children else '/'}>\n"
        level = place.level + place.has_children
    yield from _ends(level, 1)
    yield "</body>\n</opml>\n"


def mermaid(_: str, lines: Iterable[TreeLine]) -> Iterator[str]:
    """Yield a Mermaid flowchart."""
    yield "flowchart LR\n"
    for number, above, place in _numbered(lines):
        arrow = f"n{above} --> " if above is not None else ""
        yield f'  {arrow}n{number}["{place.name.translate(_MERMAID)}"]\n'
        if place.location is not None and is_linked(place.location):
            yield f'  click n{number} href "{place.location.translate(_MERMAID_ADDRESS)}"\n'


def graphviz(title: str, lines: Iterable[TreeLine]) -> Iterator[str]:
    """Yield a directed graph in Graphviz's language."""
    yield f"digraph {_quoted(title)} {{\n  rankdir=LR;\n  node [shape=box, style=rounded];\n"
    for number, above, place in _numbered(lines):
        url = f", URL={_quoted(place.location)}" if place.location is not None and is_linked(place.location) else ""
        tip = f", tooltip={_quoted(place.description)}" if place.description else ""
        yield f"  n{number} [label={_quoted(place.name)}{url}{tip}];\n"
        if above is not None:
            yield f"  n{above} -> n{number};\n"
    yield "}\n"


def _numbered(lines: Iterable[TreeLine]) -> Iterator[tuple[int, int | None, TreeLine]]:
    """Yield the places with their number and their parent's."""
    above: list[int] = []
    for number, place in enumerate(lines):
        del above[place.level - 1 :]
        yield number, above[-1] if above else None, place
        above.append(number)


def _ends(level: int, wanted: int) -> Iterator[str]:
    """Yield the end tags of open elements above `level`, down to a possible parent of `wanted`."""
    for open_level in range(level - 1, wanted - 1, -1):
        yield f"{_indent(open_level)}</outline>\n"


def _indent(level: int) -> str:
    return "  " * min(level - 1, 40)


def _marked(text: str) -> str:
    marked = text.translate(_MARKDOWN)
    return _MARKER.sub(r"\1\\\2", marked)


def _quoted(text: str) -> str:
    """Return a quoted string for Graphviz: only quotes and backslashes are special, and line breaks are escaped."""
    return json.dumps(text, ensure_ascii=False)


class OutputFormat(NamedTuple):
    """The default file name in a folder, and the function that writes a title and places."""

    usual_name: str
    write: Callable[[str, Iterable[TreeLine]], Iterator[str]]


FORMATS = {
    "html": OutputFormat("sitemap.html", page),
    "markdown": OutputFormat("sitemap.md", markdown),
    "csv": OutputFormat("sitemap.csv", table),
    "opml": OutputFormat("sitemap.opml", outline),
    "mermaid": OutputFormat("sitemap.mmd", mermaid),
    "graphviz": OutputFormat("sitemap.dot", graphviz),
    "picture": OutputFormat("sitemap-picture.html", picture),
}
