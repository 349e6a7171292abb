"""Places every page in the tree: by lists that name it, by its own declarations, by links to it. Pure.

The most reliable rules come first. Each newly placed page contributes its own lists before a weaker rule applies.
"""

from __future__ import annotations

import posixpath
import re
from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, takewhile

from standard_sitemap.model.url_paths import INDEX_NAMES
from standard_sitemap.webmaster.making.blogs import arrange
from standard_sitemap.webmaster.making.inner_classes import nest_inner_classes
from standard_sitemap.webmaster.making.list_entries import Entry, entries_of
from standard_sitemap.webmaster.making.lists import ContentsList
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.page_roles import is_site_map
from standard_sitemap.webmaster.making.references import folder_of, is_index, is_within
from standard_sitemap.webmaster.making.teasers import Teasers
from standard_sitemap.webmaster.making.tree import Rule, Tree, TreeEntry

# Share of the other pages of the top bar to which the side menu of a section may lead.
_MOST_OF_BAR = 0.2
_NO_CAPTION = frozenset({
    "table of contents", "contents", "inhalt", "inhaltsverzeichnis", "navigation", "menu",
    "expand description",  # of rustdoc, above the text of a page
})  # fmt: skip
# Names without numbers, which denote chapters and versions.
_WORDS = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"[0-9]+")
# Digits of the longest number in a file's name: a date with the time.
_DIGITS = 14
# Groups with the name of an index page that may stand for it: each is looked at for each such page.
_MOST_ALIKE = 100
# Pages that show whether a list is on most pages, and the least share of its entries that they have.
_SAMPLE = 50
_SHARED = 0.8
_RULES: dict[str, Rule] = {"contents": "contents", "navigation": "navigation", "shape": "list"}


