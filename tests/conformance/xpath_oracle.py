"""A second oracle: a sitemap's hierarchy and roles, computed by XPath.

Written from the texts alone, without sharing code with the package or the first oracle. The first examines one element
at a time; this one examines whole files, and keeps references in a table of pairs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

import ada_url
from lxml import etree

_NAMES = {"s": "http://standard-sitemap.org/2007/ns", "xlink": "http://www.w3.org/1999/xlink"}
_XML = "{http://www.w3.org/XML/1998/namespace}"
_KNOWN = {"home", "contentinfo", "contact", "search", "searchpage", "tree"}
_INHERITED = {"language": "lang", "charset": "charset", "content_type": "type", "referrer": "refer"}
_OWN = {"name": "name", "description": "description", "search_template": "data", "search_method": "method"}
_VALUES = {"relation": ("none", "sequence"), "order": ("none", "lexical", "base10", "base16", "version")}


def _evaluated(expression: str) -> Any:
    return etree.XPath(expression, namespaces=_NAMES)


_EVERY = _evaluated("//s:item | //s:group")
_EXTERNALS = _evaluated("//s:external")
_BELOW = _evaluated("s:item | s:group | s:external")
_LEAVES = _evaluated("//s:variant[not(s:variant)]")
_OWNER = _evaluated("ancestor::*[not(self::s:variant)][1]")
_LINEAGE = _evaluated("ancestor-or-self::*")
_BEARING = _evaluated("ancestor-or-self::*[@*[name() = $name and namespace-uri() = '']]")
_LOCATED = _evaluated("ancestor-or-self::*[@url or @xlink:href]")
_ADDRESS = _evaluated("string((@url | @xlink:href[not(../@url)])[1])")
_HAS_ADDRESS = _evaluated("boolean(@url or @xlink:href)")
_ROLES = _evaluated("normalize-space(@role)")
_IDENTIFIED = _evaluated("//*[@xml:id]")
_FIRST_ITEM = _evaluated("s:item[1]")


class Sitemap:
    """A root file and all files it names. `served` maps addresses to their final URI and bytes."""

    def __init__(self, root: str, served: Mapping[str, tuple[str, bytes]], include_user: bool) -> None:
        self._served, self._include_user = served, include_user
        self._uris: dict[Any, str] = {}
        self._roots = dict[str, Any]()
        self.root_uri = served[root][0] if root in served else root
        self._load(root)
        top = self._roots.get(self.root_uri)
        self._top = top if top is not None and top.tag == f"{{{_NAMES['s']}}}sitemap" else None
        self._nodes = [node for document in self._roots.values() for node in _EVERY(document)]
        self._variants = self._of_leaves()
        self._children = {element: self._listed(element) for element in [*self._nodes, *self._roots.values()]}
        self._included = self._fixpoint()
        self._reached = self._walked()
        named = any("home" in _role_set(element) for element in self._reached if _kind(element) == "item")
        self._home = None if named or self._top is None else next(iter(_FIRST_ITEM(self._top)), None)

    def tree(self, above: Any = None, way: tuple[Any, ...] = ()) -> list[dict[str, Any]]:
        """Return the nodes below one, by default the root."""
        if self._top is None:
            return []
        nodes = []
        for node in self._children[self._top if above is None else above]:
            if node in self._included:
                branch = {"loop": True, "children": []} if node in way else {"children": self.tree(node, (*way, node))}
                nodes.append({**self._said(node), **branch})
        return nodes

    def roles(self) -> dict[str, list[dict[str, Any]]]:
        """Return the nodes of each role, both in walk order."""
        members: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        for node in self._reached:
            for role in self._all_roles(node) if _kind(node) == "item" else ():
                if role == "search" and not all("search_template" in variant for variant in self._variants[node]):
                    continue
                if role != "tree":
                    members[role].append(self._said(node))
        return dict(members)

    # Files

    def _load(self, address: str) -> None:
        """Load all files, one after another; a file that is not XML is empty."""
        pending = [address]
        while pending:
            uri, body = self._served.get(pending.pop(), ("", b""))
            root = _parsed(body) if body else None
            if root is not None and uri not in self._roots:
                self._roots[uri], self._uris[root] = root, uri
                pending.extend(aim[0] for external in _EXTERNALS(root) if (aim := self._aim(external)) is not None)

    def _base(self, element: Any) -> str:
        lineage = _LINEAGE(element)
        base = self._uris[lineage[0]]
        for ancestor in lineage:
            written = ancestor.get(_XML + "base", ancestor.get("baseurl"))
            joined = base if written is None else _joined(base, written)
            base = joined if joined is not None and (written is None or _joined(joined, "x") is not None) else ""
        return base

    def _aim(self, external: Any) -> tuple[str, str] | None:
        """Return the file and the id that an external names."""
        address = _joined(self._base(external), _ADDRESS(external)) if _HAS_ADDRESS(external) else None
        file, _, fragment = (address or "").partition("#")
        identity = unquote(fragment).strip().casefold()
        return (file, identity) if identity else None

    def _listed(self, element: Any) -> list[Any]:
        """Return the items and groups below an element or referenced there, in document order."""
        elements = [self._referenced(child) if _kind(child) == "external" else child for child in _BELOW(element)]
        return [child for child in elements if child is not None]

    def _referenced(self, external: Any) -> Any:
        aim = self._aim(external)
        file = self._served[aim[0]][0] if aim and aim[0] in self._served else ""
        if aim is None or file not in self._roots:
            return None
        twins = [twin for twin in _IDENTIFIED(self._roots[file]) if twin.get(_XML + "id").strip().casefold() == aim[1]]
        return twins[0] if twins and _kind(twins[0]) in ("item", "group") else None

    # Variants

    def _of_leaves(self) -> dict[Any, list[dict[str, Any]]]:
        """Return the variants of every node: leaves of variants belong to the nearest non-variant element."""
        leaves: defaultdict[Any, list[Any]] = defaultdict(list)
        for root in self._roots.values():
            for leaf in _LEAVES(root):
                leaves[next(iter(_OWNER(leaf)), None)].append(leaf)
        return {node: [self._qualities(variant, node) for variant in leaves[node] or [node]] for node in self._nodes}

    def _qualities(self, leaf: Any, node: Any) -> dict[str, Any]:
        depth = len(_LINEAGE(node))
        qualities: dict[str, Any] = {}
        for quality, name in _INHERITED.items():
            for bearer in _BEARING(leaf, name=name):
                qualities[quality] = bearer.get(name)
        for quality, name in _OWN.items():
            for bearer in _BEARING(leaf, name=name):
                if len(_LINEAGE(bearer)) >= depth:
                    qualities[quality] = bearer.get(name)
        if "referrer" in qualities:
            qualities["referrer"] = _words(qualities["referrer"])
        if "search_method" in qualities:
            qualities["search_method"] = "post" if qualities["search_method"].lower() == "post" else "get"
        bearers = [bearer for bearer in _LOCATED(leaf) if len(_LINEAGE(bearer)) >= depth]
        if bearers and _kind(node) == "item":
            written = _ADDRESS(bearers[-1])
            # An address that leads nowhere is a location all the same, and a blank one is none (D47).
            location = _joined(self._base(bearers[-1]), written) or "nowhere:"
            qualities.update({"location": location} if written.strip() else {})
        return qualities

    # Inclusion and reachability

    def _fixpoint(self) -> set[Any]:
        """Return elements included by themselves and, backwards along the table, the elements that lead to them."""
        able = {element for element in self._nodes if self._takes_part(element)}
        able -= {
            element
            for element in able
            if _kind(element) == "item" and any("name" not in v for v in self._variants[element])
        }
        above: defaultdict[Any, list[Any]] = defaultdict(list)
        for node in self._nodes:
            for child in self._children[node]:
                above[child].append(node)
        pending = [
            element
            for element in able
            if _kind(element) == "group" or all("location" in v for v in self._variants[element])
        ]
        included = set(pending)
        while pending:
            more = [parent for parent in above[pending.pop()] if parent in able and parent not in included]
            included.update(more)
            pending.extend(more)
        return included

    def _takes_part(self, node: Any) -> bool:
        tree, roles = node.get("tree"), set(_role_set(node))
        if tree in ("include", "exclude"):
            return bool(tree == "include")
        return "tree" in roles or bool(roles - _KNOWN) or (tree == "user" and self._include_user)

    def _walked(self) -> list[Any]:
        """Return all reached elements, in depth-first order."""
        met: dict[Any, None] = {}
        stack = [iter(self._children[self._top])] if self._top is not None else []
        while stack:
            node = next(stack[-1], None)
            if node is None:
                stack.pop()
            elif node not in met:
                met[node] = None
                stack.append(iter(self._children[node] if node in self._included else ()))
        return list(met)

    # Nodes in comparable form

    def _all_roles(self, node: Any) -> list[str]:
        return _role_set(node) + ["home"] * (node is self._home)

    def _said(self, node: Any) -> dict[str, Any]:
        leads = {"http", "https", "mailto", "tel"}
        variants = [
            {name: value for name, value in variant.items() if name != "location" or urlsplit(value).scheme in leads}
            for variant in self._variants[node]
        ]
        first = {name: allowed[0] for name, allowed in _VALUES.items()}
        said = {name: node.get(name) for name, allowed in _VALUES.items() if node.get(name) in allowed}
        return {
            "kind": _kind(node),
            "variants": variants,
            "roles": self._all_roles(node),
            "priority": _priority(node.get("priority", "")),
            **first,
            **said,
        }


def _parsed(body: bytes) -> Any:
    """Return the document element; None if it is not XML. lxml must be told to allow duplicate ids."""
    try:
        parser = etree.XMLParser(
            remove_comments=True, remove_pis=True, collect_ids=False, attribute_defaults=True, resolve_entities=True
        )
        return etree.fromstring(body, parser)
    except etree.XMLSyntaxError:
        return None


def _kind(element: Any) -> str:
    """Return the name of an element of the format; "" for others."""
    name = etree.QName(element)
    return name.localname if name.namespace == _NAMES["s"] else ""


def _role_set(node: Any) -> list[str]:
    return ["tree"] if node.get("role") is None else list(dict.fromkeys(_words(_ROLES(node))))


def _words(value: str) -> list[str]:
    return [word for word in value.translate({9: " ", 10: " ", 13: " "}).split(" ") if word]


def _priority(written: str) -> float:
    digits = written.strip().removeprefix("-" if written.strip().startswith("-") else "+")
    is_decimal = digits.isascii() and digits.replace(".", "", 1).isdigit()
    return min(1.0, max(0.0, float(written))) if is_decimal else 0.5


def _joined(base: str, reference: str) -> str | None:
    try:
        return ada_url.join_url(base, reference) if base else ada_url.normalize_url(reference)
    except ValueError:
        return None
