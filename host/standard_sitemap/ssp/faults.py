"""Faults: what a sitemap's author did not mean, as data, and the catalogue of their codes.

Faults are collected, never raised. A code is forever: it is appended to the catalogue, never renamed or reused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Rule:
    """What a code stands for: its severity, the clause it comes from, what is wrong and what mends it."""

    severity: Severity
    clause: str
    problem: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Fault:
    """One breach at one place; `line` counts from 1 and is 0 where the document as a whole is meant."""

    code: str
    document: str
    line: int = 0
    params: Mapping[str, str] = field(default_factory=dict)

    @property
    def rule(self) -> Rule:
        return CATALOGUE[self.code]

    @property
    def severity(self) -> Severity:
        return self.rule.severity

    @property
    def clause(self) -> str:
        return self.rule.clause

    @property
    def message(self) -> str:
        """What is wrong and what mends it, in one text."""
        return f"{self.rule.problem} {self.rule.remedy}".format_map(self.params)


def _error(clause: str, problem: str, remedy: str) -> Rule:
    return Rule("error", clause, problem, remedy)


def _warning(clause: str, problem: str, remedy: str) -> Rule:
    return Rule("warning", clause, problem, remedy)


def _info(clause: str, problem: str, remedy: str) -> Rule:
    return Rule("info", clause, problem, remedy)


_DOCUMENTS: dict[str, Rule] = {
    "not-well-formed": _error(
        "Parsing sitemaps", "This is not well-formed XML: {reason}.", "Nothing of the file can be used until it is."
    ),
    "unknown-encoding": _error(
        "D3", "The character encoding “{encoding}” is not known.", "Save the file as UTF-8 and say so."
    ),
    "undecodable": _error(
        "D3", "The file holds bytes that are not {encoding}.", "Save it in the encoding that it or its server names."
    ),
    "entity-declared": _error(
        "Parsing sitemaps",
        "The DOCTYPE declares the entity “{name}”; for safety such files are not read.",
        "Write the text itself, or a character reference such as &#233;.",
    ),
    "wrong-type": _error(
        "D3", "The server calls this file “{type}”, which is not XML.", "Serve it as application/xml."
    ),
    "unavailable": _error("D10", "This file could not be had: {reason}", "Its elements are missing from the map."),
    "missing-namespace": _error(
        "D1",
        "The document element <{name}> is in no namespace.",
        'Write <sitemap xmlns="http://standard-sitemap.org/2007/ns">.',
    ),
    "wrong-namespace": _error(
        "D1",
        "The document element <{name}> is in the namespace “{namespace}”.",
        "A sitemap's is http://standard-sitemap.org/2007/ns.",
    ),
    "not-a-sitemap": _error(
        "D1", "The document element is <{name}>, so the file is no root file.", "A root file begins with <sitemap>."
    ),
    "too-many-elements": _error(
        "D10", "The file has more than {limit} elements; the rest is left out.", "Divide it and use <external>."
    ),
    "too-many-documents": _error(
        "D10", "The sitemap consists of more than {limit} files; the rest is left out.", "Join some of them."
    ),
}

_ELEMENTS: dict[str, Rule] = {
    "unknown-element": _warning(
        "Elements", "There is no element <{name}> in the format.", "Check its spelling; it is ignored."
    ),
    "misplaced-element": _warning(
        "Elements", "<{name}> has no meaning inside <{parent}>.", "Move it; it is ignored here."
    ),
    "unknown-attribute": _warning(
        "Attributes", "<{element}> has no attribute “{name}”.", "Check its spelling; it is ignored."
    ),
    "duplicate-id": _warning(
        "D4", "The id “{id}” was given before, on line {first}.", "Ids are compared without case; change one."
    ),
    "bad-id": _warning("Element ID", "“{id}” is not a valid id.", "Use letters, digits, “_”, “-” and “.”."),
    "bad-tree": _warning(
        "D8", "tree=“{value}” is not allowed and counts as auto.", "Use include, exclude, auto or user."
    ),
    "bad-relation": _warning("D8", "relation=“{value}” is not allowed and counts as none.", "Use none or sequence."),
    "bad-order": _warning(
        "D8", "order=“{value}” is not allowed and counts as none.", "Use none, lexical, base10, base16 or version."
    ),
    "bad-priority": _warning(
        "D8", "priority=“{value}” counts as {used}.", "Write a decimal from 0.0 to 1.0, with a point."
    ),
    "bad-method": _warning("D15", "method=“{value}” counts as get.", "Use get or post."),
    "bad-refer": _warning(
        "Attribute refer", "refer has no value “{value}”.", "Use user, root, map, page, parent or none."
    ),
    "bad-url": _error("Attribute url", "“{value}” cannot be made an address.", "Correct it; it is ignored."),
    "url-on-group": _warning("D14", "A group has no location; its url is ignored.", "Use an <item>, or drop the url."),
    "unknown-role": _info(
        "Roles",
        "“{value}” is not a role that the specification defines.",
        "It is listed by its name, and keeps the element in the tree.",
    ),
    "nameless-item": _warning(
        "Variants", "A variant of this item has no name, so it and all below it are left out.", "Add name."
    ),
    "locationless-item": _warning(
        "D10",
        "“{name}” has a variant without url, and nothing below it is shown, so it is left out.",
        "Add url, or something below it.",
    ),
    "search-without-template": _warning(
        "D11", "“{name}” cannot be searched: a variant has no data.", 'Add a template such as data="q=%s".'
    ),
    "search-without-location": _warning(
        "Site-limited search", "“{name}” cannot be searched: a variant has no url.", "Add the address of the search."
    ),
    "home-excluded": _info(
        "D9", "“{name}” is home only because it comes first.", 'Say role="home tree" on the item that is meant.'
    ),
    "order-broken": _warning(
        "Attribute order",
        "The children are not in {order} order: “{name}” comes after “{before}”.",
        'Sort them, or drop order="{order}".',
    ),
    "loop": _info(
        "Sitemaps with loops", "“{name}” comes up again below itself.", "It is shown there without what is below it."
    ),
    "tree-too-large": _warning(
        "Sitemaps with loops",
        "Sharing unfolds this map to more than {limit} nodes; it is printed {depth} levels deep.",
        "Use --depth to choose.",
    ),
}

_REFERENCES: dict[str, Rule] = {
    "external-without-url": _error(
        "Element <external>", "This <external> has no url.", 'Add one, such as url="other.xml#id".'
    ),
    "external-without-id": _error(
        "D5", "“{url}” names a file, but no element in it.", "Add “#” and the xml:id of an item or group."
    ),
    "dangling-reference": _error(
        "D5", "There is no element with the id “{id}” in {target}.", "Correct the id, or add it there."
    ),
    "reference-to-other-element": _error(
        "D5", "“{id}” in {target} is a <{name}>.", "Only an <item> or a <group> can be referenced."
    ),
    "reference-to-missing-file": _warning(
        "D5", "{target} could not be had, so nothing stands here.", "See the fault of that file."
    ),
}

_CLASS_CHANGES: dict[str, Rule] = {
    "class-change-without-elem": _error(
        "D16", "This <{name}> has no elem.", 'Add elem="/html:html/html:body" and declare the prefix html.'
    ),
    "class-change-without-prefix": _error("D16", "This <{name}> has no prefix.", 'Add prefix="sitemap".'),
    "bad-class-prefix": _error("D16", "prefix=“{value}” cannot begin a class name.", "Use a name without white space."),
    "undeclared-prefix": _error(
        "D16", "The prefix “{prefix}” is not declared here.", 'Add xmlns:{prefix}="…" to this element or above it.'
    ),
    "bad-xpath": _error("D16", "“{value}” is not an XPath expression.", "Correct elem."),
    "bad-attr": _error("D16", "“{value}” is not the name of an attribute.", "Correct attr."),
}

_OBSOLETE: dict[str, Rule] = {
    "obsolete-change": _warning("D21", "<change> is obsolete.", "Write <class-change>."),
    "obsolete-xlink": _warning("D22", "xlink:href is obsolete.", "Write url."),
    "obsolete-baseurl": _warning("D23", "baseurl is obsolete.", "Write xml:base."),
    "obsolete-meta-schema": _warning(
        "D24",
        "<meta name=“{name}”> is obsolete.",
        'Write <link rel="{name}" href="http://standard-sitemap.org/2007/ns">.',
    ),
    "obsolete-x-header": _warning(
        "D25", "X-Standard-Sitemap-Location is obsolete.", "Send Opt with NN-Location, or use links in the page."
    ),
    "obsolete-legacy-link": _warning(
        "D25", '<link rel="standard-sitemap"> is obsolete.', 'Write rel="schema.ssp" and rel="ssp.location".'
    ),
    "obsolete-element": _info("D26", "<{name}> is obsolete and ignored.", "Drop it."),
    "obsolete-target": _info("D26", "target is obsolete and ignored.", "Drop it."),
}

CATALOGUE: Mapping[str, Rule] = _DOCUMENTS | _ELEMENTS | _REFERENCES | _CLASS_CHANGES | _OBSOLETE
