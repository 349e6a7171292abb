"""The oracle: the specification and its decisions, implemented in the simplest way.

Written from the texts alone, without sharing code with the package, so that both can be compared. It is recursive,
reads every file that any file names, and computes every answer anew. Not fit for real use.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import ada_url
from lxml import etree

SSP = "{http://standard-sitemap.org/2007/ns}"
XML = "{http://www.w3.org/XML/1998/namespace}"
HREF = "{http://www.w3.org/1999/xlink}href"
RECOGNISED = {"home", "contentinfo", "contact", "search", "searchpage", "tree"}
NOWHERE = "nowhere:"  # a location that is stated and leads nowhere (D47)
_IN_QUERIES = "!$%&()*+,-./:;=?@[\\]^_`{|}~"
_IN_FRAGMENTS = "!#$%&'()*+,-./:;=?@[\\]^_{|}~"
FROM_ANYWHERE = {"language": "lang", "charset": "charset", "content_type": "type", "referrer": "refer"}
FROM_THE_NODE = {"name": "name", "description": "description", "search_template": "data", "search_method": "method"}


@dataclass(frozen=True)
class ServedFile:
    """A server's response: its final address, its bytes and its Content-Type."""

    uri: str
    body: bytes
    content_type: str | None = "application/xml"


class TooLarge(Exception):
    """The tree has too many places to compare."""


