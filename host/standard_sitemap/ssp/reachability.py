"""Reachability: the elements reached from a root file, in order, and the targets of `<external>` elements.

[Reachability and exclusion of elements, Element <external>, D4, D5, D11, D12]
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import NamedTuple

from standard_sitemap.model.uris import split_fragment
from standard_sitemap.ssp.documents import Document, fold_id
from standard_sitemap.ssp.faults import Fault
from standard_sitemap.ssp.names import NODES, Kind

# An element of a sitemap: its document, and its number there.
Element = tuple[Document, int]

# An open element: its document, the position of its next notable, and the element at which the run over it began.
_Frame = tuple[Document, int, int]

# The elements through which a walk leads on. It passes over all others with their content, so nothing inside a
# `<variant>` or an unknown element is reached (D12).
_REACHING = (*NODES, Kind.EXTERNAL)


class Reference(NamedTuple):
    """The target of an `<external>`: a document's address without fragment, and an id in it."""

    address: str
    id: str


def walk(
    start: Element,
    seen: dict[int, int],
    is_closed: Callable[[Document, int], bool],
    target: Callable[[Document, int], Element | None],
) -> Iterator[Element]:
    """Yield the notable elements that a depth-first walk from `start` reaches, each once, in the order of D11.

    Plain items are also reached, but not yielded: only the order depends on them. `seen` maps the numbers (offset and
    index) of elements met so far to the number of the element whose run met them. The walk adds to it. Nothing is
    reached below an element that `is_closed`. `target` returns the target of an `<external>`. The walk keeps its own
    stack, so Python does not limit nesting.
    """
    frames: list[_Frame] = []
    entered: Element | None = start
    while entered is not None or frames:
        if entered is not None:
            document, index = entered
            entered = None
            if not _enter(document, index, index, seen):
                continue
            yield document, index
            # An excluded element is reached all the same, and may have a role. Only its content is not reached through
            # it.
            if not is_closed(document, index):
                frames.append((document, document.notables_from(index + 1), index))
            continue
        frame = frames.pop()
        external, place = yield from _walk_notables(frame, seen, is_closed)
        if external is not None:
            # The rest of the frame waits. The target of an external comes before the siblings that follow the external
            # (D11).
            document, _, top = frame
            frames.append((document, place, top))
            entered = target(document, external)


def _walk_notables(
    frame: _Frame, seen: dict[int, int], is_closed: Callable[[Document, int], bool]
) -> Generator[Element, None, tuple[int | None, int]]:
    """Yield the notables of a frame; return its next `<external>`, None at the end, and the position after it."""
    document, place, top = frame
    notables, kinds, ends, end = document.notables, document.kinds, document.ends, document.ends[top]
    while place < len(notables) and (index := notables[place]) < end:
        kind = kinds[index]
        met_before = _pass_plain(document, index, top, seen) if kind in _REACHING else None
        if met_before is not None:
            place = document.notables_from(ends[met_before], place)
            continue
        if kind in NODES and _enter(document, index, top, seen):
            yield document, index
            is_open = not is_closed(document, index)
        else:
            is_open = False
        # Bisection skips all descendants in one step: there may be a million.
        place = place + 1 if is_open else document.notables_from(ends[index], place)
        if kind == Kind.EXTERNAL:
            return index, place
    return None, place


def reference(document: Document, index: int) -> Reference | None:
    """Return the reference of an `<external>`; None if it names no element (D5)."""
    url = document.url(index)
    if url is None:
        return None
    # A same-document reference (RFC 3986, 4.4) leads here whatever the address of the document, even if that address
    # has no hierarchy to resolve against.
    if url.startswith("#") and document.context(index).base == document.uri:
        address, identity = document.uri, split_fragment(url)[1]
    else:
        location = document.location(index)
        if location is None:
            return None
        address, identity = split_fragment(location)
    return Reference(address, identity) if identity else None


def referenced(document: Document, identity: str) -> int | None:
    """Return the item or group with an id; None if no element or another kind of element has the id (D4, D5)."""
    # All elements share one set of ids. An id on a `<variant>` hides the same id on a later `<item>` (D4).
    index = document.ids.get(fold_id(identity))
    return index if index is not None and document.kinds[index] in NODES else None


def reference_fault(document: Document, index: int, documents: Mapping[str, Document | None]) -> Fault | None:
    """Return the fault of an `<external>`, or None; an unavailable document is None in `documents`."""
    url = document.url(index)
    if url is None:
        return document.fault("external-without-url", index)
    target_reference = reference(document, index)
    if target_reference is None:
        if document.location(index) is None:
            return document.fault("bad-url", index, value=url)
        return document.fault("external-without-id", index, url=url)
    if target_reference.address not in documents:
        return None
    # A bare fragment is resolved like any reference, so `xml:base` moves it to another file. Authors rarely mean that:
    # a failure there has a fault of its own, which names the base.
    other = documents[target_reference.address]
    if (
        url.startswith("#")
        and target_reference.address != document.uri
        and (other is None or referenced(other, target_reference.id) is None)
    ):
        return document.fault("reference-beside-base", index, url=url, target=target_reference.address)
    if other is None or not len(other):
        return document.fault("reference-to-missing-file", index, target=target_reference.address)
    target = other.ids.get(fold_id(target_reference.id))
    if target is None:
        return document.fault("dangling-reference", index, id=target_reference.id, target=target_reference.address)
    if other.kinds[target] in NODES:
        return None
    return document.fault(
        "reference-to-other-element",
        index,
        id=target_reference.id,
        target=target_reference.address,
        name=other.name(target),
    )


def _enter(document: Document, index: int, top: int, seen: dict[int, int]) -> bool:
    number = document.offset + index
    if number in seen:
        return False
    seen[number] = document.offset + top
    return True


def _pass_plain(document: Document, index: int, top: int, seen: dict[int, int]) -> int | None:
    """Mark the plain items around an element as met on the run from `top`.

    Return an ancestor that another run met instead. Its content belongs to that other run, which may not have reached
    it yet.
    """
    offset, parents, passed = document.offset, document.parents, []
    above = parents[index]
    while above != top and offset + above not in seen:
        passed.append(offset + above)
        above = parents[above]
    if above != top and seen[offset + above] != offset + top:
        return above
    seen.update(dict.fromkeys(passed, offset + top))
    return None
