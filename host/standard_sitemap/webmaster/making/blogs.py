"""Arranges the posts of a blog: below their categories or years, in the branch of the list that shows them. Pure.

A post is a page that a category, a tag, an archive or an author's page lists; where there are none, a page with a date
that a list shows among others with dates, the newest first. Links that all pages have, such as those of a menu or of
the newest posts, say nothing about the pages that they lead to.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from standard_sitemap.model.blog_lists import KINDS, LABELS, Kind, kind_of
from standard_sitemap.model.cached_properties import cached_property
from standard_sitemap.model.url_paths import INDEX_NAMES
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.translations import is_language_code, main_language
from standard_sitemap.webmaster.making.tree import Tree, TreeEntry

_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_DASHES_OF_DAY = 2  # 2024-05-01
_PART_OF_DATE = re.compile(r"[0-9]{1,2}")
# Nikola has categories, with this prefix, and tags in one folder.
_NIKOLA = "cat_"
# After the name of a tag: the number of its posts. Without brackets, it may be a part of the name.
_COUNT = re.compile(r"(?<=\S)\s*\(([0-9]{1,5})\)$")
_BARE_COUNT = re.compile(r"(?<=\S)\s*([0-9]{1,5})$")
_ENDS_OF_COUNTS = frozenset(")0123456789")
_ENDS_WITH_YEAR = re.compile(r"(?:^|\D)(?:19|20)[0-9]{2}$")
# Between the name of the leading page and that of one of its lists.
_MARKS = (" - ", " – ", " — ", " | ", " · ", ": ")
_FEWEST_POSTS = 3
# Minimum share of the posts that a list shows, to be the list of the blog.
_SHOWN = 0.5
# Share of the posts in the longest list that a page beside the start page must have, too.
_NEARLY_ALL = 0.9
# Rules that follow an order of the site's author.
_FIXED = frozenset({"start", "tree-file", "contents"})
# Rules by which a page has its place because another shows it.
_LINKED = frozenset({"list", "index", "link", "sequence", "folder"})


class _Grouping(NamedTuple):
    """The kind of posts that a page lists; `leads` is true for the page that leads to all of this kind, in `folder`."""

    kind: Kind
    folder: str
    leads: bool


# Behaviour: blogs. Also: posts, categories, tags, archives, years, authors.
def arrange(tree: Tree, pages: Mapping[str, Page]) -> None:
    """Move the posts of a blog below their categories or years, and its tags, archives and authors to the end.

    Each language with a home page of its own, such as `de/`, has a blog of its own. The names that lists give to tags
    lose the number of their posts.
    """
    _remove_counts(tree, pages)
    if len(tree.root.children) != 1 or tree.root.children[0].page is None:
        return
    start = tree.root.children[0].page
    homes = _homes_of_languages(start, tree, pages)
    own: dict[str, dict[str, Page]] = {home: {} for home in (start, *homes.values())}
    for path, page in pages.items():
        own[homes.get(path.partition("/")[0], start)][path] = page
    for home, pages_of_home in own.items():
        _arrange_below(tree, tree.places[home], pages_of_home)


def _remove_counts(tree: Tree, pages: Mapping[str, Page]) -> None:
    """Remove the number of posts from the labels of lists that lead to as many pages, if their names stay different.

    The number of “Meeting (2019)” is a year, and that of “Knots (2)” a part's.
    """
    names: dict[str, tuple[str, str]] = {}
    counts: dict[str, int] = {}
    for path, entry in tree.places.items():
        grouping = _grouping_of(path) if entry.label and entry.label[-1] in _ENDS_OF_COUNTS else None
        count = _count_in(entry.label or "", path, grouping) if grouping is not None else None
        if grouping is not None and count is not None:
            names[path], counts[path] = (grouping.folder, count.string[: count.start()]), int(count[1])
    number = Counter(names.values())
    for path, name in names.items():
        if number[name] == 1 and path in pages and counts[path] <= len(pages[path].links):
            tree.places[path].label = name[1]


def _count_in(label: str, path: str, grouping: _Grouping) -> re.Match[str] | None:
    """Return the number of posts after the name of a list; without brackets, after the name in its path or a year."""
    count = _COUNT.search(label) or _BARE_COUNT.search(label)
    if count is None or label.endswith(")"):
        return count
    name = label[: count.start()]
    is_name = name.casefold() == _last(path).casefold() or (grouping.kind == "archive" and _ENDS_WITH_YEAR.search(name))
    return count if is_name else None


def _homes_of_languages(start: str, tree: Tree, pages: Mapping[str, Page]) -> dict[str, str]:
    """Return the home pages in other languages than the start page's, by their top folders.

    Such a folder is named for a language, and its index is in this language. Templates may declare one language on all
    pages, so a folder with its own lists of posts counts, too.
    """
    # `tag` is the code of a language, too.
    with_lists = {path.partition("/")[0] for path in pages if _grouping_of(path.partition("/")[2]) is not None}
    homes: dict[str, str] = {}
    for path in tree.places:
        folder, _, name = path.partition("/")
        language = main_language(folder.replace("_", "-"))
        is_foreign = language != _language(pages[start])
        is_home = name.lower() in INDEX_NAMES and (language == _language(pages[path]) or folder in with_lists)
        if is_foreign and is_home and is_language_code(folder):
            homes[folder] = path
    return homes


def _arrange_below(tree: Tree, top: TreeEntry, pages: Mapping[str, Page]) -> None:
    """Arrange the blog among pages below their home page."""
    assert top.page is not None
    blog = _Blog(tree, pages, top.page)
    shown_on = blog.list_page(top.page) if len(blog.posts) >= _FEWEST_POSTS else None
    language = _language(pages[top.page]) or "en"
    if shown_on is None:
        if blog.has_marked_tags():
            _detach(tree, {id(tree.places[path]) for path in blog.groupings})
            _attach_lists(tree, top, blog.groupings, language)
            _renew_depths(tree)
        return
    home = tree.places[shown_on]
    categories = blog.categories()
    if not categories:
        blog.add_unlinked_posts()
    posts = blog.newest_first(shown_on)
    used = blog.with_categories_beside(categories.values())
    lists = {path: grouping for path, grouping in blog.groupings.items() if path != shown_on}
    moved = {id(tree.places[path]) for path in (*posts, *lists)}
    is_below_moved = any(id(above) in moved for above in home.ancestors())
    if is_below_moved or (home is not top and home.rule != "navigation" and home.parent is not top):
        moved.add(id(home))
    _detach(tree, moved)
    if id(home) in moved:
        tree.add(home, top)
    _attach_below_lists(tree, home, blog.groups_of(posts, categories), used)
    others = {path: grouping for path, grouping in lists.items() if path not in used}
    _attach_lists(tree, top, others, language)
    blog.name_lists(top.page)
    _renew_depths(tree)


class _Blog:
    """The posts of a site and the pages that list them."""

    def __init__(self, tree: Tree, pages: Mapping[str, Page], start: str) -> None:
        self._tree = tree
        self._pages = pages
        self._start = start
        self.groupings = {
            path: grouping for path in pages if (grouping := _grouping_of(path)) is not None and self._is_free(path)
        }
        for path in {*self._posts_named_like_lists(), *self._posts_of_days()}:
            del self.groupings[path]
        has_prefix = any(
            grouping.folder and _last(path).startswith(_NIKOLA) for path, grouping in self.groupings.items()
        )
        if has_prefix:
            self.groupings = {path: _of_nikola(path, grouping) for path, grouping in self.groupings.items()}
        dated = self._dated() if not self.groupings else {}
        self._listed = {path: self._own_links(path) for path in self.groupings}
        lists = (
            target
            for path, grouping in self.groupings.items()
            if not grouping.leads or (grouping.kind == "archive" and self._has_dates(path))
            for target in self._listed[path]
        )
        self.posts = {
            path: None for path in lists if path not in self.groupings and self._is_free(path) and not self._leads(path)
        }
        if dated:
            self.posts = dated
            shown_on = self.list_page(None)
            shown = self._listed_on(shown_on) if shown_on is not None and self._is_newest_first(shown_on) else []
            # A page of the menu may have a date, too.
            self.posts = {path: None for path in dated if shown and (path not in self._usual or path in shown)}
        for path in self._in_other_section(start) if self.posts else ():
            del self.posts[path]
        if not dated and sum(1 for path in self.posts if self._date(path)) > _SHOWN * len(self.posts):
            self._leave_out_menus()

    def _leave_out_menus(self) -> None:
        """Leave out pages without a date in menus: those that texts of posts name, and the chapters of a manual."""
        self.posts = {path: None for path in self.posts if self._date(path) or path not in self._usual}
        chapters = [
            path
            for path, grouping in self.groupings.items()
            if grouping.kind == "category" and self._leads(path) and not any(map(self._date, self._listed[path]))
        ]
        for path in chapters:
            del self.groupings[path]

    def _posts_named_like_lists(self) -> list[str]:
        """Return the posts that are about series or tags, and named so: pages with a date that do not list the posts.

        The first date of a list is that of a post.
        """
        folders = {grouping.folder for grouping in self.groupings.values() if not grouping.leads}
        named = [
            path
            for path, grouping in self.groupings.items()
            if grouping.leads and grouping.folder not in folders and self._pages[path].published
        ]
        dated = {path for path, page in self._pages.items() if page.published} - set(named) if named else set()
        fewest = max(_FEWEST_POSTS, _SHOWN * len(dated))
        return [path for path in named if len(dated.intersection(self._own_links(path))) < fewest]

    def _posts_of_days(self) -> Iterator[str]:
        """Yield the posts whose whole path is a day, as in Docusaurus; the title of an archive has its year."""
        for path, grouping in self.groupings.items():
            page, date = self._pages[path], _date_in(f"{'/'.join(_parts(path))}/")
            is_of_day = date.count("-") == _DASHES_OF_DAY
            if is_of_day and not grouping.folder and page.published and date[:4] not in f"{page.title} {page.heading}":
                yield path

    def _has_dates(self, archive: str) -> bool:
        """Return whether most pages that an archive lists have a date: a manual may describe a type with this name."""
        dates = [self._pages[target].published or _date_in(target) for target in self._listed[archive]]
        return sum(map(bool, dates)) * 2 > len(dates)

    def has_marked_tags(self) -> bool:
        """Return whether a page says of a link that it leads to a tag, which is a page of the site."""
        return any(page.rels.get("tag") in self.groupings for page in self._pages.values())

    def name_lists(self, start: str | None) -> None:
        """Name archives by their dates and other lists by their addresses if their titles do not tell them apart.

        A tag may be named like a category.
        """
        titles = Counter((grouping.kind, self._pages[path].title) for path, grouping in self.groupings.items())
        of_site = self._pages[start].title if start else ""
        leaders = {grouping.folder: path for path, grouping in self.groupings.items() if grouping.leads}
        for path, grouping in self.groupings.items():
            page, date = self._pages[path], _date_in(path)
            if not grouping.leads and not self._tree.places[path].label and grouping.folder in leaders:
                self._tree.places[path].label = _without_leader(page.title, self._pages[leaders[grouping.folder]].title)
            is_alone = titles[grouping.kind, page.title] < 2 and page.title != of_site
            if is_alone or grouping.leads:
                continue
            if grouping.kind == "archive" and date:
                self._tree.places[path].label = date
            elif (name := _last(path)).casefold() not in page.heading.casefold():
                self._tree.places[path].label = name

    def list_page(self, start: str | None) -> str | None:
        """Return the page with the longest list of the posts.

        A page of its own is better than the start page, and both are better than an archive.
        """
        shown: Counter[str] = Counter()
        for path in self._pages:
            grouping = self.groupings.get(path)
            if path not in self._tree.places or path in self.posts or (grouping and not _is_archive(grouping)):
                continue
            shown[path] = sum(1 for target in self._listed_on(path) if target in self.posts)
        lists = [path for path, number in shown.items() if path not in self.groupings]
        longest = max((shown[path] for path in lists), default=0)
        if longest < _SHOWN * len(self.posts):
            lists = list(shown)
            longest = max(shown.values(), default=0)
        nearly = [path for path in lists if shown[path] >= max(_NEARLY_ALL * longest, _SHOWN * len(self.posts))]
        return min(nearly, key=lambda path: (path == start, path.count("/"), path), default=None)

    def _in_other_section(self, start: str) -> set[str]:
        """Return the pages that the list of another section shows: tags may list projects, too.

        Two lists that share no page show nearly all posts then. The list with more dates is that of the blog.
        """
        shown = {
            path: {target for target in self._own_links(path) if target in self.posts}
            for path in self._pages
            if path in self._tree.places and path not in self.groupings and path not in self.posts and path != start
        }
        longest = max(shown.values(), key=len, default=set())
        others = [targets for targets in shown.values() if targets.isdisjoint(longest)]
        other = max(others, key=len, default=set())
        if len(other) < _FEWEST_POSTS or len(longest) + len(other) < _NEARLY_ALL * len(self.posts):
            return set()
        # If both have as many dates, the longest is that of the blog.
        return min(other, longest, key=lambda paths: sum(1 for path in paths if self._date(path)))

    def newest_first(self, shown_on: str) -> list[str]:
        """Return the posts by their dates; in the order of the list if a date is unknown."""
        order = {path: number for number, path in enumerate(self._pages[shown_on].links)}
        posts = sorted(self.posts, key=lambda path: (order.get(path, len(order)), path))
        dates = {path: self._date(path) for path in posts}
        return posts if "" in dates.values() else sorted(posts, key=lambda path: dates[path], reverse=True)

    def add_unlinked_posts(self) -> None:
        """Add the pages to which no page leads, if they have a date and an address like those of posts with dates."""
        if all(map(self._date, self.posts)):
            forms = set(map(_form, self.posts)) - {()}
            folder = (path for path, branch in self._tree.places.items() if branch.rule == "folder")
            own = (path for path in folder if path in self._pages and path not in self.groupings)
            self.posts |= {path: None for path in own if self._date(path) and _form(path) in forms}

    def categories(self) -> dict[str, str]:
        """Return the category of each post; none if a post has none."""
        categories: dict[str, str] = {}
        # The lowest of nested categories is the narrowest. Posts in several languages have categories in each.
        for path in sorted(self.groupings, key=lambda path: (self._is_foreign(path), -path.count("/"), path)):
            if self.groupings[path].kind == "category" and not self.groupings[path].leads:
                for post in self._listed[path]:
                    categories.setdefault(post, path)
        return {post: categories[post] for post in self.posts} if self.posts.keys() <= categories.keys() else {}

    def with_categories_beside(self, categories: Iterable[str]) -> set[str]:
        """Return categories of posts and those beside them, whose posts stand below another of their categories."""
        used = set(categories)
        folders = {self.groupings[path].folder for path in used}
        return used | {
            path
            for path, grouping in self.groupings.items()
            if grouping.kind == "category" and not grouping.leads and grouping.folder in folders
        }

    def groups_of(self, posts: Sequence[str], categories: Mapping[str, str]) -> list[tuple[str, str]]:
        """Return the posts, each with the category's page or the year that it stands below; "" for the list itself."""
        if categories:
            return [(post, categories[post]) for post in posts]
        years = {post: self._date(post)[:4] for post in posts}
        has_years = "" not in years.values() and len(set(years.values())) > 1
        return [(post, years[post] if has_years else "") for post in posts]

    def _dated(self) -> dict[str, None]:
        """Return the pages with a date that links to them gave a place, unless there are too few."""
        dated = {
            path: None
            for path, branch in self._tree.places.items()
            if path in self._pages and branch.rule in _LINKED and (self._pages[path].published or "-" in _date_in(path))
        }
        posts = {path: None for path in dated if not self._shows(path, dated)}
        return posts if len(posts) >= _FEWEST_POSTS else {}

    def _shows(self, path: str, dated: Container[str]) -> bool:
        """Return whether a page is the index of a folder of posts: its date is that of the first of them."""
        folder, _, name = path.rpartition("/")
        if name.lower() not in INDEX_NAMES:
            return False
        return sum(target in dated and target.startswith(f"{folder}/") for target in self._pages[path].links) > 1

    def _is_newest_first(self, shown_on: str) -> bool:
        """Return whether a list shows posts of several days, the newest first."""
        dates = [self._date(target) for target in self._listed_on(shown_on) if target in self.posts]
        return len(set(dates)) >= _FEWEST_POSTS and dates == sorted(dates, reverse=True)

    def _listed_on(self, path: str) -> list[str]:
        return self._listed.get(path) or self._own_links(path)

    def _is_free(self, path: str) -> bool:
        """Return whether a page has a place, and by a rule that does not follow an order of the site's author."""
        branch = self._tree.places.get(path) if path in self._pages else None
        return branch is not None and branch.rule not in _FIXED

    def _is_foreign(self, path: str) -> bool:
        """Return whether a page is in another language than the start page, by its own word or by its folder."""
        spoken, folder = self._pages[path].language, path.partition("/")[0]
        if spoken != self._pages[self._start].language:
            return True
        return not self._start.startswith(f"{folder}/") and is_language_code(folder)

    def _leads(self, path: str) -> bool:
        """Return whether a page without a date is in the site's menu."""
        return self._tree.places[path].rule == "navigation" and not self._date(path)

    @cached_property
    def _usual(self) -> dict[str, int]:
        """How often each page links at least to the pages to which all pages link."""
        linkers = Counter(target for page in self._pages.values() for target in page.links)
        # Pages that lead to other sites, and fragments, have no menu.
        fewest = max(2, sum(1 for page in self._pages.values() if page.links) - 1)
        usual = [target for target, number in linkers.items() if number >= fewest]
        return {
            target: min(page.repeats.get(target, 1) for page in self._pages.values() if target in page.links)
            for target in usual
        }

    def _own_links(self, path: str) -> list[str]:
        """Return the pages to which a page links, more often than all pages do."""
        page = self._pages[path]
        return [target for target in page.links if page.repeats.get(target, 1) > self._usual.get(target, 0)]

    def _date(self, path: str) -> str:
        """Return the date of a post; "" if it is unknown.

        The day in an address is the one that readers see. The page may state it in another time zone.
        """
        in_path = _date_in(path)
        is_day = in_path.count("-") == _DASHES_OF_DAY
        return (in_path if is_day else "") or self._pages[path].published or in_path or self._year_of_archive(path)

    def _year_of_archive(self, path: str) -> str:
        return next(
            (
                date
                for archive, grouping in self.groupings.items()
                if grouping.kind == "archive" and (date := _date_in(archive)) and path in self._listed[archive]
            ),
            "",
        )


