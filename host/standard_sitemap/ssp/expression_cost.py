"""The cost of an XPath 1.0 expression: an upper bound on the nodes that its evaluation visits, for a page of any size.

A browser cannot interrupt an evaluation, so the cost must be known before it begins. The bound is a sum of products of
quantities that are cheap to count in a page. The host derives the products once; a page counts and multiplies.

`*` is the number of elements, and `^*` the depth of their nesting. `p` and `^p` are the same quantities for elements of
that local name. `#` is the length of the page's text, `.` the number of all nodes, and `@` that of all attributes.

The result of most steps is sorted in document order: browsers compare the ancestors of its nodes, and the siblings
below a common ancestor. `<*` is the cost of placing an element, `<.` that of any node, `<@` that of an attribute.

`~` is the greatest number of siblings, nodes of all kinds. `=2:9` is the number of nodes that the part of the
expression between these characters selects, and `=2:9/` includes their descendants. A page counts them in this order,
each once the products without it and without later ones are within the limit.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from math import prod
from typing import NamedTuple

ELEMENTS, DEPTH, TEXT, NODES, ATTRIBUTES, SIBLINGS = "*", "^*", "#", ".", "@", "~"

# The cost of placing a node, by the kind of nodes in a set: cheapest first, since a mixed set costs as its costliest.
_PLACING = {ELEMENTS: "<*", NODES: "<.", ATTRIBUTES: "<@"}

# The limit on visits of one evaluation: 6 to 50 ms, as measured in Chromium and Firefox.
MOST_VISITS = 2_000_000

# Characters of text whose copying and searching cost as much as one visit.
CHARACTERS_A_VISIT = 32

# Visits that cost as much as the comparison of two nodes, and as much as merging a node into a sorted set.
_COMPARISON, _MERGING = 20, 12

# Child steps from the root that are free; each element is visited at most once.
_FREE_STEPS = 20

# Limits on the products of one expression, and on their factors and characters together (D43): they are sent to every
# page of the site.
_PRODUCTS = 24
_FACTORS = 120
_CHARACTERS = 800

# Limits on the tokens of one expression, and on nested parentheses, brackets and calls: no author uses a tenth of them.
_TOKENS = 1_000
_NESTING = 40

# Nearly the NCName of Namespaces in XML: letters and digits of any script, and the middle dot of Catalan.
NAME = r"[^\W\d][\w.\-·]*"
# XPath 1.0, 3.7: the longest token counts, and white space may surround each. A colon joins a prefix to a name unless
# another colon follows, which ends the name of an axis.
_TOKEN = re.compile(
    r"""\s*("[^"]*"|'[^']*'|\d+(?:\.\d*)?|\.\d+|::|//|\.\.|!=|<=|>=|[][()@,/|+=<>.*-]"""
    rf"|\$?{NAME}(?:\s*:(?!:)\s*(?:{NAME}|\*))?)\s*"
)
# The grammar of XPath 1.0 nests one production for each level of precedence; here each level is a binding power.
_POWERS = {
    "or": 1,
    "and": 2,
    "=": 3,
    "!=": 3,
    "<": 4,
    "<=": 4,
    ">": 4,
    ">=": 4,
    "+": 5,
    "-": 5,
    "*": 6,
    "div": 6,
    "mod": 6,
}
_SIBLING_AXES = {"following-sibling", "preceding-sibling"}
_ATTRIBUTE_AXES = {"attribute", "namespace"}
# Axes by which each node selects nodes that no other selects, or just one.
_NEAR_AXES = {"child", "self", "parent", *_ATTRIBUTE_AXES}
_NODE_TYPES = {"node", "text", "comment", "processing-instruction"}
_SEARCHES = {"contains", "starts-with", "substring-before", "substring-after", "translate"}
_TEXTS = {"string", "concat", "substring", "normalize-space", *_SEARCHES} - {"contains", "starts-with"}
_BOOLEANS = {"boolean", "not", "true", "false", "lang", "contains", "starts-with"}
_NAMES = {"name", "local-name", "namespace-uri"}
_OF_CONTEXT = {"string", "number", "string-length", "normalize-space"}

