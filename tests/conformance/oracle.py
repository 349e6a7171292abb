"""What the specification and its decisions say of a sitemap, done the long way round.

Written from the texts alone and sharing no code with the package, so that the two can be held against each other.
Recursive, reads every file that any file names, asks every question anew: obvious before all else. Never fit for use.
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
_IN_QUERIES = "!$%&()*+,-./:;=?@[\\]^_`{|}~"
_IN_FRAGMENTS = "!#$%&'()*+,-./:;=?@[\\]^_{|}~"
FROM_ANYWHERE = {"language": "lang", "charset": "charset", "content_type": "type", "referrer": "refer"}
FROM_THE_NODE = {"name": "name", "description": "description", "search_template": "data", "search_method": "method"}


@dataclass(frozen=True)
class Served:
    """What a server answers: where the answer came from in the end, its bytes and its Content-Type."""

    uri: str
    body: bytes
    content_type: str | None = "application/xml"


class TooLarge(Exception):
    """The tree has more places than are worth comparing."""


class Reading:
    """One sitemap, read. `files` says what is served at each URI; what it lacks cannot be had."""

    def __init__(self, root_uri: str, files: Mapping[str, Served], include_user: bool = False) -> None:
        self.files = files
        self.include_user = include_user
        self.root_uri = root_uri
        self.uris: dict[Any, str] = {}  # document element -> document URI
        self.places = 5_000
        self.documents: dict[str, Any] = {}  # document URI -> document element
        self.every: list[Any] = []  # every element of every file; also keeps lxml from forgetting which is which
        self.read(root_uri)

    # Documents

    def read(self, uri: str) -> None:
        """D2: a document's URI is its final one. Whatever is named anywhere is read."""
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
        """D2: it also answers to the URI that was asked for."""
        return self.documents.get(self.served_from(uri))

    def served_from(self, uri: str) -> str:
        served = self.files.get(uri)
        return uri if served is None else served.uri

    def base(self, element: Any) -> str:
        """Attribute xml:base; D23: `baseurl` stands in for it; D47: where it is unusable, there is none."""
        parent = element.getparent()
        outer = self.uris[element] if parent is None else self.base(parent)
        own = element.get(XML + "base", element.get("baseurl"))
        if own is None:
            return outer
        inner = resolve(own, outer)
        return inner if inner and resolve("x", inner) else ""

    def reference(self, external: Any) -> Any:
        """D5: the document and the identifier that an `<external>` names, or None."""
        written = address_attribute(external)
        address = None if written is None else resolve(written, self.base(external))
        if not address or "#" not in address or address.endswith("#"):
            return None
        document, _, fragment = address.partition("#")
        return document, unquote(fragment).strip().casefold()

    def referenced(self, external: Any) -> Any:
        """D4, D5: the `<item>` or `<group>` that an `<external>` references, or None."""
        reference = self.reference(external)
        root = self.document(reference[0]) if reference else None
        if root is None or not reference[1]:
            return None
        for element in root.iter():
            if element.get(XML + "id", "").strip().casefold() == reference[1]:
                return element if is_node_element(element) else None
        return None

    # Reachability and exclusion

    def below(self, element: Any) -> list[Any]:
        """The elements that `element` lets be reached, in document order."""
        found = []
        for child in element:
            if is_node_element(child):
                found.append(child)
            elif child.tag == SSP + "external":
                found.append(self.referenced(child))
        return [child for child in found if child is not None]

    @cached_property
    def included(self) -> set[Any]:
        """D10: the least fixpoint: whatever stands on its own, then what leads to something included, until no more."""
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
        return has_locations or any(child in included for child in self.below(element))

    def takes_part(self, element: Any) -> bool:
        """The conditions on `tree` and `role`; D7: for groups as for items; D8: what is not allowed is the default."""
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
        """D11: in the order in which a depth-first walk first reaches them."""
        reached: list[Any] = []
        if self.sitemap is not None:
            self.walk(self.sitemap, reached)
        return reached

    def walk(self, element: Any, reached: list[Any]) -> None:
        for child in self.below(element):
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
        """D13: some from any ancestor, the others from the node element and the variants within."""
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
        """D14: resolved against the base of the element that bears the attribute; a group has none."""
        if within[-1].tag == SSP + "group":
            return None
        for element in within:
            written = address_attribute(element)
            if written is not None:
                return resolve(written, self.base(element))
        return None

    def shown(self, variant: dict[str, Any], element: Any) -> dict[str, Any]:
        """D40: where a reader may be led to; files lead to files, too."""
        schemes = {"http", "https", "mailto", "tel"}
        if self.uris[element.getroottree().getroot()].startswith("file:"):
            schemes.add("file")
        leads = urlsplit(variant.get("location", "")).scheme in schemes
        return {quality: value for quality, value in variant.items() if quality != "location" or leads}

    # Roles

    @property
    def implied_home(self) -> Any:
        """D9: the first `<item>` child of the root file's `<sitemap>`, unless a reached item names `home` itself."""
        if any("home" in role_set(element) for element in self.reached if element.tag == SSP + "item"):
            return None
        items = [] if self.sitemap is None else [child for child in self.sitemap if child.tag == SSP + "item"]
        return items[0] if items else None

    def roles_of(self, element: Any) -> list[str]:
        return role_set(element) + (["home"] if element is self.implied_home else [])

    def roles(self) -> dict[str, list[Any]]:
        """D11: each role node once, in the order of the walk; D7: only items."""
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
        """A NODE without children."""
        return {
            "kind": etree.QName(element).localname,
            "variants": [self.shown(variant, element) for variant in self.variants(element)],
            "roles": self.roles_of(element),
            "priority": priority(element.get("priority", "0.5")),
            "relation": allowed(element, "relation", "none", "sequence"),
            "order": allowed(element, "order", "none", "lexical", "base10", "base16", "version"),
        }

    def tree(self, element: Any, path: tuple[Any, ...] = ()) -> list[dict[str, Any]]:
        """D20: what comes up again below itself is a loop, and has no children."""
        self.places -= 1
        if not self.places:
            raise TooLarge
        return [
            self.head(child)
            | ({"loop": True, "children": []} if child in path else {"children": self.tree(child, (*path, child))})
            for child in self.below(element)
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
        """D16: from the children of the root file's `<sitemap>` only; D21: `<change>` too."""
        if self.sitemap is None:
            return []
        tags = (SSP + "class-change", SSP + "change")
        return [change for child in self.sitemap if child.tag in tags and (change := class_change(child))]


def is_xml(content_type: str | None) -> bool:
    """D3, D45: the last of the values that is a type, if any."""
    values = ["text/xml"] if content_type is None else content_type.split(",")
    essences = [value.partition(";")[0].strip().lower() for value in values]
    valid = [one for one in essences if re.fullmatch(r"[\w.+-]+/[\w.+-]+", one)]
    return bool(valid) and (valid[-1] in ("text/xml", "application/xml") or valid[-1].endswith("+xml"))


def is_node_element(element: Any) -> bool:
    return element.tag in (SSP + "item", SSP + "group")


def leaves(element: Any) -> list[Any]:
    """D12."""
    variants = [child for child in element if child.tag == SSP + "variant"]
    return [leaf for variant in variants for leaf in leaves(variant)] or [element]


def nearest(lineage: list[Any], attribute: str) -> str | None:
    return next((element.get(attribute) for element in lineage if element.get(attribute) is not None), None)


def address_attribute(element: Any) -> str | None:
    """D22: `url` wins over `xlink:href`."""
    value: str | None = element.get("url", element.get(HREF))
    return value


def resolve(reference: str, base: str) -> str | None:
    try:
        return ada_url.URL(reference, base=base or None).href
    except ValueError:
        return None


def role_set(element: Any) -> list[str]:
    """D6."""
    return list(dict.fromkeys(tokens(element.get("role", "tree"))))


def tokens(value: str) -> list[str]:
    """The tokens of a list; XML's white space divides them."""
    return [token for token in re.split(r"[ \t\r\n]+", value) if token]


def allowed(element: Any, attribute: str, default: str, *others: str) -> str:
    """D8."""
    value = element.get(attribute)
    return value if value in others else default


def priority(value: str) -> float:
    """D8."""
    if not re.fullmatch(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)", value.strip()):
        return 0.5
    return min(max(float(value), 0.0), 1.0)


def class_change(element: Any) -> dict[str, Any] | None:
    """D16."""
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
    """The namespace prefixes in an XPath: names before a single colon, outside of quotes."""
    unquoted = re.sub(r"'[^']*'|\"[^\"]*\"", " ", xpath)
    return set(re.findall(r"([\w.-]+):(?!:)", unquoted))


def search(template: str, method: str, location: str, term: str, root_uri: str) -> tuple[str, str, str | None]:
    """D18, D34: the method, the address and the body of a search."""

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
