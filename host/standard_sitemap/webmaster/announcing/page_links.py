"""Adds the links that announce a sitemap to the bytes of a page, and removes them; all other bytes stay. Pure.

The links stand between two comments, and only this block is ever replaced or removed. A page is decoded as Latin-1
regardless of its declared encoding. In all encodings of the web except UTF-16 and ISO-2022-JP, markup is ASCII. UTF-16
is recognised by its byte-order mark or its first character; ISO-2022-JP is refused.
"""

from __future__ import annotations

import re
from html import escape
from typing import NamedTuple

from standard_sitemap.webmaster.announcing.fields import NAMESPACE

_BEGIN, _END = "<!--standard-sitemap-->", "<!--/standard-sitemap-->"
# Exactly the text that `announce` writes, so that --undo restores every byte of the author's page.
_OWN = re.compile(re.escape(_BEGIN) + r"""(?:<link rel="[\w. ]+" href="[^"<>]*" />){2}""" + re.escape(_END))
# Comments, declarations and tags. In a tag, a quote counts only after an equals sign.
_TOKENS = re.compile(
    r"""<!--(?:>|->|.*?(?:-->|--!>|\Z))|<[!?][^>]*(?:>|\Z)|"""
    r"""<(/?)([A-Za-z][^\s/>]*)((?:=\s*(?:"[^"]*"|'[^']*')|[^>])*)>?""",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?""")
# Their content is text, or invisible to browsers that run scripts. Tags inside do not count.
_OPAQUE = frozenset({"script", "style", "title", "noscript", "template", "noframes"})
# Any other element ends the head (HTML, “in head” insertion mode), so a link after it would be in the body.
_HEAD_ONLY = frozenset({"html", "head", "base", "link", "meta", "basefont", "bgsound", "command", *_OPAQUE})
# A file without these shows readers nothing: a part of pages, or a script that redirects.
_HAS_CONTENT = re.compile(r"<title[^>]*>\s*[^\s<]|<h1[\s>]|<body[\s>]", re.IGNORECASE)
# The head of a page, and what shows that it has content, are near the start of the file.
START_BYTES = 64 * 1024
_DOCTYPE = re.compile(r"<!doctype\s+html", re.IGNORECASE)
# The escape sequence for two-byte characters. After it, the byte of `<` may be half of a character.
_ISO_2022 = re.compile(rb"\x1b\$")


class UneditablePage(ValueError):
    """A page that cannot be edited; `args` holds the reason as a code: `no-page` or `iso-2022-jp`."""


class Frame(NamedTuple):
    """The offset in a page, in characters, at which links belong, and the address in its `<base>`, if any."""

    place: int
    base: str | None


class _Text(NamedTuple):
    """A decoded page, with all that is needed to encode it again."""

    characters: str
    encoding: str
    rest: bytes = b""

    def encoded(self, characters: str) -> bytes:
        return characters.encode(self.encoding, "surrogatepass") + self.rest


def announced(page: bytes, href: str) -> bytes:
    """Return the page with links to the sitemap at `href`, which is ASCII.

    Links added earlier are replaced.

    Raises UneditablePage.
    """
    text = _read(page)
    bare = _OWN.sub("", text.characters)
    place = _frame(bare).place
    return text.encoded(bare[:place] + _links(href) + bare[place:])


def is_page(page: bytes) -> bool:
    """Return whether a file, or its first `START_BYTES`, is a page for readers and not only a part of one."""
    try:
        text = _read(page[:START_BYTES]).characters
        _frame(text)
    except UneditablePage as error:
        return bool(error.args[0] != "no-page")
    return _HAS_CONTENT.search(text) is not None


def restored(page: bytes) -> bytes:
    """Return the page without the links that `announced` added; a page without them is returned unchanged."""
    text = _read(page)
    return text.encoded(_OWN.sub("", text.characters))


def as_written(page: bytes) -> bytes:
    """Return a page without the links that `announced` added, in any encoding: files that were equal are so again."""
    try:
        return restored(page)
    except UneditablePage:
        return page


def frame(page: bytes) -> Frame:
    """Return the place for links in a page, and its base. Raises UneditablePage."""
    return _frame(_OWN.sub("", _read(page).characters))


def _links(href: str) -> str:
    # XHTML requires the closing slash, and HTML allows it.
    schema, location = (f'<link rel="schema.ssp" href="{NAMESPACE}" />', f'rel="ssp.location" href="{escape(href)}"')
    return f"{_BEGIN}{schema}<link {location} />{_END}"


def _read(page: bytes) -> _Text:
    for encoding, beginnings in (("utf-16-le", (b"\xff\xfe", b"<\0")), ("utf-16-be", (b"\xfe\xff", b"\0<"))):
        if page.startswith(beginnings):
            whole = len(page) - len(page) % 2
            return _Text(page[:whole].decode(encoding, "surrogatepass"), encoding, page[whole:])
    if _ISO_2022.search(page):
        raise UneditablePage("iso-2022-jp")
    return _Text(page.decode("latin-1"), "latin-1")


def _frame(characters: str) -> Frame:
    """Return the place before `</head>`; without that tag, before the first element that cannot be in a head."""
    seen, base, position = bool(_DOCTYPE.search(characters, 0, 4096)), None, 0
    while (token := _TOKENS.search(characters, position)) is not None:
        closing, name, attributes = token.group(1), (token.group(2) or "").lower(), token.group(3)
        position = token.end()
        if not name:
            continue
        if closing and name == "head":
            return Frame(token.start(), base)
        if not closing and name not in _HEAD_ONLY:
            if seen or name in ("body", "frameset"):
                return Frame(token.start(), base)
            raise UneditablePage("no-page")
        seen = seen or name in ("html", "head", "title")
        if name == "base" and base is None:
            base = _href(attributes)
        if not closing and name in _OPAQUE and not attributes.endswith("/"):
            position = _after(name, characters, position)
            if seen and position == len(characters):  # it never ends, and a link after it would be part of its text
                return Frame(token.start(), base)
    if not seen:
        raise UneditablePage("no-page")
    return Frame(len(characters), base)


def _href(attributes: str) -> str | None:
    for match in _ATTRIBUTE.finditer(attributes):
        if match.group(1).lower() == "href":
            return next((value for value in match.groups()[1:] if value is not None), None)
    return None


def _after(name: str, characters: str, position: int) -> int:
    """Return the offset at which the content of an opaque element ends."""
    end = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(characters, position)
    return end.start() if end else len(characters)
