"""The pages of a hierarchy as a sitemaps.org sitemap lists them: each page once.

The list holds the locations of all variants of the nodes in the tree, in tree order, then of role nodes outside the
tree. It omits nodes that only search (no page without a query) and addresses that are not http or https. It also omits
addresses longer than the protocol allows, or on another host unless wanted. The number of omissions and the first one
are recorded. Does no I/O; caches values that many pages share.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from itertools import islice
from typing import Literal, NamedTuple

from standard_sitemap import ssp
from standard_sitemap.model.hierarchy import DEFAULT_PRIORITY, Hierarchy, PlainNode, Variant
from standard_sitemap.model.languages import customary
from standard_sitemap.model.uris import split_fragment
from standard_sitemap.sitemapsorg.entries import FREQUENCIES
from standard_sitemap.sitemapsorg.locations import LONGEST
from standard_sitemap.webmaster.converting.extension_markup import Extensions
from standard_sitemap.webmaster.converting.walking import beside_the_tree, nodes_of, role_nodes

# Pages per progress report.
STEP = 1_000
_PAGES_CACHED = 4_096
_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")

Reason = Literal["other-host", "too-long", "not-web", "on-disk"]


class LanguageVersion(NamedTuple):
    """The same page in a language; `x-default` stands for readers of all other languages."""

    language: str
    location: str


class PageFacts(NamedTuple):
    """The facts about a page besides its address."""

    priority: float = DEFAULT_PRIORITY
    alternates: tuple[LanguageVersion, ...] = ()
    last_modified: str | None = None
    change_frequency: str | None = None
    extensions: tuple[str, ...] = ()

    @property
    def values(self) -> tuple[float | str | None, ...]:
        """The page's own values: priority, date and change frequency."""
        return self.priority, self.last_modified, self.change_frequency


class Omission(NamedTuple):
    """The number of addresses omitted for a reason, and the first one."""

    number: int
    first: str


