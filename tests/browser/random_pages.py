"""Random pages whose links are difficult to tell: in comments, scripts, templates, SVG, and broken markup."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from browser.sites import NAMESPACE

#: Relations and addresses; `NAMESPACE` declares a prefix.
_RELATIONS = ("standard-sitemap", "schema.m", "m.location", "M.Location next", "Schema.M", "icon\tm.location", "", "x")
_ADDRESSES = (NAMESPACE, f" {NAMESPACE}\n", "map.xml", "../map.xml", "//other.example/m", "é.xml", "", "?a&amp;b&lt;c",
              "&#x6d;ap.xml", "&notit;", "a&not", "http://[bad", "ü/日本")  # fmt: skip
#: Browsers disagree on the base of a page that states an invalid one.
_BASES = ("deep/", "/x/", "http://base.example/a/", "data:text/plain,a", "", "../é/")
#: Tags that begin, end or leave the head, and elements that move or lose links.
_TAGS = (
    "<head>", "</head>", "<body>", "</body>", "</html>", "<html lang=en>", "<p>", "</p>", "<div>", "</div>", "<b>",
    "</b>", "<a href=x>", "</a>", "<table>", "</table>", "<tr>", "<td>", "<caption>", "<ul><li>", "<form>", "</form>",
    "<br>", "<img src=''>", "<hr/>", "<input type=hidden>", "<button>", "<h1>", "<section>", "<bgsound>",
    "<basefont>", "<colgroup>", "<object>", "</object>", "<nobr>", "</p>", "<frame>", "<frameset>", "<applet>",
)  # fmt: skip
_TEXTS = (" ", "\n", "text", "&amp;", "é", "日本", "<", "< link rel=x href=y>", "</>", "&lt;link rel=x href=y>", "\r\n")
#: Pairs of strings around markup that is text, a comment, hidden or foreign.
_AROUND = (
    ("<!--", "-->"), ("<!--", "--!>"), ("<!-->", ""), ("<!--->", ""), ("<!---", "--->"), ("<!-- --!", "-->"),
    ("<!", ">"), ("<?xml ", "?>"), ("</ ", ">"), ("<![CDATA[", "]]>"),
    ("<script>", "</script>"), ("<script><!--", "--></script>"), ("<script><!-- <script>", "</script> --></script>"),
    ("<script type=x src='", "'></script >"), ("<style>", "</style/>"), ("<title>", "</title\n>"),
    ("<title>", "</titlex>"),
    ("<noscript>", "</noscript>"), ("<noscript>", "</NoScript>"), ("<textarea>", "</textarea>"), ("<xmp>", "</xmp>"),
    ("<iframe>", "</iframe>"), ("<noembed>", "</noembed>"), ("<noframes>", "</noframes>"), ("<plaintext>", ""),
    ("<svg>", "</svg>"), ("<svg><desc>", "</desc></svg>"), ("<svg><title>", "</title></svg>"),
    ("<svg><script>", "</script></svg>"),
    ("<math>", "</math>"), ("<math><mi>", "</mi></math>"), ("<svg><![CDATA[", "]]></svg>"),
    ("<svg><style>", "</style></svg>"),
    ('<math><annotation-xml encoding="text/html">', "</annotation-xml></math>"), ("<svg><foreignObject>", "</svg>"),
    ("<template>", "</template>"), ("<template>", "</Template >"), ("<template shadowrootmode=closed>", "</template>"),
    ("<div><template>", "</template></div>"), ("<table><template>", "</template></table>"),
    ("<template><template>", "</template></template>"), ("<svg><template>", "</template></svg>"),
    ("<p title='", "'>"), ("<p title=", ">"), ('<meta content="', '">'), ("<p ", ">"), ("<table>", "</table>"),
    ("<table><tr>", "</table>"), ("<table><td>", "</td></table>"), ("<b><p>", "</b></p>"), ("<a><div>", "</a></div>"),
)  # fmt: skip


class RandomPage(NamedTuple):
    """A page as it is served."""

    body: bytes
    content_type: str


#: Broken markup that html5lib reads unlike browsers: HTML that ends SVG or MathML, a template in SVG in a template, and
#: links between the rows of a table in a formatting element that is closed later.
_READ_OTHERWISE = re.compile(
    r"<(?:svg|math).*</(?:p|br)>|<template.*<(?:svg|math).*<template|<(?:a|b|nobr)\b.*<table", re.DOTALL | re.IGNORECASE
)


def random_page(rng: Random) -> RandomPage:
    """Return a page with some links, in any place."""
    while _READ_OTHERWISE.search(text := _text(rng)):
        pass
    return rng.choice(_ENCODINGS)(text)


def _text(rng: Random) -> str:
    start = rng.choice(("<!doctype html>", "<!DOCTYPE html><html><head>", "", "<html>", "<!-- a --><head>", "\n \n"))
    text = start + "".join(_part(rng, 0) for _ in range(rng.randint(1, 9))) + _link(rng)
    if rng.random() < 0.5:
        text += "".join(_part(rng, 0) for _ in range(rng.randint(0, 4)))
    if rng.random() < 0.1:
        text = text[: rng.randint(1, len(text))]
    return text


def _part(rng: Random, depth: int) -> str:
    chance = rng.random()
    if chance < 0.3:
        return _link(rng)
    if chance < 0.36:
        return _element(rng, "base", (("href", rng.choice(_BASES)), ("target", "x")))
    if chance < 0.55:
        return rng.choice(_TAGS)
    if chance < 0.65 or depth == 2:
        return rng.choice(_TEXTS)
    before, after = rng.choice(_AROUND)
    after = rng.choice((after, after, after, after, ""))
    return before + "".join(_part(rng, depth + 1) for _ in range(rng.randint(1, 3))) + after


def _link(rng: Random) -> str:
    relation, address = rng.choice(_RELATIONS), rng.choice(_ADDRESSES)
    if rng.random() < 0.2:
        return _element(rng, "meta", (("name", relation), ("content", address)))
    return _element(rng, "link", (("rel", relation), ("href", address), ("type", "text/xml"), ("rel", "second")))


def _element(rng: Random, name: str, attributes: tuple[tuple[str, str], ...]) -> str:
    name = rng.choice((name, name, name, name.upper(), name + "\n", name + "x", name + "/"))
    kept = [attribute for attribute in attributes if rng.random() < 0.9]
    rng.shuffle(kept)
    written = (rng.choice((" ", "\n", "/", " \t", "")) + _attribute(rng, *each) for each in kept)
    return f"<{name} {''.join(written)}{rng.choice(('>', '>', '>', '/>', ' >', ' / >', '<', ''))}"


def _attribute(rng: Random, name: str, value: str) -> str:
    name = rng.choice((name, name, name, name.upper()))
    is_plain = value != "" and not set(value) & set(" \t\n>")
    forms = [
        f'{name}="{value}"',
        f"{name}='{value}'",
        f'{name} = "{value}"',
        *([f"{name}={value}"] if is_plain else []),
    ]
    return rng.choice(forms)


def _declared(label: str, encoding: str) -> Callable[[str], RandomPage]:
    return lambda text: RandomPage(text.encode(encoding, "replace"), f"text/html; charset={label}")


def _in_page(label: str, encoding: str, form: str) -> Callable[[str], RandomPage]:
    return lambda text: RandomPage((form.format(label) + text).encode(encoding, "replace"), "text/html")


_CHARSET, _PRAGMA = "<meta charset={}>", '<meta http-equiv="Content-Type" content="text/html; charset={}">'
_ENCODINGS = (
    _declared("utf-8", "utf-8"), _declared("utf-8", "utf-8"), _declared("iso-8859-1", "cp1252"),
    _declared("shift_jis", "cp932"), _declared("UTF8", "utf-8"), _declared("'windows-1251'", "cp1251"),
    _in_page("utf-8", "utf-8", _CHARSET), _in_page("shift_jis", "cp932", _PRAGMA),
    _in_page("utf-16", "utf-8", _CHARSET),
    _in_page("latin1", "cp1252", _PRAGMA), _in_page("gbk", "gbk", _CHARSET), _in_page("", "utf-8-sig", "<!-- -->"),
    _in_page("", "utf-16", "<!-- -->"), lambda text: RandomPage(b"\xfe\xff" + text.encode("utf-16-be"), "text/html"),
)  # fmt: skip
