"""Joins pages that are translations of one another, by their own declarations and by parallel folders. Does no I/O.

One page of each set represents it in the tree: the page in the site's first language. The lists of the others name its
groups in their languages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from standard_sitemap.webmaster.making.list_entries import Entry, entries_of, followed
from standard_sitemap.webmaster.making.lists import ContentsList
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.references import folder_of, is_index
from standard_sitemap.webmaster.making.tree_files.finding import Trees

# Minimum share of pages in the smaller of two folders that the other has under the same path.
_SHARED = 0.3
# `zh-Hant-TW` has ten characters. A longer folder name is a word that happens to be well-formed.
_LONGEST_CODE = 12


@dataclass(slots=True)
class Languages:
    """Sets of translations: each page's representative, and for each representative its set by language, in order.

    `group_names` holds the names of a group in other languages, by its name and one of its pages.
    """

    representatives: dict[str, str] = field(default_factory=dict)
    forms: dict[str, dict[str, str]] = field(default_factory=dict)
    group_names: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)


def languages_of(pages: Mapping[str, Page], start: str | None) -> Languages:
    """Return the sets of translations with more than one page."""
    folders = _parallel_folders(pages)
    spoken = {path: _language(path, page, folders) for path, page in pages.items()}
    sets = _Sets(spoken)
    declared = {
        (path, other)
        for path, page in pages.items()
        for language, other in page.alternates.items()
        if other in pages and other != path and language != "x-default" and _may_join(page, pages[other])
    }
    # Pages that name each other, then pages at the same path of parallel folders. A declaration that is not returned
    # comes last: often it is a switch that leads from each page to the other language's home page.
    mutual = sorted(pair for pair in declared if pair[::-1] in declared)
    twins = [(path, other) for path in pages for other in _twins(path, folders) if other in pages]
    claims = Counter((other, spoken[path]) for path, other in declared.difference(mutual))
    single = sorted(pair for pair in declared.difference(mutual) if claims[pair[1], spoken[pair[0]]] == 1)
    for path, other in mutual:
        sets.join(path, other)
    for path, other in [*twins, *single]:
        if sets.may_join(path, other):
            sets.join(path, other)
    for path, other in _listing_alike(pages, sets, folders, spoken):
        sets.join(path, other)
    first = spoken.get(start) if start is not None else None
    languages = Languages()
    for members in sets.all():
        forms = _forms(members, spoken, first)
        if len(forms) > 1:
            stands = next(iter(forms.values()))
            languages.forms[stands] = forms
            languages.representatives |= dict.fromkeys(forms.values(), stands)
    return languages


def joined(pages: Mapping[str, Page], languages: Languages) -> dict[str, Page]:
    """Return the representatives of all sets, merged with their translations, and all other pages.

    Fills `languages.group_names`.
    """
    representatives = languages.representatives
    spoken = {path: language for forms in languages.forms.values() for language, path in forms.items()}
    sets: dict[str, list[tuple[str, Page]]] = {}
    for path, page in pages.items():
        stands = representatives.get(path, path)
        members = sets.setdefault(stands, [])
        # The representative's own facts take precedence.
        members.insert(
            0 if stands == path else len(members), (spoken.get(path, ""), page.following(representatives, stands))
        )
    return {
        stands: _merged(page, translations, languages.group_names) if translations else page
        for stands, [(_, page), *translations] in sets.items()
    }


def joined_trees(trees: Trees, languages: Languages) -> Trees:
    """Return the trees with translations replaced by the pages that represent them.

    Of the tree in the folder of a translation, only entries for other pages stay. Fills `languages.group_names`.
    """
    representatives = languages.representatives
    spoken = {path: language for forms in languages.forms.values() for language, path in forms.items()}
    translated = {index: trees.nested[index] for index in trees.nested if representatives.get(index, index) != index}
    own = {index: entries for index, entries in trees.nested.items() if index not in translated}
    joined = replace(trees, nested=own).followed(representatives)
    merged = Page("", lists=[ContentsList(list(joined.every()), "contents")])
    for index, entries in translated.items():
        translation = Page("", lists=[ContentsList(followed(entries, representatives), "contents")])
        known = len(merged.lists)
        merged = _merged(merged, [(spoken[index], translation)], languages.group_names)
        further = [entry for contents_list in merged.lists[known:] for entry in contents_list.entries]
        joined.nested.setdefault(representatives[index], []).extend(further)
    return joined


class _Sets:
    """Disjoint sets of pages, joined pair by pair (union-find); `spoken` holds the pages' languages."""

    def __init__(self, spoken: Mapping[str, str | None]) -> None:
        self._above: dict[str, str] = {}
        self._spoken = spoken
        self._languages: dict[str, set[str | None]] = {}

    def join(self, page: str, other: str) -> None:
        first, second = sorted((self._top(page), self._top(other)))
        self._languages[first] = self._of_set(first) | self._of_set(second)
        self._above[second] = first

    def may_join(self, page: str, other: str) -> bool:
        """Return whether the sets of two pages are distinct, and have no language in common."""
        first, second = self._top(page), self._top(other)
        return first != second and self._of_set(first).isdisjoint(self._of_set(second) - {None})

    def _of_set(self, top: str) -> set[str | None]:
        return self._languages.get(top, {self._spoken[top]})

    def known(self, pages: Iterable[str]) -> frozenset[str]:
        """Return the sets of these pages, each by one of its members; pages without translations have none."""
        return frozenset(self._top(page) for page in pages if page in self._above)

    def all(self) -> list[list[str]]:
        groups: dict[str, list[str]] = {}
        for page in sorted(self._above):
            groups.setdefault(self._top(page), []).append(page)
        return list(groups.values())

    def _top(self, page: str) -> str:
        self._above.setdefault(page, page)
        while self._above[page] != page:
            self._above[page] = self._above[self._above[page]]
            page = self._above[page]
        return page


