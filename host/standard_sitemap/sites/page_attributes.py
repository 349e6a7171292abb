"""Which attributes of a page a sitemap may write to by its class changes. Pure.

`class` anywhere. Another one only from a map of the page's own origin (which page that is, the extension looks at), and
none that loads, runs, submits or names a target, of HTML or SVG or of the libraries that read attributes as programs:
the words that are written are the map's author's, and a page's content policy does not hold back what an extension
writes.
"""

import re

# Letters and digits alone: libraries have theirs marked by a hyphen, a dot, an underscore or an odd prefix.
_HARMLESS = re.compile(r"(?:(?P<prefix>[^\W\d_]+):)?(?P<local>[^\W\d_][^\W_]*)|aria-[a-z]+")

# Prefixes by which libraries and XML formats find what they run.
_LIBRARIES = {"xmlns", "on", "bind", "wire", "use", "client", "host", "class", "let", "ref", "xlink", "ev"}

_FORBIDDEN = re.compile(
    r"on.*|style|src.*|href.*|action|form.*|method|enctype|target|ping|download|data|datasrc|datafld|content|httpequiv|"
    r"manifest|poster|background|cite|code|codebase|classid|archive|object|usemap|longdesc|lowsrc|dynsrc|profile|base|"
    r"image.*|is|rel|rev|type|name|id|for|list|as|async|defer|charset|language|media|nonce|integrity|sandbox|allow.*|csp|"
    r"cross.*|referrer.*|loading|fetch.*|block.*|credentialless|browsingtopics|attribution.*|shadow.*|slot|part|export.*|"
    r"popover.*|command.*|interest.*|autofocus|autoplay|controls|contenteditable|inert|hidden|value|"
    r"attributename|attributetype|values|to|from|by|begin|end|dur|min|max|restart|repeat.*|calcmode|key.*|additive|"
    r"accumulate|path|filter|mask|clip.*|cursor|fill|stroke|marker.*|event|handler|observer|function|script|schemalocation|"
    r"property|resource|about|typeof|itemid|itemtype|"
    r"xmlns",
    re.IGNORECASE,
)


def may_be_written(attribute: str, *, is_own: bool) -> bool:
    """Whether a class change may write to an attribute, by its qualified name; `is_own`: from the page's own origin."""
    if attribute == "class":
        return True
    found = _HARMLESS.fullmatch(attribute)
    if not is_own or found is None:
        return False
    prefix, local = found["prefix"], found["local"] or ""
    return (prefix or "").lower() not in _LIBRARIES and not _FORBIDDEN.fullmatch(local)
