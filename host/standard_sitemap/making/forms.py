"""Search forms as a Standard-Sitemap has them: an address, a template, a method. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote_plus

if TYPE_CHECKING:
    from lxml.etree import _Element

_NAMES = re.compile(
    r"(?:q|s|p|query|search|search[-_]?(?:term|query|text|word)s?|terms?|keywords?|words?|text|suche)\Z", re.IGNORECASE
)
_WORDS = re.compile(r"search|find|such|recherch|buscar|zoek|ricerca", re.IGNORECASE)
_TEXT = frozenset({"", "text", "search"})
_CONSTANT = frozenset({"hidden"})
_UNUSED = frozenset({"submit", "button", "image", "reset", "checkbox", "radio"})
# A form with more is none to search by.
MAX_FIELDS = 50


@dataclass(frozen=True, slots=True)
class Search:
    """A form: `action` as it stands in the page, and what is sent, with `%s` for what is searched for."""

    action: str
    template: str
    method: Literal["get", "post"]


def search_of(form: _Element) -> Search | None:
    """A form with one field to write in, which is called as those for searching are; None of any other."""
    parts: list[str] = []
    inputs: list[_Element] = []
    for number, one in enumerate(form.iter("input", "select", "textarea", "button")):
        name, kind = one.get("name"), (one.get("type") or "").strip().lower()
        if number > MAX_FIELDS or one.tag == "textarea" or kind in ("password", "file", "email"):
            return None
        if name is None or one.tag == "button" or kind in _UNUSED:
            continue
        if one.tag == "select":
            parts.append(f"{quote_plus(name)}={quote_plus(_option(one))}")
        elif kind in _CONSTANT:
            parts.append(f"{quote_plus(name)}={quote_plus(one.get('value') or '')}")
        elif kind in _TEXT:
            inputs.append(one)
            parts.append(f"{quote_plus(name)}=%s")
    if len(inputs) != 1 or not _is_for_searching(form, inputs[0]):
        return None
    method: Literal["get", "post"] = "post" if (form.get("method") or "").strip().lower() == "post" else "get"
    return Search((form.get("action") or "").strip(), "&".join(parts), method)


def _is_for_searching(form: _Element, field: _Element) -> bool:
    said = " ".join(form.get(name) or "" for name in ("role", "action", "id", "class", "name", "aria-label"))
    is_search = (field.get("type") or "").lower() == "search" or _WORDS.search(said) is not None
    return is_search or _NAMES.match(field.get("name") or "") is not None


def _option(select: _Element) -> str:
    """The option that is chosen before anybody chooses."""
    options = list(select.iter("option"))
    chosen = next((one for one in options if one.get("selected") is not None), options[0] if options else None)
    if chosen is None:
        return ""
    value = chosen.get("value")
    return " ".join("".join(chosen.itertext()).split()) if value is None else str(value)