class Pages:
    """The pages of hierarchies, each address once, in traversal order.

    `host` is the host whose pages are wanted: None for the host of the first address, "" for any. The counters are
    complete after `listed` is exhausted.
    """

    def __init__(
        self,
        hierarchies: Sequence[Hierarchy],
        host: str | None = None,
        progress: Callable[[int], None] = lambda _: None,
        extensions: Extensions | None = None,
    ) -> None:
        self.left_out: dict[Reason, Omission] = {}
        self.places: Omission | None = None  # addresses with a fragment; their page is listed without it
        self.host = host
        self.dates_left_out = Omission(0, "")
        self.without_place: Counter[str] = Counter()
        self._hierarchies = hierarchies
        self._extensions = extensions or Extensions()
        self._progress = progress
        self._known: dict[str, PageFacts] = {}  # listed pages, with the first statement about each
        self._found: list[tuple[str, PageFacts]] = []  # pages of the nodes in the current batch
        self._alternates: dict[str, tuple[LanguageVersion, ...]] = {}
        self._refused: set[str] = set()
        self._places: set[str] = set()
        self._wanted = ""  # the prefix of addresses on the wanted host

    def listed(self) -> Iterator[tuple[str, PageFacts]]:
        """Yield each address with its facts; of repeated addresses, the first facts count. Can be called once.

        With several languages, the hierarchies are traversed twice: a page may come before the node that states its
        languages. So only a few pages are in memory at a time.
        """
        for hierarchy in self._hierarchies:
            if hierarchy.languages:  # without languages, several addresses of a node are no alternates
                self._find_alternates(hierarchy)
        for hierarchy in self._hierarchies:
            waiting = role_nodes(hierarchy)
            nodes = nodes_of(hierarchy)
            while some := list(islice(nodes, STEP)):
                waiting.difference_update(some)
                self._progress(len(self._known))
                yield from self._of_nodes(hierarchy, some)
            yield from self._of_nodes(hierarchy, list(beside_the_tree(hierarchy, waiting)))
            if isinstance(hierarchy, ssp.Hierarchy):
                self._count_unlisted(hierarchy, waiting)

    def _find_alternates(self, hierarchy: Hierarchy) -> None:
        nodes = nodes_of(hierarchy)
        while some := list(islice(nodes, STEP)):
            self._note_alternates(hierarchy, some)
        self._note_alternates(hierarchy, list(beside_the_tree(hierarchy, role_nodes(hierarchy))))

    def _note_alternates(self, hierarchy: Hierarchy, nodes: Sequence[int]) -> None:
        """Record for each address the first statement about its languages."""
        for node, plain in zip(nodes, hierarchy.details.plain_nodes(nodes), strict=True):
            variants = hierarchy.details.variants(node) if plain is None else ()
            for alternates in _alternates(variants) if len(variants) > 1 else ():
                for alternate in alternates:
                    self._alternates.setdefault(alternate.location, alternates)

    def _of_nodes(self, hierarchy: Hierarchy, nodes: Sequence[int]) -> list[tuple[str, PageFacts]]:
        """Return the pages of some nodes that have not been listed before."""
        self._found = []
        details = [None] * len(nodes) if self._extensions.left else hierarchy.details.plain_nodes(nodes)
        start = 0
        for place in [place for place, plain in enumerate(details) if plain is None]:
            self._add_plain([node for node in details[start:place] if node is not None])
            self._add_node(hierarchy, nodes[place])
            start = place + 1
        self._add_plain([node for node in details[start:] if node is not None])
        plain_nodes = [node for node in details if node is not None]
        if plain_nodes and isinstance(hierarchy, ssp.Hierarchy):
            names, _, descriptions, *_ = zip(*plain_nodes, strict=True)
            self.without_place["names"] += len(names) - names.count(None)
            self.without_place["descriptions"] += len(descriptions) - descriptions.count(None)
        return self._found

    def _add_node(self, hierarchy: Hierarchy, node: int) -> None:
        variants = hierarchy.details.variants(node)
        if isinstance(hierarchy, ssp.Hierarchy):
            self._count_without_place(hierarchy, node, variants)
        page: PageFacts | None = None
        for variant in variants:
            location = variant.location and self._page_at(variant.location)
            known = self._known.get(location) if location else None
            if location is None or (known is None and not self._is_wanted(location)):
                continue
            page = page or self._page(hierarchy, node)
            if known is not None:
                self._count_differing(known, page)
                continue
            self._add(location, page)
            page = page._replace(extensions=()) if page.extensions else page
        if len(variants) > 1:
            self._count_other_alternates(variants)

    def _add_plain(self, nodes: Sequence[PlainNode]) -> None:
        """Add plain nodes, like `_add_node`, in bulk: they are most of a large map."""
        locations = [node.location for node in nodes if node.location and node.location.startswith(self._wanted)]
        are_wanted = self._wanted and len(locations) == len(nodes) and max(map(len, locations), default=0)
        if not are_wanted or are_wanted > LONGEST or "#" in "".join(locations):
            for node in nodes:
                self._add_one_plain(node)
            return
        # All are on the current host, so a bulk check takes a third of the time of individual ones.
        stated = [node[3:] for node in nodes]
        page_of = {values: self._page_with(*values, times=times) for values, times in Counter(stated).items()}
        pages = [page_of[values] for values in stated]
        known_pages = self._known
        for place, (location, page) in enumerate(zip(locations, pages, strict=True)):
            if location in known_pages:
                self._count_differing(known_pages[location], page)
                locations[place] = ""
            else:
                known_pages[location] = page
        if self._alternates:
            pages = [
                page._replace(alternates=self._alternates.get(location, ()))
                for location, page in zip(locations, pages, strict=True)
            ]
        self._found += [located for located in zip(locations, pages, strict=True) if located[0]]

    def _add_one_plain(self, plain: PlainNode) -> None:
        location = plain.location
        if location and "#" in location:
            location = self._page_at(location)
        known = self._known.get(location) if location else None
        if known is not None:
            self._count_differing(known, self._page_with(*plain[3:]))
        elif location and self._is_wanted(location):
            self._add(location, self._page_with(*plain[3:]))

    def _add(self, location: str, page: PageFacts) -> None:
        self._known[location] = page
        if self._alternates and (alternates := self._alternates.get(location)):
            page = page._replace(alternates=alternates)
        self._found.append((location, page))

    def _count_differing(self, known: PageFacts, other: PageFacts) -> None:
        """Count values that contradict an earlier statement about the same page."""
        pairs = zip(known.values, other.values, strict=True)
        number = sum(1 for value, later in pairs if later != value and later not in _UNSTATED)
        if number:
            self.without_place["values that contradict an earlier entry of the page"] += number

    def _count_unlisted(self, hierarchy: ssp.Hierarchy, searches: set[int]) -> None:
        """Count the searches, whose pages are not listed, and the class changes."""
        for node in searches:
            self._count_without_place(hierarchy, node, hierarchy.details.variants(node))
        self.without_place["class changes"] += len(hierarchy.class_changes)

    def _count_without_place(self, hierarchy: ssp.Hierarchy, node: int, variants: tuple[Variant, ...]) -> None:
        """Count qualities that a list of addresses cannot hold."""
        count = self.without_place
        for variant in variants:
            count.update(words for quality, words in _WITHOUT_PLACE.items() if getattr(variant, quality) is not None)
        roles = hierarchy.details.roles_of(node)
        if roles != _IN_TREE:
            count["roles"] += len(set(roles).difference(_IN_TREE))
        if hierarchy.details.kind(node) == "group":
            count["groups"] += 1
        if hierarchy.has_children(node) and hierarchy.relation(node) == "sequence":
            count["sequences"] += 1
        if hierarchy.order(node) != "none":
            count["orders"] += 1

    def _count_other_alternates(self, variants: tuple[Variant, ...]) -> None:
        """Count language links that contradict an earlier statement."""
        for alternates in _alternates(variants):
            for location in dict.fromkeys(alternate.location for alternate in alternates):
                if self._known.get(location) is not None:
                    lost = len(set(alternates).difference(self._alternates[location]))
                    self.without_place["conflicting links to other languages"] += lost

    def _page_at(self, location: str) -> str:
        """Return the address without its fragment: crawlers know only pages."""
        page, fragment = split_fragment(location)
        if fragment is not None and is_web(location) and location not in self._places:
            self._places.add(location)
            known = self.places or Omission(0, location)
            self.places = known._replace(number=known.number + 1)
        return page if fragment is not None else location

    def _page(self, hierarchy: Hierarchy, node: int) -> PageFacts:
        """Return the facts that a node states about its pages."""
        changed, frequency = hierarchy.details.last_modified(node), hierarchy.details.change_frequency(node)
        page = self._page_with(hierarchy.details.priority(node), changed, frequency)
        extensions = self._of_others(hierarchy, node) if self._extensions.left else ()
        return page._replace(extensions=extensions) if extensions else page

    def _page_with(self, priority: float, changed: str | None, frequency: str | None, times: int = 1) -> PageFacts:
        page = _page(priority, changed, frequency)
        if changed is not None and page.last_modified is None:
            first = self.dates_left_out.first or changed
            self.dates_left_out = Omission(self.dates_left_out.number + times, first)
        if frequency is not None and page.change_frequency is None:
            self.without_place["undefined change frequencies"] += times
        return page

    def _of_others(self, hierarchy: Hierarchy, node: int) -> tuple[str, ...]:
        if isinstance(hierarchy, ssp.Hierarchy):
            return self._extensions.of_element(
                hierarchy.details.document_uri(node), hierarchy.details.element_number(node)
            )
        locations = dict.fromkeys(variant.location for variant in hierarchy.details.variants(node) if variant.location)
        return tuple(text for location in locations for text in self._extensions.of_location(location))

    def _is_wanted(self, location: str) -> bool:
        if self._wanted and location.startswith(self._wanted) and len(location) <= LONGEST:
            return True  # the common case: the same host as the previous address
        reason = self._reason_against(location)
        if reason is None:
            return True
        if location not in self._refused:
            self._refused.add(location)
            known = self.left_out.get(reason, Omission(0, location))
            self.left_out[reason] = known._replace(number=known.number + 1)
        return False

    def _reason_against(self, location: str) -> Reason | None:
        if not is_web(location):
            return "on-disk" if location.startswith("file:") else "not-web"
        if self.host != "":
            host = location.split("/", 3)[2]
            self.host = self.host or host
            if host != self.host:
                return "other-host"
            self._wanted = location[: location.find("/", len("https://")) + 1]
        return "too-long" if len(location) > LONGEST else None


