"""Pages as rows of their document's table: their nodes, names, grouping into pages, and labels of files."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from urllib.parse import unquote, urlsplit

from standard_sitemap.model.hierarchy import Meaning, PlainNode, Variant
from standard_sitemap.model.languages import languages_among, own_name, possible_language
from standard_sitemap.model.url_paths import INDEX_NAMES
from standard_sitemap.sitemapsorg.documents import Document, Table
from standard_sitemap.sitemapsorg.entries import X_DEFAULT
from standard_sitemap.sitemapsorg.hreflang import link_key
from standard_sitemap.sitemapsorg.naming import name_of_key, names_of_keys
from standard_sitemap.sitemapsorg.priorities import value_of
from standard_sitemap.sitemapsorg.sort_keys import SEGMENT, as_tag, common_folder

Row = tuple[Document, int]

# Return the name of a page by its key, with or without the numbers that only a program needs.
NameLookup = Callable[[str], str]

# The names of files by well-known programs, for each kind of content: WordPress by itself, with Yoast, Rank Math, All
# in One SEO and The SEO Framework; Drupal, Ghost, Shopify, Wix, PrestaShop. Ordered by their interest to readers.
_MEANT_BY: dict[Meaning, tuple[str, ...]] = {
    "pages": ("page", "pages", "store pages", "static pages"),
    "posts": ("post", "posts", "blog", "blogs", "blog posts", "store blogs", "articles"),
    "products": ("product", "products", "store products"),
    "collections": ("collections", "store collections"),
    "categories": ("category", "categories", "product cat", "product category", "blog categories"),
    "tags": ("tag", "tags", "post tag", "product tag"),
    "authors": ("author", "authors", "user", "users"),
}
# By the name of the section that lists it.
MEANINGS: dict[str, Meaning] = {meaning.capitalize(): meaning for meaning in _MEANT_BY}
_SECTION_OF = {label: meaning.capitalize() for meaning, labels in _MEANT_BY.items() for label in labels}

# Words that WordPress itself writes before the kind of content: `wp-sitemap-posts-page-1.xml`.
_OF_WORDPRESS = re.compile(r"(?<=/wp-sitemap-)(?:posts|taxonomies)-(?=[a-z])")
_ENDINGS = re.compile(r"(?:\.(?:xml|gz|txt|php|aspx?|rss|atom|gzip|tar|json|html?|ashx|xsl))+$", re.IGNORECASE)
_FILLERS = re.compile(
    r"(?:(?:google|wp|www)[-_]?)?site[-_ ]?maps?(?:[-_ ]?index)?"
    r"|(?<![a-z])(?:index|map|part|urls?|xml|gz|idx|chunk|file)(?![a-z])",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"(?<![a-z])[a-f]?[0-9][0-9a-f]*(?![a-z])|[0-9]+$", re.IGNORECASE)
_BETWEEN = re.compile(r"[-_.\s+~]+")
_INDEX_NAME = re.compile(rf"(?<=/)(?:{'|'.join(map(re.escape, INDEX_NAMES))})$", re.IGNORECASE)
# Many pages have equal values.
_SAID_CACHED = 4_096


def page_node(row: Row) -> int:
    """Return the node of a page with no nodes below it; it is even and not 0."""
    document, place = row
    return 2 * (document.offset + (place if document.numbers is None else document.numbers[place])) + 2


def page_nodes(document: Document, rows: Sequence[int]) -> Sequence[int]:
    """Return the nodes of pages in rows of one document, with no nodes below them."""
    first, numbers = 2 * document.offset + 2, document.numbers
    return [first + 2 * number for number in (rows if numbers is None else map(numbers.__getitem__, rows))]


def page_name(document: Document, row: int, name_of: NameLookup = name_of_key) -> str:
    """Return the name of a page: its title if its file gives one, else a name made from its address."""
    return document.table.titles.get(row) or name_of(document.table.keys[row])


def page_names(document: Document, rows: Sequence[int], are_whole: Sequence[bool]) -> list[str]:
    """Return the names of pages, each whole or without the numbers that only a program needs."""
    table = document.table
    if True in are_whole:
        of_whole = [row for row, is_whole in zip(rows, are_whole, strict=True) if is_whole]
        of_others = [row for row, is_whole in zip(rows, are_whole, strict=True) if not is_whole]
        whole = iter(names_of_keys(table.keys.at(of_whole), keeps_numbers=True))
        others = iter(names_of_keys(table.keys.at(of_others)))
        names = [next(whole) if is_whole else next(others) for is_whole in are_whole]
    else:
        names = names_of_keys(table.keys.at(rows))
    return [table.titles.get(row) or name for row, name in zip(rows, names, strict=True)] if table.titles else names


def plain_pages(table: Table, rows: Sequence[int], names: Iterable[str]) -> Iterator[PlainNode]:
    """Return the details of pages with these names, without their other languages."""
    places = list(map(table.places.__getitem__, rows))
    priorities = map(_priority, table.priorities.at(places))
    dates, frequencies = (
        [value or None for value in column.at(places)] for column in (table.last_modified, table.change_frequencies)
    )
    columns = zip(names, table.locations.at(rows), repeat(None), priorities, dates, frequencies, strict=False)
    # Equivalent to PlainNode(...), without a Python call for each of a million.
    return map(tuple.__new__, repeat(PlainNode), columns)


_priority = lru_cache(_SAID_CACHED)(value_of)


def groups_of(rows: Iterable[Row]) -> list[list[Row]]:
    """Return the rows of one place in groups that are one page each: with one address, or in several languages.

    Crawlers list a folder and its index page, which is that of the folder, as two.
    """
    groups: dict[object, list[Row]] = {}
    for document, row in rows:
        identity = document.table.alternates.get(row) or _INDEX_NAME.sub("", document.table.location(row))
        groups.setdefault(identity, []).append((document, row))
    return [sorted(group, key=_is_index_page) if len(group) > 1 else group for group in groups.values()]


def _is_index_page(row: Row) -> bool:
    document, place = row
    return _INDEX_NAME.search(document.table.location(place)) is not None


def variants_of(document: Document, row: int, name_of: NameLookup = name_of_key) -> tuple[Variant, ...]:
    """Return the variants of a page, its own address first (D49)."""
    table = document.table
    location, title = table.location(row), table.titles.get(row)
    versions = table.versions(row)
    if not versions:
        return (Variant(title or name_of(table.keys[row]), None, location),)
    return tuple(
        Variant(
            title if title and href == location else name_of(link_key(tag, href)),
            None,
            href,
            tag if tag not in ("", X_DEFAULT) else None,
        )
        for tag, href in versions
    )


def first_name(document: Document, row: int, name_of: NameLookup = name_of_key) -> str | None:
    """Return the name of a page's first variant."""
    table = document.table
    versions = table.versions(row)
    if not versions:
        return page_name(document, row, name_of)
    location, title = table.location(row), table.titles.get(row)
    tag, href = versions[0]
    return title if title and href == location else name_of(link_key(tag, href))