def _language(page: Page) -> str:
    """Return the main language of a page; "" if it is unknown."""
    return main_language(page.language or "")


def _is_archive(grouping: _Grouping) -> bool:
    return grouping.kind == "archive" and grouping.leads


def _grouping_of(path: str) -> _Grouping | None:
    """Return what a page lists posts by, as its path says."""
    parts = _parts(path)
    for number, part in enumerate(parts):
        kind = kind_of(part)
        if kind is not None:
            return _Grouping(kind, "/".join(parts[: number + 1]), number == len(parts) - 1)
    first = next((number for number, part in enumerate(parts) if _YEAR.fullmatch(part)), None)
    if first is None or len(parts) > first + 3 or not all(map(_PART_OF_DATE.fullmatch, parts[first + 1 :])):
        return None
    return _Grouping("archive", "", False)


def _of_nikola(path: str, grouping: _Grouping) -> _Grouping:
    is_tag = grouping.kind == "category" and not grouping.leads and not _last(path).startswith(_NIKOLA)
    return grouping._replace(kind="tag") if is_tag else grouping


def _parts(path: str) -> list[str]:
    """Return the names in a path, without those of an index and without the ending."""
    *folders, name = path.split("/")
    return folders if name.lower() in INDEX_NAMES else [*folders, posixpath.splitext(name)[0]]


