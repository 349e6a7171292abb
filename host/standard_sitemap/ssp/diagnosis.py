"""The faults in a sitemap's files: every violation of the format, with its place.

Does not change the meaning of the files: it reports the errors that other modules skip.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from standard_sitemap.model.encodings import is_charset
from standard_sitemap.model.faults import in_order
from standard_sitemap.model.hierarchy import (
    LONGEST_LANGUAGE,
    MOST_LANGUAGES,
    MOST_OF_ROLE,
    MOST_ROLES,
    MOST_VARIANTS,
    Hierarchy,
    is_loop,
)
from standard_sitemap.model.languages import TAG_LENGTH
from standard_sitemap.model.menus import (
    LOCATION_LENGTH,
    NAME_LENGTH,
    ROLES_BYTES,
    VARIANTS_BYTES,
    is_too_long,
    numbered_roles,
    role_links,
)
from standard_sitemap.model.ordering import disorder
from standard_sitemap.model.uris import LONGEST_BASE, is_certain, is_location
from standard_sitemap.ssp.class_changes import class_change_faults
from standard_sitemap.ssp.documents import MOST_OF_A_CODE, NO_BASE, Document, is_id
from standard_sitemap.ssp.faults import Fault
from standard_sitemap.ssp.files import Exclusion, Files
from standard_sitemap.ssp.names import (
    INHERITED,
    KIND_NAMES,
    METHODS,
    NAMESPACE,
    NODES,
    ORDERS,
    REFERRERS,
    RELATIONS,
    ROLES,
    SEPARATOR,
    TOOL_ROLES,
    TREE_VALUES,
    XLINK_HREF,
    XML_BASE,
    XML_ID,
    Kind,
    is_blank,
    is_content_type,
    is_language,
    is_priority,
    priority_value,
    tokens,
)
from standard_sitemap.ssp.reachability import reference_fault
from standard_sitemap.ssp.roles import is_excluded_by_roles, role_set
from standard_sitemap.ssp.variants import has_too_many, is_form_data, lacks, leaves, search_method, variants

_WORDS = {"refer": ("bad-refer", REFERRERS), "role": ("unknown-role", ROLES | TOOL_ROLES)}
# The published text announces the allowed parents of each element by “Child of:” and lost the lists. These are restored
# from its prose and examples.
_CONTENT: dict[int, frozenset[Kind]] = {
    Kind.SITEMAP: frozenset({*NODES, Kind.EXTERNAL, Kind.CLASS_CHANGE, Kind.CHANGE, Kind.STYLE, Kind.IMAGE}),
    Kind.ITEM: frozenset({*NODES, Kind.EXTERNAL, Kind.VARIANT}),
    Kind.GROUP: frozenset({*NODES, Kind.EXTERNAL, Kind.VARIANT}),
    Kind.VARIANT: frozenset({Kind.VARIANT}),
}
# In other elements, even a plain item is out of place.
_WITH_ITEMS = frozenset({Kind.SITEMAP, *NODES})
_QUALITIES = frozenset({"name", "description", "url", "lang", "charset", "type", "data", "method", "refer"})
_NODE = _QUALITIES | {"role", "tree", "priority", "relation", "order"}
# The lists after “Appears on:” were lost as well. `relation` and `order` concern children, so the root has them too.
# `tree` and `role` on the root have no effect (D60).
_ALLOWED: dict[int, frozenset[str]] = {
    Kind.SITEMAP: INHERITED | {"relation", "order"},
    Kind.ITEM: _NODE,
    Kind.GROUP: _NODE,
    Kind.VARIANT: _QUALITIES,
    Kind.EXTERNAL: INHERITED | {"url"},
    Kind.CLASS_CHANGE: frozenset({"elem", "attr", "prefix"}),
    Kind.CHANGE: frozenset({"elem", "attr", "prefix"}),
}
_HAS_URL = frozenset({Kind.ITEM, Kind.GROUP, Kind.VARIANT, Kind.EXTERNAL})
_OBSOLETE_ATTRIBUTES = {"baseurl": "obsolete-baseurl", "target": "obsolete-target"}
# Their form is checked, not their registration: a new language or media type needs no new version of this program.
_DATA_TYPES: dict[str, Callable[[str], bool]] = {
    "lang": is_language,
    "type": is_content_type,
    "charset": is_charset,
}
# The maximum bytes of an escaped letter in an address.
_ESCAPED_LETTER = 3 * 4
# Bytes of a variant in a menu without name and address, including its keywords.
_AROUND_VARIANT = 100 + _ESCAPED_LETTER * TAG_LENGTH
_ONE_OF = {"tree": TREE_VALUES, "relation": RELATIONS, "order": ORDERS}


def faults(files: Files, exclusion: Exclusion, hierarchy: Hierarchy) -> tuple[Fault, ...]:
    """Return all faults of a site: the faults of whole files first, then each file's by line."""
    # A file counts its faults by code while it is read, and keeps the first thousand of each. The faults of the whole
    # map are added to these counts.
    counts = sum((document.fault_counts for document in files.documents), Counter[str]())
    all_faults = list(files.faults)
    for fault in _all_faults(files, exclusion, hierarchy):
        counts[fault.code] += 1
        if counts[fault.code] <= MOST_OF_A_CODE:
            all_faults.append(fault)
    for code, count in counts.items():
        if count > MOST_OF_A_CODE:
            params = {"code": code, "count": str(count), "limit": str(MOST_OF_A_CODE)}
            all_faults.append(Fault("too-many-faults", files.root_uri, 0, params))
    return in_order(all_faults, (document.uri for document in files.documents))


