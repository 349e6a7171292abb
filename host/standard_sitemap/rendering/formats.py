"""The kinds of files that a map is written as, by the name that the command line has for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from standard_sitemap.rendering import texts
from standard_sitemap.rendering.page import page
from standard_sitemap.rendering.picture import picture
from standard_sitemap.rendering.places import Place


class Format(NamedTuple):
    """What a file is called in a folder where it is not named; and what writes it, of the title and the places."""

    usual_name: str
    write: Callable[[str, Iterable[Place]], Iterator[str]]


FORMATS = {
    "html": Format("sitemap.html", page),
    "markdown": Format("sitemap.md", texts.markdown),
    "csv": Format("sitemap.csv", texts.table),
    "opml": Format("sitemap.opml", texts.outline),
    "mermaid": Format("sitemap.mmd", texts.mermaid),
    "graphviz": Format("sitemap.dot", texts.graphviz),
    "picture": Format("sitemap-picture.html", picture),
}
