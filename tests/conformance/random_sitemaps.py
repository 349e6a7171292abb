"""Random sitemaps of several files that exercise every rule and their interactions."""

from __future__ import annotations

from random import Random
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

ROOT = "http://a.example/map.xml"
FILES = (ROOT, "http://a.example/sub/two.xml", "http://b.example/three.xml")
MISSING = "http://a.example/missing.xml"
MOVED = {"http://a.example/old": FILES[1], "http://b.example/deep/er/old.xml": FILES[2]}
_HEAD = (
    'xmlns="http://standard-sitemap.org/2007/ns" xmlns:s="http://standard-sitemap.org/2007/ns" '
    'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:f="urn:foreign" xmlns:html="http://www.w3.org/1999/xhtml"'
)
_IDS = ("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "A", "C", " b ", "é", "É", "ß", "ẞ", "k", "\u212a")
_FRAGMENTS = (*"abcdefghij" * 2, "B", "D", "%63", "é", "ẞ", "K", "none")
_ADDRESSES = (
    *("p.html",) * 12, "../q", "/r?s=1#t", "", "?x", "http://c.example/d/", "//d.example", "p%20q/ä ö.html",
    "#z", "http://[bad", "mailto:someone@a.example", "http://e.example:99999/", "javascript:void(0)", "tel:+1", "ftp://f.example/x",
)  # fmt: skip
_BASES = (
    "sub/",
    "/",
    "http://b.example/",
    "http://a.example/sub/two.xml",
    "map.xml",
    "",
    "../..",
    "http://[bad",
    "#f",
    "ftp://g.example/",
    "urn:a:b",
    "mailto:someone@a.example",
)
_FOR_EXTERNALS = ("", "", "", "", *FILES, *FILES, *MOVED, MISSING, "two.xml", "sub/two.xml", "?", "http://[bad")
_XPATHS = (
    "/html:html/html:body",
    "//x:p",
    "//*[@id='a:b']",
    "/html[",
    "id('x')",
    "child::html:p | f:q",
    "",
    "s:a/b",
    "count(//x:p)",
    "//x:p/@id",
    "//x:p/text()",
    "//x:p/node()",
    "(//x:p)[last()]",
)
_ODD = ("f:item", "f:div", "sitemap", "style", "unheard-of", "item xmlns='urn:foreign'")
_ALL = {
    "xml:base": _BASES, "baseurl": _BASES, "xlink:href": _ADDRESSES, "lang": ("en", "de-AT", ""), "charset": ("UTF-8",),
    "type": ("text/html", "application/pdf"), "refer": ("none", "root  map", "", "page\nelse"),
    "description": ("D", ""), "data": ("q=%s", ""), "method": ("post", "GET", "put", ""),
    "role": ("tree", "home", "home tree", "contact", "contact contentinfo", "search", "search searchpage tree", "",
             "own", "contact own", "contact\tcontact home", " search  home ", "Home", "contact\u00a0home"),
    "tree": ("include", "exclude", "auto", "user", "Include", "", "sometimes"),
    "priority": ("0", "1.0", ".25", "2", "-1", "high", "1e-1", " 0.75 ", "NaN"),
    "relation": ("sequence", "none", "Sequence"), "order": ("lexical", "base10", "base16", "version", "sorted"),
    "name": ("N", "M", "N", "M", "N", "M", ""), "url": _ADDRESSES, "xml:id": _IDS,
}  # fmt: skip
_NODE_KINDS = ("item",) * 6 + ("group",) * 2 + ("external",) * 5 + ("variant", "variant", "odd")
_VARIANT_KINDS = ("variant", "variant", "variant", "item", "external", "odd")


# Values of Content-Type, joined as duplicate fields are. All are XML, except the last ones.
_TYPES = (
    *("application/xml",) * 48, "text/html, text/xml; charset=utf-8", "application/atom+xml;a=b, nonsense, */*",
    "text/xml, text/html", "unknown/unknown", "nonsense",
)  # fmt: skip
# Parts of a document type that declare `name` and `page`, and others that only appear to declare something.
_DECLARATIONS = (
    '<!ENTITY name "N"><!ENTITY % p "<!ENTITY page \'p.html\'>">%p;',
    '<!ENTITY page "p.html"><!ENTITY name "&#78;">',
    "<!ENTITY name '&inner;'><!ENTITY % p \"<!ENTITY inner 'N'>\"><!ENTITY page 'p&#46;html'> %p;",
)
_DECOYS = (
    '<!-- <!ENTITY name "no"> ]> -->', '<?pi <!ENTITY page "no"> ]> ?>', "<!ENTITY other '<!ENTITY name \"no\"> ]>'>",
    '<!ELEMENT item ANY>', '<!NOTATION n SYSTEM "]>">', '<!ATTLIST group lang CDATA "en">', "\n",
    '<!ENTITY outside SYSTEM "outside.ent">', "<!ATTLIST item role NMTOKENS #IMPLIED>",
)  # fmt: skip


class RandomSite(NamedTuple):
    """The bytes of each existing file, and the Content-Type of some, by URI."""

    files: dict[str, bytes]
    types: dict[str, str]


def random_site(rng: Random, size: int) -> RandomSite:
    """Return a root file and up to two others, perhaps missing or broken; up to `size` elements wide at the top."""
    maker = _Maker(rng, rng.choice((0.05, 0.2, 0.35, 0.6)))
    files = {ROOT: maker.file(size, is_root=True)}
    for uri in FILES[1:]:
        chance = rng.random()
        if chance < 0.8:
            files[uri] = maker.file(size, is_root=False)
        elif chance < 0.9:
            files[uri] = b"<sitemap><item></sitemap>"
    return RandomSite(files, {uri: rng.choice(_TYPES) for uri in FILES[1:]})


class _Maker:
    """Makes a site's files; higher wildness puts more attributes in unexpected places."""

    def __init__(self, rng: Random, wildness: float) -> None:
        self._rng = rng
        self._wildness = wildness

    def file(self, size: int, *, is_root: bool) -> bytes:
        rng = self._rng
        changes = "".join(self._class_change() for _ in range(rng.randrange(3))) if is_root else ""
        content = "".join(self._element(4, _NODE_KINDS) for _ in range(rng.randint(1, size)))
        name = "sitemap" if is_root else rng.choice(("sitemap", "sitemap", "item", "f:wrapper", "group"))
        body = f"<{name} {_HEAD}{self._attributes({})}>{changes}{content}</{name}>"
        if rng.random() < 0.25:
            body = self._typed(name, body)
        return body.encode(rng.choice(("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16")))

    def _typed(self, name: str, body: str) -> str:
        """Return a file with a document type and references to its declarations."""
        rng = self._rng
        decoys, middle = rng.sample(_DECOYS, rng.randrange(6)), rng.randrange(4)
        twins = '<!ENTITY name "no"><!ENTITY page "no">'
        subset = "".join((*decoys[:middle], rng.choice(_DECLARATIONS), twins, *decoys[middle:]))
        for attribute, reference in (('name="N"', 'name="&name;"'), ('url="p.html"', 'url="&page;"')):
            parts = body.split(attribute)
            body = parts[0] + "".join(rng.choice((attribute, reference)) + part for part in parts[1:])
        return f"<!DOCTYPE {name} [{subset}]>{body}"

    def _element(self, depth: int, kinds: tuple[str, ...]) -> str:
        kind = self._rng.choice(kinds)
        if kind == "item" and depth > 1 and self._rng.random() < 0.05:
            return self._chain_that_leads_back(depth)
        if kind == "item" and self._rng.random() < 0.05:
            return self._overridden()
        if kind == "group" and self._rng.random() < 0.05:
            return self._sequence_with_mail()
        if kind == "external":
            return self._external()
        if kind == "odd":
            name, content = self._rng.choice(_ODD), self._content(depth, _NODE_KINDS)
            return _tagged(name, self._attributes({"xml:id": 0.4}), "<!-- - --> text " + content)
        if kind == "variant":
            attributes = self._attributes({"name": 0.3, "url": 0.3})
            return _tagged(kind, attributes, self._content(depth, _VARIANT_KINDS))
        often = {"name": 0.97, "url": 0.6 if kind == "item" else self._wildness / 3, "xml:id": 0.7}
        return _tagged(kind, self._attributes(often), self._content(depth, _NODE_KINDS))

    def _content(self, depth: int, kinds: tuple[str, ...]) -> str:
        count = self._rng.choice((0, 0, 1, 1, 2, 3, 4)) if depth else 0
        return "".join(self._element(depth - 1, kinds) for _ in range(count))

    def _chain_that_leads_back(self, depth: int) -> str:
        """Return an item, a chain of items without location kept only by a reference back, and role nodes after it."""
        rng, name = self._rng, self._rng.choice("abcdefghij")
        chain = f'<external url="#{name}"/>'
        for _ in range(rng.randint(1, 4)):
            beside = f'<item role="{rng.choice(_ALL["role"]).strip()}"/>' if rng.random() < 0.5 else ""
            chain = f'<item name="N">{chain}{beside}</item>'
        roles = "".join(_tagged("item", self._attributes({"role": 0.9, "name": 0.8, "url": 0.5}), "") for _ in range(2))
        content = f"{chain}<item>{roles}</item>{self._content(depth - 1, _NODE_KINDS)}"
        return f'<item xml:id="{name}" name="M" url="p.html">{content}</item>'

    def _overridden(self) -> str:
        """Return an item whose variants, except at most one, override the address."""
        own = self._attributes({"name": 1.0, "url": 1.0, "xml:id": 0.5})
        variants = "".join(_tagged("variant", self._attributes({"url": 0.9, "lang": 0.5}), "") for _ in range(3))
        return _tagged("item", own, variants)

    def _sequence_with_mail(self) -> str:
        """Return a sequence with entries that are not web pages."""
        addresses = ("p.html", "mailto:someone@a.example", "tel:+1", "http://c.example/d/")
        entries = [f'<item name="N" url="{self._rng.choice(addresses)}"/>' for _ in range(4)]
        relation = self._rng.choice(("", ' relation="none"'))
        entries[1] = f'<group name="N"{relation}>{entries[1]}</group>'
        entries[2] = entries[2].replace("/>", '><variant url="tel:+1" lang="de"/><variant lang="en"/></item>')
        return f'<group name="N" relation="sequence">{"".join(entries)}</group>'

    def _external(self) -> str:
        rng = self._rng
        address = rng.choice(_FOR_EXTERNALS) + ("#" if rng.random() < 0.95 else "/") + rng.choice(_FRAGMENTS)
        base = {"xml:base": rng.choice(("", "sub/", *FILES))} if rng.random() < self._wildness / 2 else {}
        return _tagged("external", _written({rng.choice(("url", "url", "xlink:href")): address} | base), "")

    def _class_change(self) -> str:
        rng = self._rng
        values = {"elem": rng.choice(_XPATHS), "prefix": rng.choice(("map", "x-y")), "xmlns:x": "urn:x"}
        values["attr"] = rng.choice(("id", "f:a", "y:a", "xml:lang"))
        chosen = {name: value for name, value in values.items() if rng.random() < 0.8}
        return _tagged(rng.choice(("class-change", "change", "s:class-change")), _written(chosen), "")

    def _attributes(self, often: dict[str, float]) -> str:
        """Return each attribute of `often` with its probability, and random others depending on wildness."""
        names = [name for name, chance in often.items() if self._rng.random() < chance]
        while self._rng.random() < self._wildness:
            names.append(self._rng.choice((*_ALL, "role", "role", "tree", "tree", "data")))
        return _written({name: self._rng.choice(_ALL[name]) for name in names})


def _written(attributes: dict[str, str]) -> str:
    escapes = {"\n": "&#10;", "\t": "&#9;"}
    return "".join(f" {name}={quoteattr(value, escapes)}" for name, value in attributes.items())


def _tagged(name: str, attributes: str, content: str) -> str:
    return f"<{name}{attributes}>{content}</{name.split()[0]}>"
