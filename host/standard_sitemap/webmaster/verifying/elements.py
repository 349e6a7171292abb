"""Counts the pages in which class changes match: `python -m standard_sitemap.webmaster.verifying.elements`.

Runs as a separate process, which its caller kills at a deadline: some expressions and pages never finish. Reads one
JSON object, `{"expressions": [{"elem", "namespaces"}], "pages": [{"type", "body"}]}` with bodies in base64. Writes, for
each expression, the number of pages in which it matches an element.
"""

from __future__ import annotations

import base64
import json
import sys
import warnings
from itertools import count
from typing import Any

from lxml import etree

from standard_sitemap.model.encodings import page_media_type
from standard_sitemap.ssp.html_parsing import parsed
from standard_sitemap.webmaster.verifying.html_names import XHTML_NAMESPACE, with_prefix

_XHTML = "application/xhtml+xml"


def main() -> None:
    """Answer the request on standard input."""
    request = json.load(sys.stdin)
    expressions = request["expressions"]
    numbers = [0] * len(expressions)
    for page in request["pages"]:
        tree = _tree(page["type"], page["body"])
        if tree is not None:
            numbers = [number + _finds(*tree, each) for number, each in zip(numbers, expressions, strict=True)]
    json.dump(numbers, sys.stdout)


def _tree(kind: str, encoded: str) -> tuple[Any, bool] | None:
    """Return a page as browsers parse it, and whether it is HTML; None if it is not a page."""
    body = base64.b64decode(encoded)
    media_type = page_media_type(kind, body)
    if media_type.essence == _XHTML:
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
        try:
            return etree.ElementTree(etree.fromstring(body, parser)), False
        except (etree.XMLSyntaxError, TypeError):
            return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # names that XML cannot hold are changed; nothing here uses them
        return parsed(body, media_type.charset, "lxml"), True


def _finds(tree: Any, is_html: bool, expression: dict[str, Any]) -> bool:
    elem, namespaces = expression["elem"], dict(expression["namespaces"])
    if is_html:
        prefix = next(name for name in map("h{}".format, count()) if name not in namespaces)
        elem, namespaces[prefix] = with_prefix(elem, prefix), XHTML_NAMESPACE
    try:
        nodes = tree.xpath(elem, namespaces=namespaces or None)
    except (etree.XPathError, TypeError, ValueError):
        return False
    # A comment or an instruction is no element, although lxml makes it one (D56).
    return isinstance(nodes, list) and any(isinstance(getattr(node, "tag", None), str) for node in nodes)


if __name__ == "__main__":
    main()