def _all_faults(files: Files, exclusion: Exclusion, hierarchy: Hierarchy) -> Iterator[Fault]:
    """Yield all faults that were not found while the files were read."""
    for document in files.documents:
        yield from _document_faults(document)
    if exclusion.root is not None:
        yield from class_change_faults(exclusion.root)
        yield from _hierarchy_faults(files, exclusion, hierarchy)
        yield from _cut_faults(exclusion.root, hierarchy)
        yield from _long_variants(files)


def _cut_faults(root: Document, hierarchy: Hierarchy) -> Iterator[Fault]:
    """Yield a fault for each well-formed part of a map that exceeds a display limit (D43)."""
    if len(hierarchy.roles) > MOST_ROLES:
        yield root.fault("too-many-roles", None, limit=str(MOST_ROLES))
    for role, nodes in hierarchy.roles.items():
        if len(nodes) > MOST_OF_ROLE:
            params = {"role": role[:200], "count": str(len(nodes)), "limit": str(MOST_OF_ROLE)}
            yield root.fault("too-many-role-nodes", None, **params)
    if len(hierarchy.languages) > MOST_LANGUAGES or any(len(tag) > LONGEST_LANGUAGE for tag in hierarchy.languages):
        yield root.fault("too-many-languages", None, limit=str(MOST_LANGUAGES), length=str(LONGEST_LANGUAGE))
    offered, fitting = (sum(1 for _ in count(hierarchy)) for count in (numbered_roles, role_links))
    if fitting < offered:
        yield root.fault("role-nodes-too-long", None, count=str(offered), limit=str(ROLES_BYTES))


def _long_variants(files: Files) -> Iterator[Fault]:
    """Yield a fault at the first node whose variants exceed the menu, with the number of such nodes (D43)."""
    places = [(document, index) for document in files.documents for index in _with_long_variants(document)]
    if places:
        document, index = places[0]
        yield document.fault("variants-too-long", index, count=str(len(places)), limit=str(VARIANTS_BYTES))


def _with_long_variants(document: Document) -> Iterator[int]:
    """Yield the nodes whose variants exceed the menu.

    Check only nodes with enough elements to exceed it with the longest values of the file.
    """
    if not document.with_variants:
        return  # most files have none, which makes the search for their longest values unnecessary
    few = VARIANTS_BYTES // _widest_variant(document)
    for index in document.notables:
        is_wide = document.ends[index] - index > few and document.kinds[index] in NODES
        if is_wide and document.variant_children(index, 1) and is_too_long(variants(document, index)):
            yield index


