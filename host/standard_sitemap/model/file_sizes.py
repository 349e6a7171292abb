"""The maximum size of a file, received and unpacked. Both formats, the host and the tools use these figures."""

MIB = 1024 * 1024

# Behaviour: the maximum file size. Also: size limit, max size, too large.
# One document as received, and after its Content-Encoding is decoded. A million items take about 100 MB; a larger file
# strains a reader's memory.
FILE_BYTES = 160 * MIB

# The limit of sitemaps.org on an unpacked file, 50 MB: "50MB (52,428,800 bytes)". Crawlers reject a larger file.
SITEMAPS_ORG_BYTES = 50 * MIB

# One compressed file (`.xml.gz`) after unpacking: enough for five times `SITEMAPS_ORG_BYTES`.
UNPACKED_BYTES = 256 * MIB

# Decompressed size divided by compressed size: repetitive sitemaps stay below 100, a decompression bomb reaches 1,000.
EXPANDED_RATIO = 300

# Smaller files may have any ratio: small repetitive files have a high one. Compressed files on a disk are trusted more.
RATIO_FREE_BYTES = 2 * MIB
UNPACKED_RATIO_FREE_BYTES = 8 * MIB