class PagePlacer:
    """Places the pages of a folder; if there are several languages, `pages` holds one per set of translations."""

    def __init__(self, pages: Mapping[str, Page], progress: Callable[[int], None] = lambda _: None) -> None:
        self.tree = Tree()
        self._pages = pages
        self._starts: tuple[str, ...] = ()
        self._progress = progress
        self._known: deque[str] = deque()
        self._shaped: deque[str] = deque()
        self._late: deque[str] = deque()
        # Placed pages, not yet examined for pages that declare them as parent, and for pages they link to.
        self._above: deque[str] = deque()
        self._linking: deque[str] = deque()
        # Placed pages that may turn to pages without a place, in the order of their places.
        self._turning: list[str] = []
        # Linked pages whose declared parent has no place yet.
        self._waiting: dict[str, None] = {}
        self._left: deque[str] | None = None
        self._nested: dict[str, list[Entry]] = {}
        self._groups: dict[str, list[TreeEntry]] = {}
        self._groups_below: dict[tuple[int, str], TreeEntry] = {}
        self._menus: dict[int, dict[str | None, list[Entry]]] = {}
        # Menus that many pages share, with the page below which they were placed, or the empty text for all of it.
        self._shared: set[tuple[int, str]] = set()
        self._held: set[str] = set()
        self._teasers = Teasers(pages)
        self._linkers: dict[str, list[str]] = {}
        self._named_by: dict[str, list[str]] = {}
        for page in pages.values():
            for target in page.links:
                self._linkers.setdefault(target, []).append(page.path)
            for parent, _ in self._named_parents(page):
                self._named_by.setdefault(parent, []).append(page.path)

    def place(
        self, starts: Sequence[str], entries: Iterable[Entry] = (), nested: Mapping[str, list[Entry]] | None = None
    ) -> Tree:
        """Return the tree that begins with `starts`.

        `entries` come from tree files, `nested` from tree files in subfolders, by the index page that they are placed
        below. The pages of these wait until that page has a place.
        """
        self._starts = tuple(starts)
        self._nested = {page: entries for page, entries in (nested or {}).items() if page in self._pages}
        self._held = set().union(*map(named_in, self._nested.values())) - self._nested.keys()
        for start in starts:
            self._put(start, self.tree.root, "start")
        top = self._top()
        self._place(list(entries), top, "tree-file")
        rules = (
            self._by_lists, self._by_parents, self._by_indexes, self._by_links, self._by_turning, self._by_nested_trees,
            self._by_folder,
        )  # fmt: skip
        while any(rule() for rule in rules):
            self._progress(len(self.tree.places))
        nest_inner_classes(self.tree)
        arrange(self.tree, self._pages)
        self.tree.refer()
        self.tree.drop_empty()
        return self.tree

    def _top(self) -> TreeEntry:
        """Return the start page's branch, or the root if there are several start pages."""
        starts = self.tree.root.children
        return starts[0] if len(starts) == 1 else self.tree.root

    def _put(
        self, page: str, parent: TreeEntry, rule: Rule, label: str | None = None, named_on: str | None = None
    ) -> TreeEntry:
        branch = self.tree.place(page, parent, rule, label)
        branch.named_on = named_on
        return self._with_page(branch, page)

    def _with_page(self, branch: TreeEntry, page: str) -> TreeEntry:
        """Return the branch of a page that has just been placed; its own entries are to follow."""
        for waiting in (self._known, self._above, self._linking, self._turning):
            waiting.append(page)
        entries = self._nested.pop(page, None)
        if entries is not None:
            self._held -= named_in(entries)
            self._place(entries, branch, "tree-file")
        return branch

    def _name_group(self, group: TreeEntry, parent: TreeEntry) -> TreeEntry:
        name = (group.label or "").casefold()
        self._groups.setdefault(name, []).append(group)
        self._groups_below.setdefault((id(parent), name), group)
        return self.tree.add(group, parent)

    def _is_first(self, contents_list: ContentsList, above: str = "") -> bool:
        """Return whether a menu is placed for the first time: pages that share one may be as many as its entries."""
        key = id(contents_list), above
        is_first = key not in self._shared
        self._shared.add(key)
        return is_first

    def _group_below(self, parent: TreeEntry, caption: str) -> TreeEntry:
        """Return the group with a caption, which the menu and the contents list of a page may both have."""
        known = self._groups_below.get((id(parent), caption.casefold()))
        return known or self._name_group(TreeEntry(label=caption, is_group=True), parent)

    def _by_lists(self) -> bool:
        """Place pages by reliable lists; when these run out, page by page by lists with the right shape."""
        if not self._known and not self._shaped:
            return False
        while self._known or self._shaped:
            if self._known:
                path = self._known.popleft()
                self._shaped.append(path)
                lists = [known for known in self._pages[path].lists if self._is_reliable(path, known)]
                if path in self._starts and _has_parts(lists):  # the parts are lost in a menu without them
                    lists.sort(key=lambda known: known.source != "contents")
            else:
                path = self._shaped.popleft()
                self._late.append(path)
                others = (shaped for shaped in self._pages[path].lists if not self._is_reliable(path, shaped))
                lists = [shaped for shaped in others if not shaped.is_index_like() or self._is_menu(path, shaped)]
            self._place_lists(path, lists)
        return True

    def _is_reliable(self, path: str, contents_list: ContentsList) -> bool:
        """Return whether a list is in a known container, or the contents of a folder on its index page."""
        if contents_list.source != "shape":
            return True
        folder = folder_of(path)
        is_of_folder = folder != "" and is_index(path) and path not in self._starts and not contents_list.is_navigation
        # Beside contents that a tool marks, other lists are text.
        is_of_folder = is_of_folder and all(known.source != "contents" for known in self._pages[path].lists)
        return is_of_folder and all(is_within(target, folder) for target in contents_list.targets())

    def _is_menu(self, path: str, contents_list: ContentsList) -> bool:
        """Return whether a list of a start page is a menu: most pages have it, too."""
        if path not in self._starts:
            return False
        targets = frozenset(contents_list.targets())
        every = list(self._pages.values())
        sample = every[:: -(-len(every) // _SAMPLE)]
        fewest = _SHARED * len(targets)
        having = sum(
            any(len(targets.intersection(known.targets())) >= fewest for known in page.lists) for page in sample
        )
        return having > len(sample) / 2

    def _place_lists(self, path: str, lists: list[ContentsList]) -> None:
        captions = {contents_list.caption for contents_list in lists}
        for contents_list in lists:
            if contents_list.source == "navigation" and not self._is_first(contents_list):
                continue
            parent = self._owner(path, contents_list)
            is_section = parent.page == path and self._is_of_top_bar(path, contents_list)
            caption = contents_list.caption or ""
            has_caption = caption and len(captions) > 1 and caption.lower() not in _NO_CAPTION
            is_own = caption == parent.label  # the page is the group
            if has_caption and not is_own and (parent.page == path or is_site_map(self._pages[path])):
                parent = self._group_below(parent, caption)
            entries = self._without_ways_back(path, contents_list)
            entries = _without_own_name(entries, parent) if is_section else entries
            entries = _without_heading(entries, self._pages[path]) if path in self._starts else entries
            if path in self._starts and contents_list.source == "shape" and not contents_list.is_navigation:
                entries = self._teasers.without_teasers(entries, path)
            rule, is_body = _RULES[contents_list.source], not contents_list.is_navigation
            self._place(entries, parent, rule, contents_list.shown_on or path, is_body=is_body)

    def _without_ways_back(self, path: str, contents_list: ContentsList) -> list[Entry]:
        """Return a list's entries; a bar that leads back to a page above loses the links of that page."""
        is_bar = (
            contents_list.source == "shape"
            and contents_list.is_navigation
            and not any(entry.children for entry in contents_list.entries)
        )
        if not is_bar or path in self._starts:
            return contents_list.entries
        ancestors = (branch.page for branch in self.tree.places[path].ancestors() if branch.page is not None)
        above = {*self._starts, *ancestors}
        linked = [self._pages[back].links for back in above.intersection(contents_list.targets())]
        return [entry for entry in contents_list.entries if not any(entry.target in links for links in linked)]

    def _owner(self, path: str, contents_list: ContentsList) -> TreeEntry:
        """Return the branch for a list's entries: the page, or the page's parent if the page is one of them.

        The entries of a page with the site's map are those of the start page.
        """
        branch = self.tree.places[path]
        if branch.rule != "start" and is_site_map(self._pages[path]):
            return self._top()
        # A bar of the whole site may name the page on any level.
        entries = entries_of(contents_list.entries) if contents_list.source == "navigation" else contents_list.entries
        beside = {entry.target for entry in entries if not entry.is_anchor}
        if path not in beside or branch.rule == "start" or branch.parent is None:
            return branch
        is_above = is_index(path) and all(is_within(target, folder_of(path)) for target in beside if target is not None)
        return branch if is_above or self._is_of_top_bar(path, contents_list) else branch.parent

    def _is_of_top_bar(self, path: str, contents_list: ContentsList) -> bool:
        """Return whether the start page's bar leads to a page, and a side menu of groups is this page's own.

        The bar names the section, and the menu is of that section only: it leads to hardly another page of the bar.
        """
        branch = self.tree.places[path]
        is_menu = contents_list.is_navigation or contents_list.source == "navigation"
        if not is_menu or branch.rule not in ("navigation", "list") or branch.children:
            return False
        top, around = self._top(), branch.parent
        if around is not None and around.page is None:  # a group of the bar
            around = around.parent
        if around is not top or top.page is None:
            return False
        has_groups = any(entry.target is None and entry.children for entry in contents_list.entries)
        has_groups = has_groups or contents_list.source == "navigation"  # a known side menu needs none
        bar = (entry for child in top.children for entry in ([child] if child.page else child.children))
        beside = {entry.page for entry in bar if entry is not branch}
        most = len(beside) * _MOST_OF_BAR
        return has_groups and len(beside) > 0 and len(beside.intersection(contents_list.targets())) <= most

    def _place(
        self,
        entries: list[Entry],
        parent: TreeEntry,
        rule: Rule,
        named_on: str | None = None,
        *,
        is_body: bool = True,
    ) -> None:
        """Place the entries of a list on a page that have no place yet; the children of an entry go to its place."""
        for entry in entries:
            branch = parent
            if entry.target is not None and entry.target in self._pages:
                branch = self._place_page(entry, parent, rule, named_on, is_body=is_body)
            elif entry.url is not None and rule in ("contents", "tree-file") and entry.label:
                branch = self.tree.add(TreeEntry(label=entry.label, url=entry.url, rule=rule), parent)
            elif entry.children and entry.label and not entry.is_anchor:
                # Menus of pages that differ in an entry have the same groups.
                known = None if is_body else self._groups_below.get((id(parent), entry.label.casefold()))
                branch = known or self._name_group(TreeEntry(label=entry.label, rule=rule), parent)
            if entry.children:
                self._place(entry.children, branch, rule, named_on, is_body=is_body)

    def _place_page(
        self, entry: Entry, parent: TreeEntry, rule: Rule, named_on: str | None, *, is_body: bool
    ) -> TreeEntry:
        """Return the branch that holds this entry's children."""
        assert entry.target is not None
        known = self.tree.places.get(entry.target)
        if known is not None:
            # an earlier entry into the page does not name it
            if rule == "tree-file" and not (entry.is_anchor or entry.is_section):
                known.label = known.label or (entry.label if known.rule == rule else None)
            if is_body and rule in ("contents", "tree-file") and not entry.is_anchor and known.parent is not parent:
                self.tree.add_second(parent, known)
            return known
        is_held = entry.target in self._held and rule != "tree-file"
        is_within = entry.is_anchor and rule not in ("index", "tree-file")
        if is_held or is_within or self._is_denied(entry.target, parent, rule):
            return parent
        branch = self._put(entry.target, parent, rule, entry.label, named_on)
        if entry.is_anchor or entry.is_section or rule == "index":  # an index inverts names for sorting
            branch.label = None
        branch.description = entry.description
        return branch

    def _is_denied(self, path: str, parent: TreeEntry, rule: Rule) -> bool:
        """Return whether a page declares another parent than a mere list gives it."""
        if rule not in ("list", "index"):
            return False
        own = next(iter(self._named_parents(self._pages[path])), None)
        return own is not None and own[0] != _page_of(parent) and not _begins_with(parent, own[0])

    def _by_parents(self) -> bool:
        """Place pages whose declared parent has a place, parents before children; return whether any was placed.

        Crumbs without a link name groups in the page's own menu.
        """
        placed = False
        while self._above:
            above = self._above.popleft()
            ready = [path for path in self._named_by.get(above, ()) if self._may_place(path)]
            for path in self._in_order(above, ready):
                if path in self.tree.places:
                    continue
                self._place_by_menu_below(path, above)
                if path in self.tree.places:
                    placed = True
                    continue
                named = self._named_parents(self._pages[path])
                parent, rule = next(candidate for candidate in named if candidate[0] in self.tree.places)
                self._put(path, self._named_by_crumb(self.tree.places[parent], rule), rule)
                placed = True
        return placed

    def _named_by_crumb(self, branch: TreeEntry, rule: Rule) -> TreeEntry:
        """Return the branch that a crumb means: the group if a page beside its first page has the same crumb."""
        group = branch.parent
        if rule != "breadcrumbs" or group is None or not _begins_with(group, branch.page or ""):
            return branch
        beside = (self._pages[child.page] for child in group.children[1:_MOST_ALIKE] if child.page is not None)
        is_group = any((branch.page, "breadcrumbs") in self._named_parents(page) for page in beside)
        return group if is_group else branch

    def _named_parents(self, page: Page) -> list[tuple[str, Rule]]:
        return named_parents(page, self._pages)

    def _in_order(self, above: str, paths: list[str]) -> list[str]:
        """Return pages in the order of the links of the page above; in that of their `next` links, if some lack one."""
        links = {target: number for number, target in enumerate(self._pages[above].links)}
        if all(path in links for path in paths):
            return sorted(paths, key=links.__getitem__)
        return self._in_sequence(paths)

    def _in_sequence(self, paths: list[str]) -> list[str]:
        """Return pages in the order of their `next` links; others keep their order."""
        wanted = set(paths)
        after = {path: following for path in paths if (following := self._pages[path].rels.get("next")) in wanted}
        behind = set(after.values())
        sequence: dict[str, None] = {}
        for path in [*(path for path in paths if path not in behind), *paths]:
            current: str | None = path
            while current is not None and current not in sequence:
                sequence[current] = None
                current = after.get(current)
        return list(sequence)

    def _by_indexes(self) -> bool:
        """Place pages by long alphabetical lists and entries into pages: the start page's first, then the shortest."""
        before = len(self.tree.places)
        lists = [
            (path, contents_list)
            for path in self._late
            for contents_list in self._pages[path].lists
            if not contents_list.is_navigation or path in self._starts
        ]
        self._late.clear()
        # Other pages repeat the start page's list without themselves, so their lists are shorter.
        for path, contents_list in sorted(lists, key=lambda pair: (pair[0] not in self._starts, len(pair[1].entries))):
            self._place(contents_list.entries, self._owner(path, contents_list), "index", path)
        return len(self.tree.places) > before

    def _by_links(self) -> bool:
        """Place pages that placed pages link to, one round at a time; a page may have a place in its own navigation.

        Pages that declare a parent wait for it, as long as there are others. If no link leads to that parent, or to a
        page above it, it stands below the index of its folder, or the start page.
        """
        linked: dict[str, None] = {}
        while self._linking:
            for target in self._pages[self._linking.popleft()].links:
                if target in self._pages and self._may_place(target):
                    waits = self._named_parents(self._pages[target])
                    (self._waiting if waits else linked)[target] = None
        unlinked: list[str] = []
        if not linked:
            waiting, self._waiting = [path for path in self._waiting if self._may_place(path)], {}
            linked = dict.fromkeys(self._highest_declared(waiting))
            unlinked = [path for path in linked if self.tree.places.keys().isdisjoint(self._linkers.get(path, ()))]
        for path in unlinked:
            self._put_or_fill(path, self._folder_branch(path), "breadcrumbs")
            del linked[path]
        for path, best in [(path, self._best_linker(path)) for path in linked]:
            self._place_by_own_navigation(path, self.tree.places[best])
            if path in self.tree.places:
                continue
            branch = self._put_or_fill(path, self.tree.places[best], "link", named_on=best)
            if best in self._starts:  # elsewhere, links within sentences and code usually name something else
                branch.linked_as = self._pages[best].links[path] or None
        return bool(linked or unlinked)

    def _highest_declared(self, paths: Iterable[str]) -> Iterator[str]:
        """Yield the highest pages without a place above these pages, as they declare; each page is looked at once."""
        met: set[str] = set()
        for path in paths:
            ancestors: dict[str, None] = {}
            above: str | None = path
            while above is not None and above not in met and above not in ancestors and self._may_place(above):
                ancestors[above] = None
                above = next((parent for parent, _ in self._named_parents(self._pages[above])), None)
            if ancestors and above not in met:
                yield path if above in ancestors else next(reversed(ancestors))
            met |= ancestors.keys()

    def _by_turning(self) -> bool:
        """Place the pages to which placed pages turn, beside them; below a start page, which is their list."""
        # A page that turned may turn to another one, too; the others never will, and are looked at once.
        turning, self._turning = self._turning, []
        turned: list[str] = []
        for path in turning:
            current = path
            while (following := self._turned_to(current)) is not None:
                branch = self.tree.places[current]
                parent = branch if branch.rule == "start" or branch.parent is None else branch.parent
                self._put(following, parent, "sequence", named_on=current)
                current = following
            if current != path:
                turned.append(path)
        self._turning = turned + self._turning
        return bool(turned)

    def _turned_to(self, path: str) -> str | None:
        """Return a page without a place to which a page turns: the next one, or else another."""
        page = self._pages[path]
        targets = [page.rels.get("next"), *page.paging, page.rels.get("prev"), page.rels.get("previous")]
        known = (target for target in targets if target is not None and target in self._pages)
        return next(filter(self._may_place, known), None)

    def _may_place(self, path: str) -> bool:
        """Return whether a page has no place yet, and no tree file that waits to give it one."""
        return path not in self.tree.places and path not in self._held

    def _by_nested_trees(self) -> bool:
        """Place an index page without links to it, below which a tree file of its folder is waiting."""
        index = next((page for page in self._nested if page not in self._held), next(iter(self._nested), None))
        if index is None:
            return False
        self._put(index, self._folder_branch(index), "folder")
        return True

    def _place_by_own_navigation(self, path: str, parent: TreeEntry) -> None:
        """Place the navigation of a page that is in it: the sidebar often begins on the page after the start page."""
        for contents_list in self._pages[path].lists:
            if contents_list.source == "navigation" and path in contents_list.targets():
                self._place(contents_list.entries, parent, "navigation", path, is_body=False)

    def _place_by_menu_below(self, path: str, above: str) -> None:
        """Place the part of a page's navigation below the page above, if it has groups."""
        for contents_list in self._pages[path].lists:
            if contents_list.source != "navigation" or not self._is_first(contents_list, above):
                continue
            entries = self._parts_with_groups(contents_list).get(above)
            if entries is not None:
                self._place(entries, self.tree.places[above], "navigation", path, is_body=False)
                return

    def _parts_with_groups(self, menu: ContentsList) -> dict[str | None, list[Entry]]:
        """Return the entries below each page in a menu, if there are groups among them."""
        if id(menu) not in self._menus:  # pages that share one may be as many as its entries
            self._menus[id(menu)] = {
                entry.target: entry.children
                for entry in reversed(list(entries_of(menu.entries)))
                if any(inner.target is None and inner.children for inner in entry.children)
            }
        return self._menus[id(menu)]

    def _best_linker(self, path: str) -> str:
        """Return the linking page that is most likely the parent.

        It prefers pages with the same name, pages in a near folder, indexes, and pages high in the tree. It also
        prefers a page that it is named after and links back to.
        """
        linkers = (linker for linker in self._linkers[path] if linker in self.tree.places)
        return min(linkers, key=lambda linker: self._distance(linker, path))

    def _distance(self, linker: str, path: str) -> tuple[bool, int, bool, bool, int]:
        is_alike = posixpath.basename(linker) == posixpath.basename(path) and not is_index(path)
        here, there = folder_of(path).split("/"), folder_of(linker).split("/")
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(here, there, strict=False)))
        is_off = shared < len(there) and folder_of(linker) != ""
        is_above = here == there and linker in self._pages[path].links and _is_named_after(path, linker)
        depth = self.tree.places[linker].depth
        return not (is_alike and not is_off), -shared, not is_index(linker), not is_above, depth

    def _by_folder(self) -> bool:
        """Place one page without links to it, top indexes first; the pages that it leads to follow."""
        if self._left is None:
            left = [path for path, page in self._pages.items() if path not in self.tree.places and self._is_page(page)]
            self._left = deque(sorted(left, key=lambda path: (not is_index(path), path.count("/"), _by_numbers(path))))
        while self._left:
            path = self._left.popleft()
            if path not in self.tree.places:
                self._put_or_fill(path, self._folder_branch(path), "folder")
                return True
        return False

    def _put_or_fill(self, path: str, parent: TreeEntry, rule: Rule, named_on: str | None = None) -> TreeEntry:
        """Place a page that no list names; a group that a list names like an index page, of its folder, stands for it.

        The menu names a section without a link to it, which has a page all the same.
        """
        group = self._group_of(path)
        if group is None:
            return self._put(path, parent, rule, named_on=named_on)
        group.page, group.is_group, group.rule = path, False, "group"
        self.tree.places[path] = group
        return self._with_page(group, path)

    def _group_of(self, path: str) -> TreeEntry | None:
        """Return the group with the name of an index page, all of whose pages are in that page's folder."""
        page, folder = self._pages[path], folder_of(path)
        if not is_index(path) or not folder:
            return None
        names = dict.fromkeys(name.casefold() for name in (page.heading, page.title) if name)
        named = chain.from_iterable(self._groups.get(name, ())[:_MOST_ALIKE] for name in names)
        free = (group for group in named if group.page is None and group.children)
        return next((group for group in free if all(_is_in(child, folder) for child in group.children)), None)

    def _is_page(self, page: Page) -> bool:
        """Return whether readers can choose a page that no page above names: a fragment has no name and no links."""
        is_linked = bool(page.links or page.paging or self._linkers.get(page.path))
        return page.is_whole and (is_linked or bool(page.title or page.heading))

    def _folder_branch(self, path: str) -> TreeEntry:
        """Return the branch of another page that is the index of the nearest folder around a page."""
        folder = folder_of(path)
        while True:
            for index in self._indexes(folder):
                if index != path:
                    return self.tree.places[index]
            if not folder:
                return self._top()
            folder = folder_of(folder)

    def _indexes(self, folder: str) -> list[str]:
        names = (f"{folder}/{name}" if folder else name for name in INDEX_NAMES)
        named = [name for name in names if name in self.tree.places]
        return named or [start for start in self._starts if is_index(start) and folder_of(start) == folder]


