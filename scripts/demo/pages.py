"""Makes the pages of the bookshop from their texts. Opens no socket."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape, unescape
from pathlib import Path

HERE = Path(__file__).resolve().parent
NAMESPACE = "http://standard-sitemap.org/2007/ns"
SITEMAP = "/sitemap/bookshop.xml"
LANGUAGES = ("en", "de")

#: Announced by a response header instead of links.
_BY_HEADER = "events/index"
_XHTML = "colophon"

_WORDS = {
    "en": {
        "shop": "The Paper Lantern", "other": "Deutsch", "search": "Search the shop", "button": "Search",
        "footer": "A demonstration site. Neither the shop nor its books exist.",
        "some": "{count} pages speak of “{term}”.", "one": "One page speaks of “{term}”.",
        "none": "No page speaks of “{term}”.", "ask": "What are you looking for?",
    },
    "de": {
        "shop": "Die Papierlaterne", "other": "English", "search": "Im Laden suchen", "button": "Suchen",
        "footer": "Eine Vorführseite. Es gibt weder den Laden noch seine Bücher.",
        "some": "{count} Seiten sprechen von „{term}“.", "one": "Eine Seite spricht von „{term}“.",
        "none": "Keine Seite spricht von „{term}“.", "ask": "Was suchen Sie?",
    },
}  # fmt: skip

_NAVIGATION = {
    "en": [
        ("/en/", "Home"), ("/en/shelves/", "Shelves"), ("/en/sample/", "Read"), ("/en/events/", "Evenings"),
        ("/en/visit/mending", "Mending"), ("/en/visit/orders", "Orders"), ("/en/about", "About"),
        ("/en/contact", "Contact"), ("/en/search", "Search"),
    ],
    "de": [
        ("/de/", "Start"), ("/de/shelves/", "Regale"), ("/de/events/", "Abende"), ("/de/visit/mending", "Flicken"),
        ("/de/visit/orders", "Bestellen"), ("/de/about", "Über uns"), ("/de/contact", "Kontakt"),
        ("/de/search", "Suchen"),
    ],
}  # fmt: skip
#: Characters of an excerpt on each side of a match.
_AROUND = 90


@dataclass(frozen=True)
class Answer:
    """The server's response to a request."""

    body: bytes
    content_type: str = "text/html; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()
    status: int = 200


@dataclass(frozen=True)
class Text:
    """One page's own text: an HTML fragment that starts with its `<h1>`."""

    name: str
    language: str
    fragment: str

    @property
    def path(self) -> str:
        name = self.name.removesuffix("index") if self.name.endswith("index") else self.name
        return f"/{self.language}/{name}" + (".xhtml" if self.name == _XHTML else "")

    @property
    def title(self) -> str:
        heading = re.match(r"<h1>(.*?)</h1>", self.fragment)
        assert heading, f"{self.name} must begin with its heading"
        return unescape(heading[1])

    @property
    def words(self) -> str:
        return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", self.fragment))).strip()


def texts() -> list[Text]:
    """Return the texts of all pages, English first."""
    every_text = []
    for language in LANGUAGES:
        folder = HERE / "content" / language
        for file in sorted(folder.rglob("*.html")):
            name = file.relative_to(folder).with_suffix("").as_posix()
            every_text.append(Text(name, language, file.read_text("utf-8")))
    return every_text


def site() -> dict[str, Answer]:
    """Return the static responses of the site by address."""
    known = texts()
    answers = {text.path: _page(text, {other.path for other in known}) for text in known}
    answers |= {f"/{language}/search": search_page(language, "", []) for language in LANGUAGES}
    for file in (HERE / "sitemap").glob("*.xml"):
        answers[f"/sitemap/{file.name}"] = Answer(file.read_bytes(), "application/xml")
    answers["/style.css"] = Answer((HERE / "style.css").read_bytes(), "text/css; charset=utf-8")
    answers["/press"] = Answer(_PRESS.encode())
    return answers


