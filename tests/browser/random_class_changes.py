"""Random pages with class changes whose element depends on how much of the page is there (D56, D57)."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

#: Chromium parses a page only after this much has arrived.
_PADDING = f"<!-- {'x' * 2_000} -->"
#: Tells the server once the first part of the page has its classes.
_APPLIED = """<script>new MutationObserver((_, observer) => {
  if (!document.documentElement.className.includes('ready-over-0')) return;
  observer.disconnect();
  fetch('/applied');
}).observe(document.documentElement, {attributes: true});</script>"""
_STARTS = (
    "//h:div", "//h:p", "//h:ul", "//h:li", "//h:*", "//h:a", "/h:html/h:body/h:div", "/h:html/h:body/*", "//h:h2",
    "/h:html/h:body/node()", "//comment()", "//text()", "id('i3')", "//*[@id]", "//@class/parent::*", "//node()",
)  # fmt: skip
_PREDICATES = (
    "", "", "", "[last()]", "[2]", "[position() = last()]", "[not(following-sibling::h:div)]", "[h:p]", "[not(h:nav)]",
    "[count(h:li) = 1]", "[contains(@class, 'c1')]", "[not(@class)]", "[preceding-sibling::h:nav]", "[@id = 'i2']",
    "[contains(., 'late')]", "[following::h:h2]", "[not(preceding::h:p)]", "[self::h:p or self::h:li]", "[.//h:a]",
)  # fmt: skip
_ENDS = (
    "", "", "", "", "/..", "/following-sibling::h:p", "/node()", "/h:a", "/preceding::h:p[1]", "//h:li[last()]",
    "/ancestor::h:div[1]", "/following::*[1]", "/self::node()", "/*[last()]",
)  # fmt: skip
_NAMES = ("div", "div", "div", "p", "ul", "nav", "h2")


class RandomPage(NamedTuple):
    """A page in two parts, and the XPath expressions of its sitemap's class changes."""

    parts: tuple[str, str]
    expressions: tuple[str, ...]

    @property
    def text(self) -> str:
        """The whole page."""
        return "".join(self.parts)


def random_page(rng: Random, links: str, changes: int) -> RandomPage:
    """Return a page that contains `links` in its head, with some class changes."""
    body = "".join(_element(rng, 0) for _ in range(rng.randint(2, 7)))
    cut = rng.randint(0, len(body))
    return page_in_parts(links, body[:cut], body[cut:], tuple(_elem(rng) for _ in range(changes)))


def page_in_parts(links: str, first: str, second: str, expressions: tuple[str, ...]) -> RandomPage:
    """Return a page with `links` in its head, and a body of two parts."""
    head = f"<!doctype html><html><head>{links}<title>Random</title>{_APPLIED}</head><body>{_PADDING}"
    return RandomPage((head + first, second + "</body></html>"), expressions)


def map_of(page: RandomPage) -> str:
    """Return the content of the sitemap of a page: the change number N has the prefix `fN`."""
    every = [("/h:html", "ready"), *((elem, f"f{number}") for number, elem in enumerate(page.expressions))]
    space = 'xmlns:h="http://www.w3.org/1999/xhtml"'
    changes = (f'<class-change {space} elem="{elem}" prefix="{prefix}"/>' for elem, prefix in every)
    return f'<item name="Home" url="/"/>{"".join(changes)}'


def _elem(rng: Random) -> str:
    path = rng.choice(_STARTS) + rng.choice(_PREDICATES) + rng.choice(_ENDS)
    return f"{path} | {rng.choice(_STARTS)}{rng.choice(_PREDICATES)}" if rng.random() < 0.15 else path


def _element(rng: Random, depth: int) -> str:
    name = rng.choice(_NAMES) if depth < 3 else "p"
    own = rng.choice(
        ("", "", f' id="i{rng.randint(1, 5)}"', f' class="c{rng.randint(1, 3)}"', ' class="f1-over-200 c1"')
    )
    if name == "ul":
        content = "".join(f"<li>{rng.choice(('one', 'late'))}</li>" for _ in range(rng.randint(1, 3)))
    elif name in ("div", "nav"):
        content = "".join(_content(rng, depth) for _ in range(rng.randint(0, 4)))
    else:
        content = rng.choice(("text", "late", '<a href="/">link</a>', "<!-- comment -->text"))
    return f"<{name}{own}>{content}</{name}>"


def _content(rng: Random, depth: int) -> str:
    return rng.choice((" text ", "<!-- comment -->")) if rng.random() < 0.3 else _element(rng, depth + 1)
