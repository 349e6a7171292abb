"""Compressed files unpacked, told by their bytes and not by their name, as far as they can be and in bounds."""

from __future__ import annotations

import zlib

from standard_sitemap.sitemapsorg.faults import Findings

GZIP = b"\x1f\x8b"

# Five times what the protocol allows; beyond this a reader's memory suffers.
MAX_BYTES = 256 * 1024 * 1024

# Monotonous sitemaps stay below 100, a bomb reaches 1,000; below a few megabytes no ratio does harm.
_RATIO = 300
_FREE_BYTES = 8 * 1024 * 1024

_STEP_BYTES = 1 << 20
# Files compressed twice are seen now and then; more often than this it is done to do harm.
_LAYERS = 3


def unpacked(body: bytes, findings: Findings) -> bytes:
    """`body`, unpacked where it is compressed; of a damaged file what comes before the damage."""
    for _ in range(_LAYERS):
        if not body.startswith(GZIP):
            break
        body = _unpacked(body, findings)
    return body


def _unpacked(body: bytes, findings: Findings) -> bytes:
    most = min(MAX_BYTES, max(_FREE_BYTES, len(body) * _RATIO))
    whole = bytearray()
    while body.startswith(GZIP):
        engine = zlib.decompressobj(zlib.MAX_WBITS | 16)
        rest = body
        while not engine.eof:
            try:
                step = engine.decompress(rest, _STEP_BYTES)
            except zlib.error:
                findings.add("damaged-gzip")
                return bytes(whole)
            whole += step
            rest = engine.unconsumed_tail
            if len(whole) > most:
                findings.add("unpacks-to-too-much", limit=str(most))
                return bytes(whole[:most])
            if not step and not rest and not engine.eof:
                findings.add("damaged-gzip")
                return bytes(whole)
        body = engine.unused_data
    return bytes(whole)