def _listing_alike(
    pages: Mapping[str, Page], sets: _Sets, folders: list[str], spoken: Mapping[str, str | None]
) -> Iterator[tuple[str, str]]:
    """Yield pages of parallel folders that differ in name and list the same translated pages.

    So do the categories of a blog: `categories/firing/` and `de/categories/brennen/`. Links that all pages beside one
    have are no part of its list.
    """
    beside: dict[tuple[str, str], list[str]] = {}
    for path in pages if folders else ():
        folder, _, rest = path.partition("/")
        language, place = (folder, rest) if folder in folders else ("", path)
        around = folder_of(folder_of(place) if is_index(place) else place)
        if around:
            beside.setdefault((language, around), []).append(path)
    alike: dict[tuple[str, frozenset[str]], list[str]] = {}
    for (_, around), paths in beside.items():
        usual = frozenset(pages[paths[0]].links).intersection(*(pages[path].links for path in paths[1:]))
        for path in paths:
            listed = sets.known(target for target in pages[path].links if target not in usual)
            if listed and not sets.known([path]):
                alike.setdefault((around, listed), []).append(path)
    for first, *others in alike.values():
        if len({spoken[path] for path in (first, *others)}) == 1 + len(others):
            yield from ((first, other) for other in others)


def _may_join(page: Page, other: Page) -> bool:
    """Return whether two pages may be translations: pages in one language are not, even if they declare it."""
    return page.language is None or other.language is None or page.language.lower() != other.language.lower()


def _parallel_folders(pages: Mapping[str, Page]) -> list[str]:
    """Return the top folders that are named for a language and have largely the same pages."""
    below: dict[str, dict[str, Page]] = {}
    for path, page in pages.items():
        folder, slash, rest = path.partition("/")
        if slash and _may_be_code(folder):
            below.setdefault(folder, {})[rest] = page
    of_site = {(page.language or "").lower() for page in pages.values()}
    speaking = {folder for folder, own in below.items() if _speaks(folder, own.values(), of_site)}
    if not speaking:
        return []
    inner = {folder: set(own) for folder, own in below.items() if is_language_code(folder)}
    top = {path for path in pages if path.partition("/")[0] not in inner}
    folders = []
    for folder, paths in inner.items():
        others = [other for name, other in inner.items() if name != folder] + [top]
        if folder in speaking and any(_run_in_parallel(paths, other) for other in others):
            folders.append(folder)
    return folders if len(folders) > 1 or (folders and top & inner[folders[0]]) else []


def _run_in_parallel(paths: set[str], others: set[str]) -> bool:
    return len(paths & others) >= max(1, _SHARED * min(len(paths), len(others)))


def is_language_code(folder: str) -> bool:
    """Return whether the name of a folder is a language tag."""
    if not _may_be_code(folder):
        return False
    # Saves 24 ms for most sites in one language.
    from langcodes import tag_is_valid

    return bool(tag_is_valid(folder))