def rule_of(contents_list: ContentsList) -> Rule:
    """Return the rule by which a list places pages."""
    is_index_of_words = contents_list.source == "shape" and contents_list.is_index_like()
    return "index" if is_index_of_words else _RULES[contents_list.source]


def named_parents(page: Page, pages: Container[str]) -> list[tuple[str, Rule]]:
    """Return the parents among `pages` that a page declares, most reliable first."""
    parents: list[tuple[str, Rule]] = [(crumb, "breadcrumbs") for crumb in page.trail[-1:]]
    if "up" in page.rels:
        parents.append((page.rels["up"], "up"))
    return [parent for parent in parents if parent[0] != page.path and parent[0] in pages]


def _is_in(branch: TreeEntry, folder: str) -> bool:
    return branch.page is not None and is_within(branch.page, folder)


def _without_own_name(entries: list[Entry], branch: TreeEntry) -> list[Entry]:
    """Return a section's menu; its group with the section's name, or its only group, is replaced by its entries."""
    merged: list[Entry] = []
    for entry in entries:
        is_own = entry.target is None and (len(entries) == 1 or entry.label == branch.label)
        merged.extend(entry.children if is_own else [entry])
    return merged


def _without_heading(entries: list[Entry], page: Page) -> list[Entry]:
    """Return a list's entries; those below the start page's own heading, the links of a banner, stand alone."""
    is_below = len(entries) == 1 and entries[0].target is None and entries[0].label == page.heading
    return entries[0].children if is_below else entries


