"""What is sent of a site beside its tree: roles, search, class changes, counts, faults. Does no I/O.

Which attributes of a page a sitemap may write to by its class changes is decided here, too: `class` anywhere. Another
one only from a map of the page's own origin (which page that is, the extension looks at), and none that loads, runs,
submits or names a target, of HTML or SVG or of the libraries that read attributes as programs: the words that are
written are the map's author's, and a page's content policy does not hold back what an extension writes.
"""

import re
from collections import Counter

from standard_sitemap.fetching.request_headers import origin
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.hierarchy import (
    LONGEST_LANGUAGE,
    MOST_LANGUAGES,
    MOST_OF_ROLE,
    ClassChange,
    Hierarchy,
    Variant,
)
from standard_sitemap.model.menus import role_links, usable_location
from standard_sitemap.model.uris import has_web_scheme
from standard_sitemap.protocol import replies
from standard_sitemap.ssp.class_changes import prefixes
from standard_sitemap.views.links import best_variant, customary, link_of
from standard_sitemap.views.rows import Languages, Room

# Letters and digits alone: libraries have theirs marked by a hyphen, a dot, an underscore or an odd prefix.
_HARMLESS = re.compile(r"(?:(?P<prefix>[^\W\d_]+):)?(?P<local>[^\W\d_][^\W_]*)|aria-[a-z]+")

# Prefixes by which libraries and XML formats find what they run.
_LIBRARIES = {"xmlns", "on", "bind", "wire", "use", "client", "host", "class", "let", "ref", "xlink", "ev"}

_FORBIDDEN = re.compile(
    r"on.*|style|src.*|href.*|action|form.*|method|enctype|target|ping|download|data|datasrc|datafld|content|httpequiv|"
    r"manifest|poster|background|cite|code|codebase|classid|archive|object|usemap|longdesc|lowsrc|dynsrc|profile|base|"
    r"image.*|is|rel|rev|type|name|id|for|list|as|async|defer|charset|language|media|nonce|integrity|sandbox|allow.*|csp|"
    r"cross.*|referrer.*|loading|fetch.*|block.*|credentialless|browsingtopics|attribution.*|shadow.*|slot|part|export.*|"
    r"popover.*|command.*|interest.*|autofocus|autoplay|controls|contenteditable|inert|hidden|value|"
    r"attributename|attributetype|values|to|from|by|begin|end|dur|min|max|restart|repeat.*|calcmode|key.*|additive|"
    r"accumulate|path|filter|mask|clip.*|cursor|fill|stroke|marker.*|event|handler|observer|function|script|schemalocation|"
    r"property|resource|about|typeof|itemid|itemtype|"
    r"xmlns",
    re.IGNORECASE,
)


def may_be_written(attribute: str, *, is_own: bool) -> bool:
    """Whether a class change may write to an attribute, by its qualified name; `is_own`: from the page's own origin."""
    if attribute == "class":
        return True
    found = _HARMLESS.fullmatch(attribute)
    if not is_own or found is None:
        return False
    prefix, local = found["prefix"], found["local"] or ""
    return (prefix or "").lower() not in _LIBRARIES and not _FORBIDDEN.fullmatch(local)


# To make them, and to look for a search: the site is sent with every change of it, and other tabs wait meanwhile.
_ROLES_SECONDS = 0.02


def role_key(role: str, index: int) -> str:
    """The key of a role node, which need not stand in the tree."""
    return f"@{index}.{role}"


def role_of_key(key: str) -> tuple[str, int] | None:
    """The role and index that a role node's key names; None where the key names a place in the tree."""
    number, dot, role = key.removeprefix("@").partition(".")
    return (role, int(number)) if key.startswith("@") and dot and number.isdecimal() else None


def roles(hierarchy: Hierarchy, languages: Languages) -> tuple[dict[str, list[replies.NodeLink]], bool]:
    """The links of every role, and whether all were made that there is room for: some take very long."""
    room, found = Room(seconds=_ROLES_SECONDS), dict[str, list[replies.NodeLink]]()
    for role, place, variants in role_links(hierarchy):
        if found and room.is_spent:
            return found, False
        found.setdefault(role[:200], []).append(link_of(variants, role_key(role, place), languages))
    return found, True


def languages(hierarchy: Hierarchy) -> list[str]:
    """The languages of the map in their customary case, each once (D32)."""
    short = (written for written in hierarchy.languages if len(written) <= LONGEST_LANGUAGE)
    return sorted({tag for written in short if (tag := customary(written))})[:MOST_LANGUAGES]


def search(variant: Variant | None) -> replies.SearchBox | None:
    """What the search box says of the site's search; None where there is none."""
    if variant is None:
        return None
    return {
        "name": (variant.name or "")[:500],
        "description": variant.description and variant.description[:1_000],
        "method": "post" if variant.search_method == "post" else "get",
    }


def search_variant(hierarchy: Hierarchy, languages: Languages) -> tuple[Variant | None, bool]:
    """The variant that fits the reader best of the first search node that leads to a web address (D39), if any.

    And whether it was sought among all search nodes that are offered: some take very long to look at.
    """
    room = Room(seconds=_ROLES_SECONDS)
    for place, node in enumerate(hierarchy.roles.get("search", ())[:MOST_OF_ROLE]):
        if place and room.is_spent:
            return None, False
        variants = hierarchy.variants(node)
        best = variants[best_variant(variants, languages)]
        if has_web_scheme(usable_location(best.location) or ""):
            return best, True
    return None, True


def class_changes(hierarchy: Hierarchy, sitemap: str) -> list[replies.ClassChange]:
    """The class changes that pages may be given; those to other attributes than `class` only of one origin.

    They fit into a message: how many and how long they are was bounded where they were read, with a fault (D43).
    """
    is_own = origin(hierarchy.root_uri) == origin(sitemap)  # it may have been redirected
    return [_class_change(change) for change in hierarchy.class_changes if may_be_written(change.attr, is_own=is_own)]


def _class_change(change: ClassChange) -> replies.ClassChange:
    """With the namespaces that it uses: an author may have declared thousands."""
    used = {*prefixes(change.elem), change.attr.partition(":")[0]}
    namespaces = {prefix: name for prefix, name in change.namespaces.items() if prefix in used}
    return {"elem": change.elem, "namespaces": namespaces, "attr": change.attr, "prefix": change.prefix}


def counts(hierarchy: Hierarchy | None, faults: tuple[Fault, ...]) -> replies.Counts:
    """How many documents and elements there are, and how many faults of each severity."""
    by_severity = Counter(fault.severity for fault in faults) if hierarchy else Counter[str]()
    documents = hierarchy.documents if hierarchy else ()
    return {
        "documents": len(documents),
        "elements": sum(document.elements for document in documents),
        "faults": {"error": by_severity["error"], "warning": by_severity["warning"], "info": by_severity["info"]},
    }


def fault(found: Fault) -> replies.Fault:
    """A fault as it is sent."""
    return {
        "code": found.code,
        "clause": found.clause,
        "severity": found.severity,
        "message": found.message[:2_000],
        "document": found.document[:2_000],
        "line": found.line,
        "params": {name: value[:500] for name, value in found.params.items()},
    }