# Quantities of a usual page: its elements, the depth of their nesting, its text, nodes and attributes, and the costs of
# placing them. Most names occur less often.
USUAL_ELEMENTS = 3_000
_USUAL = {
    ELEMENTS: USUAL_ELEMENTS,
    DEPTH: 20,
    TEXT: USUAL_ELEMENTS + 100_000 // CHARACTERS_A_VISIT,
    NODES: 5_000,
    ATTRIBUTES: 3_000,
    SIBLINGS: 100,
    _PLACING[ELEMENTS]: 100,
    _PLACING[NODES]: 100,
    _PLACING[ATTRIBUTES]: 250,
}
_USUAL_OF_A_NAME = 300
_USUAL_DEPTH_OF_A_NAME = 3
_USUAL_OF_A_PATH = 10
_SINGLE = {"html", "head", "body", "title", "main"}

# Types of nodes: the document, elements, and nodes that have no children.
_ROOT, _ELEMENT, _OTHER = "root", "element", "other"
_OF_DOCUMENT, _OF_ELEMENTS, _LEAVES = frozenset({_ROOT}), frozenset({_ELEMENT}), frozenset({_OTHER})
_PARENTS = _OF_DOCUMENT | _OF_ELEMENTS

#: The factors of a product, sorted.
Product = tuple[str, ...]

# A product above the limit of any page, for expressions that cannot be estimated.
_BEYOND: Product = (ELEMENTS,) * 9


# Behaviour: the cost of a class change's XPath. Also: expression cost, slow or expensive XPath.
class Sum(Counter[Product]):
    """A sum of products of quantities, each product with its number of occurrences."""

    def times(self, *others: Sum | str) -> Sum:
        """Return the product with sums and with quantities."""
        result = self
        for other in others:
            factor = Sum({(other,): 1}) if isinstance(other, str) else other
            product = Sum()
            for left, count in result.items():
                for right, times in factor.items():
                    product._add(tuple(sorted(left + right)), count * times)
            result = product
        return result

    def plus(self, *others: Sum) -> Sum:
        """Return the sum with others."""
        total = Sum(self)
        total.extend(*others)
        return total

    def extend(self, *others: Sum) -> None:
        """Add others to this sum."""
        for other in others:
            for product, count in other.items():
                self._add(product, count)

    def _add(self, product: Product, count: int) -> None:
        """Add a product, merged with the products that it contains: every quantity is at least 1."""
        if product in self:
            self[product] += count
            return
        larger = next((other for other in self if _contains(other, product)), product)
        if larger == product:
            for smaller in [other for other in self if _contains(product, other)]:
                count += self.pop(smaller)
        self[larger] += count
        factors = [factor for each in self for factor in each]
        if len(self) > _PRODUCTS or len(factors) > _FACTORS or sum(map(len, factors)) > _CHARACTERS:
            self._coarsen()

    def _coarsen(self) -> None:
        """Replace names by quantities of all elements, which are their upper bounds, so that products merge."""
        coarse = Counter[Product]()
        for product, count in self.items():
            coarse[tuple(sorted(map(_coarse, product)))] += count
        self.clear()
        if len(coarse) <= _PRODUCTS and sum(map(len, coarse)) <= _FACTORS:
            self.update(coarse)
        else:
            self[_BEYOND] = 1

    @property
    def is_beyond(self) -> bool:
        """Whether the sum has too many products to be sent."""
        return _BEYOND in self


def _coarse(quantity: str) -> str:
    return (
        quantity if quantity in _USUAL or quantity.startswith("=") else DEPTH if quantity.startswith("^") else ELEMENTS
    )


def _contains(larger: Product, smaller: Product) -> bool:
    """Return whether a product is part of a larger one.

    Placing a node costs too many visits to be merged, and a page counts the nodes of a path only after other products.
    """
    if len(smaller) > len(larger):
        return False
    matched = 0  # factors are sorted
    for factor in larger:
        if matched < len(smaller) and factor == smaller[matched]:
            matched += 1
        elif factor.startswith(("<", "=")):
            return False
    return matched == len(smaller)


_ONCE = Sum({(): 1})
_NOTHING = Sum()


class _Context(NamedTuple):
    """The evaluations of an expression, one for each context node.

    `times` is their number. `overlap` is the greatest number of context nodes that are ancestors of one node.
    """

    times: Sum
    overlap: Sum


