"""Text and attributes as XML wants them. Pure."""

from __future__ import annotations

import re

# What no XML 1.0 document can hold, not even as a reference.
_UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = str.maketrans({
    "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;",
})  # fmt: skip
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def escaped(text: str) -> str:
    """`text` for an attribute or an element: all five characters that sitemaps.org asks for, and white space kept."""
    if text.isascii() and text.isalnum():
        return text
    return _UNWRITABLE.sub("", text).translate(_ESCAPES)


def attributes(pairs: dict[str, str]) -> str:
    """Attributes in the order given, each with a space before it."""
    return "".join(f' {name}="{_attribute(value)}"' for name, value in pairs.items())


def comment(lines: list[str]) -> str:
    """A comment, which two hyphens would end."""
    text = "\n     ".join(_UNWRITABLE.sub("", line) for line in lines)
    while "--" in text:
        text = text.replace("--", "- -")
    return f"<!-- {text} -->\n"


def decimal(number: float) -> str:
    """A number as XML Schema's decimals are written: never with an exponent."""
    text = f"{number:.6f}".rstrip("0")
    return f"{text}0" if text.endswith(".") else text


def _attribute(value: str) -> str:
    """Apostrophes need no escape between quotes, and authors read them more easily."""
    return escaped(value).replace("&apos;", "'").replace("&gt;", ">")