def search_page(language: str, term: str, results: list[tuple[str, str, str]]) -> Answer:
    """Return the search form and its results: rows of path, title and an excerpt with markup."""
    words = _WORDS[language]
    saying = words["ask"]
    if term:
        saying = words[{0: "none", 1: "one"}.get(len(results), "some")].format(count=len(results), term=escape(term))
    rows = "".join(f'<li><a href="{path}">{escape(title)}</a><p>{excerpt}</p></li>' for path, title, excerpt in results)
    body = f"""<h1>{words["search"]}</h1>
<form class="search" role="search" action="/{language}/search">
<input type="search" name="q" value="{escape(term)}" aria-label="{words["ask"]}"/>
<button>{words["button"]}</button></form>
<p id="found">{saying}</p><ul class="results">{rows}</ul>"""
    paths = {f"/{other}/search" for other in LANGUAGES}
    return Answer(_document(language, f"/{language}/search", words["search"], body, paths, _LINKS).encode())


def _page(text: Text, paths: set[str]) -> Answer:
    links = "" if text.name == _BY_HEADER else _LINKS
    document = _document(text.language, text.path, text.title, text.fragment, paths, links)
    if text.name == _XHTML:
        return Answer(('<?xml version="1.0" encoding="UTF-8"?>\n' + document).encode(), "application/xhtml+xml")
    return Answer(document.encode(), headers=_HEADERS if text.name == _BY_HEADER else ())


#: RFC 2774: the extension is declared, and the field with the address uses the declared prefix.
_HEADERS = (("Opt", f'"{NAMESPACE}"; ns=15'), ("15-Location", SITEMAP))

_LINKS = f"""<link rel="schema.map" href="{NAMESPACE}"/>
<link rel="map.location" href="{SITEMAP}"/>
"""


def _document(language: str, path: str, title: str, body: str, paths: set[str], links: str) -> str:
    """Return a page that is well-formed both as HTML and as XHTML."""
    words = _WORDS[language]
    other = "de" if language == "en" else "en"
    elsewhere = f"/{other}/{path.split('/', 2)[2]}"
    elsewhere = elsewhere if elsewhere in paths else f"/{other}/"
    return f"""<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="{language}">
<head>
<meta charset="utf-8"/>
<title>{escape(title)} · {words["shop"]}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
{links}<link rel="stylesheet" href="/style.css"/>
</head>
<body>
<header class="masthead"><span class="lantern"></span><a class="sign" href="/{language}/">{words["shop"]}</a>
<span class="languages"><a href="{elsewhere}" hreflang="{other}" lang="{other}">{words["other"]}</a></span></header>
<nav class="nav"><ul>{_navigation(language, path)}</ul></nav>
<main>
{body}
</main>
<footer>{words["footer"]}</footer>
</body>
</html>
"""


def _navigation(language: str, path: str) -> str:
    def row(address: str, name: str) -> str:
        current = ' aria-current="page"' if address == path else ""
        return f'<li><a href="{address}"{current}>{name}</a></li>'

    return "".join(row(address, name) for address, name in _NAVIGATION[language])


_PRESS = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>For the press</title>
<link rel="stylesheet" href="/style.css"></head>
<body><main><h1>For the press</h1>
<p class="lead">A leaf that fell out of the map.</p>
<p>This page names no sitemap, in its head or in its header. Nothing is shown beside it, and nobody is told that you
were here. <a href="/en/">Back to the shop</a></p></main></body></html>
"""


def matches(texts: list[Text], language: str, term: str) -> list[tuple[str, str, str]]:
    """Return path, title and excerpt of each page in `language` that contains `term`, most matches first."""
    phrase = term.strip().casefold()
    if not phrase:
        return []
    hits = [text for text in texts if text.language == language and phrase in text.words.casefold()]
    hits.sort(key=lambda text: -text.words.casefold().count(phrase))
    return [(text.path, text.title, _excerpt(text.words, phrase)) for text in hits]


def _excerpt(words: str, phrase: str) -> str:
    at = max(words.lower().find(phrase), 0)
    end = at + len(phrase)
    before, after = words[max(at - _AROUND, 0) : at], words[end : end + _AROUND]
    return f"… {escape(before)}<mark>{escape(words[at:end])}</mark>{escape(after)} …"
