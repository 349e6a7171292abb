"""The nodes that match a filter's text: by names, by names over several levels, by addresses, with one typo. Pure.

Works in small steps: None comes between nodes, as a point to pause.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence

from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.model.uris import has_web_scheme
from standard_sitemap.model.words import folded, holds

# Nodes with the rarest word: the other words are searched for below and above each.
MOST_RARE = 5_000

# Nodes examined below nodes with the rarest word.
MOST_BELOW = 50_000

# Names compared letter by letter for one typo.
MOST_COMPARED = 20_000

# A shorter word has too many neighbours to be recognised as mistyped.
SHORTEST_MISTYPED = 4

# Nodes between two pauses: each costs some microseconds.
_STEP = 100

_END = -1

_WORD = re.compile(r"[^\s/]+")


# Behaviour: filter matches. Also: matching, search box, substring, typo, fuzzy search.
def filter_words(text: str) -> list[str]:
    """Return the words that a filter's text asks for, `folded`; they match in any order."""
    return folded(text).split()


def exact_matches(hierarchy: Hierarchy, text: str, names: Mapping[str, str]) -> Iterator[int | None]:
    """Yield nodes with a name that contains all words, or with the text as their address; some come twice.

    `names` are the names that readers see for groups, by meaning.
    """
    words = filter_words(text)
    if has_web_scheme(text.strip()):
        yield from hierarchy.page_index.at_location(text.strip())
    yield from _groups_shown_as(hierarchy, words, names)
    yield from hierarchy.named(words)


def wider_matches(hierarchy: Hierarchy, text: str) -> Iterator[int | None]:
    """Yield nodes whose description or address contains the words, and nodes that match over several levels."""
    words = filter_words(text)
    if len(words) > 1:
        yield from _over_levels(hierarchy, words)
    yield from hierarchy.mentioning(words)


def mistyped_matches(hierarchy: Hierarchy, text: str) -> Iterator[int | None]:
    """Yield nodes with a name that contains all words, one of them with a typo.

    A typo is one letter added, missing or changed, or two swapped. Numbers have none: each is near to many others.
    """
    words = filter_words(text)
    for place, word in enumerate(words):
        if len(word) >= SHORTEST_MISTYPED and not word.isdecimal():
            yield from _mistyped(hierarchy, word, words[:place] + words[place + 1 :])


def is_near(word: str, other: str) -> bool:
    """Return whether one added, missing or changed letter, or two swapped neighbours, distinguish the words."""
    if abs(len(word) - len(other)) > 1:
        return False
    start = next((n for n, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), min(len(word), len(other)))
    left, right = word[start:], other[start:]
    return (
        left[1:] == right[1:]
        or left[1:] == right
        or left == right[1:]
        or (left[:2] == right[1::-1] and left[2:] == right[2:])
    )


def _groups_shown_as(hierarchy: Hierarchy, words: list[str], names: Mapping[str, str]) -> Iterator[int]:
    """Yield the groups with a meaning whose names, as readers see them, contain all words."""
    if not words or not names:
        return
    for node in hierarchy.children(hierarchy.root):
        meaning = hierarchy.details.meaning(node)
        if meaning is None:  # groups with a meaning come first, and there may be a million pages
            return
        if holds(names.get(meaning, ""), words):
            yield node


def _over_levels(hierarchy: Hierarchy, words: Sequence[str]) -> Iterator[int | None]:
    """Yield nodes whose names, with the names of the nodes above, contain all words, one of them at least in their own.

    The rarest word is in the name of such a node or of an ancestor.
    """
    nodes = yield from _holding_rarest(hierarchy, words)
    # Many nodes are below the same ones, and each name takes some microseconds.
    known: dict[int, frozenset[str]] = {}

    def words_of(node: int) -> frozenset[str]:
        if node not in known:
            known[node] = _words_of(hierarchy, words, node)
        return known[node]

    seen: set[tuple[int, frozenset[str]]] = set()
    for node in nodes:
        path = hierarchy.page_index.path(node)
        if path:
            above = frozenset[str]().union(*map(words_of, path[:-1]))
            yield from _below(hierarchy, (node, above), words_of, len(set(words)), seen)
        if len(seen) > MOST_BELOW:
            return


def _below(
    hierarchy: Hierarchy,
    top: tuple[int, frozenset[str]],
    words_of: Callable[[int], frozenset[str]],
    wanted: int,
    seen: set[tuple[int, frozenset[str]]],
) -> Iterator[int | None]:
    waiting = [top]
    while waiting and len(seen) <= MOST_BELOW:
        node, above = waiting.pop()
        if (node, above) in seen:
            continue
        seen.add((node, above))
        own = words_of(node)
        together = above | own
        if own and len(together) == wanted:
            yield node
        if len(seen) % _STEP == 0:
            yield None
        if hierarchy.has_children(node):
            waiting.extend((child, together) for child in hierarchy.children(node)[:MOST_BELOW])


def _words_of(hierarchy: Hierarchy, words: Sequence[str], node: int) -> frozenset[str]:
    """Return the words that occur in names of a node."""
    names = [name for name in hierarchy.details.names(node) if name]
    return frozenset(word for word in words if any(holds(name, [word]) for name in names))


def _holding_rarest(hierarchy: Hierarchy, words: Sequence[str]) -> Generator[None, None, list[int]]:
    """Return the nodes that contain the rarest word.

    One search runs for each word, and the first to end is the rarest word's.
    """
    searches = [(hierarchy.named([word]), list[int]()) for word in words]
    while True:
        for nodes, holding in searches:
            if _has_ended(nodes, holding):
                return holding
        yield


def _has_ended(nodes: Iterator[int | None], holding: list[int]) -> bool:
    """Append nodes up to the next pause; return whether there are no more, or enough."""
    for _ in range(_STEP):
        node = next(nodes, _END)
        if node is None:
            return False
        if node == _END:
            return True
        holding.append(node)
    return len(holding) > MOST_RARE


def _mistyped(hierarchy: Hierarchy, word: str, others: list[str]) -> Iterator[int | None]:
    """Yield nodes whose names contain the other words and nearly this one: one of its halves is typed correctly."""
    half, compared = len(word) // 2, 0
    swapped = word[: half - 1] + word[half] + word[half - 1] + word[half + 1 :]
    for part in dict.fromkeys((word[:half], word[half:], swapped)):
        for node in hierarchy.named([part, *others]):
            if node is None:
                yield None
                continue
            if any(_holds_near(folded(name), word) for name in hierarchy.details.names(node) if name):
                yield node
            compared += 1
            if compared % _STEP == 0:
                yield None
            if compared > MOST_COMPARED:
                return


def _holds_near(name: str, word: str) -> bool:
    """Return whether a word of a name begins nearly as `word`, which is still being typed."""
    lengths = range(len(word) - 1, len(word) + 2)
    return any(is_near(own[:length], word) for own in _WORD.findall(name) for length in lengths)
