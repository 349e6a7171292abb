"""The answer to `--explain ID|NAME`: one element's way, fate, roles and variants, with a line for each statement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from standard_sitemap.checking.report import (
    ExplainedElement,
    ExplainedQuality,
    ExplainedReference,
    ExplainedRole,
    Explanations,
    Landmark,
    Place,
)
from standard_sitemap.ssp import Document, Hierarchy, Site
from standard_sitemap.ssp.explanation import Explanation, Fate, Fates, Origin, base_origin, explain, find
from standard_sitemap.ssp.names import XML_ID

# More elements of one name than these are better told apart by their ids.
ELEMENTS_EXPLAINED = 5


def explanations(site: Site, hierarchy: Hierarchy, fates: Fates, asked: Iterable[str]) -> Iterator[Explanations]:
    """What can be said of the elements that each of `asked` names."""
    for text in asked:
        found = find(site, text)
        explained = (explain(site, hierarchy, fates, element) for element in islice(found, ELEMENTS_EXPLAINED))
        yield Explanations(text, len(found), tuple(_element(explanation) for explanation in explained))


def _element(explanation: Explanation) -> ExplainedElement:
    document, index = explanation.document, explanation.index
    attributes = document.attributes[index]
    return ExplainedElement(
        label=label(document, index),
        name=attributes.get("name"),
        id=attributes.get(XML_ID),
        place=_place(document, index),
        reason=explanation.fate.code,
        clause=explanation.fate.clause,
        route=tuple(Landmark(label(*step), _place(*step)) for step in explanation.route),
        above=tuple(_landmark(document, place, fate) for place, fate in explanation.above),
        references=tuple(ExplainedReference(_place(*at), followed) for at, followed in explanation.references),
        roles=tuple(ExplainedRole(*role) for role in explanation.roles),
        variants=tuple(tuple(map(_quality, origins)) for origins in explanation.variants),
    )


def _landmark(document: Document, index: int, fate: Fate) -> Landmark:
    return Landmark(label(document, index), _place(document, index), fate.code)


def _quality(origin: Origin) -> ExplainedQuality:
    return ExplainedQuality(
        origin.quality,
        origin.value,
        origin.attribute,
        label(origin.document, origin.index),
        _place(origin.document, origin.index),
        _base(origin) if origin.quality == "location" else None,
    )


def _base(origin: Origin) -> Landmark | None:
    base = base_origin(origin.document, origin.index)
    return None if base is None else Landmark(base.value, _place(base.document, base.index))


def label(document: Document, index: int) -> str:
    """An element as one would call it: its tag, and what tells it from others."""
    tag, attributes = document.name(index), document.attributes[index]
    known_by = attributes.get("name") or attributes.get(XML_ID)
    if known_by is None and tag == "external":
        known_by = document.url(index)
    return f"<{tag}>" if known_by is None else f"<{tag}> “{known_by}”"


def _place(document: Document, index: int) -> Place:
    return Place(document.uri, document.lines[index])