def _without_leader(title: str, leading: str) -> str | None:
    """Return the name after that of the page that leads to all lists of a kind, such as “Tags - wood – Log”.

    Returns None for another title. The title of the leading page is “Tags – Log”.
    """
    for before_site, mark in product(_MARKS, _MARKS):
        head, separator, site = leading.partition(before_site)
        start, end = f"{head}{mark}", f"{separator}{site}"
        if title.startswith(start) and title.endswith(end) and len(title) > len(start) + len(end):
            return title.removeprefix(start).removesuffix(end)
    return None


def _form(path: str) -> tuple[str, ...]:
    """Return the names in a path without that of the page itself, with the same name for each date."""
    return tuple(
        "date" if _YEAR.fullmatch(part) or _PART_OF_DATE.fullmatch(part) else part for part in _parts(path)[:-1]
    )


def _last(path: str) -> str:
    return next(iter(_parts(path)[-1:]), "")


def _date_in(path: str) -> str:
    """Return the date in the folders of a path, from the year on; "" if there is none."""
    parts = path.split("/")[:-1]
    first = next((number for number, part in enumerate(parts) if _YEAR.fullmatch(part)), len(parts))
    date = parts[first : first + 1]
    for part in parts[first + 1 : first + 3]:
        if not _PART_OF_DATE.fullmatch(part):
            break
        date.append(part.zfill(2))
    return "-".join(date)


