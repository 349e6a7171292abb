"""A folder of pages made an outline: reads, joins languages, places, assembles. Wiring; the rules stand elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from standard_sitemap.making.assembling import Assembler, Site
from standard_sitemap.making.folder_reading import Contents, contents, read, read_all
from standard_sitemap.making.list_entries import Entry
from standard_sitemap.making.outline import Outline
from standard_sitemap.making.page_reading import Page, read_page
from standard_sitemap.making.page_roles import roles_of, search_of_site
from standard_sitemap.making.placing import Placing, named_in, reachable
from standard_sitemap.making.references import INDEX_NAMES, WEB, Addresses, is_index
from standard_sitemap.making.titles import Titles
from standard_sitemap.making.translations import joined, languages_of
from standard_sitemap.making.tree import Rule, Tree
from standard_sitemap.making.tree_files import finding

# Hears what is being done, how much of it is done, and of how much.
Progress = Callable[[str, int, int | None], None]

# What an address may leave out of a page's path.
_ENDINGS = ("", *(f"/{name}" for name in INDEX_NAMES), ".html", ".htm", ".xhtml")


class NoPages(Exception):
    """There is no page in the folder, or not the one that was named; `args` is what to say."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a webmaster may wish: see the command's help."""

    start: str | None = None
    base_url: str | None = None
    selector: str | None = None
    leave_out: tuple[str, ...] = ()
    tree_files: tuple[str, ...] = ()
    with_hints: bool = True
    with_tree_files: bool = True


@dataclass(slots=True)
class Made:
    """An outline, and what is to be said of it: by which rule how many pages are in it, and which are not.

    `unlinked` are pages that nothing leads to from the start, placed by their folders; `left_out` says why of others.
    """

    outline: Outline
    starts: list[str]
    rules: dict[Rule, int]
    pages: int
    reachable: int
    unlinked: list[str]
    left_out: dict[str, list[str]]
    tree_files: list[str] = field(default_factory=list)


def make(folder: Path, options: Options, progress: Progress = lambda *_: None) -> Made:
    """The sitemap of the site in a folder; raises NoPages, or ValueError for a selector that is none."""
    folder = folder.resolve()
    found = contents(folder, options.leave_out, lambda done: progress("files", done, None))
    if not found.pages:
        raise NoPages(f"There is no page (.html, .htm, .xhtml) in {folder}.")
    index = next((name for name in INDEX_NAMES if name in found.pages), None)
    base = options.base_url or _declared_base(folder, index, found)
    reading = Addresses(found.pages, base)

    def say(done: int) -> None:
        progress("pages", done, len(found.pages))

    every = read_all(folder, found, reading, options.selector, say, index if options.start is None else None)
    reading.base_url = options.base_url
    aliases = _aliases(every, found)
    pages = _without(every, aliases)
    trees = finding.trees(folder, found, reading, options.tree_files, is_looking=options.with_tree_files)
    starts = _starts(pages, options.start, named_in(trees.entries), aliases)
    if not starts and not pages:
        raise NoPages(f"There is no page to be shown in {folder}.")
    return _made(folder, pages, reading, starts, trees, found, options, progress)


def _made(
    folder: Path,
    pages: dict[str, Page],
    addresses: Addresses,
    starts: list[str],
    trees: finding.Trees,
    found: Contents,
    options: Options,
    progress: Progress,
) -> Made:
    languages = languages_of(pages, starts[0] if starts else None)
    seen = joined(pages, languages)
    starts = list(dict.fromkeys(languages.standing.get(one, one) for one in starts))
    placing = Placing(seen, lambda done: progress("placed", done, len(seen)))
    tree = placing.place(starts, trees.entries)
    roles = roles_of(seen, starts, with_hints=options.with_hints)
    search = search_of_site(seen, starts, addresses, lambda path: read(folder, path))
    outline = Assembler(Site(pages, addresses, languages, roles, search), tree).outline()
    for path in pages:
        if languages.standing.get(path, path) not in tree.places:
            found.leave_out(path, "without a title or a body: parts of pages")
    shown = reachable(seen, starts)
    unlinked = [path for path, branch in tree.places.items() if branch.rule == "folder"]
    return Made(outline, starts, _rules(tree), len(pages), len(shown), unlinked, found.left_out, trees.files)