def _widest_variant(document: Document) -> int:
    """Return an upper bound in bytes on a variant of the file in a menu: the longest name at the longest address."""
    attributes = [document.attributes[index] for index in document.notables]
    name = max((len(values.get("name", "")) for values in attributes), default=0)
    url = max((len(document.url(index) or "") for index in document.notables), default=0)
    return (
        _AROUND_VARIANT
        + 4 * min(name, NAME_LENGTH)
        + _ESCAPED_LETTER * url
        + max((len(context.base) for context in document.contexts), default=0)
    )


# The URL standard leaves these characters out at the start of an address: controls and the space.
_LEFT_OUT = "".join(map(chr, range(0x21)))


def _document_faults(document: Document) -> Iterator[Fault]:
    """Yield the faults visible in a single element."""
    yield from _url_faults(document)
    yield from _far_below_their_base(document)
    yield from _group_locations(document)
    for index in document.notables:
        if document.kinds[index] != Kind.FOREIGN:
            yield from _element_faults(document, index)


def _url_faults(document: Document) -> Iterator[Fault]:
    """Yield the addresses that lead nowhere. Plain items have valid ones, and externals are checked separately."""
    for index in document.notables:
        yield from _base_faults(document, index)
        url = document.url(index)
        if url is None or is_blank(url) or document.kinds[index] not in (Kind.ITEM, Kind.VARIANT):
            continue
        if is_certain(url) and document.context(index).base != NO_BASE:
            continue
        location = document.location(index)
        if location is None:
            yield document.fault("bad-url", index, value=url)
        elif not is_location(location, document.uri) or _names_a_file(url):
            yield document.fault("bad-scheme", index, value=url)
        else:
            yield from _length_faults(document, index, location)


def _length_faults(document: Document, index: int, location: str) -> Iterator[Fault]:
    """Yield a fault for an address that is too long to be a link (D43)."""
    if len(location) > LOCATION_LENGTH:
        params = {"length": str(len(location)), "limit": str(LOCATION_LENGTH)}
        yield document.fault("location-too-long", index, **params)


def _far_below_their_base(document: Document) -> Iterator[Fault]:
    """Yield a fault for each certain address that is too long because of its base, also on plain items."""
    bases = [len(context.base) for context in document.contexts]
    if max(bases) <= LONGEST_BASE:  # nearly all files, whose plain items need no check
        return
    for index, number in enumerate(document.context_of):
        if bases[number] > LONGEST_BASE and document.kinds[index] in (Kind.ITEM, Kind.VARIANT):
            url = document.url(index)
            is_near = url is None or bases[number] + _ESCAPED_LETTER * len(url) <= LOCATION_LENGTH
            if url is not None and not is_near and is_certain(url):
                yield from _length_faults(document, index, document.location(index) or "")


def _base_faults(document: Document, index: int) -> Iterator[Fault]:
    """Yield a fault for a base from which no relative address leads anywhere (D40)."""
    written = document.attributes[index].get(XML_BASE, document.attributes[index].get("baseurl"))
    base = document.context(index).base
    if written is None or base == NO_BASE:  # NO_BASE is a fault already
        return
    if not is_location(base, document.uri) or _names_a_file(written):
        yield document.fault("bad-scheme", index, value=written)


def _names_a_file(reference: str) -> bool:
    """Return whether an address is that of a file on the author's disk, which leads nowhere on the web (D40).

    A map that is itself a file may lead to files by relative addresses: they become web addresses with it.
    """
    return reference.lstrip(_LEFT_OUT).lower().startswith("file:")


def _element_faults(document: Document, index: int) -> Iterator[Fault]:
    kind = Kind(document.kinds[index])
    if kind == Kind.UNKNOWN:
        yield document.fault("unknown-element", index, name=document.name(index))
        return
    yield from _place_faults(document, index, kind)
    if kind in (Kind.STYLE, Kind.IMAGE):
        yield document.fault("obsolete-element", index, name=document.name(index))
        return
    if kind == Kind.CHANGE:
        yield document.fault("obsolete-change", index)
    yield from _attribute_faults(document, index, kind)
    yield from _empty_faults(document, index, kind)
    if kind in NODES and document.variant_children(index, 1) and has_too_many(document, index):
        yield document.fault("too-many-variants", index, limit=str(MOST_VARIANTS))
    if kind not in _WITH_ITEMS:  # plain items are not visited on their own
        for child in document.children(index):
            if document.plain[child]:
                yield from _place_faults(document, child, Kind.ITEM)