def _detach(tree: Tree, moved: set[int]) -> None:
    """Take branches out of the tree, each with what is below it."""
    for branch in [tree.root, *tree.branches()]:
        branch.children = [child for child in branch.children if id(child) not in moved]


def _attach_below_lists(
    tree: Tree, home: TreeEntry, grouped: Sequence[tuple[str, str]], categories: Iterable[str]
) -> None:
    """Attach the posts below the pages of their categories, or below groups for their years."""
    branches = _nested(tree, home, sorted(categories))
    for path, group in grouped:
        if group and group not in branches:
            branches[group] = tree.add(TreeEntry(label=group, is_group=True, rule="blog"), home)
        _attach(tree, path, branches.get(group, home))


def _attach_lists(tree: Tree, top: TreeEntry, lists: Mapping[str, _Grouping], language: str) -> None:
    """Attach the pages of each kind below the page that leads to them, or else below a group, at the end.

    Categories and series are of one kind, but have pages of their own that lead to them.
    """
    for kind in KINDS:
        members = [path for path, grouping in lists.items() if grouping.kind == kind]
        leading = {lists[path].folder: _attach(tree, path, top) for path in sorted(members) if lists[path].leads}
        others = sorted((path for path in members if not lists[path].leads), reverse=kind == "archive")
        above = next(iter(leading.values()), None)
        if above is None and others:  # Nikola has categories and tags in one folder
            folder = lists[others[0]].folder
            leaders = (path for path, grouping in lists.items() if grouping.leads and grouping.folder == folder)
            above = next((tree.places[path] for path in leaders), None)
        if above is None and len(others) > (kind != "tag"):  # a tag alone does not look like one
            label = LABELS[kind].get(language, LABELS[kind]["en"])
            above = tree.add(TreeEntry(label=label, is_group=True, rule="blog"), top)
        for folder in dict.fromkeys(lists[path].folder for path in others):
            _nested(tree, leading.get(folder, above or top), (path for path in others if lists[path].folder == folder))


def _nested(tree: Tree, parent: TreeEntry, paths: Iterable[str]) -> dict[str, TreeEntry]:
    """Attach pages, each below the page of the nearest folder around its own, or else below `parent`."""
    paths = list(paths)
    by_parts = {tuple(_parts(path)): path for path in paths}
    branches: dict[str, TreeEntry] = {}
    for path in sorted(paths, key=lambda path: len(_parts(path))):  # stable: siblings keep their order
        parts = tuple(_parts(path))
        around = (by_parts.get(parts[:length]) for length in range(len(parts) - 1, 0, -1))
        above = next((branches[other] for other in around if other in branches), parent)
        branches[path] = _attach(tree, path, above)
    return branches


def _attach(tree: Tree, path: str, parent: TreeEntry) -> TreeEntry:
    branch = tree.places[path]
    branch.rule = "blog"
    return tree.add(branch, parent)


def _renew_depths(tree: Tree) -> None:
    for branch in tree.branches():  # parents come before their children
        branch.depth = branch.parent.depth + 1 if branch.parent is not None else 1
