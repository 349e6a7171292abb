"""What is sent of a site beside its tree: roles, search, class changes, counts, faults. Pure."""

from collections import Counter
from functools import partial

from standard_sitemap.model.faults import Fault
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.model.nodes import MOST_CLASS_CHANGES, MOST_ROLE_NODES, Variant
from standard_sitemap.protocol import replies
from standard_sitemap.views.links import best_variant, customary, link, usable_location
from standard_sitemap.views.rows import as_many_as_fit

ROLES = 50
"""Roles listed: the format names five, authors may add a few."""

LANGUAGES = 100
"""Language tags sent: the reader chooses among them."""

_ROLES_BYTES = 600_000

Languages = tuple[str, ...]


def role_key(role: str, index: int) -> str:
    """The key of a role node, which need not stand in the tree."""
    return f"@{index}.{role}"


def role_of_key(key: str) -> tuple[str, int] | None:
    """The role and index that a role node's key names; None where the key names a place in the tree."""
    number, dot, role = key.removeprefix("@").partition(".")
    return (role, int(number)) if key.startswith("@") and dot and number.isdecimal() else None


def roles(hierarchy: Hierarchy, languages: Languages) -> dict[str, list[replies.NodeLink]]:
    """The links of every role; the more roles there are, the less room each has in a message."""
    listed = list(hierarchy.roles.items())[:ROLES]
    return {
        role[:200]: as_many_as_fit(
            (
                partial(link, hierarchy, node, role_key(role, index), languages)
                for index, node in enumerate(nodes[:MOST_ROLE_NODES])
            ),
            _ROLES_BYTES // len(listed),
        )
        for role, nodes in listed
    }


def languages(hierarchy: Hierarchy) -> list[str]:
    """The languages of the map in their customary case, each once (D32)."""
    return sorted({tag for written in hierarchy.languages if (tag := customary(written))})[:LANGUAGES]


def search(hierarchy: Hierarchy, languages: Languages) -> replies.SearchBox | None:
    """What the search box says of the site's search; None where there is none."""
    variant = search_variant(hierarchy, languages)
    if variant is None:
        return None
    return {
        "name": (variant.name or "")[:500],
        "description": variant.description and variant.description[:1_000],
        "method": "post" if variant.search_method == "post" else "get",
    }


def search_variant(hierarchy: Hierarchy, languages: Languages) -> Variant | None:
    """The variant that fits the reader best of the first search node that leads to a web address (D39)."""
    for node in hierarchy.roles.get("search", ()):
        variants = hierarchy.variants(node)
        best = variants[best_variant(variants, languages)]
        if (usable_location(best.location) or "").startswith(("http:", "https:")):
            return best
    return None


def class_changes(hierarchy: Hierarchy) -> list[replies.ClassChange]:
    """The class changes, as the page's side applies them."""
    return [
        {"elem": change.elem, "namespaces": dict(change.namespaces), "attr": change.attr, "prefix": change.prefix}
        for change in hierarchy.class_changes[:MOST_CLASS_CHANGES]
        if len(change.elem) < 10_000
    ]


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