class _Value(NamedTuple):
    """The results of all evaluations of an expression together.

    `text` is the length of their strings. For node-sets, `times` is the number of nodes and `each` the number in one
    evaluation. `base` is the number of evaluations that may select a given node. `overlap` is the number of the nodes
    that may be ancestors of a given node. `kind` is `ELEMENTS`, `ATTRIBUTES`, or `NODES` if they may be of any kind.
    """

    text: Sum = _NOTHING
    is_constant: bool = False
    is_set: bool = False
    times: Sum = _NOTHING
    each: Sum = _NOTHING
    base: Sum = _NOTHING
    overlap: Sum = _NOTHING
    kind: str = ELEMENTS
    #: Reached from the root by child steps alone, so that no node is visited twice: the number of further free steps.
    free_steps: int = 0
    is_number: bool = False
    #: The types of the nodes: `_ROOT`, `_ELEMENT` and `_OTHER`.
    types: frozenset[str] = frozenset()

    @property
    def order(self) -> str:
        """The cost of placing one of the nodes in document order."""
        return _PLACING[self.kind]


class _EstimationError(Exception):
    """An expression that nests too deeply or is invalid."""


def cost(expression: str) -> Sum:
    """Return the bound on the visits of an expression that is evaluated once, from the root of a page."""
    return _estimate(expression)[0]


def can_yield_elements(expression: str) -> bool:
    """Return whether the result of an expression may contain elements (D56); True if it cannot be estimated.

    >>> [can_yield_elements(expression) for expression in ("//p", "//p/node()", "//p/@id", "//p/text()", "count(//p)")]
    [True, True, False, False, False]
    """
    return _estimate(expression)[1]


@lru_cache(maxsize=200)
def _estimate(expression: str) -> tuple[Sum, bool]:
    try:
        parser = _Parser(expression)
        value = parser.expression(_Context(_ONCE, _ONCE), 0)
        return (parser.cost, _ELEMENT in value.types) if parser.is_over else (Sum({_BEYOND: 1}), True)
    except _EstimationError:
        return Sum({_BEYOND: 1}), True


def visits_in_usual_page(expression: str) -> int:
    """Return the visits that an expression may take in a page of `USUAL_ELEMENTS`.

    >>> [visits_in_usual_page(expression) for expression in ("/html/body", "//body", "//*[. = //*]")]
    [0, 6000, 1713000000]
    """
    return sum(count * prod(map(_usual, product)) for product, count in cost(expression).items())


def _usual(quantity: str) -> int:
    if quantity in _USUAL:
        return _USUAL[quantity]
    if quantity.startswith("="):
        return _USUAL_OF_A_PATH
    if quantity.removeprefix("^") in _SINGLE:
        return 1
    return _USUAL_DEPTH_OF_A_NAME if quantity.startswith("^") else _USUAL_OF_A_NAME


def _tokens(expression: str) -> tuple[list[str], list[int]]:
    """Return the tokens of an expression, and the offset at which each begins, with that of the end."""
    tokens, starts, at = list[str](), [0], 0
    while at < len(expression):
        token = _TOKEN.match(expression, at)
        if token is None or len(tokens) == _TOKENS:
            raise _EstimationError
        tokens.append(token.group(1))
        at = token.end()
        starts.append(at)
    return tokens, starts


