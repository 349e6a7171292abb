"""Elements, attributes and values of a Standard-Sitemap file as text. Opens no file; caches what pages say alike."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.model.nodes import PlainNode, Variant
from standard_sitemap.model.uris import resolve
from standard_sitemap.sitemapsorg.entries import FREQUENCIES
from standard_sitemap.ssp.names import INHERITED, ROLES

# What no XML 1.0 document can hold, not even as a reference.
_UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TO_ESCAPE = re.compile("[^ !#$%(-;=?-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PLAIN_PATH = re.compile(r"/(?!/)[\w~!$&()*+,;=:@/?.%-]*", re.ASCII)
_ESCAPES = str.maketrans({
    "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;",
})  # fmt: skip
# sitemaps.org: what a page without <priority> has; it need not be written.
DEFAULT_PRIORITY = 0.5
# Of what is said in sitemaps.org's own words.
PREFIX = "s"
# Pages say the same of themselves as others do.
_SAID_CACHED = 4_096
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def escaped(text: str) -> str:
    """`text` for an attribute or an element: the five characters that sitemaps.org names, and white space preserved."""
    if _TO_ESCAPE.search(text) is None:
        return text
    return _UNWRITABLE.sub("", text).translate(_ESCAPES)


def attributes(pairs: dict[str, str]) -> str:
    """Attributes in the order given, each with a space before it."""
    return "".join(f' {name}="{_attribute(value)}"' for name, value in pairs.items())


def comment(lines: list[str]) -> str:
    """A comment, which two hyphens would end."""
    text = "\n     ".join(_UNWRITABLE.sub("", line) for line in lines)
    while "--" in text:
        text = text.replace("--", "- -")
    return f"<!-- {text} -->\n"


def decimal(number: float) -> str:
    """A number as XML Schema's decimals are written: never with an exponent."""
    text = f"{number:.6f}".rstrip("0")
    return f"{text}0" if text.endswith(".") else text


def _attribute(value: str) -> str:
    """Apostrophes need no escape between quotes, and authors read them more easily."""
    if _TO_ESCAPE.search(value) is None:
        return value
    return escaped(value).replace("&apos;", "'").replace("&gt;", ">")


_DAY_LENGTH = len("2024-05-31")
# As XML Schema has it, fractions of seconds included.
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?", re.ASCII)
# Time zones reach from -12:00 to +14:00; XML Schema's dateTime allows no offset beyond 14 hours.
_FARTHEST, _MINUTE = timedelta(hours=14), timedelta(minutes=1)


def date_of(text: str | None) -> str | None:
    """A day, or a moment as it is written where the schema allows that; None of what is none, as of a month alone,
    which the schema does not have.
    """
    value = (text or "").strip()
    try:
        if len(value) <= _DAY_LENGTH:
            return date.fromisoformat(value).isoformat()
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    offset = moment.utcoffset() or timedelta()
    if offset % _MINUTE or abs(offset) > _FARTHEST:
        return None
    return value if _MOMENT.fullmatch(value) else moment.isoformat(timespec="auto")


def frequency_of(text: str | None) -> str | None:
    """How often a page changes, in small letters; None of what does not say that."""
    value = (text or "").strip().lower()
    return value if value in FREQUENCIES else None


# As authors like to read them: what it is called and where it is stands first.
_ATTRIBUTES = ("name", "url", "description", "lang", "charset", "type", "data", "method", "refer")
# And of a variant how it differs from its like.
_OF_VARIANTS = ("lang", "type", "charset", "name", "url", "description", "data", "method", "refer")


class Element(NamedTuple):
    """An element's name, its attributes in order, those of each `<variant>` in it, and what of others stands in it."""

    name: str
    attributes: dict[str, str]
    variants: tuple[dict[str, str], ...]
    extensions: tuple[str, ...] = ()


def element_of(
    hierarchy: Hierarchy, node: int, base: str | None, *, has_children: bool, in_tree: bool = True
) -> Element:
    """A node without its children; addresses are made relative to `base`, where that is a site's root."""
    found = [_qualities(variant, base) for variant in hierarchy.variants(node)]
    said = _of_the_node(hierarchy, node, has_children=has_children, in_tree=in_tree)
    if len(found) == 1 and not (has_children and INHERITED.intersection(found[0])):
        return Element(hierarchy.kind(node), found[0] | said, ())
    shared = _shared(found, has_children=has_children)
    variants = tuple({name: one[name] for name in _OF_VARIANTS if name in one and name not in shared} for one in found)
    return Element(hierarchy.kind(node), shared | said, variants)


def plain_element(plain: PlainNode, base: str | None) -> str:
    """A plain node's element: as `element_of` has it, made in a tenth of the time."""
    url = None if plain.location is None else _relative(plain.location, base)
    values = (("name", plain.name), ("url", url), ("description", plain.description))
    own = "".join(f' {name}="{_attribute(value)}"' for name, value in values if value is not None)
    return f"<item{own}{_said_of_page(plain[3:])}/>"


@lru_cache(_SAID_CACHED)
def _said_of_page(said: tuple[float, str | None, str | None]) -> str:
    """The attributes for what is said of a page beside its address: its priority, when and how often it changes."""
    priority, changed, frequency = said
    own = {} if priority == DEFAULT_PRIORITY else {"priority": decimal(priority)}
    values = ((f"{PREFIX}:lastmod", changed), (f"{PREFIX}:changefreq", frequency))
    return attributes(own | {name: value for name, value in values if value is not None})


def _shared(found: list[dict[str, str]], *, has_children: bool) -> dict[str, str]:
    """The qualities that all variants have in common and that may stand on their node."""
    left_out = INHERITED if has_children else frozenset()
    first, others = found[0], found[1:]
    return {
        name: value
        for name, value in first.items()
        if name not in left_out and all(other.get(name) == value for other in others)
    }


def _qualities(variant: Variant, base: str | None) -> dict[str, str]:
    name, description, location, *others, referrer = variant
    url = None if location is None else _relative(location, base)
    refer = None if referrer is None else " ".join(referrer)
    values = (name, url, description, *others, refer)
    return {attribute: value for attribute, value in zip(_ATTRIBUTES, values, strict=True) if value is not None}


def _relative(location: str, base: str | None) -> str:
    """A location as seen from the root of its site, where that is `base` and says the same."""
    if base is None or not location.startswith(base):
        return location
    path = location[len(base) - 1 :]
    if _PLAIN_PATH.fullmatch(path) and "/." not in path:  # nothing in it that resolving could change
        return path
    return path if resolve(base, path) == location else location


def _of_the_node(hierarchy: Hierarchy, node: int, *, has_children: bool, in_tree: bool) -> dict[str, str]:
    """What is not of its variants, as far as it is not the default."""
    own: dict[str, str] = {}
    roles = hierarchy.roles_of(node)
    if roles != ("tree",):
        own["role"] = " ".join(roles)
    if in_tree != any(role == "tree" or role not in ROLES for role in roles):
        own["tree"] = "include" if in_tree else "exclude"
    if hierarchy.priority(node) != DEFAULT_PRIORITY:
        own["priority"] = decimal(hierarchy.priority(node))
    for name, value in (
        ("lastmod", hierarchy.last_modified(node)),
        ("changefreq", hierarchy.change_frequency(node)),
    ):
        if value is not None:
            own[f"{PREFIX}:{name}"] = value
    if not has_children:  # there is nothing in sequence or in order
        return own
    said = {"relation": hierarchy.relation(node), "order": hierarchy.order(node)}
    return own | {name: value for name, value in said.items() if value != "none"}
