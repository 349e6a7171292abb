"""The limits of fetching: each figure with its reason, and the two that the reader may set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from standard_sitemap.model.file_sizes import EXPANDED_RATIO, FILE_BYTES, MIB, SITEMAPS_ORG_BYTES


class Limit(NamedTuple):
    """A figure: its default, and the least and the most that it can be set to."""

    default: int
    least: int
    most: int


# Limits on a file's unpacked size: a free amount, plus twelve times the bytes received. The free amount is just above
# the limit of sitemaps.org, so that a file a little longer is read and reported. Only files that are both very large
# and very repetitive exceed the sum.
UNPACKED_FREE_BYTES, UNPACKED_RATIO = SITEMAPS_ORG_BYTES + 2 * MIB, 12

# Memory of one file with its elements: a free amount, plus a multiple of the bytes received, which is higher for large
# files. Plain text never reaches it, but compressed files may. With the host itself, and with lookups in the map, that
# is 300 MB for a file of 2 MiB.
ROOM_FREE_BYTES, ROOM_OF_SMALL, ROOM_SMALL_BYTES, ROOM_OF_LARGE = 130 * MIB, 16, 2 * MIB, 60

# Memory of all files of a sitemap: a free amount, plus a multiple of the bytes received for each file. The free amount
# is smaller than for one file, because all files are in memory twice during a reload.
ROOM_FREE_BYTES_OF_SITE, ROOM_OF_SITE = 96 * MIB, 100

# The upper limit of both estimates of memory, which are up to two fifths lower than the memory in use. With it, the
# host stays below 1 GB, even while a map is reloaded and others are open. But maps of several servers that are read at
# the same moment add up. It is enough for a million items, or three million pages.
ROOM_MOST_BYTES = 384 * MIB

# The browser does not report the size of a file before it was unpacked.
BROWSER_BYTES = 64 * MIB

# Bytes counted as received for a file from the browser: a twentieth of its size, but at least the first figure.
BROWSER_FREE_BYTES, BROWSER_RATIO = 2 * MIB, 20

# Elements of one document: twice as many as in the largest maps seen.
ELEMENTS = 5_000_000

# Levels of elements in one document: no site's hierarchy has a hundred, and each row costs all rows above it.
DEPTH = 1_000

# Characters of one attribute: names are truncated at hundreds, servers refuse addresses of ten thousand.
ATTRIBUTE_LENGTH = 65_536

# Documents of one sitemap: enough for a file per chapter of the largest manuals, few enough not to burden a server.
FILES = 5_000

# Bytes of all documents of one sitemap: parsed documents stay in memory.
SITE_BYTES = 512 * MIB

# Hops from the requested address: browsers stop at 20, and a sitemap needs no more than a few.
REDIRECTS = 10

# For one document with all its redirects: a slow line transfers 100 MB compressed to 5 MB in less.
REQUEST_SECONDS = 120

# For all documents of one sitemap: a reader has long left the site by then.
SITE_SECONDS = 600

# Behaviour: parallel downloads. Also: concurrent requests to one server.
# The limit of browsers.
PARALLEL_PER_SERVER = 6

# For finding and connecting to a server: a reader does not wait longer.
CONNECT_SECONDS = 10.0

# Bytes of a response head, with the informational responses before it: servers refuse requests with a quarter of that.
HEAD_BYTES = 64 * 1024

# Fields of a response: five times as many as Apache accepts in a request.
FIELDS = 500

# Bytes of chunk headers and trailers beyond the length of the body; a chunk of six bytes has a header as long as that.
FRAMING_FREE_BYTES = MIB

# Seconds between two pieces of a response: a generated sitemap may be slow to begin.
SILENCE_SECONDS = 20.0

# Concurrent documents of one sitemap from all servers: each is in memory until it is parsed.
PARALLEL = 12

# Concurrent bytes of one sitemap's files, estimated by the mean size of the received files. Parsing is slower than a
# download, so a dozen of the largest files would wait in memory. With files of 10 MB, one is downloaded while two are
# parsed.
PARALLEL_BYTES = 30 * MIB

# All pending bodies of the process: enough for the largest file, but not for several of them at a time.
PENDING_BYTES = 176 * MIB

# The HTTP cache on disk: a few hundred ordinary sites.
CACHE_BYTES = 256 * MIB

# The HTTP cache of private windows, and of each container, in memory: it serves going back and forth.
MEMORY_CACHE_BYTES = 16 * MIB

# Responses unused for a month are deleted: they show where the reader was, and the site has changed by then.
CACHE_SECONDS = 30 * 86_400

# One cached response, as sent (compressed): larger ones are rare and would displace all others.
CACHE_FILE_BYTES = 32 * MIB

# Responses of one address that differ by the fields in `Vary`: a reader has few languages.
CACHE_VARIANTS = 8

# Memory of all open sitemaps together, an estimate as above. Beyond it, all but the one requested last may be closed.
OPEN_BYTES = 128 * MIB

# The limits that the reader may set, by their names in the options. Larger values would not help: the limits on all
# files of a sitemap end its load first.
LIMITS: Mapping[str, Limit] = {
    "file_bytes": Limit(FILE_BYTES, 1_024, SITE_BYTES),
    "request_seconds": Limit(REQUEST_SECONDS, 1, SITE_SECONDS),
}


@dataclass(frozen=True)
class Limits:
    """The limits in force for one sitemap. `file_bytes` limits a file as received, and as decoded."""

    file_bytes: int = FILE_BYTES
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
    start_only: bool = False  # the first `file_bytes` of a longer document suffice

    def with_changes(self, changes: Mapping[str, int]) -> Limits:
        """Return these limits with the reader's; raises ValueError with the name of an unknown or out-of-range one."""
        for name, value in changes.items():
            known = LIMITS.get(name)
            if known is None or not known.least <= value <= known.most:
                raise ValueError(name)
        return replace(self, **dict[str, Any](changes))


# The limits unless the reader sets others.
DEFAULTS = Limits()

# Bytes of a page whose title is fetched: most titles are in the first two thousand, some after a style sheet.
TITLE_BYTES = 65_536

# Limits for one such page: the next pages wait until it is fetched.
TITLE_LIMITS = replace(DEFAULTS, request_seconds=8, redirects=5, file_bytes=TITLE_BYTES, start_only=True)