class Reading:
    """One parsed sitemap. `files` holds the response at each URI; other files are unavailable."""

    def __init__(self, root_uri: str, files: Mapping[str, ServedFile], include_user: bool = False) -> None:
        self.files = files
        self.include_user = include_user
        self.root_uri = root_uri
        self.uris: dict[Any, str] = {}  # document element -> document URI
        self.places = 5_000
        self.documents: dict[str, Any] = {}  # document URI -> document element
        self.every: list[Any] = []  # every element of every file; also keeps lxml's proxies alive
        self.read(root_uri)

    # Documents

    def read(self, uri: str) -> None:
        """Read every file that is named anywhere. D2: a document's URI is its final one."""
        served = self.files.get(uri)
        if served is None or served.uri in self.documents or not is_xml(served.content_type):
            return
        try:
            parser = etree.XMLParser(
                remove_comments=True, remove_pis=True, collect_ids=False, attribute_defaults=True, resolve_entities=True
            )
            root = etree.fromstring(served.body, parser)
        except etree.XMLSyntaxError:
            return
        self.documents[served.uri] = root
        self.uris[root] = served.uri
        elements = list(root.iter())
        self.every.extend(elements)
        for element in elements:
            if element.tag == SSP + "external" and self.reference(element):
                self.read(self.reference(element)[0])

    def document(self, uri: str) -> Any:
        """Return a document. D2: it also answers to the requested URI."""
        return self.documents.get(self.served_from(uri))

    def served_from(self, uri: str) -> str:
        served = self.files.get(uri)
        return uri if served is None else served.uri

    def base(self, element: Any) -> str:
        """Return the base. Attribute xml:base; D23: `baseurl` replaces it; D47: an unusable one counts as none."""
        parent = element.getparent()
        outer = self.uris[element] if parent is None else self.base(parent)
        own = element.get(XML + "base", element.get("baseurl"))
        if own is None:
            return outer
        inner = resolve(own, outer)
        return inner if inner and resolve("x", inner) else ""

    def reference(self, external: Any) -> Any:
        """Return the document and the identifier that an `<external>` names (D5), or None."""
        written = address_attribute(external)
        address = None if written is None else resolve(written, self.base(external))
        if not address or "#" not in address or address.endswith("#"):
            return None
        document, _, fragment = address.partition("#")
        return document, unquote(fragment).strip()

    def referenced(self, external: Any) -> Any:
        """Return the `<item>` or `<group>` that an `<external>` references (D4, D5), or None."""
        reference = self.reference(external)
        root = self.document(reference[0]) if reference else None
        if root is None or not reference[1]:
            return None
        # Patterns that ignore case compare by the simple folding (D62).
        is_id = re.compile(re.escape(reference[1]), re.IGNORECASE)
        for element in root.iter():
            if is_id.fullmatch(element.get(XML + "id", "").strip()):
                return element if is_node_element(element) else None
        return None

    # Reachability and exclusion

    def children(self, element: Any) -> list[Any]:
        """Return the elements reachable through `element`, in document order."""
        children = []
        for child in element:
            if is_node_element(child):
                children.append(child)
            elif child.tag == SSP + "external":
                children.append(self.referenced(child))
        return [child for child in children if child is not None]

    @cached_property
    def included(self) -> set[Any]:
        """The least fixpoint (D10): elements included by themselves, then elements that lead to an included one."""
        included: set[Any] = set()
        while True:
            more = {
                element for element in self.every if is_node_element(element) and self.is_included(element, included)
            }
            if more == included:
                return included
            included = more

    def is_included(self, element: Any, included: set[Any]) -> bool:
        if not self.takes_part(element):
            return False
        if element.tag == SSP + "group":
            return True
        if any("name" not in variant for variant in self.variants(element)):
            return False
        has_locations = all("location" in variant for variant in self.variants(element))
        return has_locations or any(child in included for child in self.children(element))

    def takes_part(self, element: Any) -> bool:
        """Return whether the conditions on `tree` and `role` hold.

        D7: groups as items; D8: invalid values mean the default.
        """
        tree = allowed(element, "tree", "auto", "include", "exclude", "user")
        roles = role_set(element)
        if tree == "include":
            return True
        if tree == "exclude":
            return False
        if "tree" in roles or any(role not in RECOGNISED for role in roles):
            return True
        return tree == "user" and self.include_user

    @cached_property
    def reached(self) -> list[Any]:
        """The reached elements (D11), in the order of a depth-first walk."""
        reached: list[Any] = []
        if self.sitemap is not None:
            self.walk(self.sitemap, reached)
        return reached

    def walk(self, element: Any, reached: list[Any]) -> None:
        for child in self.children(element):
            if child not in reached:
                reached.append(child)
                if child in self.included:
                    self.walk(child, reached)

    @property
    def sitemap(self) -> Any:
        """The root file's document element, if it is a `<sitemap>`."""
        root = self.document(self.root_uri)
        return root if root is not None and root.tag == SSP + "sitemap" else None

    # Variants

    def variants(self, element: Any) -> list[dict[str, Any]]:
        return [self.qualities(leaf) for leaf in leaves(element)]

    def qualities(self, leaf: Any) -> dict[str, Any]:
        """Return the qualities of a leaf (D13).

        Some are inherited from any ancestor, others from the node element and its variants.
        """
        lineage = [leaf, *leaf.iterancestors()]
        within = lineage[: 1 + next(at for at, element in enumerate(lineage) if is_node_element(element))]
        qualities: dict[str, Any] = {
            quality: nearest(lineage, attribute) for quality, attribute in FROM_ANYWHERE.items()
        }
        qualities |= {quality: nearest(within, attribute) for quality, attribute in FROM_THE_NODE.items()}
        qualities["location"] = self.location(within)
        if qualities["referrer"] is not None:
            qualities["referrer"] = tokens(qualities["referrer"])
        if qualities["search_method"] is not None:  # D15
            qualities["search_method"] = "post" if qualities["search_method"].lower() == "post" else "get"
        return {quality: value for quality, value in qualities.items() if value is not None}

    def location(self, within: list[Any]) -> str | None:
        """Return the location (D14), resolved against the base of the element with the attribute; a group has none."""
        if within[-1].tag == SSP + "group":
            return None
        for element in within:
            written = address_attribute(element)
            if written is not None and written.strip():
                return resolve(written, self.base(element)) or NOWHERE
            if written is not None:
                return None
        return None

    def shown(self, variant: dict[str, Any], element: Any) -> dict[str, Any]:
        """Return the visitable qualities (D40); files may also lead to files."""
        schemes = {"http", "https", "mailto", "tel"}
        if self.uris[element.getroottree().getroot()].startswith("file:"):
            schemes.add("file")
        leads = urlsplit(variant.get("location", "")).scheme in schemes
        return {quality: value for quality, value in variant.items() if quality != "location" or leads}

    # Roles

    @property
    def implied_home(self) -> Any:
        """The implied home (D9), unless a reached item names `home`: the first `<item>` child of the `<sitemap>`."""
        if any("home" in role_set(element) for element in self.reached if element.tag == SSP + "item"):
            return None
        items = [] if self.sitemap is None else [child for child in self.sitemap if child.tag == SSP + "item"]
        return items[0] if items else None

    def roles_of(self, element: Any) -> list[str]:
        return role_set(element) + (["home"] if element is self.implied_home else [])

    def roles(self) -> dict[str, list[Any]]:
        """Return the nodes of each role, each once, in walk order (D11); only items (D7)."""
        roles: dict[str, list[Any]] = {}
        for element in self.reached:
            for role in self.roles_of(element) if element.tag == SSP + "item" else []:
                if role != "tree" and self.fulfils(element, role):
                    roles.setdefault(role, []).append(self.head(element))
        return roles

    def fulfils(self, element: Any, role: str) -> bool:
        return role != "search" or all("search_template" in variant for variant in self.variants(element))

    # The contract's object

    def head(self, element: Any) -> dict[str, Any]:
        """Return a NODE without children."""
        return {
            "kind": etree.QName(element).localname,
            "variants": [self.shown(variant, element) for variant in self.variants(element)],
            "roles": self.roles_of(element),
            "priority": priority(element.get("priority", "0.5")),
            "relation": allowed(element, "relation", "none", "sequence"),
            "order": allowed(element, "order", "none", "lexical", "base10", "base16", "version"),
        }

    def tree(self, element: Any, path: tuple[Any, ...] = ()) -> list[dict[str, Any]]:
        """Return the tree. D20: a node that recurs below itself is a loop without children."""
        self.places -= 1
        if not self.places:
            raise TooLarge
        return [
            self.head(child)
            | ({"loop": True, "children": []} if child in path else {"children": self.tree(child, (*path, child))})
            for child in self.children(element)
            if child in self.included
        ]

    def object(self) -> dict[str, Any]:
        return {
            "root": self.served_from(self.root_uri),
            "tree": [] if self.sitemap is None else self.tree(self.sitemap),
            "roles": self.roles(),
            "class_changes": self.class_changes(),
        }

    # Class changes

    def class_changes(self) -> list[dict[str, Any]]:
        """Return class changes (D16), from children of the root file's `<sitemap>` only; D21: `<change>` too."""
        if self.sitemap is None:
            return []
        tags = (SSP + "class-change", SSP + "change")
        return [change for child in self.sitemap if child.tag in tags and (change := class_change(child))]


