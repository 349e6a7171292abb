"""Text in XML files: escaping for elements, attributes and comments. Pure.

Characters that steer a terminal or a build log become references, since a file may be printed.

Imports the standard library only: other tools' builds may lack an XML library.
"""

from __future__ import annotations

import re

from standard_sitemap.model.display_text import may_steer, referenced, visible

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
# Characters that no XML 1.0 document may contain, even as a reference. A pattern of all allowed ones takes 10 ms to
# compile.
FORBIDDEN = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# The five characters that sitemaps.org names, and white space that XML parsers replace by spaces in attributes.
_ESCAPES = str.maketrans({
    "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;",
})  # fmt: skip


def escaped(text: str) -> str:
    """Escape `text` for an attribute or element: the five characters that sitemaps.org names, and white space."""
    return text if is_plain(text) else referenced(FORBIDDEN.sub("", text).translate(_ESCAPES))


def is_plain(text: str) -> bool:
    """Return whether nothing needs an escape. Searching for each character takes a tenth of the time of a pattern."""
    return not ("&" in text or '"' in text or "'" in text or "<" in text or ">" in text) and not may_steer(text)


def attribute(value: str) -> str:
    """Return the value of an attribute.

    Apostrophes need no escape between quotes, and authors read them more easily.
    """
    text = escaped(value)
    return text if text is value else text.replace("&apos;", "'").replace("&gt;", ">")


def attributes(pairs: dict[str, str]) -> str:
    """Return attributes in the given order, each after a space."""
    return "".join(f' {name}="{attribute(value)}"' for name, value in pairs.items())


def comment(lines: list[str]) -> str:
    """Return a comment; divide double hyphens, which would end it."""
    text = "\n     ".join(visible(FORBIDDEN.sub("", line)) for line in lines)
    while "--" in text:
        text = text.replace("--", "- -")
    return f"<!-- {text} -->\n"
