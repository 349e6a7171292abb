"""Text from documents, file names and servers as people see it: without characters that steer a program.

Every message, table, page and graph that the host writes passes through one of these functions. `printable` escapes
such characters, for terminals and logs, so that an author sees them. `visible` removes them, for documents. XML and
JSON have escapes that lose nothing. Does no I/O; caches the compiled patterns.
"""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from typing import Any

# Control characters, half surrogates, and characters that end a line.
_CONTROLS = "\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
# Characters without a shape: bidi controls, zero-width characters, fillers, tag characters, variation selectors.
_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff"
    "\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
# Persian words, Indic ligatures and emoji need these two joiners and the variation selectors between their characters.
_SCRIPT = "[\u00a9\u00ae\u0300-\u1fff\u203c-\U0001faff]"
_LONE_JOINER = f"(?<!{_SCRIPT})[\u200c\u200d\ufe00-\ufe0f]|[\u200c\u200d](?!{_SCRIPT})"
# GitHub reads `::error …` at the start of a line as a command, and `##[error]` anywhere; Azure `##vso[…]`. A line may
# be wrapped before any word.
_COMMAND = r"(?<!\S):(?=:[A-Za-z])|#(?=#(?:vso)?\[)"
_LINE_ENDS = re.compile("[\t-\r\x1c-\x1f\x85\u2028\u2029]+")
_HIDDEN = f"[{_CONTROLS}{_INVISIBLE}]|{_LONE_JOINER}"
# Spreadsheets evaluate a cell that begins with one of these, in any width, after white space and hidden characters. The
# search covers the start of a cell only: no spreadsheet skips a thousand characters before a formula.
_LOOKED_AT = 1_000
_FORMULA = re.compile(r"\s*[=+\-@\u2212]")
# In many countries, spreadsheets divide a table of commas at semicolons. The pattern has the signs of every width.
_FORMULA_IN_CELL = re.compile(
    r'(;[\s"]*)(?=[=+@\u207a\u207c\u208a\u208c\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20-])'
)


# Compiled on first use: plain text needs neither, and each takes longer than most imports.
@cache
def _hidden() -> re.Pattern[str]:
    return re.compile(_HIDDEN)


@cache
def _invisible() -> re.Pattern[str]:
    return re.compile(f"[{_INVISIBLE}\u200c\u200d\ufe00-\ufe0f]")


@cache
def _steering() -> re.Pattern[str]:
    return re.compile(f"{_HIDDEN}|{_COMMAND}")


def printable(text: str) -> str:
    """Return `text` on one line, with escapes for each character that would steer a terminal or a build log."""
    return _steering().sub(_escape, text) if may_steer(text) else text


def may_steer(text: str) -> bool:
    """Return false only if `printable` escapes no character of `text`. Faster than `printable`."""
    if not text.isprintable() or "::" in text or "##" in text:
        return True
    return not text.isascii() and _invisible().search(text) is not None


def printable_json(value: Any) -> str:
    """Return `value` as JSON on one line, with JSON's own escapes for the characters that `printable` escapes."""
    return _steering().sub(_escape_in_json, json.dumps(value, ensure_ascii=False))


def ascii_json(value: Any, separators: tuple[str, str] = (", ", ": ")) -> str:
    """Return `value` as JSON in ASCII, without commands of a build log.

    Faster than `printable_json`, for a million nodes.
    """
    return json.dumps(value, separators=separators).replace("##", r"#\u0023")


def referenced(text: str) -> str:
    """Return XML text with a character reference for each character that `printable` escapes."""
    return _steering().sub(lambda character: f"&#{ord(character[0])};", text) if may_steer(text) else text


def visible(text: str) -> str:
    """Return `text` on one line, without control and hidden characters; tabs and line ends become a space.

    A space also divides the start of a command of a build log.
    """
    if not (text.isascii() and text.isprintable()):
        text = _hidden().sub("", _LINE_ENDS.sub(" ", text))
    return re.sub(_COMMAND, r"\g<0> ", text) if "::" in text or "##" in text else text


def table_cell(text: str) -> str:
    """Return a cell that no spreadsheet evaluates, whether it divides cells at commas or at semicolons."""
    quoted = f"'{text}" if is_formula(text) else text
    return _FORMULA_IN_CELL.sub(r"\1'", quoted) if ";" in quoted else quoted


def is_formula(text: str) -> bool:
    """Return whether a spreadsheet may evaluate a cell with this text."""
    return _FORMULA.match(unicodedata.normalize("NFKC", visible(text[:_LOOKED_AT]))) is not None


def _escape_in_json(character: re.Match[str]) -> str:
    units = character[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4))


def _escape(character: re.Match[str]) -> str:
    code = ord(character[0])
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