def is_xml(content_type: str | None) -> bool:
    """Return whether the type is XML (D3, D45): the last valid value counts."""
    values = ["text/xml"] if content_type is None else content_type.split(",")
    essences = [value.partition(";")[0].strip().lower() for value in values]
    valid = [essence for essence in essences if re.fullmatch(r"[\w.+-]+/[\w.+-]+", essence)]
    return bool(valid) and (valid[-1] in ("text/xml", "application/xml") or valid[-1].endswith("+xml"))


def is_node_element(element: Any) -> bool:
    return element.tag in (SSP + "item", SSP + "group")


def leaves(element: Any) -> list[Any]:
    """Return the leaves of variants (D12)."""
    variants = [child for child in element if child.tag == SSP + "variant"]
    return [leaf for variant in variants for leaf in leaves(variant)] or [element]


def nearest(lineage: list[Any], attribute: str) -> str | None:
    return next((element.get(attribute) for element in lineage if element.get(attribute) is not None), None)


def address_attribute(element: Any) -> str | None:
    """Return the address attribute (D22): `url` wins over `xlink:href`."""
    value: str | None = element.get("url", element.get(HREF))
    return value


def resolve(reference: str, base: str) -> str | None:
    try:
        return ada_url.URL(reference, base=base or None).href
    except ValueError:
        return None


def role_set(element: Any) -> list[str]:
    """Return the role set (D6)."""
    return list(dict.fromkeys(tokens(element.get("role", "tree"))))


def tokens(value: str) -> list[str]:
    """Return the tokens of a list, separated by XML's white space."""
    return [token for token in re.split(r"[ \t\r\n]+", value) if token]


def allowed(element: Any, attribute: str, default: str, *others: str) -> str:
    """Return an allowed value or the default (D8)."""
    value = element.get(attribute)
    return value if value in others else default


def priority(value: str) -> float:
    """Return the priority (D8)."""
    if not re.fullmatch(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)", value.strip()):
        return 0.5
    return min(max(float(value), 0.0), 1.0)


def class_change(element: Any) -> dict[str, Any] | None:
    """Return a class change (D16)."""
    elem, attr, prefix = element.get("elem"), element.get("attr", "class"), element.get("prefix")
    if elem is None or not prefix or re.search(r"\s", prefix) or not re.fullmatch(r"([\w.-]+:)?[\w.-]+", attr):
        return None
    in_effect = {name: uri for name, uri in element.nsmap.items() if name} | {"xml": XML[1:-1]}
    used = used_prefixes(elem) | set(re.findall(r"^(.*):", attr))
    if not used <= in_effect.keys():
        return None
    try:
        etree.XPath(elem, namespaces=in_effect)
    except etree.XPathSyntaxError:
        return None
    return {"elem": elem, "namespaces": {name: in_effect[name] for name in used}, "attr": attr, "prefix": prefix}


def used_prefixes(xpath: str) -> set[str]:
    """Return the namespace prefixes in an XPath: names before a single colon, outside quotes."""
    unquoted = re.sub(r"'[^']*'|\"[^\"]*\"", " ", xpath)
    return set(re.findall(r"([\w.-]+):(?!:)", unquoted))


def search(template: str, method: str, location: str, term: str, root_uri: str) -> tuple[str, str, str | None]:
    """Return the method, address and body of a search (D18, D34)."""

    def value(match: re.Match[str]) -> str:
        if match[0] == "%s":
            return quote(term, safe="")
        if match[0] == "%h":
            return quote(urlsplit(root_uri).hostname or "", safe="")
        if match[0] == "%r":
            return quote(resolve("/", root_uri) or "", safe="")
        return quote(resolve("../" * int(match[1] or 0) or "./", root_uri) or "", safe="")

    query = re.sub(r"%s|%w|%\((0*[1-9][0-9]*)w\)|%r|%h", value, template)
    if method == "post":
        return "post", location, query
    text, mark, fragment = query.partition("#")
    address = re.sub(r"[?#].*", "", location) + "?" + quote(text, safe=_IN_QUERIES)
    return "get", address + mark + quote(fragment, safe=_IN_FRAGMENTS), None
