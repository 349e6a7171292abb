"""Makes an outline from a folder of pages: reads, joins languages, places, assembles. Other modules hold the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from standard_sitemap.fetching.file_uris import absolute
from standard_sitemap.model.uris import resolve
from standard_sitemap.model.url_paths import INDEX_NAMES, PAGE_SUFFIXES, index_among, quoted, unquoted
from standard_sitemap.webmaster.frames import MENUS_IN_FRAMES, menus_in_frames
from standard_sitemap.webmaster.making.aliases import copies, redirects, without_aliases
from standard_sitemap.webmaster.making.assembling import Assembler, SiteFacts
from standard_sitemap.webmaster.making.base import Base, advice_for, base_of
from standard_sitemap.webmaster.making.doubts import Doubts, doubts
from standard_sitemap.webmaster.making.explaining import Absence, Explainer, Explanation
from standard_sitemap.webmaster.making.folder_reading import Contents, contents, read, read_all
from standard_sitemap.webmaster.making.fragments import FragmentReader
from standard_sitemap.webmaster.making.frame_menus import with_menus
from standard_sitemap.webmaster.making.home_pages import start_pages
from standard_sitemap.webmaster.making.neighbours import with_neighbours
from standard_sitemap.webmaster.making.outline import Outline
from standard_sitemap.webmaster.making.page_reading import Page, framed_on
from standard_sitemap.webmaster.making.page_roles import roles_of, search_of_site
from standard_sitemap.webmaster.making.paging import continuations, merged
from standard_sitemap.webmaster.making.placing import PagePlacer, named_in, reachable
from standard_sitemap.webmaster.making.references import ReferenceResolver
from standard_sitemap.webmaster.making.section_menus import with_section_menus, with_whole_menus
from standard_sitemap.webmaster.making.titles import TitleShortener
from standard_sitemap.webmaster.making.translations import joined, joined_trees, languages_of
from standard_sitemap.webmaster.making.tree import Rule, Tree
from standard_sitemap.webmaster.making.tree_files import finding

# Receives the current step, the amount done, and the total if known.
Progress = Callable[[str, int, int | None], None]

# Endings of a page's path that an address may omit.
_ENDINGS = ("", *(f"/{name}" for name in INDEX_NAMES), *PAGE_SUFFIXES)


class EmptySelection(Exception):
    """The selector of contents matches no list or link in any page."""


class MissingPages(Exception):
    """The folder has no page, or lacks the named one; `args` holds the message."""


@dataclass(frozen=True, slots=True)
class MakeOptions:
    """The webmaster's options, as described in the command's help.

    `addresses` maps the files of a crawled site to their addresses. `explained` names the pages to explain, by path or
    address.
    """

    start: str | None = None
    base_url: str | None = None
    selector: str | None = None
    leave_out: tuple[str, ...] = ()
    tree_files: tuple[str, ...] = ()
    with_hints: bool = True
    with_tree_files: bool = True
    addresses: Mapping[str, str] | None = None
    explained: tuple[str, ...] = ()


@dataclass(slots=True)
class MakeResult:
    """An outline with its statistics: the number of pages placed by each rule, and the pages left out.

    `unlinked` pages are not reachable from the start and are placed by folder. `left_out` gives the reasons for omitted
    pages. `hidden` holds the addresses of pages with noindex, and of pages that name another address as canonical.
    `contradiction` holds the statements of the folder's files that give it different addresses.
    """

    outline: Outline
    starts: list[str]
    rules: dict[Rule, int]
    pages: int
    reachable: int
    unlinked: list[str]
    left_out: dict[str, list[str]]
    tree_files: list[str] = field(default_factory=list)
    hidden: frozenset[str] = frozenset()
    contradiction: str = ""
    doubts: Doubts = field(default_factory=Doubts)
    explanations: list[Explanation | Absence] = field(default_factory=list)


def make(folder: Path, options: MakeOptions, progress: Progress = lambda *_: None) -> MakeResult:
    """Return the sitemap of the site in a folder.

    Raises MissingPages, EmptySelection, or ValueError for an invalid selector.
    """
    folder = folder.resolve()
    folder_contents = contents(
        folder, options.leave_out, lambda done: progress("files", done, None), options.addresses or {}
    )
    if not folder_contents.pages:
        advice = advice_for(folder_contents)
        raise MissingPages(f"There is no page (.html, .htm, .xhtml, .xht) in {folder}.{advice}")
    index = index_among(folder_contents.pages)
    base = Base(options.base_url) if options.base_url is not None else base_of(folder, folder_contents, index)
    is_stored = options.addresses is not None
    addresses = ReferenceResolver(folder_contents.pages, base.url, base.prefix, is_stored=is_stored)

    def say(done: int) -> None:
        progress("pages", done, len(folder_contents.pages))

    every = read_all(
        folder, folder_contents, addresses, options.selector, say, index if options.start is None else None
    )
    if options.selector is not None and not any(page.lists for page in every.values()):
        raise EmptySelection
    fragments = FragmentReader(every, lambda path: read(folder, path))
    for contents_list in (contents_list for page in every.values() for contents_list in page.lists):
        fragments.let_stand_for_pages(contents_list.into, is_contents=contents_list.is_contents)
    addresses.base_url = options.base_url
    addresses.prefer_canonical((options.addresses or {}).items())
    if options.base_url is not None:
        addresses.prefer_canonical(list(_own_canonical(every, addresses, index)))
    aliases = redirects(folder, every, folder_contents)
    pages = with_neighbours(without_aliases(every, aliases))
    firsts = continuations(pages)
    for path in firsts:
        folder_contents.leave_out(path, "further pages of a list, whose entries follow those of its first page")
    aliases = {path: firsts.get(target, target) for path, target in aliases.items()} | firsts
    pages = without_aliases(merged(pages, firsts), firsts)
    trees = finding.trees(
        folder, folder_contents, addresses, every, options.tree_files, is_looking=options.with_tree_files
    )
    trees = trees.followed(aliases)
    starts = _starts(pages, options.start, named_in(trees.every()), aliases)
    if options.start is None or is_stored:
        repeats = copies(folder, pages, starts, folder_contents)
        pages, trees = without_aliases(pages, repeats), trees.followed(repeats)
    links = {path: page.links for path, page in pages.items()}
    frames = {path: framed for path, page in pages.items() if (framed := framed_on(page))}
    menus = [path for path in menus_in_frames(links, frames) if path not in starts]
    for path in menus:
        folder_contents.leave_out(path, MENUS_IN_FRAMES)
    pages = with_menus(pages, menus, starts) if menus else pages
    if not starts and not pages:
        raise MissingPages(f"There is no page for readers in {folder}.")
    made = _made(folder, pages, addresses, starts, trees, folder_contents, options, progress)
    made.contradiction = base.contradiction
    return made


def _made(
    folder: Path,
    pages: dict[str, Page],
    addresses: ReferenceResolver,
    starts: list[str],
    trees: finding.Trees,
    folder_contents: Contents,
    options: MakeOptions,
    progress: Progress,
) -> MakeResult:
    languages = languages_of(pages, starts[0] if starts else None)
    seen = with_whole_menus(joined(with_section_menus(pages), languages))
    starts = list(dict.fromkeys(languages.representatives.get(start, start) for start in starts))
    placing = PagePlacer(seen, lambda done: progress("placed", done, len(seen)))
    trees = joined_trees(trees, languages)
    tree = placing.place(starts, trees.entries, trees.nested)
    roles = roles_of(seen, starts, with_hints=options.with_hints)
    search = search_of_site(seen, starts, addresses, lambda path: read(folder, path))
    assembler = Assembler(SiteFacts(pages, addresses, languages, roles, search), tree)
    outline = assembler.outline()
    for path in pages:
        if languages.representatives.get(path, path) not in tree.places:
            folder_contents.leave_out(path, "parts of pages: without a title, and without a body or links")
    shown = reachable(seen, starts)
    hidden = frozenset(addresses.url(path) for path, page in pages.items() if _is_hidden(page, addresses))
    of_folders = {path: branch for path, branch in tree.places.items() if branch.rule == "folder"}
    unlinked = [path for path, branch in of_folders.items() if not assembler.is_for_forms(branch)]
    left_out, representatives = folder_contents.left_out, languages.representatives
    explainer = Explainer(seen, tree, assembler, representatives, trees.files, left_out)
    made = MakeResult(outline, starts, _rules(tree), len(pages), len(shown), unlinked, left_out, list(trees.files))
    made.hidden = hidden
    made.doubts = doubts(seen.values(), tree)
    explained = [_explained(folder, page, addresses, options) for page in options.explained]
    made.explanations = list(map(explainer.explanation, explained))
    return made


def _explained(folder: Path, named: str, addresses: ReferenceResolver, options: MakeOptions) -> str:
    """Return the file of a page that is named by its address, or by its path in the folder or the current directory."""
    by_address = {address: path for path, address in (options.addresses or {}).items()}
    path = by_address.get(named)
    target = addresses.target("", named) if path is None else None
    if target is not None:
        return target.page
    # The page itself may be a link, but its folder is compared with a resolved one.
    place = Path(absolute(named))
    place = place.parent.resolve() / place.name
    if path is None and place.is_relative_to(folder):
        target = addresses.target("", quoted(place.relative_to(folder).as_posix()))
    return path or (target.page if target is not None else named)


def _is_hidden(page: Page, addresses: ReferenceResolver) -> bool:
    """Return whether search engines do not index a page, or index another one in its place."""
    return page.is_hidden or _canonical(page, addresses) not in (None, addresses.url(page.path))


def _canonical(page: Page, addresses: ReferenceResolver) -> str | None:
    """Return the address that a page names as canonical, without fragment; None if it names none, or an invalid one."""
    return resolve(addresses.url(page.path), page.canonical.partition("#")[0]) if page.canonical else None


def _own_canonical(
    pages: Mapping[str, Page], addresses: ReferenceResolver, index: str | None
) -> Iterator[tuple[str, str]]:
    """Yield each page whose canonical address is its own and below the base, with this address.

    An index that no page links to has the address of its folder.
    """
    if addresses.base_url is not None and index is not None and not any(index in page.links for page in pages.values()):
        yield index, addresses.base_url
    for path, page in pages.items():
        canonical = _canonical(page, addresses) or ""
        target = addresses.target("", canonical) if canonical.startswith(addresses.base_url or "") else None
        if target is not None and target.page == path:
            yield path, canonical


def _rules(tree: Tree) -> dict[Rule, int]:
    return dict(Counter(branch.rule for branch in tree.places.values()))


def _starts(pages: Mapping[str, Page], wanted: str | None, in_trees: set[str], aliases: Mapping[str, str]) -> list[str]:
    """Return the requested start page, or those that the folder has."""
    if wanted is not None:
        path = wanted.strip("/")
        for candidate in (path, *(f"{path}/{name}" if path else name for name in INDEX_NAMES)):
            if aliases.get(candidate, candidate) in pages:
                return [aliases.get(candidate, candidate)]
        raise MissingPages(f"There is no page {wanted} in the folder.")
    return start_pages(pages, in_trees, aliases)


def titles_in(
    folder: Path, base_url: str | None, progress: Callable[[int], None] = lambda _: None
) -> Callable[[str], str | None]:
    """Return a function that names the page at an address, on any host.

    `folder` is the site's root, or the folder at `base_url`. Titles lose the part that all pages share; a page without
    a title has no name.
    """
    folder_contents = contents(folder)
    pages = read_all(folder, folder_contents, ReferenceResolver(folder_contents.pages, base_url), None, progress)
    titles = TitleShortener(pages.values())
    names = {path: titles.name(page) for path, page in pages.items() if page.title or page.heading}
    prefix = urlsplit(base_url).path.rpartition("/")[0] if base_url else ""

    def title_of(location: str) -> str | None:
        path = unquoted(urlsplit(location).path)
        if not path.startswith(f"{prefix}/"):
            return None
        place = path.removeprefix(prefix).strip("/")
        for ending in _ENDINGS:
            name = names.get(f"{place}{ending}".lstrip("/"))
            if name is not None:
                return name
        return None

    return title_of
