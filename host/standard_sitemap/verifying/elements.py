"""On how many pages class changes find an element: `python -m standard_sitemap.verifying.elements`.

Runs as a process of its own, which its caller ends when its time is over: some expressions and pages are made so that
evaluating them never ends. Reads one JSON object, `{"expressions": [{"elem", "namespaces"}], "pages": [{"type",
"body"}]}` with bodies in base64, and writes for each expression on how many pages it finds an element.
"""

from __future__ import annotations

import base64
import json
import sys
import warnings
from typing import Any

from lxml import etree

_XHTML = "application/xhtml+xml"


def main() -> None:
    """Answer the request on standard input."""
    request = json.load(sys.stdin)
    trees = [tree for page in request["pages"] if (tree := _tree(page["type"], page["body"])) is not None]
    found = [sum(1 for tree in trees if _finds(tree, one)) for one in request["expressions"]]
    json.dump(found, sys.stdout)


def _tree(kind: str, encoded: str) -> Any:
    """A page as browsers see it; None where it is none."""
    body = base64.b64decode(encoded)
    media_type, _, parameters = kind.partition(";")
    if media_type.strip().lower() == _XHTML:
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
        try:
            return etree.ElementTree(etree.fromstring(body, parser))
        except (etree.XMLSyntaxError, TypeError):
            return None
    import html5lib

    charset = parameters.partition("charset=")[2].strip("\"' ") or None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # names that XML cannot hold are changed, which nothing here looks for
        return html5lib.parse(body, treebuilder="lxml", transport_encoding=charset)


def _finds(tree: Any, one: dict[str, Any]) -> bool:
    try:
        found = tree.xpath(one["elem"], namespaces=one["namespaces"] or None)
    except (etree.XPathError, TypeError, ValueError):
        return False
    return isinstance(found, list) and any(etree.iselement(element) for element in found)


if __name__ == "__main__":
    main()