def _place_faults(document: Document, index: int, kind: Kind) -> Iterator[Fault]:
    parent = document.parents[index]
    # Inside an unknown element, the fault of that element covers everything.
    if parent < 0 or document.kinds[parent] in (Kind.FOREIGN, Kind.UNKNOWN):
        return
    changes_late = kind in (Kind.CLASS_CHANGE, Kind.CHANGE) and parent != 0  # D16
    if changes_late or kind not in _CONTENT.get(document.kinds[parent], ()):
        yield document.fault("misplaced-element", index, name=document.name(index), parent=document.name(parent))


def _attribute_faults(document: Document, index: int, kind: Kind) -> Iterator[Fault]:
    attributes, allowed = document.attributes[index], _ALLOWED[kind]
    for name, value in attributes.items():
        if name in _OBSOLETE_ATTRIBUTES:
            yield document.fault(_OBSOLETE_ATTRIBUTES[name], index)
        elif name == XLINK_HREF and kind in _HAS_URL:
            yield document.fault("obsolete-xlink", index)
        elif name == XML_ID and not is_id(value):
            yield document.fault("bad-id", index, id=value)
        elif (unknown := _unknown_name(name, allowed)) is not None:
            yield document.fault("unknown-attribute", index, element=KIND_NAMES[kind], name=unknown)
        elif name == "order" and kind == Kind.SITEMAP and value in ORDERS - {"none"}:
            yield document.fault("order-on-sitemap", index)
        elif name in allowed:
            yield from _value_faults(document, index, name, value)


def _unknown_name(name: str, allowed: frozenset[str]) -> str | None:
    """Return the name of an attribute that the format does not define; None for defined and foreign ones.

    The format's attributes have no namespace, so one in the namespace of its elements is none of them (D70).
    """
    namespace, _, local_name = name.rpartition(SEPARATOR)
    if namespace == NAMESPACE:
        return f"{{{NAMESPACE}}}{local_name}"
    return name if not namespace and name not in allowed else None


def _empty_faults(document: Document, index: int, kind: Kind) -> Iterator[Fault]:
    """Yield a fault for a `name` or `url` without a value. An empty `url` is no location (D47)."""
    if kind in (*NODES, Kind.VARIANT) and is_blank(document.attributes[index].get("name", "-")):
        yield document.fault("empty-name", index, element=KIND_NAMES[kind])
    url = document.url(index)
    if kind in (Kind.ITEM, Kind.VARIANT) and url is not None and is_blank(url):
        yield document.fault("empty-url", index)


def _value_faults(document: Document, index: int, name: str, value: str) -> Iterator[Fault]:
    if name in _ONE_OF and value not in _ONE_OF[name]:
        yield document.fault(f"bad-{name}", index, value=value)
    elif name == "priority":
        yield from _priority_faults(document, index, value)
    elif name == "method" and value.lower() not in METHODS:
        yield document.fault("bad-method", index, value=value)
    # An empty value is no fault: it states that there is none, and ends inheritance.
    elif value and name in _DATA_TYPES and not _DATA_TYPES[name](value):
        yield document.fault(f"bad-{name}", index, value=value)
    elif name in _WORDS:
        code, known = _WORDS[name]
        for word in dict.fromkeys(tokens(value)):
            if word not in known:
                yield document.fault(code, index, value=word)


def _priority_faults(document: Document, index: int, value: str) -> Iterator[Fault]:
    if not is_priority(value):
        yield document.fault("bad-priority", index, value=value, used=str(priority_value(value)))


def _group_locations(document: Document) -> Iterator[Fault]:
    """Yield a fault for each `url` on groups or on their variants (D14)."""
    groups: set[int] = set()
    for index in document.notables:
        kind = document.kinds[index]
        # A variant comes after its parent in document order, so one pass finds nested variants, too.
        if kind == Kind.GROUP or (kind == Kind.VARIANT and document.parents[index] in groups):
            groups.add(index)
            if document.url(index) is not None:
                yield document.fault("url-on-group", index)