def is_web(location: str) -> bool:
    """Return whether a crawler can visit an address."""
    return location.startswith(("http://", "https://"))


_UNSTATED = (None, DEFAULT_PRIORITY)


@lru_cache(_PAGES_CACHED)
def _page(priority: float, changed: str | None, frequency: str | None) -> PageFacts:
    """Return shared facts for all pages with the same values: there may be a million."""
    return PageFacts(priority, (), date_of(changed), frequency_of(frequency))


_DAY_LENGTH = len("2024-05-31")
# The form in XML Schema, including fractions of seconds.
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?", re.ASCII)
# Time zones range from -12:00 to +14:00; XML Schema's dateTime allows no offset beyond 14 hours.
_FARTHEST, _MINUTE = timedelta(hours=14), timedelta(minutes=1)


def date_of(text: str | None) -> str | None:
    """Return a day, or a moment as written if the schema allows it; None if invalid.

    The schema does not allow a month alone.
    """
    value = (text or "").strip()
    try:
        if len(value) <= _DAY_LENGTH:
            return date.fromisoformat(value).isoformat()
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    offset = moment.utcoffset() or timedelta()
    if offset % _MINUTE or abs(offset) > _FARTHEST:
        return None
    return value if _MOMENT.fullmatch(value) else moment.isoformat(timespec="auto")


