"""Class changes: the markup by which a page shows its sitemap. [Element <class-change>, D16, D17, D21]

Only reads the instructions; the browser side applies them to pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from standard_sitemap.model.encodings import WHITE_SPACE
from standard_sitemap.model.hierarchy import ClassChange
from standard_sitemap.ssp import expression_cost
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.expression_cost import NAME
from standard_sitemap.ssp.faults import Fault
from standard_sitemap.ssp.names import XML_NAMESPACE, Kind
from standard_sitemap.ssp.page_attributes import is_harmless

# XPath 1.0, production 29: a literal has no escapes, and ends at the next quotation mark of its kind.
_LITERALS = re.compile(r""""[^"]*"|'[^']*'""")
# A prefix stands before a single colon and a name or an asterisk; “::” ends an axis. The pattern consumes every name
# whole, prefix or not. Starting again at each letter of a long name would take quadratic time.
_PREFIX = re.compile(rf"({NAME})(\s*:\s*(?=[^\W\d]|\*)(?<!::))?")
_QUALIFIED = re.compile(rf"(?:({NAME}):)?{NAME}")

# The usual expression, which is valid XPath: steps by name from the root. Loading lxml would take longer than the rest.
PATH_OF_NAMES = re.compile(r"(?:/(?:[a-z_][\w.-]*:)?[a-z_][\w.-]*)+", re.ASCII | re.IGNORECASE)

# A variable is valid XPath, but `document.evaluate` has no argument that binds one, so every browser fails.
_VARIABLE = re.compile(r"\$[\w.\-:]*")
# Matches at the beginning of a name only; starting again at each letter of a long name would take quadratic time.
_CALL = re.compile(r"(?<![\w.\-:])([^\W\d][\w.\-:]*+)\s*+\(")
# The functions and node tests of XPath 1.0, and the operators that may precede a parenthesis.
_CALLABLE = frozenset(
    {
        "substring",
        "translate",
        "local-name",
        "string-length",
        "count",
        "substring-before",
        "true",
        "round",
        "position",
        "div",
        "last",
        "normalize-space",
        "or",
        "boolean",
        "lang",
        "namespace-uri",
        "number",
        "substring-after",
        "string",
        "mod",
        "name",
        "ceiling",
        "concat",
        "comment",
        "processing-instruction",
        "id",
        "contains",
        "node",
        "false",
        "text",
        "sum",
        "floor",
        "and",
        "not",
        "starts-with",
    }
)

# The limit on applied instructions (D43): each is searched for in every page, and no author writes ten.
MOST_FOLLOWED = 50

# The limit on all instructions together, with their namespaces (D43): one message holds them and everything else.
MOST_CHARACTERS = 50_000

# Characters of one expression (D43): compilation time depends on its length and nesting.
LONGEST_ELEM = 2_000

# Characters of the prefix of class names (D43).
LONGEST_PREFIX = 200


def class_changes(root: Document) -> tuple[ClassChange, ...]:
    """Return the instructions of a root file that can be applied, in document order (D16)."""
    sound = (_read(root, index) for index in _elements(root)[:MOST_FOLLOWED] if not any(_problems(root, index)))
    return tuple(_fitting(sound))


def class_change_faults(root: Document) -> list[Fault]:
    """Return the reasons why instructions of a root file are skipped (D16, D46) or have no effect in a browser."""
    elements, faults, sound = _elements(root), list[Fault](), 0
    for index in elements[:MOST_FOLLOWED]:
        problems = list(_problems(root, index))
        faults.extend(problems)
        faults.extend(_unknown_names(root, index))
        if not problems:
            faults.extend(_limits_in_pages(root, index))
            sound += 1
    # One fault for both limits, since the remedy is the same: fewer and shorter instructions.
    if len(elements) > MOST_FOLLOWED or len(class_changes(root)) < sound:
        limits = {"limit": str(MOST_FOLLOWED), "characters": str(MOST_CHARACTERS)}
        faults.append(root.fault("too-many-class-changes", None, **limits))
    return faults


def _fitting(changes: Iterator[ClassChange]) -> Iterator[ClassChange]:
    """Yield the first instructions that fit within `MOST_CHARACTERS` together."""
    room = MOST_CHARACTERS
    for change in changes:
        room -= sum(
            map(len, (change.elem, change.attr, change.prefix, *change.namespaces, *change.namespaces.values()))
        )
        if room < 0:
            return
        yield change


def _elements(root: Document) -> list[int]:
    kinds, parents = root.kinds, root.parents
    return [
        element
        for element in root.notables
        if kinds[element] in (Kind.CLASS_CHANGE, Kind.CHANGE) and parents[element] == 0
    ]