class _Parser:
    """A recursive-descent parser of XPath 1.0 that adds up costs and keeps no tree."""

    def __init__(self, expression: str) -> None:
        self._tokens, self._starts = _tokens(expression)
        self._at = 0
        self._depth = 0
        self._has_position = False
        self._in_predicate = False
        self.cost = Sum()

    @property
    def is_over(self) -> bool:
        """Whether the whole expression was parsed."""
        return self._at == len(self._tokens)

    def expression(self, context: _Context, power: int) -> _Value:
        """Parse an expression with operators of at least the given binding power."""
        self._depth += 1
        if self._depth > _NESTING:
            raise _EstimationError
        is_negative = False
        while self._takes("-"):
            is_negative = True
        left = self._union(context)
        if is_negative:
            self._charge(left.text)
            left = _Value(is_number=True)
        # After an operand, `*` multiplies, and a name such as `div` or `and` is an operator. Before one, both are names
        # (XPath 1.0, 3.7).
        while _POWERS.get(self._peek(), -1) >= power:
            operator = self._next()
            # All operators associate to the left, so the right operand binds tighter by one.
            right = self.expression(context, _POWERS[operator] + 1)
            self._charge(context.times)
            if operator not in {"or", "and"}:
                self._compare(left, right)
            left = _Value(is_number=_POWERS[operator] > _POWERS[">="])
        self._depth -= 1
        return left

    def _compare(self, left: _Value, right: _Value) -> None:
        self._charge(left.text, right.text)
        if left.is_set and right.is_set:
            # Each node of one set is compared with each of the other, whose strings are computed again.
            self._charge(left.text.times(right.each), right.text.times(left.each))
            self._charge(left.times.times(right.each, Sum({(): _COMPARISON})))
        elif left.is_set or right.is_set:
            nodes, text = (left, right.text) if left.is_set else (right, left.text)
            self._charge(nodes.times, text.times(nodes.each))

    def _union(self, context: _Context) -> _Value:
        value = self._path(context)
        while self._takes("|"):
            other = self._path(context)
            both = value.times.plus(other.times)
            self._charge(both.times(value.order), both.times(other.order))
            value = _Value(
                is_set=True,
                text=value.text.plus(other.text),
                times=both,
                each=value.each.plus(other.each),
                base=value.base.plus(other.base),
                overlap=value.overlap.plus(other.overlap),
                kind=max(value.kind, other.kind, key=list(_PLACING).index),
                types=value.types | other.types,
            )
        return value

    def _path(self, context: _Context) -> _Value:
        start = None if self._in_predicate else self._at
        if self._peek() in {"/", "//"}:
            root = _nodes(context.times, context.times, free_steps=_FREE_STEPS if context.times == _ONCE else 0)
            root = root._replace(types=_OF_DOCUMENT)
            is_root_alone = self._takes("/") and not self._begins_step()
            return root if is_root_alone else self._steps(context, root, start)
        if self._begins_step():
            # The types count only outside of predicates, where the context is the document.
            return self._steps(context, _nodes(context.times, context.overlap)._replace(types=_OF_DOCUMENT), start)
        value = self._primary(context)
        while self._peek() == "[":
            value = self._filtered(context, value)
        if self._peek() in {"/", "//"}:
            if start is not None and self._tokens[self._at - 1] == "]":
                value = _counted(value, self._part(start))
            self._takes("/")
            return self._steps(context, value, start)
        return value

    def _filtered(self, context: _Context, value: _Value) -> _Value:
        """Apply a predicate to a whole node-set."""
        if self._predicate(_Context(value.times, value.overlap)).is_constant:
            return _nodes(context.times, context.times)._replace(types=value.types)
        return value

    def _steps(self, context: _Context, value: _Value, start: int | None = None) -> _Value:
        """Parse steps; `start` is the first token of a path that is evaluated once."""
        steps = 0
        while True:
            is_deep = self._takes("//")
            # `//` abbreviates `/descendant-or-self::node()/`. Before a child step, browsers join the two to a single
            # `descendant`.
            if is_deep and not self._begins_child_step():
                types = _reached_types(value.types, "descendant-or-self", "node")
                value = self._step(context, value, "descendant-or-self", NODES, DEPTH)._replace(types=types)
                if start is not None and steps:
                    value = _counted(value, f"{self._part(start)}/")
            value = self._parsed_step(context, value, "//" if is_deep else "child")
            is_filtered = self._tokens[self._at - 1] == "]"
            steps += 1
            if self._peek() not in {"/", "//"}:
                return value
            # Predicates and several steps select few nodes, but how few only the page shows.
            is_far = self._peek() == "//" or (self._peek(2) == "::" and self._peek(1) not in _NEAR_AXES)
            if start is not None and (is_far if value.free_steps else is_filtered or steps > 1):
                value = _counted(value, self._part(start))
            if self._peek() != "//":
                self._takes("/")

    def _part(self, start: int) -> str:
        """Return the quantity for the nodes of the path from a token to the last one."""
        at = self._at - 1 if self._tokens[self._at - 1] in {"/", "//"} else self._at
        return f"={self._starts[start]}:{self._starts[at]}"

    def _begins_child_step(self) -> bool:
        return self._peek() not in {".", "..", "@"} and (self._peek(1) != "::" or self._peek() == "child")

    def _parsed_step(self, context: _Context, value: _Value, axis: str) -> _Value:
        """Parse a step; `axis` is that of a step without one, `//` for the children of all descendants."""
        if self._takes("."):
            return self._step(context, value, "self", value.kind, DEPTH)
        if self._takes(".."):
            types = _reached_types(value.types, "parent", "node")
            return self._step(context, value, "parent", ELEMENTS, DEPTH)._replace(types=types)
        if self._takes("@"):
            axis = "attribute"
        elif self._peek(1) == "::":
            named, _ = self._next(), self._next()
            axis = axis if named == "child" else named
        test = self._next()
        if test in _NODE_TYPES and self._takes("("):
            while not self._takes(")"):
                self._next()
            types = _reached_types(value.types, axis, test)
            return self._step(context, value, axis, NODES, DEPTH if test == "node" else "")._replace(types=types)
        name = test.rpartition(":")[2].strip()
        types = _reached_types(value.types, axis, "")
        return self._step(context, value, axis, name, f"^{name}")._replace(types=types)

    def _step(self, context: _Context, value: _Value, axis: str, name: str, nesting: str) -> _Value:
        """Charge a step and its predicates; `name` and `nesting` are the quantities of the selected nodes."""
        if axis in _ATTRIBUTE_AXES and name in {ELEMENTS, NODES}:
            name, nesting = ATTRIBUTES, ""
        result, pairs = self._selected(context, value, axis, name, (nesting,) if nesting else ())
        is_positional = False
        while self._peek() == "[":
            is_positional |= self._predicate(pairs).is_number
        # Browsers sort nothing if each evaluation begins at a single node, or at sibling ones. They evaluate `//p` as
        # `/descendant::p` unless a predicate needs the position of a node.
        is_ordered = value.each == _ONCE or (axis in {"child", "//", "descendant"} and value.free_steps > 0)
        if not is_ordered or (axis == "//" and is_positional):
            self._charge(result.times.times(result.order))
            if axis not in _NEAR_AXES:
                self._charge(value.times.times(result.order), pairs.times.times(Sum({(): _MERGING})))
        return result

    def _selected(
        self, context: _Context, value: _Value, axis: str, name: str, nested: Product
    ) -> tuple[_Value, _Context]:
        """Charge the search of a step; return its result, and the evaluations of its predicates."""
        below, everywhere = _reached(value.base, name, nested), _reached(context.times, name, nested)
        if axis in {"//", "descendant", "descendant-or-self"}:
            self._charge(value.times, value.overlap.times(ELEMENTS))
            return below, _Context(value.overlap.times(name), value.overlap.times(*nested))
        if axis == "child":
            # The first steps are free, because `/html/body` must be found in pages of any size.
            self._charge(_NOTHING if value.free_steps else value.times.plus(value.base.times(ELEMENTS)))
            free_steps = max(0, value.free_steps - 1)
            return below._replace(free_steps=free_steps), _Context(below.times, below.overlap)
        if axis == "self":
            self._charge(value.times)
            return value._replace(free_steps=0), _Context(value.times, value.overlap)
        if axis in _ATTRIBUTE_AXES:
            times = below.times if name == ATTRIBUTES else value.times
            self._charge(value.times, times)
            return below._replace(times=times, overlap=times, text=times, each=value.each), _Context(times, times)
        if axis == "parent":
            self._charge(value.times)
            result = everywhere._replace(times=value.times, overlap=value.times, each=value.each)
            return result, _Context(value.times, value.times)
        if axis in _SIBLING_AXES:
            pairs = value.times.times(SIBLINGS)
            self._charge(pairs)
            return everywhere, _Context(pairs, value.times.times(*nested))
        is_upward = axis in {"ancestor", "ancestor-or-self"}
        self._charge(value.times.times(DEPTH if is_upward else ELEMENTS))
        many = value.times.times(*nested)
        return everywhere, _Context(many if is_upward else value.times.times(name), many)

    def _predicate(self, context: _Context) -> _Value:
        """Parse a predicate.

        Return a constant number for the number of a node, and a number for any predicate that may depend on positions.
        """
        self._next()
        is_number = self._peek()[:1].isdecimal() and self._peek(1) == "]"
        outer, self._has_position = self._has_position, False
        if is_number:
            self._next()
            value = _Value(is_constant=True, is_number=True)
        else:
            self._charge(context.times)
            around, self._in_predicate = self._in_predicate, True
            value = self.expression(context, 0)
            self._in_predicate = around
            value = _Value(is_number=value.is_number or self._has_position)
        self._has_position |= outer
        if not self._takes("]"):
            raise _EstimationError
        return value

    def _primary(self, context: _Context) -> _Value:
        if self._takes("("):
            value = self.expression(context, 0)
            if not self._takes(")"):
                raise _EstimationError
            return value._replace(free_steps=0)
        token = self._next()
        self._charge(context.times)
        if self._takes("("):
            return self._call(context, token)
        is_text = token[:1] in "\"'"
        return _Value(is_constant=is_text, is_number=not is_text)

    def _call(self, context: _Context, name: str) -> _Value:
        start = self._at
        arguments: list[_Value] = []
        while not self._takes(")"):
            arguments.append(self.expression(context, 0))
            self._takes(",")
        # Browsers find an id in an index, so a literal costs its words only.
        if name == "id":
            return self._identified(context, arguments, start)
        if name in {"position", "last"}:
            self._has_position = True
        if name in {"count", "boolean", "not", "position", "last", "true", "false", *_NAMES}:
            return _Value(is_number=name not in _BOOLEANS | _NAMES)
        texts = [argument.text for argument in arguments]
        if not arguments and name in _OF_CONTEXT:
            texts = [context.overlap.times(TEXT)]
        self._charge(*texts, context.times.times(DEPTH) if name == "lang" else _NOTHING)
        if name in _SEARCHES and not all(argument.is_constant for argument in arguments[1:]):
            self._charge(texts[0].times(TEXT))
        text = _NOTHING.plus(*texts) if name in _TEXTS else _NOTHING
        return _Value(text=text, is_number=name not in _TEXTS | _BOOLEANS)

    def _identified(self, context: _Context, arguments: list[_Value], start: int) -> _Value:
        """Return the elements with given ids; for a literal, as many as it has words."""
        times = context.times
        if arguments and arguments[0].is_constant:
            words = Sum({(): len(self._tokens[start].split()) or 1})
            return _nodes(times.times(words), times, each=words)._replace(types=_OF_ELEMENTS)
        self._charge(*(argument.text.times(Sum({(): CHARACTERS_A_VISIT})) for argument in arguments))
        result = _reached(times, ELEMENTS, (DEPTH,))
        self._charge(result.times.times(result.order))
        return result._replace(types=_OF_ELEMENTS)

    def _charge(self, *sums: Sum) -> None:
        self.cost.extend(*sums)
        if self.cost.is_beyond:
            raise _EstimationError

    def _begins_step(self) -> bool:
        token = self._peek()
        if token in {".", "..", "@", "*"} or self._peek(1) == "::":
            return True
        # A name before a parenthesis is a function, unless it is a node test such as `text()`.
        is_call = self._peek(1) == "(" and token not in _NODE_TYPES
        return token[:1].isidentifier() and not is_call

    def _peek(self, ahead: int = 0) -> str:
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else ""

    def _next(self) -> str:
        token = self._peek()
        if not token:
            raise _EstimationError
        self._at += 1
        return token

    def _takes(self, token: str) -> bool:
        is_next = self._peek() == token
        self._at += is_next
        return is_next


