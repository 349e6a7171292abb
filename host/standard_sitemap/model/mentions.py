"""What a search looks at beside names: descriptions and addresses. Pure; not part of the format.

Words that look like a part of an address are looked for in all of it. Other words only in the last part of its path,
without the ending of a page: the host, and the folders of a site, stand in the addresses of all its pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from urllib.parse import unquote

from standard_sitemap.model.words import folded

# Letters of a word that is looked for in addresses: parts of them, such as years or codes, hold any two letters.
SHORTEST = 3

_OF_ADDRESS = re.compile(r"[/.:?#=]")
_HOST = re.compile("^[a-z]+://[^/?#]*")
_ENDING = re.compile(r"\.(?:[sx]?html?|php|aspx?|jsp|cfm)$")


def mentions(words: Sequence[str], texts: Iterable[str | None], address: str | None) -> bool:
    """Whether each word, which is `folded`, is in one of the texts or in the address."""
    plain = folded("\0".join(text for text in texts if text))
    missing = [word for word in words if word not in plain]
    return not missing or (address is not None and all(is_in_address(word, address) for word in missing))


def is_in_address(word: str, address: str) -> bool:
    """Whether a word, which is `folded`, is in an address, written in whichever way."""
    if len(word) < SHORTEST:
        return False
    readable = folded(unquote(address))
    path = readable if "//" in word else _HOST.sub("", readable)
    return word in (path if _OF_ADDRESS.search(word) else last_part(path))


def last_part(address: str) -> str:
    """The last part of the path of an address in lower case, without the ending of a page."""
    path = re.split("[?#]", address, maxsplit=1)[0].rstrip("/")
    return _ENDING.sub("", path[path.rfind("/") + 1 :])