def _read(root: Document, index: int) -> ClassChange:
    attributes = root.attributes[index]
    elem, attr = attributes["elem"], attributes.get("attr", "class")
    uses_xml = "xml" in prefixes(elem) or attr.startswith("xml:")  # always in effect, never declared
    scope = root.scopes[index] | ({"xml": XML_NAMESPACE} if uses_xml else {})
    return ClassChange(elem, scope, attr, attributes["prefix"])


def _problems(root: Document, index: int) -> Iterator[Fault]:
    attributes, scope = root.attributes[index], root.scopes[index]
    # The published text lost the list of attributes, and with it the mark “required”: without `elem` or `prefix`, an
    # instruction says nothing (D16).
    elem, attr, prefix = attributes.get("elem"), attributes.get("attr", "class"), attributes.get("prefix")
    if prefix is None:
        yield root.fault("class-change-without-prefix", index, name=root.name(index))
    # White space separates class names, so a prefix with a space would name two families, or another.
    elif not prefix or any(space in prefix for space in WHITE_SPACE):
        yield root.fault("bad-class-prefix", index, value=prefix)
    elif len(prefix) > LONGEST_PREFIX:
        yield root.fault("attribute-too-long", index, name="prefix", limit=str(LONGEST_PREFIX))
    if elem is None:
        yield root.fault("class-change-without-elem", index, name=root.name(index))
    elif len(elem) > LONGEST_ELEM:
        yield root.fault("attribute-too-long", index, name="elem", limit=str(LONGEST_ELEM))
    elif (problem := _expression_problem(elem, scope)) is not None:
        yield root.fault(problem[0], index, **problem[1])
    name = _QUALIFIED.fullmatch(attr)
    if name is None:
        yield root.fault("bad-attr", index, value=attr)
    elif name.group(1) and name.group(1) != "xml" and name.group(1) not in scope:
        yield root.fault("undeclared-prefix", index, prefix=name.group(1))


def _limits_in_pages(root: Document, index: int) -> Iterator[Fault]:
    """Yield the reasons why browsers skip a valid instruction, in some pages or in all (D46)."""
    attributes = root.attributes[index]
    elem, attr = attributes["elem"], attributes.get("attr", "class")
    if not expression_cost.can_yield_elements(elem):  # D56
        yield root.fault("class-change-without-element", index, elem=elem)
        return
    if not is_harmless(attr):
        yield root.fault("class-change-refused", index, attr=attr)
    if expression_cost.visits_in_usual_page(elem) > expression_cost.MOST_VISITS:
        yield root.fault("class-change-too-costly", index, elem=elem, elements=str(expression_cost.USUAL_ELEMENTS))


def _unknown_names(root: Document, index: int) -> Iterator[Fault]:
    """Yield a fault for each variable and function of an expression that no browser knows."""
    elem = root.attributes[index].get("elem", "")
    if len(elem) > LONGEST_ELEM:
        return
    bare = _LITERALS.sub("''", elem)
    called = (match.group(1).rpartition("::")[2] for match in _CALL.finditer(bare))
    unknown = [*_VARIABLE.findall(bare), *(name for name in called if name not in _CALLABLE)]
    for name in dict.fromkeys(unknown):
        yield root.fault("unknown-xpath-name", index, name=name)


def _expression_problem(elem: str, scope: dict[str, str]) -> tuple[str, dict[str, str]] | None:
    """Return the problem of an XPath 1.0 expression as a code and its parameters, or None."""
    # In a page, XPath knows no default namespace: a name without prefix means no namespace, except in HTML.
    namespaces = {**scope, "xml": XML_NAMESPACE}
    for prefix in prefixes(elem):
        if prefix not in namespaces:
            return "undeclared-prefix", {"prefix": prefix}
    if PATH_OF_NAMES.fullmatch(elem):
        return None
    from lxml import etree  # saves 6 ms of the first map: most expressions are plain paths

    try:
        etree.XPath(elem)
    except etree.XPathError:
        return "bad-xpath", {"value": elem}
    return None


def prefixes(elem: str) -> tuple[str, ...]:
    """Return the namespace prefixes in an XPath expression, each once.

    >>> prefixes("/h:html/child::h:body[@class = 'a:b']")
    ('h',)
    """
    bare = _LITERALS.sub("''", elem)
    return tuple(dict.fromkeys(match.group(1) for match in _PREFIX.finditer(bare) if match.group(2)))


def used_namespaces(change: ClassChange) -> dict[str, str]:
    """Return the namespaces that a class change uses, by prefix: an author may have declared thousands."""
    used = {*prefixes(change.elem), change.attr.partition(":")[0]}
    return {prefix: name for prefix, name in change.namespaces.items() if prefix in used}
