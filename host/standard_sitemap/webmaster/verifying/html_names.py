"""Adapts XPath to HTML pages, as browsers do: a name without prefix matches HTML elements. [D52]

Browsers ignore the case of such names and of attributes. A tree in memory has every element in the XHTML namespace, so
the names get a prefix for it. Pure.
"""

from __future__ import annotations

import re
from itertools import zip_longest

XHTML_NAMESPACE = "http://www.w3.org/1999/xhtml"
# The lexical structure of XPath 1.0 (3.7). A name includes its prefix, but not its axis.
_TOKEN = re.compile(
    r"""\s*(?:(?P<literal>"[^"]*"|'[^']*')|(?P<number>\d+(?:\.\d*)?|\.\d+)|(?P<axis>::)"""
    r"""|(?P<name>[^\W\d][\w.\-·]*(?::(?!:)(?:[^\W\d][\w.\-·]*|\*))?)|(?P<sign>\.\.|//|!=|<=|>=|.))""",
    re.DOTALL,
)
# After one of these, or at the start, a name is a test; after anything else it is an operator (3.7).
_BEFORE_TEST = frozenset(
    {"@", "::", "(", "[", ",", "/", "//", "|", "+", "-", "=", "!=", "<", "<=", ">", ">=", "*", "$"}
)
_OPERATORS = frozenset({"and", "or", "mod", "div"})
_OTHER_AXES = frozenset({"attribute", "namespace"})


def with_prefix(expression: str, prefix: str) -> str:
    """Return an expression with `prefix` added to element names without a prefix, for a page of HTML."""
    tokens = [match for match in _TOKEN.finditer(expression) if match.lastgroup]
    pieces, place, previous, axis = [], 0, "", ""
    for match, following in zip_longest(tokens, tokens[1:]):
        name = match["name"]
        if name is None:
            token = match.group().strip()
            is_any = token == "*" and (previous == "" or previous in _BEFORE_TEST | _OPERATORS)
            previous = "name" if is_any else token
            continue
        is_operator = name in _OPERATORS and previous != "" and previous not in _BEFORE_TEST | _OPERATORS
        next_token = following.group().strip() if following is not None else ""
        if next_token == "::":
            axis = name
        is_test = not is_operator and next_token not in ("(", "::") and previous != "$" and ":" not in name
        if is_test:
            pieces += [expression[place : match.start("name")], _test(name, prefix, previous, axis)]
            place = match.end("name")
        previous = name if is_operator else "name"
    return "".join((*pieces, expression[place:]))


def _test(name: str, prefix: str, previous: str, axis: str) -> str:
    """Return the test of a name: an attribute in lower case, or an element with the prefix."""
    lower = name.lower() if name.isascii() else name
    is_other = previous == "@" or (previous == "::" and axis in _OTHER_AXES)
    return lower if is_other else f"{prefix}:{lower}"