def _has_parts(lists: list[ContentsList]) -> bool:
    """Return whether several of a page's contents lists have captions."""
    return sum(1 for known in lists if known.source == "contents" and known.caption) > 1


def _page_of(branch: TreeEntry) -> str | None:
    """Return the page of a branch, or of the branch around a group."""
    pages = (above.page for above in (branch, *branch.ancestors()))
    return next((page for page in pages if page is not None), None)


def _begins_with(group: TreeEntry, path: str) -> bool:
    """Return whether a page is the first in a group: a crumb with its address names the group, not the page."""
    return group.page is None and bool(group.children) and group.children[0].page == path


def _is_named_after(path: str, other: str) -> bool:
    """Return whether a file's name extends another's, apart from its kind: `method.Leaf.fall` and `class.Leaf`."""
    words, others = _words(path), _words(other)
    return len(words) > len(others) and any(some and set(some) <= set(words) for some in (others, others[1:]))


def _by_numbers(path: str) -> str:
    """Return the key that sorts `day-2` before `day-10`, and `day` before both."""
    return _NUMBER.sub(lambda number: number[0].zfill(_DIGITS), path)


def _words(path: str) -> list[str]:
    return _WORDS.findall(posixpath.basename(path).rpartition(".")[0].lower())


def reachable(pages: Mapping[str, Page], starts: Iterable[str]) -> set[str]:
    """Return the pages reachable from the start pages by links, including these."""
    met = set(starts)
    waiting = list(met)
    while waiting:
        page = pages.get(waiting.pop())
        linked = (*page.links, *page.paging, *page.rels.values()) if page else ()
        fresh = [target for target in dict.fromkeys(linked) if target in pages and target not in met]
        met.update(fresh)
        waiting.extend(fresh)
    return met


def named_in(entries: Iterable[Entry]) -> set[str]:
    """Return the pages that entries name."""
    return {entry.target for entry in entries_of(entries) if entry.target is not None}
