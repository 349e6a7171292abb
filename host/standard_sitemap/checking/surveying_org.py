"""A sitemaps.org sitemap made a report: its faults, how much it lists, and its home page."""

from __future__ import annotations

from collections.abc import Sequence

from standard_sitemap.checking.report import Counts, Explanations, Place, Report, RoleNode
from standard_sitemap.sitemapsorg import Hierarchy


def survey(target: str, hierarchy: Hierarchy, asked: Sequence[str] = ()) -> Report:
    """The report on a sitemap all of whose files are in; there is nothing in it that could be explained."""
    pages, elements = hierarchy.page_count, sum(document.elements for document in hierarchy.documents)
    counts = Counts(elements=elements, items=pages, groups=0, shown=pages, excluded=0, unreached=0)
    return Report(
        target=target,
        sitemap=hierarchy.root_uri,
        documents=hierarchy.documents,
        counts=counts if hierarchy.is_sitemap else None,
        roles={role: tuple(_node(hierarchy, node) for node in nodes) for role, nodes in hierarchy.roles.items()},
        faults=hierarchy.faults,
        explanations=tuple(Explanations(one, 0, ()) for one in asked),
    )


def _node(hierarchy: Hierarchy, node: int) -> RoleNode:
    first = hierarchy.variants(node)[0]
    return RoleNode(first.name, first.location, Place(hierarchy.document_uri(node), hierarchy.line(node)))
