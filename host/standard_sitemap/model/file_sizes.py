"""How large a file may be, as it is received and unpacked. Both formats, the host and the tools use these figures."""

MIB = 1024 * 1024

# Behaviour: the maximum file size.
# One document as it is received. A million items take about 100 MB; beyond this a reader's memory suffers.
FILE_BYTES = 160 * MIB

# One document, decoded from its Content-Encoding: as much as one that was sent without.
EXPANDED_BYTES = 160 * MIB

# One file that is itself compressed (`.xml.gz`), unpacked: five times as much as sitemaps.org allows.
UNPACKED_BYTES = 256 * MIB

# Decompressed over compressed size: monotonous sitemaps stay below 100, a bomb reaches 1,000.
EXPANDED_RATIO = 300

# Any ratio is allowed up to here: small monotonous files have a great one. Compressed files on a disk are trusted more.
RATIO_FREE_BYTES = 2 * MIB
UNPACKED_RATIO_FREE_BYTES = 8 * MIB
