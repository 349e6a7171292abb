"""Reads a page's breadcrumbs and search forms. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote_plus

if TYPE_CHECKING:
    from lxml.etree import _Element

_TRAIL = re.compile(r"(?:^|[-_ ])(?:breadcrumbs?|crumbs|breadcrumb-list|pathway|navpath)(?:$|[-_ ])", re.IGNORECASE)
# Every page with a trail contains one of these. Most pages have none, and need no search.
_TRAIL_MARKS = (b"crumb", b"athway")
_DOXYGEN_MARK = b"navpath"
_SPHINX_MARK = b"nav-item-"
_SPHINX_TRAIL = re.compile(r"nav-item-\d+")
# The bar of cppreference: the pages above, each with its menu.
_MENU_HEAD = "t-navbar-head"
_NAMES = re.compile(
    r"(?:q|s|p|query|search|search[-_]?(?:term|query|text|word)s?|terms?|keywords?|words?|text|suche)\Z", re.IGNORECASE
)
_WORDS = re.compile(r"search|find|such|recherch|buscar|zoek|ricerca", re.IGNORECASE)
_TEXT = frozenset({"", "text", "search"})
_CONSTANT = frozenset({"hidden"})
_UNUSED = frozenset({"submit", "button", "image", "reset", "checkbox", "radio"})
# A form with more fields is not a search form.
MAX_FIELDS = 50


def trails_of(root: _Element, scripts: Iterable[_Element], markup: bytes, classes: bytes) -> Iterator[list[str | None]]:
    """Yield the references of each breadcrumb trail, most reliable first.

    They come from JSON-LD, microdata or marked elements, Sphinx, and cppreference, in this order.
    `markup` is the source of the page, `classes` holds the values of its class attributes, `scripts` are its scripts.
    """
    if _DOXYGEN_MARK in classes or any(mark in markup for mark in _TRAIL_MARKS):
        yield _data_trail(scripts)
        yield _marked_trail(root)
    if _SPHINX_MARK in classes:
        yield [link.get("href") for crumb in _sphinx_trail(root) for link in crumb.iter("a")]
    if _MENU_HEAD.encode() in classes:
        heads = (element for element in root.iter("div") if element.get("class") == _MENU_HEAD)
        # The head of the page itself is no link.
        yield [head[0].get("href") for head in heads if len(head) and head[0].tag == "a"]


def _data_trail(scripts: Iterable[_Element]) -> list[str | None]:
    for script in scripts:
        if (script.get("type") or "").lower() == "application/ld+json":
            for described in _objects(script.text or ""):
                if described.get("@type") == "BreadcrumbList":
                    return list(_addresses_in(described))
    return []


def _marked_trail(root: _Element) -> list[str | None]:
    for element in root.iter("ul", "ol", "nav", "div", "p", "table"):
        names = f"{element.get('class') or ''} {element.get('id') or ''} {element.get('aria-label') or ''}"
        if "BreadcrumbList" in (element.get("itemtype") or "") or _TRAIL.search(names):
            return [link.get("href") for link in element.iter("a")]
    return []


def _sphinx_trail(root: _Element) -> Iterator[_Element]:
    """Yield the entries of the first navigation bar of Sphinx's own themes."""
    for bar in root.iter("div"):
        if bar.get("class") == "related":
            yield from (item for item in bar.iter("li") if _SPHINX_TRAIL.search(item.get("class") or ""))
            return


def _objects(text: str) -> Iterator[dict[str, object]]:
    """Yield the objects of a JSON-LD script, including those in its graph."""
    try:
        loaded = json.loads(text)
    except (ValueError, RecursionError):
        return
    for described in loaded if isinstance(loaded, list) else [loaded]:
        if isinstance(described, dict):
            graph = described.get("@graph")
            inner = graph if isinstance(graph, list) else []
            yield from (each for each in [described, *inner] if isinstance(each, dict))


def _addresses_in(trail: dict[str, object]) -> Iterator[str]:
    elements = trail.get("itemListElement")
    for crumb in elements if isinstance(elements, list) else []:
        where = crumb.get("item") if isinstance(crumb, dict) else None
        address = where.get("@id", where.get("url")) if isinstance(where, dict) else where
        if isinstance(address, str):
            yield address


@dataclass(frozen=True, slots=True)
class SearchForm:
    """A search form: `action` as written in the page, and the data to send, with `%s` for the search words."""

    action: str
    template: str
    method: Literal["get", "post"]


def search_of(form: _Element) -> SearchForm | None:
    """Return a form with a single text field that has a usual name for searching; None for other forms."""
    parts: list[str] = []
    inputs: list[_Element] = []
    for number, field in enumerate(form.iter("input", "select", "textarea", "button")):
        name, kind = field.get("name"), (field.get("type") or "").strip().lower()
        if number > MAX_FIELDS or field.tag == "textarea" or kind in ("password", "file", "email"):
            return None
        if name is None or field.tag == "button" or kind in _UNUSED:
            continue
        if field.tag == "select":
            parts.append(f"{quote_plus(name)}={quote_plus(_option(field))}")
        elif kind in _CONSTANT:
            parts.append(f"{quote_plus(name)}={quote_plus(field.get('value') or '')}")
        elif kind in _TEXT:
            inputs.append(field)
            # The script of mdBook reads a parameter that its form does not have.
            is_scripted = name == "searchbar" and not form.get("action")
            parts.append(f"{'search' if is_scripted else quote_plus(name)}=%s")
    if len(inputs) != 1 or not _is_for_searching(form, inputs[0]):
        return None
    method: Literal["get", "post"] = "post" if (form.get("method") or "").strip().lower() == "post" else "get"
    return SearchForm((form.get("action") or "").strip(), "&".join(parts), method)


def _is_for_searching(form: _Element, field: _Element) -> bool:
    texts = " ".join(form.get(name) or "" for name in ("role", "action", "id", "class", "name", "aria-label"))
    is_search = (field.get("type") or "").lower() == "search" or _WORDS.search(texts) is not None
    return is_search or _NAMES.match(field.get("name") or "") is not None


def _option(select: _Element) -> str:
    """Return the value of the initially selected option."""
    options = list(select.iter("option"))
    chosen = next((option for option in options if option.get("selected") is not None), options[0] if options else None)
    if chosen is None:
        return ""
    value = chosen.get("value")
    return " ".join("".join(chosen.itertext()).split()) if value is None else str(value)
