"""The fast scan of a file: chunks of plain items are recognised as a whole, all else goes through Expat, tag by tag.

Five times as fast as Expat alone at a million items, with the same outcome. In place of a chunk, Expat is given its
line breaks, and the tags that the chunk leaves open or closes for what stood before: so it goes on counting lines and
matching tags. Where a chunk might be something else, such as part of a comment, Expat is fed its first tag, and what
the builder then holds shows what it was.

Known to `parsing` alone: everyone else sees a document, whose attributes, lines and names are as if Expat had read it.
"""

from __future__ import annotations

from array import array

from standard_sitemap.ssp.building import Builder
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.lazy_chunks import CLOSING, LEAF, Chunks, chunks_in, ids_in, prefix_in, runs_of_tags
from standard_sitemap.ssp.names import SITEMAPS_ORG, XML_ID, Kind

_ITEM = bytes((Kind.ITEM,))
_WITHOUT_CONTENT = (LEAF, CLOSING)
_END_TAG, _START_TAG = b"</item>", b"<item>"


class Unsure(Exception):
    """The file is not what it seemed to be, and has to be read tag by tag."""


def scan(builder: Builder, chunks: Chunks, data: bytes) -> Document:
    """The document that `data` holds; `chunks` are what its unread elements will be read from.

    Raises Unsure, or what the builder raises.
    """
    # A memoryview: slices of bytes would copy the file once more.
    view, prefix, fed = memoryview(data), prefix_in(data), 0
    scanner = _Scanner(builder, chunks, data, prefix)
    for start, text, is_flat in chunks_in(data, prefix):
        # The first tag after something else goes through Expat: only that shows where it stands.
        if start > fed or not fed:
            builder.feed(view[fed:start])
            fed = start + text.index(b">") + 1
            if not _is_tag(builder, view[start:fed]):
                continue
        if scanner.add(fed, text[fed - start :], is_flat):
            fed = start + len(text)
    builder.feed(view[fed:], is_last=True)
    return builder.finished()


def _is_tag(builder: Builder, text: memoryview) -> bool:
    """Feeds what looks like a tag; whether it is one where it stands: in a comment it would be none."""
    document, opened = builder.document, builder.opened
    before = len(document), len(opened)
    builder.feed(text)
    return (len(document), len(opened)) != before


class _Scanner:
    """Adds chunks to what a builder builds."""

    def __init__(self, builder: Builder, chunks: Chunks, data: bytes, prefix: str) -> None:
        self._builder = builder
        self._chunks = chunks
        self._data = data
        self._prefix = prefix
        self._mark = f"{prefix}:".encode()
        if prefix:
            chunks.expect(prefix)

    def add(self, start: int, text: bytes, is_flat: bool) -> bool:
        """Adds the elements of a chunk, or of what is left of it after its first tag; False where it may not."""
        builder, document = self._builder, self._builder.document
        first, tags = len(document), text.count(b"<")
        if not builder.is_simple or not builder.has_room_for(tags, len(text), is_flat=is_flat):
            return False
        if self._mark in text and builder.namespace_of(self._prefix) != SITEMAPS_ORG:
            return False
        line, unmatched = builder.line, b""
        if is_flat:
            self._add_leaves(first, tags)
        else:
            unmatched = self._add_nested(runs_of_tags(text))
        count = len(document.parents) - first
        builder.spend(count)
        document.kinds.extend(_ITEM * count)
        document.plain.extend(b"\1" * count)
        document.attributes.leave_unread(count)
        document.lines.leave_unread(count)
        if count:
            place, items = range(start, start + len(text)), range(first, first + count)
            self._chunks.add(self._data, place, items, line)
        if b"xml:id" in text:
            self._add_ids(first, count, ids_in(text))
        # What Expat did not see it still has to count: line breaks, and tags without their counterpart.
        builder.feed_unheeded(unmatched + b"\n" * text.count(b"\n"))
        return True

    def _add_leaves(self, index: int, count: int) -> None:
        """Adds items side by side, the first of them with this number."""
        builder, document = self._builder, self._builder.document
        document.parents.extend(array("i", builder.opened[-1:]) * count)
        document.ends.extend(range(index + 1, index + count + 1))
        document.context_of.extend(array("I", builder.opened_contexts[-1:]) * count)

    def _add_nested(self, runs: list[bytes]) -> bytes:
        """Adds items in one another; the tags that have their counterpart before or after these, end tags first."""
        builder, document = self._builder, self._builder.document
        opened, contexts, index = builder.opened, builder.opened_contexts, len(document)
        before = lowest = len(opened)
        for run in runs:
            ended = run.count(CLOSING)
            is_open = run[-1] not in _WITHOUT_CONTENT
            begun = len(run) - ended
            if leaves := begun - is_open:
                self._add_leaves(index, leaves)
            if ended > len(opened) - 2:
                raise Unsure  # the document element is closed, and more may follow
            for _ in range(ended):
                document.ends[opened.pop()] = index + leaves
                contexts.pop()
            lowest = min(lowest, len(opened))
            if is_open:
                self._add_leaves(index + leaves, 1)
                opened.append(index + leaves)
                contexts.append(contexts[-1])
            index += begun
        return _END_TAG * (before - lowest) + _START_TAG * (len(opened) - lowest)

    def _add_ids(self, first: int, count: int, folded: list[str]) -> None:
        """Makes those items of a chunk bearers of ids that have one; at once where all have one, and all differ."""
        builder, attributes = self._builder, self._builder.document.attributes
        if len(folded) == count and builder.add_ids(first, folded):
            return
        for index in range(first, first + count):
            if XML_ID in attributes[index]:
                builder.add_id(index, attributes[index][XML_ID])
