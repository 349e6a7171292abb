"""Site-limited search: a template and a term made a request. [Site-limited search, Attribute data, D18, D19, D34]"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import quote, unquote_to_bytes

from standard_sitemap.model.hierarchy import Variant
from standard_sitemap.model.uris import host, resolve

_EXPRESSION = re.compile(r"%(?:([swrh])|\(([0-9]+)w\))")


# Characters that expressions come to: a form's data, since servers refuse far shorter addresses.
LONGEST = 200_000


class Query(NamedTuple):
    """The request that searches: `method` get or post, the address, and the form data of a post."""

    method: str
    url: str
    body: str | None


def search_query(variant: Variant, term: str, root_uri: str) -> Query | None:
    """What to ask for to search for `term`; None where the variant has no location or no template."""
    if variant.location is None or variant.search_template is None:
        return None
    data = expand(variant.search_template, term, root_uri)
    if data is None:
        return None
    if variant.search_method == "post":
        return Query("post", variant.location, data)
    return Query("get", _with_query(variant.location, data), None)


def is_form_data(template: str) -> bool:
    """Whether a form can send what a template comes to: names with values, in UTF-8 (D33)."""
    for part in _EXPRESSION.sub("x", template).split("&"):
        try:
            unquote_to_bytes(part).decode()
        except UnicodeDecodeError:
            return False
        if "=" not in part:
            return False
    return True


def expand(template: str, term: str, root_uri: str) -> str | None:
    """A template with its expressions replaced; `root_uri` is the sitemap's address (D18).

    None where that is longer than any request may be.
    """
    values: dict[str, str] = {}
    parts, end, room = list[str](), 0, LONGEST
    for match in _EXPRESSION.finditer(template):
        value = values.get(match.group())
        if value is None:
            value = values[match.group()] = _quoted(match, term, root_uri)
        parts += (template[end : match.start()], value)
        end, room = match.end(), room - len(value)
        if room < 0:
            return None
    return "".join([*parts, template[end:]])


def _quoted(match: re.Match[str], term: str, root_uri: str) -> str:
    letter, levels = match.groups()
    if letter is None and not levels.strip("0"):
        return match.group()
    return quote(_value(letter, levels, term, root_uri), safe="")


def _value(letter: str | None, levels: str | None, term: str, root_uri: str) -> str:
    match letter:
        case "s":
            return term
        case "h":
            return host(root_uri)
        case "r":
            return resolve(root_uri, "/") or ""
        case "w":
            return resolve(root_uri, "./") or ""
    # No address has more levels than slashes: more steps up end at the same place.
    significant = (levels or "").lstrip("0")
    steps = int(significant) if len(significant) < 9 else len(root_uri)
    return resolve(root_uri, "../" * min(steps, root_uri.count("/"))) or ""


def _with_query(location: str, data: str) -> str:
    """The location, its query and fragment replaced by what resolves as a reference: `#` begins a fragment (D34)."""
    query = "?" + data
    return resolve(location, query) or location.partition("#")[0].partition("?")[0] + query