def home(documents: Sequence[Document], root_uri: str) -> tuple[Document, int] | None:
    """Return the row of the home page; None if none is declared."""
    host = _host(documents, root_uri)
    for document in documents:
        keys = document.table.keys
        row = bisect_left(keys, host)
        if host and row < len(keys) and keys[row] == host:
            return document, row
    first = documents[0] if documents else None
    return (first, first.table.home) if first is not None and first.table.home is not None else None


def _host(documents: Sequence[Document], root_uri: str) -> str:
    """Return the site's host; for a sitemap on disk, the host of its first page."""
    host = urlsplit(root_uri).netloc
    if host:
        return host
    table = next((document.table for document in documents if len(document)), None)
    # The keys are sorted; the first page of the file is elsewhere.
    return table.keys[table.places.index(min(table.places))].partition(SEGMENT)[0] if table is not None else ""


def label_of(uri: str) -> str:
    """Return the words in a file's address that describe its content; "" if there are none."""
    path = _OF_WORDPRESS.sub("", unquote(urlsplit(uri).path))
    *folders, name = path.split("/")
    words = _words(name)
    for folder in reversed(folders):
        if words:
            break
        words = _words(folder)
    return name_of_key(f"{SEGMENT}{'-'.join(words)}") if words else ""


def label_of_content(document: Document) -> str:
    """Return the label of a file without the language of its pages: "Products" for `de_products-sitemap.xml`."""
    label = label_of(document.uri)
    words, tags = label.lower().split(" "), _tags(document.languages)
    if len(words) == 1 or possible_language("-".join(words)):
        return label
    for size in (2, 1):
        for own, others in ((words[:size], words[size:]), (words[-size:], words[:-size])):
            tag = "-".join(own)
            if others and (tag in tags or (possible_language(tag) and _is_in_folder(document, tag))):
                return name_of_key(f"{SEGMENT}{'-'.join(others)}")
    return label


def meaning_of(label: str) -> str:
    """Return the kind of content that a file's label means for well-known programs, else the label."""
    return _SECTION_OF.get(label.lower(), label)


def in_order_of_meaning(labels: Iterable[str]) -> list[str]:
    """Return labels sorted by known meaning: pages first, then posts, and so on; unknown ones last."""
    ranks = {name: rank for rank, name in enumerate(MEANINGS)}
    return sorted(labels, key=lambda label: ranks.get(label, len(ranks)))


def _words(name: str) -> list[str]:
    bare = _ENDINGS.sub("", name)
    bare = _NUMBERS.sub(" ", _FILLERS.sub(" ", bare))
    return [word.lower() for word in _BETWEEN.split(bare) if any(character.isalpha() for character in word)]


def means_something(labels: Iterable[str], languages: frozenset[str]) -> frozenset[str]:
    """Return the labels that distinguish files; none if there is only one, or if they name languages of pages."""
    tags = _tags(languages)
    meaningful = {label for label in labels if label and _written(label) not in tags}
    return frozenset(meaningful) if len(meaningful) > 1 else frozenset()


def with_own_names(labels: Mapping[Document, str], languages: frozenset[str]) -> dict[Document, str]:
    """Return the labels of files, with the languages' own names for those of a language.

    These are "" if pages of a file are in a folder of its language, or declare theirs, as `languages` says.
    """
    written = {document: _written(label) for document, label in labels.items()}
    of_languages = languages_among(set(written.values()))
    tags = {document: of_languages[name] for document, name in written.items() if name in of_languages}
    are_known = not _tags(languages).isdisjoint(of_languages)
    are_folders = are_known or any(_is_in_folder(document, tag) for document, tag in tags.items())
    return {
        document: label if document not in tags else "" if are_folders else own_name(tags[document])
        for document, label in labels.items()
    }


def _written(label: str) -> str:
    return as_tag(label.replace(" ", "-"))


def _tags(languages: frozenset[str]) -> set[str]:
    tags = set(map(as_tag, languages))
    return tags | {tag.partition("-")[0] for tag in tags}


def _is_in_folder(document: Document, tag: str) -> bool:
    keys = document.table.keys
    return as_tag(tag) in map(as_tag, common_folder(keys[0], keys[len(keys) - 1]).split(SEGMENT)[1:])
