"""Responses that cost more than their size: heads, chunks and compressed members, each by one way.

`RESPONSES` are their parts, by name. A server in a separate process sends one of them at every path except `/harmless`.
"""

from __future__ import annotations

import contextlib
import gzip
import itertools
import socketserver
import sys
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection

import brotli

from hostile.corpus import NAMESPACE
from hostile.serving import in_a_process

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_SITEMAP = f'<sitemap xmlns="{NAMESPACE}"><item name="I" url="i"/></sitemap>'.encode()
_OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\n"
_CHUNKED = _OK + b"Transfer-Encoding: chunked\r\n\r\n"
_HEAD_BYTES = 60_000
_BODY_BYTES = 2_000_000

Response = Iterable[bytes]


def _with_fields(*fields: bytes, body: bytes = _SITEMAP) -> Response:
    return [_OK, b"".join(field + b"\r\n" for field in fields), b"Content-Length: %d\r\n\r\n" % len(body), body]


def _filled(part: bytes, size: int = _HEAD_BYTES) -> bytes:
    return part * (size // len(part))


def fields_by_the_thousand() -> Response:
    """Return as many fields as a head can hold."""
    return [_OK, _filled(b"X:\r\n"), b"\r\n", _SITEMAP]


def a_field_without_end() -> Response:
    """Return a field that never ends."""
    return itertools.chain([_OK, b"X: "], itertools.repeat(b"x" * 10_000))


def a_folded_field() -> Response:
    """Return a field of thousands of lines."""
    return [_OK, b"X: a\r\n", _filled(b" b\r\n"), b"\r\n", _SITEMAP]


def a_field_of_blanks() -> Response:
    """Return a value of words and blanks that ends in an invalid octet."""
    return _with_fields(b"X: " + _filled(b"a \t") + b"\x00")


def informational_responses_without_end() -> Response:
    """Return early hints, and never a response."""
    return itertools.repeat(b"HTTP/1.1 103 Early Hints\r\n\r\n" * 100)


def a_long_reason() -> Response:
    """Return a status line that fills the head."""
    return [b"HTTP/1.1 200 " + _filled(b"OK "), b"\r\n\r\n", _SITEMAP]


def lengths_by_the_thousand() -> Response:
    """Return one length, thousands of times."""
    return [_OK, b"Content-Length: ", _filled(b"%d," % len(_SITEMAP)), b"%d\r\n\r\n" % len(_SITEMAP), _SITEMAP]


def variants_by_the_thousand() -> Response:
    """Return a response that varies by every possible field."""
    names = b",".join(b"x%d" % number for number in range(8_000))
    return _with_fields(b"Cache-Control: max-age=600", b"Vary: " + names)


def directives_by_the_thousand() -> Response:
    """Return cache directives with unclosed quotation marks."""
    return _with_fields(b"Cache-Control: max-age=600, " + _filled(b'no-cache="a, '))


def an_age_beyond_any_date() -> Response:
    """Return an age of thousands of years."""
    return _with_fields(b"Cache-Control: max-age=600", b"Age: 99999999999")


def encodings_by_the_thousand() -> Response:
    """Return a body declared as encoded thousands of times."""
    return _with_fields(b"Content-Encoding: " + _filled(b"gzip,"), body=gzip.compress(_SITEMAP))


def chunks_of_one_byte() -> Response:
    """Return two million chunks."""
    parts = itertools.repeat(b"1\r\n \r\n" * 10_000, _BODY_BYTES // 10_000)
    return itertools.chain([_CHUNKED], parts, [b"0\r\n\r\n"])


def extensions_of_chunks() -> Response:
    """Return endless chunks of one byte, with headers of thousands."""
    return itertools.chain([_CHUNKED], itertools.repeat(b"1;" + b"x" * 60_000 + b"\r\n \r\n"))


def trailers_without_end() -> Response:
    """Return fields after the body that never end."""
    chunk = b"%x\r\n%s\r\n0\r\n" % (len(_SITEMAP), _SITEMAP)
    return itertools.chain([_CHUNKED, chunk], itertools.repeat(b"X:\r\n" * 1_000))


def _encoded(name: bytes, body: bytes) -> Response:
    return _with_fields(b"Content-Encoding: " + name, body=body)


def empty_gzip_members() -> Response:
    """Return a hundred thousand empty members."""
    return _encoded(b"gzip", _filled(gzip.compress(b""), _BODY_BYTES))


def gzip_members_of_one_byte() -> Response:
    """Return members of one blank each, ten megabytes in total."""
    return _encoded(b"gzip", _filled(gzip.compress(b" "), 5 * _BODY_BYTES))


def large_gzip_members() -> Response:
    """Return members that decompress to the maximum of a two-megabyte file."""
    return _encoded(b"gzip", _filled(gzip.compress(b" " * 7_000), _BODY_BYTES // 8))


def zstd_frames_of_one_byte() -> Response:
    """Return frames of one blank each."""
    return _encoded(b"zstd", _filled(zstd.compress(b" "), _BODY_BYTES))


def zstd_frames_to_skip() -> Response:
    """Return frames without content. [RFC 8878, 3.1.2]"""
    return _encoded(b"zstd", _filled(b"\x50\x2a\x4d\x18\0\0\0\0", _BODY_BYTES))


def brotli_of_flushes() -> Response:
    """Return a stream of hundreds of thousands of blocks."""
    engine = brotli.Compressor()
    parts = [engine.process(b" ") + engine.flush() for _ in range(200_000)]
    return _encoded(b"br", b"".join(parts) + engine.finish())


RESPONSES: dict[str, Callable[[], Response]] = {
    made.__name__.replace("_", "-"): made
    for made in (
        fields_by_the_thousand, a_field_without_end, a_folded_field, a_field_of_blanks,
        informational_responses_without_end, a_long_reason, lengths_by_the_thousand, variants_by_the_thousand,
        directives_by_the_thousand, an_age_beyond_any_date, encodings_by_the_thousand, chunks_of_one_byte,
        extensions_of_chunks, trailers_without_end, empty_gzip_members, gzip_members_of_one_byte, large_gzip_members,
        zstd_frames_of_one_byte, zstd_frames_to_skip, brotli_of_flushes,
    )
}  # fmt: skip
"""Responses by name."""


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    name = ""


class _Handler(socketserver.StreamRequestHandler):
    server: _Server

    def handle(self) -> None:
        with contextlib.suppress(OSError):
            while request := self.rfile.readline():
                while self.rfile.readline() not in {b"\r\n", b""}:
                    pass
                is_harmless = request.split(b" ")[1] == b"/harmless"
                for part in _with_fields() if is_harmless else RESPONSES[self.server.name]():
                    self.wfile.write(part)
                if not is_harmless:
                    return


def responding(name: str) -> contextlib.AbstractContextManager[str]:
    """Return the address at which a server sends the response of that name."""
    return in_a_process(_serve, name)


def _serve(name: str, port: Connection) -> None:
    server = _Server(("127.0.0.1", 0), _Handler)
    server.name = name
    port.send(server.server_address[1])
    server.serve_forever()
