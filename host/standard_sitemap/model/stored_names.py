"""Names of files for paths of the web: the same, and different, on Linux, macOS and Windows.

Windows takes `C:` for a drive, `a:b` for a stream, `con` for a device, and drops final dots and spaces. It and macOS
take `About` for `about`, and macOS composes accents. So every character that a system could take for another, or for
more than a character, is percent-encoded.
"""

from __future__ import annotations

import os
import re
import unicodedata
from pathlib import Path
from urllib.parse import unquote

# Usual file systems limit names to 255 bytes; names of stored files get a suffix.
_LONGEST_BYTES = 200
_KEPT_BYTES = 80
_PLAIN = re.compile(r"[a-z0-9_.~+@-]+")
_CUT_ESCAPE = re.compile("%[0-9A-F]?$")
# Windows reserves these names, also with suffixes.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=\.|$)")


def stored_path(path: str) -> str:
    """Return the relative path of the file for a path without escapes, segment by segment.

    >>> stored_path("Über uns/c:.html"), stored_path("con/a..")
    ('%C3%9Cber%20uns/c%3A.html', '%63on/a.%2E')
    """
    return "/".join(map(_stored, path.split("/")))


def _stored(name: str) -> str:
    safe = name if _PLAIN.fullmatch(name) else "".join(map(_safe, name))
    if _DEVICE.match(safe) or safe.startswith("."):
        safe = _escaped(safe[0]) + safe[1:]
    if safe.endswith("."):
        safe = safe[:-1] + _escaped(".")
    if len(safe.encode()) <= _LONGEST_BYTES:
        return safe
    # Few names are as long, and OpenSSL takes 4 ms of each start.
    from hashlib import sha256

    kept = _CUT_ESCAPE.sub("", safe.encode()[:_KEPT_BYTES].decode(errors="ignore"))
    return f"{kept}={sha256(safe.encode()).hexdigest()}"


def _safe(character: str) -> str:
    is_safe = _PLAIN.fullmatch(character) or (
        not character.isascii()
        and character.isalpha()
        # No other letter is the same without case, and none is composed of others.
        and character.upper().lower() == character.casefold() == character
        and unicodedata.normalize("NFKD", character) == character
    )
    return character if is_safe else _escaped(character)


def _escaped(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))


def readable_path(path: str) -> str:
    """Return the path for which `stored_path` gave the path of a file, except for very long names."""
    return unquote(path)


def real_path(path: Path) -> Path:
    """Return the path to which symbolic links lead; a loop of links leads to itself.

    Before Python 3.13, `Path.resolve` raises RuntimeError for such a loop, which anybody's folder may contain.
    """
    return Path(os.path.realpath(path))


def place_in(folder: Path, path: str) -> Path:
    """Return the place of a file in a folder; raises ValueError if it is, or leads through a link, outside.

    Whoever writes a file under a name that another computer has sent asks here.
    """
    place = folder / path
    if Path(path).is_absolute() or ".." in Path(path).parts or not real_path(place).is_relative_to(real_path(folder)):
        raise ValueError(f"outside of {folder}: {path}")
    return place
