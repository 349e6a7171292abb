"""What an `<external>` references. [Element <external>, D2, D4, D5]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .documents import Document, fold_id
from .faults import Fault
from .names import Kind
from .uris import split_fragment

_NODES = (Kind.ITEM, Kind.GROUP)


class Reference(NamedTuple):
    """The document that an `<external>` names, without fragment, and the id in it."""

    address: str
    id: str


def reference(document: Document, index: int) -> Reference | None:
    """Where an `<external>` points; None where it names no element (D5)."""
    url = document.url(index)
    if url is None:
        return None
    if url.startswith("#") and document.context(index).base == document.uri:
        address, identity = document.uri, split_fragment(url)[1]
    else:
        location = document.location(index)
        if location is None:
            return None
        address, identity = split_fragment(location)
    return Reference(address, identity) if identity else None


def referenced(document: Document, identity: str) -> int | None:
    """The item or group with an id; None where there is none, or the id is another element's (D4, D5)."""
    index = document.ids.get(fold_id(identity))
    return index if index is not None and document.kinds[index] in _NODES else None


def reference_fault(document: Document, index: int, documents: Mapping[str, Document | None]) -> Fault | None:
    """What is wrong with an `<external>`; a document that could not be had is None in `documents`."""
    url = document.url(index)
    if url is None:
        return document.fault("external-without-url", index)
    found = reference(document, index)
    if found is None:
        if document.location(index) is None:
            return document.fault("bad-url", index, value=url)
        return document.fault("external-without-id", index, url=url)
    if found.address not in documents:
        return None
    other = documents[found.address]
    if other is None or not len(other):
        return document.fault("reference-to-missing-file", index, target=found.address)
    target = other.ids.get(fold_id(found.id))
    if target is None:
        return document.fault("dangling-reference", index, id=found.id, target=found.address)
    if other.kinds[target] in _NODES:
        return None
    return document.fault(
        "reference-to-other-element", index, id=found.id, target=found.address, name=other.name(target)
    )
