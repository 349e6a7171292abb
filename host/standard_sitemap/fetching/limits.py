"""How much is fetched at most: each figure with its reason, and in which range the reader may set it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from standard_sitemap.model.file_sizes import EXPANDED_BYTES, EXPANDED_RATIO, FILE_BYTES, MIB


class Limit(NamedTuple):
    """A figure as it is by default, and the least and the most that it can be set to."""

    default: int
    least: int
    most: int


# What is unpacked beside its compressed size: as much as sitemaps.org allows a file to have, however few
# bytes were received, and twelve times those, beyond which only very large and very monotonous ones go.
UNPACKED_FREE_BYTES, UNPACKED_RATIO = 52 * MIB, 12

# Memory that one file may take with its elements: some whatever its size, and so many bytes for each received, more
# of a large one. Plain text never reaches it; what was compressed may. With the host itself, and with what is looked up
# in the map, that is 300 MB for a file of 2 MiB.
ROOM_FREE_BYTES, ROOM_OF_SMALL, ROOM_SMALL_BYTES, ROOM_OF_LARGE = 130 * MIB, 16, 2 * MIB, 60

# Memory of all files of a sitemap together: some for nothing, less than of one file, since all of them are there twice
# for a moment where a reader changes the options, and so many bytes for each of theirs received.
ROOM_FREE_BYTES_OF_SITE, ROOM_OF_SITE = 96 * MIB, 100

# The browser does not tell how long a file was before it was unpacked.
BROWSER_BYTES = 64 * MIB

# What the browser fetched counts as having come in so much: all of it up to here, above that a twentieth of it.
BROWSER_FREE_BYTES, BROWSER_RATIO = 2 * MIB, 20

# Of one document: twice as many as the largest maps seen.
ELEMENTS = 5_000_000

# Levels of elements in one document: no site's hierarchy has a hundred, and every row costs what stands above it.
DEPTH = 1_000

# Characters of one attribute: names are cut at hundreds, servers refuse addresses of ten thousand.
ATTRIBUTE_LENGTH = 65_536

# Documents of one sitemap: enough for a file per chapter of the largest manuals, too few to burden a server.
FILES = 5_000

# All documents of one sitemap: a parsed document stays in memory.
SITE_BYTES = 512 * MIB

# Hops from the requested address; browsers give up at 20, a sitemap has no reason for more than a few.
REDIRECTS = 10

# For one document with all its redirects: a slow line carries 100 MB compressed to 5 MB in less.
REQUEST_SECONDS = 120

# For all documents of one sitemap: a reader has long left the site by then.
SITE_SECONDS = 600

# Requests at a time: what browsers allow themselves toward one server.
PARALLEL_PER_SERVER = 6

# To find and connect to a server: a reader has given up by then.
CONNECT_SECONDS = 10.0

# The head of a response, with the informational responses before it: servers refuse requests with a quarter of that.
HEAD_BYTES = 64 * 1024

# Fields of a response: five times as many as Apache accepts in a request.
FIELDS = 500

# Chunk headers and trailers of a response beside as many bytes as its body has: a chunk of six bytes has that.
FRAMING_FREE_BYTES = MIB

# Between two pieces of an answer: a generated sitemap may be slow to begin.
SILENCE_SECONDS = 20.0

# Documents of one sitemap at a time, whatever their servers: each is held in memory until it is parsed.
PARALLEL = 12

# Bytes of one sitemap's files at a time, by the mean of those that came: parsing takes longer than a download, and so
# a dozen of the largest files would wait in memory. Of files of 10 MB one is on its way while two are parsed.
PARALLEL_BYTES = 30 * MIB

# All bodies on their way to the process: the greatest file fits in, several of them at a time do not.
PENDING_BYTES = 176 * MIB

# The HTTP cache on disk: a few hundred ordinary sites.
CACHE_BYTES = 256 * MIB

# The HTTP cache of private windows, and of each container, in memory: it is there for going back and forth.
MEMORY_CACHE_BYTES = 16 * MIB

# What was not used for a month is forgotten: it says where the reader was, and a site has changed by then.
CACHE_SECONDS = 30 * 86_400

# One response in the cache, as it was sent (compressed): greater ones are rare and would push out all others.
CACHE_FILE_BYTES = 32 * MIB

# Answers of one address that differ by what `Vary` names: a reader has few languages.
CACHE_VARIANTS = 8

# Memory of all open sitemaps together, beside the one requested last.
OPEN_BYTES = 1_024 * MIB

# What the reader may set, by the name it has in the options.
LIMITS: Mapping[str, Limit] = {
    "file_bytes": Limit(FILE_BYTES, 1_024, 1_024 * MIB),
    "expanded_bytes": Limit(EXPANDED_BYTES, 1_024, 1_024 * MIB),
    "expanded_ratio": Limit(EXPANDED_RATIO, 2, 100_000),
    "elements": Limit(ELEMENTS, 1, 20_000_000),
    "depth": Limit(DEPTH, 1, 1_000_000),
    "attribute_length": Limit(ATTRIBUTE_LENGTH, 16, 100_000_000),
    "files": Limit(FILES, 1, 100_000),
    "site_bytes": Limit(SITE_BYTES, 1_024, 4_096 * MIB),
    "redirects": Limit(REDIRECTS, 1, 20),
    "request_seconds": Limit(REQUEST_SECONDS, 1, 3_600),
    "site_seconds": Limit(SITE_SECONDS, 1, 86_400),
    "parallel_per_server": Limit(PARALLEL_PER_SERVER, 1, 32),
}


@dataclass(frozen=True)
class Limits:
    """The figures in force for one sitemap."""

    file_bytes: int = FILE_BYTES
    expanded_bytes: int = EXPANDED_BYTES
    expanded_ratio: int = EXPANDED_RATIO
    elements: int = ELEMENTS
    depth: int = DEPTH
    attribute_length: int = ATTRIBUTE_LENGTH
    files: int = FILES
    site_bytes: int = SITE_BYTES
    redirects: int = REDIRECTS
    request_seconds: float = REQUEST_SECONDS
    site_seconds: float = SITE_SECONDS
    parallel_per_server: int = PARALLEL_PER_SERVER
    start_only: bool = False  # of a longer document the first `file_bytes` are enough

    def with_changes(self, changes: Mapping[str, int]) -> Limits:
        """These limits, some of them set otherwise; raises ValueError, naming one that is unknown or out of range."""
        for name, value in changes.items():
            known = LIMITS.get(name)
            if known is None or not known.least <= value <= known.most:
                raise ValueError(name)
        return replace(self, **dict[str, Any](changes))

    def of_starts(self) -> Limits:
        """These limits, for documents of which the first `file_bytes` are enough."""
        return replace(self, start_only=True)


# Where the reader wishes nothing else.
DEFAULTS = Limits()
