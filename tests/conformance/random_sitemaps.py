"""Random sitemaps of several files, made to hit every rule and the places where rules meet."""

from __future__ import annotations

from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from hypothesis import strategies as st

ROOT = "http://a.example/map.xml"
FILES = (ROOT, "http://a.example/sub/two.xml", "http://b.example/three.xml")
MISSING = "http://a.example/missing.xml"
MOVED = {"http://a.example/old": FILES[1], "http://b.example/deep/er/old.xml": FILES[2]}
_HEAD = (
    'xmlns="http://standard-sitemap.org/2007/ns" xmlns:s="http://standard-sitemap.org/2007/ns" '
    'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:f="urn:foreign" xmlns:html="http://www.w3.org/1999/xhtml"'
)
_IDS = ("a", "b", "c", "d", "e", "A", "C", " b ", "é", "É")
_FRAGMENTS = ("a", "b", "c", "d", "e", "B", "D", "%63", "é", "none")
_ADDRESSES = (
    "p.html", "../q", "/r?s=1#t", "", "?x", "http://c.example/d/", "//d.example", "p%20q/ä ö.html", "#z", "http://[bad",
    "mailto:someone@a.example", "http://e.example:99999/",
)  # fmt: skip
_BASES = ("sub/", "/", "http://b.example/", "http://a.example/sub/two.xml", "map.xml", "", "../..", "http://[bad", "#f")
_ROLES = (
    "tree", "home", "home tree", "contact", "contact contentinfo", "search", "search searchpage tree", "", "own",
    "contact own", "contact\tcontact home", " search  home ", "Home",
)  # fmt: skip
_TREES = ("include", "exclude", "auto", "user", "Include", "", "sometimes")
_XPATHS = ("/html:html/html:body", "//x:p", "//*[@id='a:b']", "/html[", "id('x')", "child::html:p | f:q", "", "s:a/b")


class RandomSite(NamedTuple):
    """The bytes of each file that exists, by URI, and where the moved ones are now."""

    files: dict[str, bytes]


def _maybe(values: tuple[str, ...], often: int = 1) -> st.SearchStrategy[str | None]:
    """One of `values`, or in about one of `often + 1` cases nothing."""
    return st.sampled_from([*values * often, *[None] * len(values)])


_RARELY = {name: _maybe(values) for name, values in {
    "xml:base": _BASES, "baseurl": _BASES, "xlink:href": _ADDRESSES, "lang": ("en", "de-AT", ""), "charset": ("UTF-8",),
    "type": ("text/html", "application/pdf"), "refer": ("none", "root  map", "", "page\nelse"), "description": ("D", ""),
    "data": ("q=%s", ""), "method": ("post", "GET", "put", ""), "role": _ROLES, "tree": _TREES,
    "priority": ("0", "1.0", ".25", "2", "-1", "high", "1e-1", " 0.75 ", "NaN"),
    "relation": ("sequence", "none", "Sequence"), "order": ("lexical", "base10", "base16", "version", "sorted"),
}.items()}  # fmt: skip
_QUALITIES = {"name": _maybe(("N", "M", ""), 8), "url": _maybe(_ADDRESSES, 2)}
_IDENTITY = {"xml:id": _maybe(_IDS, 4)}


def _external_url() -> st.SearchStrategy[str]:
    files = ("", "", "", *FILES, *MOVED, MISSING, "two.xml", "sub/two.xml", "?", "http://[bad")
    return st.builds("{}{}{}".format, st.sampled_from(files), st.sampled_from("#" * 9 + "/"), st.sampled_from(_FRAGMENTS))


@st.composite
def _attributes(draw: st.DrawFn, *groups: dict[str, st.SearchStrategy[str | None]]) -> str:
    chosen = {name: draw(values) for group in groups for name, values in group.items()}
    for name in draw(st.lists(st.sampled_from(sorted(_RARELY)), max_size=3, unique=True)):
        chosen[name] = draw(_RARELY[name])
    return "".join(f" {name}={_quoted(value)}" for name, value in chosen.items() if value is not None)


def _quoted(value: str) -> str:
    return quoteattr(value, {"\n": "&#10;", "\t": "&#9;"})


@st.composite
def _element(draw: st.DrawFn, depth: int, inside: str) -> str:
    kinds = {"node": ("item",) * 6 + ("group",) * 2 + ("external",) * 4 + ("variant", "variant", "odd"),
             "variant": ("variant", "variant", "item", "external", "odd")}[inside]  # fmt: skip
    kind = draw(st.sampled_from(kinds))
    if kind == "external":
        address = draw(st.sampled_from(("url", "xlink:href")))
        base = draw(_maybe(("", "sub/", *FILES))) if draw(st.integers(0, 5)) == 0 else None
        own = "" if base is None else f" xml:base={_quoted(base)}"
        return f"<external {address}={_quoted(draw(_external_url()))}{own}/>"
    if kind == "odd":
        return draw(_odd(depth))
    if kind == "variant":
        attributes = draw(_attributes(_QUALITIES if draw(st.booleans()) else {}))
        return f"<variant{attributes}>{draw(_content(depth - 1, 'variant'))}</variant>"
    return f"<{kind}{draw(_attributes(_QUALITIES, _IDENTITY))}>{draw(_content(depth - 1, 'node'))}</{kind}>"


@st.composite
def _odd(draw: st.DrawFn, depth: int) -> str:
    """Elements that mean nothing where they are, with content that must not be taken for the parent's."""
    name = draw(st.sampled_from(("f:item", "f:div", "sitemap", "style", "unheard-of", "item xmlns='urn:foreign'")))
    attributes = draw(_attributes(_IDENTITY))
    return f"<{name}{attributes}><!-- - --> text {draw(_content(depth - 1, 'node'))}</{name.split()[0]}>"


@st.composite
def _content(draw: st.DrawFn, depth: int, inside: str) -> str:
    if depth <= 0:
        return ""
    return "".join(draw(st.lists(_element(depth, inside), max_size=3)))


@st.composite
def _class_change(draw: st.DrawFn) -> str:
    name = draw(st.sampled_from(("class-change", "change", "s:class-change")))
    values = {
        "elem": _maybe(_XPATHS, 4), "prefix": _maybe(("map", "x-y"), 4), "attr": _maybe(("id", "f:a", "y:a", "xml:lang")),
        "xmlns:x": _maybe(("urn:x",)),
    }  # fmt: skip
    chosen = {key: draw(strategy) for key, strategy in values.items()}
    return f"<{name}{''.join(f' {key}={_quoted(value)}' for key, value in chosen.items() if value is not None)}/>"


@st.composite
def _file(draw: st.DrawFn, is_root: bool) -> bytes:
    inner = "".join(draw(st.lists(_element(4, "node"), min_size=1, max_size=5 if is_root else 3)))
    changes = "".join(draw(st.lists(_class_change(), max_size=2))) if is_root else ""
    name = "sitemap" if is_root else draw(st.sampled_from(("sitemap", "sitemap", "item", "f:wrapper", "group")))
    body = f"<{name} {_HEAD}{draw(_attributes())}>{changes}{inner}</{name}>"
    return body.encode(draw(st.sampled_from(("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16"))))


@st.composite
def random_sites(draw: st.DrawFn) -> RandomSite:
    """A root file and up to two others, which may be missing or broken."""
    files = {ROOT: draw(_file(True))}
    for uri in FILES[1:]:
        if draw(st.integers(0, 4)):
            files[uri] = draw(_file(False))
        elif draw(st.booleans()):
            files[uri] = b"<sitemap><item></sitemap>"
    return RandomSite(files)
