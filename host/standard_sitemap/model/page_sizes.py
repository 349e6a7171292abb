"""The bounds of a page that the tools read: the bytes of its file, and the parts of its tree."""

# The longest real pages, indexes of a language's whole library, have 12 MB.
PAGE_BYTES = 20_000_000

# Elements and attributes as html5lib makes them, of up to 1 kB each. Like browsers, it repeats formatting elements in
# each paragraph, so that a page of 60 kB can have millions of elements.
PAGE_PARTS = 300_000


class CostlyPage(Exception):
    """A page whose tree has too many parts, or is too deep to be built."""