def _counted(value: _Value, part: str) -> _Value:
    """Return a value whose nodes a page counts."""
    nodes = Sum({(part,): 1})
    return value._replace(times=nodes, overlap=nodes, text=nodes.times(TEXT))


def _reached_types(types: frozenset[str], axis: str, test: str) -> frozenset[str]:
    """Return the types of the nodes of a step from nodes of some types; `test` is the type of a node, "" for a name."""
    selected = types if axis in {"self", "ancestor-or-self", "descendant-or-self"} else frozenset[str]()
    if axis in _ATTRIBUTE_AXES and types & _OF_ELEMENTS:
        return _LEAVES if test in {"", "node"} else frozenset()
    if axis in {"child", "//", "descendant", "descendant-or-self"} and types & _PARENTS:
        selected |= _OF_ELEMENTS | _LEAVES
    elif axis in {"parent", "ancestor", "ancestor-or-self"} and types - _OF_DOCUMENT:
        selected |= _PARENTS
    elif axis in {"following", "preceding", "following-sibling", "preceding-sibling"} and types - _OF_DOCUMENT:
        selected |= _OF_ELEMENTS | _LEAVES
    if test == "node":
        return selected
    return selected & (_LEAVES if test else _OF_ELEMENTS)


def _nodes(times: Sum, base: Sum, *, each: Sum = _ONCE, free_steps: int = 0) -> _Value:
    """Return a value for nodes with nothing known but their number."""
    text = times.times(TEXT) if times == base or each != _ONCE else base.times(TEXT)
    overlap = times if each != _ONCE else base
    return _Value(is_set=True, text=text, times=times, each=each, base=base, overlap=overlap, free_steps=free_steps)


def _reached(base: Sum, name: str, nested: Product) -> _Value:
    """Return the value for all nodes of a name, each in `base` evaluations."""
    overlap = base.times(*nested)
    text = overlap.times(TEXT)
    kind = name if name in _PLACING else ELEMENTS
    each = Sum({(name,): 1})
    return _Value(is_set=True, text=text, times=base.times(name), each=each, base=base, overlap=overlap, kind=kind)
