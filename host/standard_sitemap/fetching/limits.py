"""How much is fetched at most: each figure with its reason. Nothing else."""

FILE_BYTES = 256 * 1024 * 1024
"""One document, decompressed. A million items take about 100 MB; beyond this a reader's memory suffers."""

SITE_BYTES = 768 * 1024 * 1024
"""All documents of one sitemap: a parsed document stays in memory, at several times its size."""

FILES = 5_000
"""Documents of one sitemap: enough for a file per chapter of the largest manuals, too few to burden a server."""

RATIO = 300
"""Decompressed over compressed size: monotonous sitemaps stay below 100, a bomb reaches 1,000."""

RATIO_FREE_BYTES = 8 * 1024 * 1024
"""Below this size no ratio does harm, and small monotonous files can have a great one."""

REDIRECTS = 10
"""Hops from the address asked for; browsers give up at 20, a sitemap has no reason for more than a few."""

CONNECT_SECONDS = 10.0
"""To find and connect to a server: a reader has given up by then."""

SILENCE_SECONDS = 20.0
"""Between two pieces of an answer: a generated sitemap may take its time to begin."""

FILE_SECONDS = 120.0
"""For one document with all its redirects: a slow line carries 100 MB compressed to 5 MB in less."""

CONCURRENCY = 6
"""Documents at a time: what browsers allow themselves toward one server."""

CACHE_BYTES = 256 * 1024 * 1024
"""The HTTP cache on disk: a few hundred ordinary sites."""

CACHE_FILE_BYTES = 32 * 1024 * 1024
"""One answer in the cache, as it came (compressed): greater ones are rare and would push out all others."""