def frequency_of(text: str | None) -> str | None:
    """Return the change frequency in lower case; None if it is not one of the seven values."""
    value = (text or "").strip().lower()
    return value if value in FREQUENCIES else None


_IN_TREE = ("tree",)
# Qualities of variants that a list of addresses cannot hold, with the plural names of their counters.
_WITHOUT_PLACE = {
    "name": "names",
    "description": "descriptions",
    "content_type": "content types",
    "charset": "character encodings",
    "search_template": "searches",
    "referrer": "referrers",
}


def _alternates(variants: tuple[Variant, ...]) -> Iterator[tuple[LanguageVersion, ...]]:
    """Yield the sets of variants that differ only in language: a PDF's translation is another PDF."""
    for content_type in dict.fromkeys(variant.content_type for variant in variants):
        alike = [variant for variant in variants if variant.content_type == content_type]
        versions = tuple(_by_language(alike))
        if len(versions) > 1:
            yield versions


def _by_language(variants: Iterable[Variant]) -> Iterator[LanguageVersion]:
    """Yield the first address of each language; a variant without a language serves all other readers."""
    met: set[str] = set()
    for variant in variants:
        language, location = _hreflang(variant.language), variant.location and split_fragment(variant.location)[0]
        if location is None or language is None or language.lower() in met:
            continue
        if is_web(location) and len(location) <= LONGEST:
            met.add(language.lower())
            yield LanguageVersion(language, location)


def _hreflang(language: str | None) -> str | None:
    """Return a language as `hreflang` expects it, in customary case (D32); None if it is not a language tag."""
    tag = (language or "").strip().replace("_", "-")
    if not tag:
        return "x-default"
    return customary(tag) if _LANGUAGE.fullmatch(tag) else None
