"""The fast scan of a file: chunks of plain items are recognised as a whole, and Expat reads the rest, tag by tag.

Five times as fast as Expat alone for a million items, with the same result. Expat receives the line breaks of a chunk,
and its unmatched tags. So Expat continues to count lines and match tags. If a chunk might be something else, such as
part of a comment, Expat receives its first tag. The builder's state then shows whether it was a tag.

Only `parsing` knows this module. All others see a document with attributes, lines and names as Expat reads them.
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


class Doubt(Exception):
    """A file that the fast scan may misread, and that must be read tag by tag."""


def scan(builder: Builder, chunks: Chunks, data: bytes) -> Document:
    """Return the document in `data`; its unread elements will be read from `chunks`.

    Raises Doubt, or the errors of the builder.
    """
    # The bytes that Expat has read more than once. A comment full of items would otherwise take quadratic time.
    reread = 0
    # A memoryview, because slices of bytes would copy the file once more.
    view, prefix, fed = memoryview(data), prefix_in(data), 0
    scanner = _Scanner(builder, chunks, data, prefix)
    for start, text, is_flat in chunks_in(data, prefix):
        # The first tag after other content goes through Expat, which alone shows its context.
        if start > fed or not fed:
            builder.feed(view[fed:start])
            fed = start + text.index(b">") + 1
            if not _is_tag(builder, view[start:fed]):
                # Expat reads a comment again for each chunk in it.
                reread += builder.unfinished
                if reread > len(data):
                    raise Doubt
                continue
        if scanner.add(fed, text[fed - start :], is_flat):
            fed = start + len(text)
    builder.feed(view[fed:], is_last=True)
    return builder.finished()


def _is_tag(builder: Builder, text: memoryview) -> bool:
    """Feed the text of a possible tag; return whether it is a tag in its context. In a comment it is none."""
    document, opened = builder.document, builder.opened
    before = len(document), len(opened)
    builder.feed(text)
    return (len(document), len(opened)) != before


class _Scanner:
    """A scanner that adds chunks to a builder's document."""

    def __init__(self, builder: Builder, chunks: Chunks, data: bytes, prefix: str) -> None:
        self._builder = builder
        self._chunks = chunks
        self._data = data
        self._prefix = prefix
        self._mark = f"{prefix}:".encode()
        if prefix:
            chunks.expect(prefix)

    def add(self, start: int, text: bytes, is_flat: bool) -> bool:
        """Add the elements of a chunk, or of its rest after the first tag; return False if that is not allowed."""
        builder, document = self._builder, self._builder.document
        first, tags = len(document), text.count(b"<")
        if not builder.is_simple or not builder.has_room_for(tags, len(text), is_flat=is_flat):
            return False
        # A prefix may mean something else in a part of the file, where it was declared anew.
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
        # Expat still has to count the parts that it did not see: line breaks and unmatched tags.
        builder.feed_unheeded(unmatched + b"\n" * text.count(b"\n"))
        return True

    def _add_leaves(self, index: int, count: int) -> None:
        """Add sibling items, numbered from `index` on."""
        builder, document = self._builder, self._builder.document
        document.parents.extend(array("i", builder.opened[-1:]) * count)
        document.ends.extend(range(index + 1, index + count + 1))
        document.context_of.extend(array("I", builder.opened_contexts[-1:]) * count)

    def _add_nested(self, runs: list[bytes]) -> bytes:
        """Add nested items; return the tags whose counterparts are outside these, end tags first."""
        builder, document = self._builder, self._builder.document
        opened, contexts, index = builder.opened, builder.opened_contexts, len(document)
        # The depth, and its minimum on the way: the tags between the two have their counterparts outside.
        before = lowest = len(opened)
        for run in runs:
            ended = run.count(CLOSING)
            is_open = run[-1] not in _WITHOUT_CONTENT
            begun = len(run) - ended
            if leaves := begun - is_open:
                self._add_leaves(index, leaves)
            if ended > len(opened) - 2:
                raise Doubt  # the document element is closed, and more may follow
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
        """Assign the ids of a chunk's items, in one step if every item has one and all differ."""
        builder, attributes = self._builder, self._builder.document.attributes
        if len(folded) == count and builder.add_ids(first, folded):
            return
        for index in range(first, first + count):
            if XML_ID in attributes[index]:
                builder.add_id(index, attributes[index][XML_ID])
