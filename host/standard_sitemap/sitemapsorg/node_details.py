"""The details of each node of a flat list of addresses, from its files and the site's pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from standard_sitemap.model.cached_properties import cached_property
from standard_sitemap.model.hierarchy import DEFAULT_PRIORITY, Meaning, PlainNode, Variant
from standard_sitemap.sitemapsorg import page_rows
from standard_sitemap.sitemapsorg.columns import CodedColumn
from standard_sitemap.sitemapsorg.documents import priority_of
from standard_sitemap.sitemapsorg.files import Files
from standard_sitemap.sitemapsorg.last_folders import LISTS
from standard_sitemap.sitemapsorg.node_names import NodeNames
from standard_sitemap.sitemapsorg.nodes import ROOT, Nodes
from standard_sitemap.sitemapsorg.page_metadata import PageMetadata, role_of
from standard_sitemap.sitemapsorg.page_rows import MEANINGS, Row, plain_pages, variants_of
from standard_sitemap.sitemapsorg.sort_keys import END


class NodeDetails:
    """The `model.NodeDetails` of a sitemaps.org sitemap.

    `page_metadata` holds the statements of the site's pages; a session that visits pages sets it.
    """

    def __init__(self, files: Files, nodes: Nodes, names: NodeNames) -> None:
        self._files = files
        self._nodes = nodes
        self._names = names
        self._root_uri = files.root.uri if files.root else files.root_uri
        self.page_metadata = PageMetadata()

    @cached_property
    def home(self) -> int | None:
        """The node of the site's root address, or of the page that a feed belongs to."""
        home = page_rows.home(self._nodes.documents, self._root_uri)
        return None if home is None else self._nodes.node_of(*home)

    def kind(self, node: int) -> str:
        """Return `item`; `sitemap` for the root."""
        return "item" if node != ROOT else "sitemap"

    def variants(self, node: int) -> tuple[Variant, ...]:
        """Return the variants of a node: one for each language that its page declares, else one."""
        if node < ROOT:
            return (self.page_metadata.variant(node),)
        row = self._nodes.row(node)
        if row is not None:
            return variants_of(*row, self._names.namer(node))
        return (Variant(self._names.of_folder(node) if node != ROOT else None),)

    def plain_nodes(self, nodes: Sequence[int]) -> list[PlainNode | None]:
        """Return the details of leaf pages; None for pages with other languages or a role."""
        plain_nodes: list[PlainNode | None] = [None] * len(nodes)
        for document, places, own in self._files.pages(nodes):
            names = self._names.known([nodes[place] for place in places]) or self._names.of_pages(document, own)
            for place, plain in zip(places, plain_pages(document.table, own, names), strict=True):
                plain_nodes[place] = plain
            if alternates := document.table.alternates:
                for place, row in zip(places, own, strict=True):
                    if row in alternates:
                        plain_nodes[place] = None
        for place, node in enumerate(nodes) if self.home in nodes else ():
            if node == self.home:
                plain_nodes[place] = None
        return plain_nodes

    def shown(self, node: int) -> tuple[Variant, ...]:
        """Return the variants of a node as the reader sees them, with page titles where the files have none."""
        variants, metadata = self.variants(node), self.page_metadata
        if not metadata.titles and not metadata.seen_links:
            return variants
        row = self._nodes.row(node)
        if node > ROOT and node % 2 and self._names.language_of(node) is not None:
            return variants  # folders of languages are named for them
        if row is None and node > ROOT:
            return self._shown_folder(node, variants)
        titled = row[0].table.location(row[1]) if row and row[1] in row[0].table.titles else None
        return tuple(
            variant._replace(name=metadata.name(variant.location, variant.name) or variant.name)
            if variant.location is not None and variant.location != titled
            else variant
            for variant in variants
        )

    def _shown_folder(self, node: int, variants: tuple[Variant, ...]) -> tuple[Variant, ...]:
        """Return the variants of a folder without a page, named by menus that link to its address."""
        _, key = self._files.folder_key(node)
        name = self.page_metadata.seen_links.name_of_key(key) if key != END else None
        return tuple(variant._replace(name=name) for variant in variants) if name else variants

    def untitled(self, node: int) -> str | None:
        """Return the address of a page that has no title and is named after its address; else None."""
        row = self._nodes.row(node)
        if row is None or row[1] in row[0].table.titles:
            return None
        location = row[0].table.location(row[1])
        is_named = location in self.page_metadata.titles or self.page_metadata.seen_links.name(location) is not None
        return None if is_named else location

    def meaning(self, node: int) -> Meaning | None:
        """Return the kind of content in the files of a section, by the names that well-known programs use."""
        if node <= ROOT or node % 2 == 0:
            return None
        section, key = self._files.folder_key(node)
        if key[-1] == LISTS:
            return "lists"
        return MEANINGS.get(section) if key == END else None

    def names(self, node: int) -> tuple[str | None, ...]:
        """Return the names of a node's variants."""
        row = self._nodes.row(node)
        if row is None or row[1] in row[0].table.alternates:
            return tuple(variant.name for variant in self.variants(node))
        return (self._names.of_page(node, row),)

    def written(self, node: int) -> tuple[str | None, str | None]:
        """Return the name and address of a node's first variant."""
        row = self._nodes.row(node)
        if row is None or row[1] in row[0].table.alternates:
            first = self.variants(node)[0]
            return first.name, first.location
        return self._names.of_page(node, row), row[0].table.location(row[1])

    def first_variant(self, node: int) -> tuple[str | None, str | None]:
        """Return the name and location of a node's first variant."""
        first = self.variants(node)[0]
        return first.name, first.location

    def has_location(self, node: int) -> bool:
        """Return whether any variant of a node has a location."""
        return any(variant.location for variant in self.variants(node))

    def refused_location(self, node: int) -> None:
        """Return None: these maps contain addresses of pages only; other addresses were dropped during reading."""

    def roles_of(self, node: int) -> tuple[str, ...]:
        """Return the role set of a node."""
        if node < ROOT:
            return (role_of(node),)
        return ("tree", "home") if node == self.home else ("tree",)

    def priority(self, node: int) -> float:
        """Return the priority of a node's page, or the default."""
        row = self._nodes.row(node)
        priority = priority_of(self._said(row, row[0].table.priorities)) if row else None
        return DEFAULT_PRIORITY if priority is None else priority

    def document_uri(self, node: int) -> str:
        """Return the URI of the file that lists a node's page, or the first page below it."""
        return self._nodes.first_row(node)[0].uri if node != ROOT else self._root_uri

    def line(self, node: int) -> int:
        """Return the line that lists a node's page, or the first page below it."""
        document, row = self._nodes.first_row(node)
        return document.page(row).line

    def last_modified(self, node: int) -> str | None:
        """Return when a node's page last changed, as stated in its file."""
        row = self._nodes.row(node)
        return self._said(row, row[0].table.last_modified) or None if row else None

    def change_frequency(self, node: int) -> str | None:
        """Return how often a node's page changes, as stated in its file."""
        row = self._nodes.row(node)
        return self._said(row, row[0].table.change_frequencies) or None if row else None

    def every_name(self, node: int) -> Iterator[str | None]:
        """Yield the names that files give a node, then the names that readers see."""
        yield from self.names(node)
        if self.page_metadata.titles or self.page_metadata.seen_links:
            yield from (variant.name for variant in self.shown(node))

    def _said(self, row: Row, column: CodedColumn) -> str:
        """Return the value of a column in a row's table, faster than its whole page."""
        return column[row[0].table.places[row[1]]] if any(column.different) else ""