def _rules(tree: Tree) -> dict[Rule, int]:
    return dict(Counter(branch.rule for branch in tree.places.values()))


def _declared_base(folder: Path, start: str | None, found: Contents) -> str | None:
    """Where the folder is on the web, by what its start page calls its own address."""
    body = read(folder, start) if start is not None else None
    if start is None or body is None:
        return None
    said = read_page(start, body, Addresses(found.pages)).canonical
    if said is None or not said.startswith(WEB):
        return None
    base = urljoin(said, "./")
    return base if said in (base, base + start) else None


def _aliases(every: dict[str, Page], found: Contents) -> dict[str, str]:
    """The pages that send readers on, each with the page where they come to; "" where that is none of ours."""
    aliases: dict[str, str] = {}
    for path, page in every.items():
        if not page.is_passed or page.redirect == path:
            continue
        found.leave_out(path, "sending readers on to another page")
        target, met = page.redirect, {path}
        while target is not None and target in every and every[target].is_passed and target not in met:
            met.add(target)
            target = every[target].redirect
        aliases[path] = target if target is not None and target in every and target not in met else ""
    return aliases


def _without(every: dict[str, Page], aliases: Mapping[str, str]) -> dict[str, Page]:
    """The pages that stay when one looks at them; a link to one that sends readers on leads to where it sends them."""
    if not aliases:
        return every
    return {path: _following(page, aliases) for path, page in every.items() if path not in aliases}


def _following(page: Page, aliases: Mapping[str, str]) -> Page:
    named = (page.links, page.trail, page.rels.values(), page.alternates.values())
    if all(aliases.keys().isdisjoint(some) for some in named):  # what its lists name, its links name, too
        return page

    def follow(entries: list[Entry]) -> list[Entry]:
        return [
            replace(one, target=aliases.get(one.target or "", one.target), children=follow(one.children))
            for one in entries
        ]

    return replace(
        page,
        lists=[replace(one, entries=follow(one.entries)) for one in page.lists],
        links={target: text for one, text in page.links.items() if (target := aliases.get(one, one)) != page.path},
        trail=tuple(aliases.get(one, one) for one in page.trail),
        rels={rel: aliases.get(one, one) for rel, one in page.rels.items()},
        alternates={language: aliases.get(one, one) for language, one in page.alternates.items()},
    )


def _starts(pages: Mapping[str, Page], wanted: str | None, in_trees: set[str], aliases: Mapping[str, str]) -> list[str]:
    """The page to begin with: the one named, or the folder's index; else the indexes highest up, or one page."""
    if wanted is not None:
        path = wanted.strip("/")
        for candidate in (path, *(f"{path}/{name}" if path else name for name in INDEX_NAMES)):
            if candidate in pages:
                return [candidate]
        raise NoPages(f"There is no page {wanted} in the folder.")
    for name in INDEX_NAMES:
        start = aliases.get(name, name)
        if start in pages:
            return [start]
    indexes = sorted((path for path in pages if is_index(path)), key=lambda path: (path.count("/"), path))
    if indexes:
        highest = indexes[0].count("/")
        return [path for path in indexes if path.count("/") == highest]
    if in_trees & pages.keys():
        return []
    return [max(pages, key=lambda path: (-path.count("/"), len(pages[path].links)))] if pages else []


def titles_in(
    folder: Path, base_url: str | None, progress: Callable[[int], None] = lambda _: None
) -> Callable[[str], str | None]:
    """What names the page at an address, of whatever host; `folder` is the top of the site, or what is at `base_url`.

    Titles are without what all of them have in common; a page without one has no name.
    """
    found = contents(folder)
    pages = read_all(folder, found, Addresses(found.pages, base_url), None, progress)
    titles = Titles(pages.values())
    names = {path: titles.name(page) for path, page in pages.items() if page.title or page.heading}
    prefix = urlsplit(base_url).path.rpartition("/")[0] if base_url else ""

    def title_of(location: str) -> str | None:
        path = unquote(urlsplit(location).path)
        if not path.startswith(f"{prefix}/"):
            return None
        place = path.removeprefix(prefix).strip("/")
        for ending in _ENDINGS:
            name = names.get(f"{place}{ending}".lstrip("/"))
            if name is not None:
                return name
        return None

    return title_of
