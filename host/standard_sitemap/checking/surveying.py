"""A resolved sitemap made a report: its faults, what is shown of it, and what is not and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from standard_sitemap.checking.explaining import explanations
from standard_sitemap.checking.report import Counts, NamingPage, Place, References, Report, RoleNode, Tally
from standard_sitemap.ssp import Document, Fault, Hierarchy, Site
from standard_sitemap.ssp.explanation import Fate, Fates
from standard_sitemap.ssp.names import Kind
from standard_sitemap.ssp.references import reference_fault

# Enough to go through by hand; who mends the first hundred runs the check again.
PLACES_KEPT = 100


def survey(
    target: str,
    site: Site,
    pages: Sequence[NamingPage] = (),
    faults: Sequence[Fault] = (),
    asked: Iterable[str] = (),
) -> Report:
    """The report on a sitemap all of whose files are in; `faults` are those of its pages, `asked` what to explain."""
    hierarchy = site.hierarchy()
    fates = Fates(site, hierarchy)
    tallies = tuple(_tallies(site, fates)) if hierarchy.is_sitemap else ()
    excluded = tuple(tally for fate, tally in tallies if fate.is_excluded)
    unreached = tuple(tally for fate, tally in tallies if not fate.is_reached)
    return Report(
        target=target,
        sitemap=hierarchy.root_uri,
        pages=tuple(pages),
        documents=hierarchy.documents,
        counts=_counts(site, fates, excluded, unreached) if hierarchy.is_sitemap else None,
        references=_references(site, fates) if hierarchy.is_sitemap else None,
        roles=_roles(hierarchy),
        excluded=excluded,
        unreached=unreached,
        faults=(*faults, *hierarchy.faults),
        explanations=tuple(explanations(site, hierarchy, fates, asked)),
    )


def _tallies(site: Site, fates: Fates) -> Iterator[tuple[Fate, Tally]]:
    for fate in Fate:
        count = sum(fates.all_of(document).count(fate) for document in site.documents)
        if count and fate not in (Fate.NO_NODE, Fate.SHOWN):
            yield fate, Tally(fate.code, fate.clause, count, tuple(_first_places(site, fates, fate)))


def _first_places(site: Site, fates: Fates, fate: Fate) -> Iterator[Place]:
    kept = 0
    for document in site.documents:
        found = fates.all_of(document)
        index = found.find(fate)
        while index >= 0 and kept < PLACES_KEPT:
            yield Place(document.uri, document.lines[index])
            kept += 1
            index = found.find(fate, index + 1)


def _counts(site: Site, fates: Fates, excluded: Iterable[Tally], unreached: Iterable[Tally]) -> Counts:
    shown = sum(fates.all_of(document).count(Fate.SHOWN) for document in site.documents)
    return Counts(
        elements=sum(len(document) for document in site.documents),
        items=sum(document.kinds.count(Kind.ITEM) for document in site.documents),
        groups=sum(document.kinds.count(Kind.GROUP) for document in site.documents),
        shown=shown - 1,  # the root is no node that anyone sees
        excluded=sum(tally.count for tally in excluded),
        unreached=sum(tally.count for tally in unreached),
    )


def _references(site: Site, fates: Fates) -> References:
    ends = [_end(site, fates, *external) for external in _externals(site)]
    followed = [end for end, is_followed in ends if is_followed]
    return References(
        total=len(ends),
        shown=followed.count(Fate.SHOWN),
        excluded=sum(1 for end in followed if end is not None and end != Fate.SHOWN),
        dead=sum(1 for end, _ in ends if end is None),
        unfollowed=len(ends) - len(followed),
    )


def _externals(site: Site) -> Iterator[tuple[Document, int]]:
    for document in site.documents:
        for index in document.notables:
            if document.kinds[index] == Kind.EXTERNAL:
                yield document, index


def _end(site: Site, fates: Fates, document: Document, index: int) -> tuple[Fate | None, bool]:
    """What becomes of what an external names (None: it names nothing), and whether the external is followed."""
    parent = document.parents[index]
    is_followed = parent >= 0 and fates.of(document, parent) == Fate.SHOWN
    target = site.target(document, index)
    if target is not None:
        return fates.of(*target), is_followed
    is_dead = reference_fault(document, index, site.by_address) is not None
    return None if is_dead else Fate.UNREFERENCED, is_followed


def _roles(hierarchy: Hierarchy) -> dict[str, tuple[RoleNode, ...]]:
    return {role: tuple(_role_node(hierarchy, node) for node in nodes) for role, nodes in hierarchy.roles.items()}


def _role_node(hierarchy: Hierarchy, node: int) -> RoleNode:
    first = hierarchy.variants(node)[0]
    return RoleNode(first.name, first.location, Place(hierarchy.document_uri(node), hierarchy.line(node)))
