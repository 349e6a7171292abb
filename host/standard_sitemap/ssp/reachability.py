"""Which elements are reached from a root file, and in what order. [Reachability and exclusion of elements, D11, D12]"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .documents import Document
from .names import Kind

Element = tuple[Document, int]
_NODES = (Kind.ITEM, Kind.GROUP)


def walk(
    start: Element,
    seen: set[int],
    is_closed: Callable[[Document, int], bool],
    target: Callable[[Document, int], Element | None],
) -> Iterator[Element]:
    """The notable elements that a depth-first walk from `start` reaches, each once, in the order of D11.

    Plain items are reached as well, but pass unnamed: nothing depends on them. `seen` holds the numbers (offset and
    index) of the elements met so far and is added to; below an element that `is_closed`, nothing is reached;
    `target` tells what an `<external>` references. The walk keeps its own stack: nesting is not bounded by Python's.
    """
    frames: list[tuple[Document, int, int]] = []
    entered: Element | None = start
    while entered is not None or frames:
        if entered is not None:
            document, index = entered
            entered = None
            if not _enter(document, index, seen):
                continue
            yield document, index
            if not is_closed(document, index):
                frames.append((document, document.notables_from(index + 1), document.ends[index]))
            continue
        document, place, end = frames.pop()
        notables, kinds, ends = document.notables, document.kinds, document.ends
        while place < len(notables) and (index := notables[place]) < end:
            kind = kinds[index]
            if kind in _NODES and _enter(document, index, seen):
                yield document, index
                is_open = not is_closed(document, index)
            else:
                is_open = False
            place = place + 1 if is_open else document.notables_from(ends[index], place)
            if kind == Kind.EXTERNAL and (entered := target(document, index)) is not None:
                frames.append((document, place, end))
                break


def _enter(document: Document, index: int, seen: set[int]) -> bool:
    number = document.offset + index
    if number in seen:
        return False
    seen.add(number)
    return True
