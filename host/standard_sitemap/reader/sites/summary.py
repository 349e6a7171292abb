"""The parts of a site's message except its tree: roles, search, class changes, counts, faults. Does no I/O."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from standard_sitemap.fetching.request_headers import origin
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.hierarchy import (
    LONGEST_LANGUAGE,
    MOST_LANGUAGES,
    ClassChange,
    Hierarchy,
    Variant,
)
from standard_sitemap.model.languages import customary
from standard_sitemap.model.menus import DESCRIPTION_LENGTH, NAME_LENGTH, role_links, truncated, usable_search
from standard_sitemap.reader.views.links import Languages, best_variant, role_link
from standard_sitemap.reader.views.message_room import Room
from standard_sitemap.ssp import expression_cost
from standard_sitemap.ssp.class_changes import used_namespaces
from standard_sitemap.ssp.page_attributes import is_harmless

if TYPE_CHECKING:
    from standard_sitemap.reader.protocol import replies

# For making role links, and for finding a search: the site is sent with every change, and other tabs wait meanwhile.
_ROLES_SECONDS = 0.02


def role_key(role: str, index: int) -> str:
    """Return the key of a role node, which may be outside the tree."""
    return f"@{index}.{role}"


def role_of_key(key: str) -> tuple[str, int] | None:
    """Return the role and index in a role node's key; None if the key names a place in the tree."""
    number, dot, role = key.removeprefix("@").partition(".")
    return (role, int(number)) if key.startswith("@") and dot and number.isdecimal() else None


def roles(hierarchy: Hierarchy, languages: Languages) -> tuple[dict[str, list[replies.NodeLink]], bool]:
    """Return the links of every role, and whether none is missing for lack of time: some take very long."""
    room, links = Room(seconds=_ROLES_SECONDS), dict[str, list["replies.NodeLink"]]()
    for role, place, variants in role_links(hierarchy):
        if links and room.is_spent:
            return links, False
        links.setdefault(role[:200], []).append(role_link(hierarchy, variants, role_key(role, place), languages))
    return links, True


def languages(hierarchy: Hierarchy) -> list[str]:
    """Return the languages in which the map can be shown, in their customary case, each once (D32)."""
    short = (written for written in hierarchy.shown_languages if len(written) <= LONGEST_LANGUAGE)
    return sorted({tag for written in short if (tag := customary(written))})[:MOST_LANGUAGES]


def search(variant: Variant | None) -> replies.SearchBox | None:
    """Return the description of the site's search for a search box; None if it has none."""
    if variant is None:
        return None
    return {
        "name": truncated(variant.name, NAME_LENGTH) or "",
        "description": truncated(variant.description, DESCRIPTION_LENGTH),
        "method": "post" if variant.search_method == "post" else "get",
        "host": origin(variant.location or "").partition("://")[2],
    }


def search_variant(hierarchy: Hierarchy, languages: Languages) -> tuple[int | None, Variant | None, bool]:
    """Return the search node and its variant for a reader of these languages (D51).

    The last value is true if all search nodes were examined: some take very long.
    """
    room = Room(seconds=_ROLES_SECONDS)
    return usable_search(hierarchy, partial(best_variant, languages=languages), lambda: room.is_spent)


def class_changes(hierarchy: Hierarchy, sitemap: str) -> list[replies.ClassChange]:
    """Return the class changes for pages; changes of other attributes than `class` only for one origin.

    They fit into a message: their number and length were limited when they were read, with a fault (D43).
    """
    is_own = origin(hierarchy.root_uri) == origin(sitemap)  # it may have been redirected
    return [_class_change(change) for change in hierarchy.class_changes if _may_be_written(change.attr, is_own=is_own)]


def _may_be_written(attribute: str, *, is_own: bool) -> bool:
    return attribute == "class" or (is_own and is_harmless(attribute))


def _class_change(change: ClassChange) -> replies.ClassChange:
    """Return a class change with only the namespaces that it uses."""
    return {
        "elem": change.elem,
        "namespaces": used_namespaces(change),
        "attr": change.attr,
        "prefix": change.prefix,
        "cost": _cost(change.elem),
    }


def _cost(elem: str) -> list[replies.CostProduct]:
    return [{"count": count, "factors": list(product)} for product, count in expression_cost.cost(elem).items()]


def counts(hierarchy: Hierarchy | None, faults: tuple[Fault, ...]) -> replies.Counts:
    """Return the number of documents and elements, and the number of faults of each severity."""
    by_severity = Counter(fault.severity for fault in faults) if hierarchy else Counter[str]()
    documents = hierarchy.documents if hierarchy else ()
    return {
        "documents": len(documents),
        "elements": sum(document.elements for document in documents),
        "faults": {"error": by_severity["error"], "warning": by_severity["warning"], "info": by_severity["info"]},
    }


def fault(fault: Fault) -> replies.Fault:
    """Return a fault in the form in which it is sent; long values are truncated, so that the remedy stays."""
    short = replace(fault, params={name: value[:500] for name, value in fault.params.items()})
    return {
        "code": fault.code,
        "clause": fault.clause,
        "severity": fault.severity,
        "message": short.message[:2_000],
        "document": fault.document[:2_000],
        "line": fault.line,
    }
