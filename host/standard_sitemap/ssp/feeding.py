"""The bytes of a file for Expat, in pieces that it reads within milliseconds.

A call of Expat cannot be interrupted, and reads an unfinished token from its beginning again. So a long comment or
instruction is divided into several, which mean the same. A longer tag, reference or literal ends the reading. Text and
CDATA sections have any length, because Expat reads them in parts.
"""

from __future__ import annotations

from typing import NamedTuple
from xml.parsers import expat

# Bytes that Expat receives in one call.
PIECE = 1 << 18

# Bytes of one tag, reference or literal: four attributes of the maximum length in any script.
LONGEST_MARKUP = 1 << 20

# Bytes before and after an error that show its kind.
_BEFORE, _AFTER = 1_000, 100

# Bytes of a character in UTF-8 after its first.
_MOST_CONTINUED = 3


class MalformedMarkup(Exception):
    """Bytes that are not well-formed: Expat's code, the line, and the bytes before and after the error on that line."""

    def __init__(self, error: expat.ExpatError, before: bytes, after: bytes) -> None:
        super().__init__(f"line {error.lineno}")
        self.code = error.code
        self.line = error.lineno
        self.before = before.rpartition(b"\n")[2]
        self.after = after.partition(b"\n")[0]


class _MarkupError(Exception):
    """Markup that ends the reading of a file, on a line."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


class MarkupTooLong(_MarkupError):
    """A tag, reference or literal of more than `LONGEST_MARKUP` bytes, on a line."""


class EntitiesTooLarge(_MarkupError):
    """Entities that would more than double the length of the file, from a line on."""


class IllFormedDeclaration(_MarkupError):
    """A malformed document type declaration on a line, in a way that Expat does not detect."""


class _DivisibleMarkup(NamedTuple):
    """A kind of markup that may be divided: its delimiters, and the bytes that divide it."""

    opening: bytes
    closing: bytes
    division: bytes


# A comment may not contain `--`, so a space precedes its end. An instruction needs a target, here `a`.
_DIVISIBLE = (_DivisibleMarkup(b"<!--", b"-->", b" --><!--"), _DivisibleMarkup(b"<?", b"?>", b"?><?a "))


class Feeder:
    """A feeder of one parser, which stays responsible for lines and tags."""

    def __init__(self, parser: expat.XMLParserType) -> None:
        self._parser = parser
        self._passed = 0
        self._finished = 0
        # Whether the unfinished markup has ended, which Expat has yet to read.
        self._has_ended = False
        # Expat 2.6, and Debian's 2.5, read an unfinished token later instead; `LONGEST_MARKUP` bounds that work, too.
        # Older versions of Python cannot turn this off.
        getattr(parser, "SetReparseDeferralEnabled", bool)(False)

    @property
    def unfinished(self) -> int:
        """The number of bytes of an unfinished token, all of which the next call reads again."""
        return self._passed - self._finished

    def feed(self, data: bytes | memoryview, *, is_last: bool = False) -> None:
        """Feed the next bytes. Raises MalformedMarkup, or MarkupTooLong for a token that cannot be divided."""
        view, start, divided = memoryview(data), 0, None
        while start < len(view):
            stop = _end_of_piece(view, start + PIECE)
            piece = bytes(view[start:stop])
            if divided is not None and divided.closing in piece:
                divided, self._has_ended = None, True
            elif divided is not None:
                piece = divided.division + piece
            start = stop
            self._passed += len(piece)
            self._parse(piece, view, stop)
            if divided is None and not self._has_ended and self.unfinished > LONGEST_MARKUP:
                divided = self._divisible(view, stop - self.unfinished)
        if is_last:
            self._parse(b"", view, len(view), is_last=True)

    def _parse(self, piece: bytes, view: memoryview, stop: int, *, is_last: bool = False) -> None:
        try:
            self._parser.Parse(piece, is_last)
        except expat.ExpatError as error:
            place = max(0, stop - (self._passed - self._parser.ErrorByteIndex))
            before, after = view[max(0, place - _BEFORE) : place], view[place : place + _AFTER]
            raise MalformedMarkup(error, bytes(before), bytes(after)) from None
        if self._parser.CurrentByteIndex >= 0:  # -1 if Expat reads the piece later
            self._finished, self._has_ended = self._parser.CurrentByteIndex, False

    def _divisible(self, view: memoryview, start: int) -> _DivisibleMarkup:
        for kind in _DIVISIBLE:
            if start >= 0 and view[start : start + len(kind.opening)] == kind.opening:
                return kind
        raise MarkupTooLong(self._parser.CurrentLineNumber)


def _end_of_piece(view: memoryview, end: int) -> int:
    """Return the end of a piece at `end` or soon after it, neither within a character nor within a delimiter."""
    for _ in range(_MOST_CONTINUED):
        if end >= len(view):
            return len(view)
        if view[end] & 0xC0 != 0x80 and bytes(view[end - 1 : end + 1]) not in (b"--", b"->", b"?>"):
            break
        end += 1
    return end
