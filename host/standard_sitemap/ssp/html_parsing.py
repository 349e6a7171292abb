"""HTML as browsers parse it: html5lib, with the content of templates left out. Pure.

html5lib does not know `<template>`: one in the head would end the head, and a paragraph in it the page. Browsers keep
the content of templates apart from the page, and so it is not parsed at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import html5lib

from standard_sitemap.model.page_sizes import PAGE_PARTS, CostlyPage
from standard_sitemap.ssp.names import XHTML_NAMESPACE

_TYPES = html5lib.constants.tokenTypes
_START, _END = _TYPES["StartTag"], _TYPES["EndTag"]
# Elements whose content is text, with the state of the tokenizer that reads it (with scripting).
_RAW_STATES = {
    **dict.fromkeys(("title", "textarea"), "rcdataState"),
    **dict.fromkeys(("style", "xmp", "iframe", "noembed", "noframes", "noscript"), "rawtextState"),
    "script": "scriptDataState",
    "plaintext": "plaintextState",
}
_FOREIGN = frozenset({"svg", "math"})


def parsed(body: bytes, charset: str | None, treebuilder: str) -> Any:
    """Return the tree of a page, in which scripts would run: the content of `<noscript>` is text (D42).

    Raises CostlyPage.
    """
    kind = _TemplateParser if b"<template" in body.replace(b"\0", b"").lower() else _Parser
    try:
        return kind(treebuilder).parse(body, transport_encoding=charset, scripting=True, useChardet=False)
    except RecursionError as error:  # html5lib closes elements whose end tags are optional one in the other
        raise CostlyPage from error


class _Parser(html5lib.HTMLParser):  # type: ignore[misc]  # html5lib has no types
    """Parser that bounds the tree of a page, and keeps no list of its mistakes."""

    def __init__(self, treebuilder: str) -> None:
        super().__init__(html5lib.getTreeBuilder(treebuilder))
        self.tree.elementClass = _bounded(self.tree.elementClass)

    def parseError(self, *_: Any) -> None:  # noqa: N802
        """Do nothing: a mistake takes 240 bytes, and one byte of a page may be one."""


def _bounded(kind: Any) -> Any:
    """Return the class of a page's elements; beyond the bound, making one raises CostlyPage."""
    parts = 0

    def count(number: int) -> None:
        nonlocal parts
        parts += number
        if parts > PAGE_PARTS:
            raise CostlyPage

    class Element(kind):  # type: ignore[misc]
        def __init__(self, name: str, namespace: str | None = None) -> None:
            count(1)
            super().__init__(name, namespace)

        @property
        def attributes(self) -> Any:
            return kind.attributes.fget(self)

        @attributes.setter
        def attributes(self, attributes: Any) -> None:
            count(len(attributes))
            kind.attributes.fset(self, attributes)

    return Element


class _TemplateParser(_Parser):
    """Parser that reads each template as an empty script, which may stand wherever a template may."""

    def mainLoop(self) -> None:  # noqa: N802
        tokenizer: Any = self.tokenizer
        self.tokenizer: Any = _TemplateFilter(tokenizer, self)
        try:
            super().mainLoop()
        finally:
            self.tokenizer = tokenizer  # called again if the page declares another encoding


class _TemplateFilter:
    """The tokens of a page, without the content of templates. All else is the tokenizer's."""

    def __init__(self, tokenizer: Any, parser: Any) -> None:
        self.__dict__.update(tokenizer=tokenizer, parser=parser)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.tokenizer, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.tokenizer, name, value)

    def __iter__(self) -> Iterator[Any]:
        tokens = iter(self.tokenizer)
        for token in tokens:
            if token["type"] != _START or token["name"] != "template" or self._is_foreign():
                yield token
                continue
            self.parser.framesetOK = False
            yield {**token, "name": "script", "data": {}, "selfClosing": False}
            self.state = self.tokenizer.dataState
            _skip_template(tokens, self.tokenizer)
            yield {"type": _END, "name": "script", "data": {}, "selfClosing": False}

    def _is_foreign(self) -> bool:
        """Return whether a start tag begins an element of SVG or MathML here."""
        node = self.parser.tree.openElements[-1] if self.parser.tree.openElements else None
        is_integrated = node is None or node.namespace == XHTML_NAMESPACE or self.parser.isHTMLIntegrationPoint(node)
        return not is_integrated and not self.parser.isMathMLTextIntegrationPoint(node)


def _skip_template(tokens: Iterator[Any], tokenizer: Any) -> None:
    """Consume the content of a template, and its end tag."""
    templates, foreign = 1, 0
    for token in tokens:
        name, is_start, is_end = token.get("name"), token["type"] == _START, token["type"] == _END
        if name in _FOREIGN:
            foreign = max(0, foreign + (is_start and not token["selfClosing"]) - is_end)
        elif name == "template":
            templates += is_start - is_end
        elif is_start and name in _RAW_STATES and not foreign:
            tokenizer.state = getattr(tokenizer, _RAW_STATES[name])
        if not templates:
            return