def _may_be_code(folder: str) -> bool:
    """Return whether a name has the shape of a language tag: it begins with two to four letters."""
    first = folder.replace("_", "-").partition("-")[0]
    return len(folder) <= _LONGEST_CODE and 2 <= len(first) <= 4 and first.isalpha()


def _speaks(folder: str, pages: Iterable[Page], of_site: set[str]) -> bool:
    """Return whether a folder's pages are in the language it is named for, except untranslated ones.

    Pages that declare no language are, if the code has two letters; so are pages of a site whose template declares the
    same language everywhere. Longer codes are also words: `doc`, `api`, `new`.
    """
    declared = {page.language.lower() for page in pages if page.language}
    named = main_language(folder.replace("_", "-"))
    is_constant = len(declared) == 1 and of_site == declared
    return len(named) == 2 if is_constant or not declared else named in set(map(main_language, declared))


def _twins(path: str, folders: list[str]) -> list[str]:
    """Return the paths that a page would have in the other languages, if its folder is a language's."""
    folder, _, rest = path.partition("/")
    return [rest, *(f"{other}/{rest}" for other in folders if other != folder)] if folder in folders else []


def _language(path: str, page: Page, folders: list[str]) -> str | None:
    """Return a page's language: its folder's, even if not yet translated, or else its declared one."""
    folder = path.partition("/")[0].replace("_", "-")
    if path.partition("/")[0] in folders:
        declared = page.language or ""
        return declared if main_language(declared) == main_language(folder) else folder
    if page.language:
        return page.language
    named = {language for language, other in page.alternates.items() if other == path and language != "x-default"}
    return min(named, default=None)


def main_language(language: str) -> str:
    """Return the language without region and script."""
    return language.lower().partition("-")[0]


def _forms(members: list[str], spoken: Mapping[str, str | None], first: str | None) -> dict[str, str]:
    """Return one page per language, the site's first language first."""
    known = [path for path in members if spoken[path] is not None]
    known.sort(key=lambda path: (spoken[path] != first, str(spoken[path]), path))
    forms: dict[str, str] = {}
    for path in known:
        forms.setdefault(str(spoken[path]), path)
    return forms


def _merged(
    page: Page, translations: Iterable[tuple[str, Page]], group_names: dict[tuple[str, str], dict[str, str]]
) -> Page:
    """Return a page with the links and entries that only its translations have; record their names of its groups."""
    links, lists = page.links, list(page.lists)
    named = {target for contents_list in lists for target in contents_list.targets()}
    groups: dict[tuple[int, str], str] = {}
    for level, label, targets in _groups(page.lists):
        for target in targets:  # a page in several groups tells none from another
            groups[level, target] = label if groups.get((level, target), label) == label else ""
    for language, other in translations:
        links = links | {target: text for target, text in other.links.items() if target not in links}
        for level, label, targets in _groups(other.lists):
            known = next((known for known in targets if groups.get((level, known))), None)
            if known is not None:
                group_names.setdefault((groups[level, known], known), {}).setdefault(language, label)
        lists.extend(_without(other.lists, named))
        named.update(target for contents_list in other.lists for target in contents_list.targets())
    return replace(page, lists=lists, links=links)


def _groups(lists: Iterable[ContentsList]) -> Iterator[tuple[int, str, list[str]]]:
    """Yield the groups of lists, also those by caption, each with its level, its name and the pages in it."""
    for contents_list in lists:
        if contents_list.caption:
            yield 0, contents_list.caption, list(contents_list.targets())
        entries, level = contents_list.entries, 1
        while entries:
            for entry in entries:
                if entry.target is None and entry.children:
                    yield level, entry.label, [inner.target for inner in entries_of(entry.children) if inner.target]
            entries, level = [child for entry in entries for child in entry.children], level + 1


def _without(lists: Iterable[ContentsList], named: set[str]) -> Iterator[ContentsList]:
    """Yield lists without the pages already `named`; a list with such pages has a translated caption, and loses it."""
    for contents_list in lists:
        if named.isdisjoint(contents_list.targets()):
            yield contents_list
        elif entries := _unnamed(contents_list.entries, named):
            yield replace(contents_list, entries=entries, caption=None)


def _unnamed(entries: Iterable[Entry], named: set[str]) -> list[Entry]:
    """Return the entries for pages that are not yet `named`, below the entries around them."""
    fresh = ((entry, _unnamed(entry.children, named)) for entry in entries)
    return [
        replace(entry, children=children)
        for entry, children in fresh
        if children or (entry.target is not None and entry.target not in named)
    ]