def _hierarchy_faults(files: Files, exclusion: Exclusion, hierarchy: Hierarchy) -> Iterator[Fault]:
    """Yield the faults that only the files together show, at the reachable elements."""
    yield from _home_faults(exclusion)
    yield from _loop_faults(files, hierarchy)
    for document, index in files.open_externals:
        fault = reference_fault(document, index, files.by_address)
        if fault is not None:
            yield fault
    # Where nothing leads, roles and orders have no effect, and the faults that break the path are reported already.
    for document, index in exclusion.reached:
        if document.kinds[index] == Kind.ITEM:
            yield from _role_faults(document, index)
        if exclusion.is_excluded(document, index):
            yield from _exclusion_faults(exclusion, document, index)
        else:
            yield from _order_faults(hierarchy, document, index)


def _home_faults(exclusion: Exclusion) -> Iterator[Fault]:
    """Yield a fault if the tree does not show the implied home (D9)."""
    home = exclusion.implied_home
    if home is not None and exclusion.is_excluded(*home):
        yield home[0].fault("home-excluded", home[1], name=_name(*home))


def _order_faults(hierarchy: Hierarchy, document: Document, index: int) -> Iterator[Fault]:
    """Yield a fault if the claimed order of children does not hold, or helps no reader. [Attribute order]"""
    node = document.offset + index
    order = hierarchy.order(node)
    if order == "none":
        return
    children = hierarchy.children(node)
    names = [hierarchy.details.variants(child)[0].name or "" for child in children]
    if any(not name and hierarchy.details.kind(child) == "group" for name, child in zip(names, children, strict=True)):
        yield document.fault("order-with-unnamed-group", index, order=order)
    broken = disorder(names, order, hierarchy.details.variants(node)[0].language)
    if broken is not None:
        yield document.fault("order-broken", index, order=order, before=broken[0], name=broken[1])


def _role_faults(document: Document, index: int) -> Iterator[Fault]:
    name = _name(document, index)
    if "search" in role_set(document, index):
        # One variant without a template suffices: readers of its language could not search.
        if lacks(document, index, "data"):
            yield document.fault("search-without-template", index, name=name)
        if lacks(document, index, "url"):
            yield document.fault("search-without-location", index, name=name)
        for _, qualities in leaves(document, index):
            if search_method(qualities.method) == "post" and not is_form_data(qualities.data or ""):
                yield document.fault("search-not-a-form", index, name=name, value=qualities.data or "")
                break


def _exclusion_faults(exclusion: Exclusion, document: Document, index: int) -> Iterator[Fault]:
    """Yield the reason why an item is excluded despite its roles: the last two conditions."""
    # An exclusion by `tree` or by roles is what the author asked for. A missing name or location is not.
    if document.kinds[index] != Kind.ITEM or is_excluded_by_roles(document, index, exclusion.include_user):
        return
    if lacks(document, index, "name"):
        yield document.fault("nameless-item", index)
    else:
        yield document.fault("locationless-item", index, name=_name(document, index))


def _loop_faults(files: Files, hierarchy: Hierarchy) -> Iterator[Fault]:
    """Yield the nodes at which a walk that enters each node once returns to a node it is still inside of (D20)."""
    # A depth-first walk with its own stack: a chain of externals may be as long as the map.
    if not files.open_externals:  # otherwise the nodes form a tree
        return
    met, path = {hierarchy.root}, [hierarchy.root]
    inside, stack = set(path), [iter(hierarchy.children(hierarchy.root))]
    looping: dict[int, None] = {}
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            inside.discard(path.pop())
        elif is_loop(inside, node):
            looping[node] = None
        elif node not in met and hierarchy.has_children(node):  # no loop leads through nodes without children
            met.add(node)
            children = hierarchy.children(node)
            if not isinstance(children, range):  # nor through children without content
                inside.add(node)
                path.append(node)
                stack.append(iter(children))
    for document, index in map(files.element, looping):
        yield document.fault("loop", index, name=_name(document, index))


def _name(document: Document, index: int) -> str:
    return document.attributes[index].get("name") or document.attributes[index].get(XML_ID, "")
