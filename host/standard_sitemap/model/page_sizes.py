"""The bounds of a page that the tools read: the bytes of its file, and the parts of its tree."""

# The longest real pages, indexes of a language's whole library, have 12 MB.
PAGE_BYTES = 20_000_000

# Elements and attributes as html5lib makes them, of up to 1 kB each. Like browsers, it repeats formatting elements in
# each paragraph, so that a page of 60 kB can have millions of elements.
PAGE_PARTS = 300_000

# Start tags and equals signs. For each, libxml2 takes up to 400 bytes; the largest real pages have 390,000.
LIBXML2_PARTS = 600_000


class CostlyPage(Exception):
    """A page whose tree has too many parts, or is too deep to be built."""


def is_crowded(markup: bytes) -> bool:
    """Return whether a page may have too many elements and attributes for a tree by libxml2."""
    # Counting takes a thirtieth of the time to read a page.
    if len(markup) <= LIBXML2_PARTS:
        return False
    return markup.count(b"<") - markup.count(b"</") + markup.count(b"=") > LIBXML2_PARTS
