"""The attributes of a page that a class change may write to, in addition to `class`.

Attributes that load, run, submit or name a target are refused, in HTML, in SVG, and in libraries that interpret
attributes as programs. The sitemap's author chooses the value, and a page's content security policy does not bind an
extension.
"""

from __future__ import annotations

import re

# Letters and digits only: libraries mark their attributes by a hyphen, a dot, an underscore or an odd prefix.
_HARMLESS = re.compile(r"(?:(?P<prefix>[^\W\d_]+):)?(?P<local>[^\W\d_][^\W_]*)|aria-[a-z]+")

# Prefixes by which libraries and XML formats recognise the attributes that they run.
_LIBRARIES = {"xmlns", "on", "bind", "wire", "use", "client", "host", "class", "let", "ref", "xlink", "ev"}

# Compiled on first use, which most maps never need: that takes a millisecond.
_FORBIDDEN = (
    r"on.*|style|src.*|href.*|action|form.*|method|enctype|target|ping|download|data|datasrc|datafld|content|httpequiv|"
    r"manifest|poster|background|cite|code|codebase|classid|archive|object|usemap|longdesc|lowsrc|dynsrc|profile|base|"
    r"image.*|is|rel|rev|type|name|id|for|list|as|async|defer|charset|language|media|nonce|integrity|sandbox|allow.*|"
    r"csp|cross.*|referrer.*|loading|fetch.*|block.*|credentialless|browsingtopics|attribution.*|shadow.*|slot|part|"
    r"export.*|popover.*|command.*|interest.*|autofocus|autoplay|controls|contenteditable|inert|hidden|value|"
    r"attributename|attributetype|values|to|from|by|begin|end|dur|min|max|restart|repeat.*|calcmode|key.*|additive|"
    r"accumulate|path|filter|mask|clip.*|cursor|fill|stroke|marker.*|event|handler|observer|function|script|"
    r"schemalocation|property|resource|about|typeof|itemid|itemtype|"
    r"xmlns"
)


def is_harmless(attribute: str) -> bool:
    """Return whether a sitemap from a page's own origin may write to an attribute, given by its qualified name.

    >>> is_harmless("aria-label"), is_harmless("onclick"), is_harmless("href")
    (True, False, False)
    """
    if attribute == "class":
        return True
    name = _HARMLESS.fullmatch(attribute)
    if name is None:
        return False
    prefix, local = name["prefix"], name["local"] or ""
    return (prefix or "").lower() not in _LIBRARIES and not re.fullmatch(_FORBIDDEN, local, re.IGNORECASE)
