"""Entities that only what is never fetched may declare: which of a file's references they are, what takes their place,
and how that is put back as it is written (D31).

The parser drops such references in attributes without a word. So each is declared, before all else, as text that no
file has use for; whoever reads the file looks for that, names it as a fault, and restores the reference.
"""

from __future__ import annotations

import re
from xml.parsers import expat

from standard_sitemap.ssp.names import SHORT_ENTITIES

_NAME = r"([^\s;&#%<>\"']{1,1000});"
_REFERENCE = re.compile(f"&{_NAME}")
_PARAMETER = re.compile(rf"<!--.*?(?:-->|\Z)|%{_NAME}", re.DOTALL)
_DECLARED = re.compile(r"<!ENTITY\s+([^\s%]\S*)\s")
_HERE = re.compile(r"<!ENTITY\s+%\s+(\S+)\s+[\"']")
_END_OF_TYPE = re.compile(r"\]\s*>\s*<")
# Noncharacters around the name of an entity that cannot be had.
_OPENING, _CLOSING = "\ufdd0", "\ufdd1"
_UNRESOLVED = re.compile(f"{_OPENING}([^{_CLOSING}]*){_CLOSING}")


def stand_ins(source: str, *, is_typed_elsewhere: bool) -> str | None:
    """Declarations of the entities that a file uses and does not surely declare; None where nothing is elsewhere.

    `is_typed_elsewhere` says that its document type has another file. What is declared behind the first declarations
    that are elsewhere is none of its own: XML has it passed over.
    """
    end = _END_OF_TYPE.search(source)
    prolog = source[: end.start()] if end else source
    unread = _first_unread(prolog)
    if unread is None and not is_typed_elsewhere:
        return None
    names = set(_REFERENCE.findall(source)) - SHORT_ENTITIES.keys() - set(_DECLARED.findall(prolog[:unread]))
    return "".join(f'<!ENTITY {name} "{_OPENING}{name}{_CLOSING}">' for name in sorted(names) if _is_name(name))


def unresolved(text: str) -> list[str]:
    """The names of the entities that something stands in for, in order."""
    return _UNRESOLVED.findall(text)


def as_written(text: str) -> str:
    """A text with its references put back."""
    return _UNRESOLVED.sub(r"&\1;", text)


def _first_unread(prolog: str) -> int | None:
    """Where the first declarations would stand that are in another file, or nowhere; None where all are here."""
    here = set(_HERE.findall(prolog))
    found = (one for one in _PARAMETER.finditer(prolog) if one[1] is not None and one[1] not in here)
    return next((one.start() for one in found), None)


def _is_name(text: str) -> bool:
    """Whether a text is a name, as the parser knows them."""
    try:
        expat.ParserCreate("utf-8").Parse(f"<{text}/>", True)
    except expat.ExpatError:
        return False
    return True
