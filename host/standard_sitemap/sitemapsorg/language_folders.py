"""Pages in folders that are named for a language, joined with those at the same path in other languages. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from standard_sitemap.model.languages import LANGUAGES, languages_among, possible_language
from standard_sitemap.sitemapsorg.hreflang import Alternates
from standard_sitemap.sitemapsorg.sort_keys import END, SEGMENT, Keys, common_folder, ends_of_segments

# Folders beside those of languages: a site with more is a list of something else.
_MOST_FOLDERS = 2_000
# A folder whose name may be another word is a language's if so many of its pages, and this share, are there elsewhere.
_FEWEST_SHARED, _SHARED = 2, 0.5


class _Folder(NamedTuple):
    """A folder: its key, and its rows from `start` to `stop` in the order of keys."""

    key: str
    start: int
    stop: int


class LanguageFolders(NamedTuple):
    """The folders of languages, with their tags by key; and the pages in several languages, by position."""

    tags: dict[str, str]
    alternates: dict[int, Alternates]


NONE = LanguageFolders({}, {})


def language_folders(
    divided: Keys, order: Sequence[int], locations: Sequence[str], taken: Collection[int]
) -> LanguageFolders:
    """Return the folders of languages at the top of a list, and the pages that they share.

    `order` are the positions of keys and `locations`, sorted by key. Positions in `taken` have declared languages.
    """
    host, keys = divided.host, divided.rests
    above = common_folder(host + keys[order[0]], host + keys[order[-1]]) if len(order) > 1 else ""
    top = above[len(host) :]
    if not (above and may_have_languages(keys, order, top)):
        return NONE  # most lists, and pages of several hosts
    folders = {folder.key[len(top) + 1 :]: folder for folder in islice(_folders(keys, order, top), _MOST_FOLDERS + 1)}
    if len(folders) > _MOST_FOLDERS:
        return NONE
    known = languages_among(folders)
    possible = {
        name: tag
        for name, folder in folders.items()
        if (tag := known.get(name) or (possible_language(name) if keys[order[folder.stop - 1]] != folder.key else None))
    }
    rows = {name: order[folders[name].start : folders[name].stop] for name in possible}
    inside = {place for places in rows.values() for place in places}.union(taken)
    outside = {keys[place]: place for place in order if place not in inside}
    pages = {
        name: {keys[place][len(folders[name].key) :]: place for place in places if place not in taken}
        for name, places in rows.items()
    }
    tags = {name: tag for name, tag in possible.items() if name in known or _is_parallel(pages[name], outside, top)}
    pages = {tag: pages[name] for name, tag in tags.items()}
    alternates: dict[int, Alternates] = {}
    for key, versions in _joined(pages, outside, top):
        links = tuple((tag, locations[version]) for tag, version in versions.items())
        alternates |= dict.fromkeys(versions.values(), Alternates(links, f"{host}{key}"))
    return LanguageFolders({f"{host}{folders[name].key}": tag for name, tag in tags.items()}, alternates)


def _joined(
    pages: Mapping[str, Mapping[str, int]], outside: Mapping[str, int], top: str
) -> Iterator[tuple[str, dict[str, int]]]:
    """Yield the key of each page that stands outside the folders of languages, and its versions by language.

    These are the pages that exist outside; else those in the language with the most pages, if others have them, too.
    """
    first = ""
    paths = {path for of_language in pages.values() for path in of_language if path and f"{top}{path}" in outside}
    if not paths:
        first = max(pages, key=lambda tag: len(pages[tag]), default="")
        others = {path for tag in pages if tag != first for path in pages[tag] if path}
        if others.isdisjoint(pages.get(first, {})):
            yield from _home(pages, outside, top)
            return
        paths = set(pages[first])
    for path in {*paths, ""}:
        versions = {"": outside[f"{top}{path}"]} if f"{top}{path}" in outside else {}
        in_order = (first, *(tag for tag in pages if tag != first)) if first else tuple(pages)
        versions |= {tag: pages[tag][path] for tag in in_order if path in pages[tag]}
        if versions.keys() & {"", first}:
            yield f"{top}{path}", versions


def _home(
    pages: Mapping[str, Mapping[str, int]], outside: Mapping[str, int], top: str
) -> Iterator[tuple[str, dict[str, int]]]:
    """Yield the key of the home page, if there are languages of which it is the only page, and its versions."""
    versions = {tag: of_language[""] for tag, of_language in pages.items() if of_language.keys() == {""}}
    if versions and top in outside:
        yield top, {"": outside[top], **versions}


def _is_parallel(pages: Mapping[str, int], outside: Mapping[str, int], top: str) -> bool:
    shared = sum(1 for path in pages if path and f"{top}{path}" in outside)
    return shared >= max(_FEWEST_SHARED, _SHARED * (len(pages) - 1))


def may_have_languages(keys: Sequence[str], order: Sequence[int], top: str) -> bool:
    """Return whether a segment below `top` begins with the code of a language, in a time that hardly grows."""
    for language in LANGUAGES:
        start = f"{top}{SEGMENT}{language}"
        at = bisect_left(order, start, key=keys.__getitem__)
        key = keys[order[at]] if at < len(order) else ""
        if key.startswith(start) and possible_language(key[len(top) + 1 : ends_of_segments(key, len(top))]):
            return True
    return False


def _folders(keys: Sequence[str], order: Sequence[int], top: str) -> Iterator[_Folder]:
    at = bisect_left(order, f"{top}{SEGMENT}", key=keys.__getitem__)
    while at < len(order):
        key = keys[order[at]]
        own = key[: ends_of_segments(key, len(top))]
        stop = bisect_left(order, f"{own}{END}", at + 1, key=keys.__getitem__)
        yield _Folder(own, at, stop)
        at = stop
