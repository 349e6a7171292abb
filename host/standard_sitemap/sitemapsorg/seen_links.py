"""Names and order of pages by the links of menus that the reader's browser has shown. No I/O.

A link names the page of its address: a title that a visit has shown takes precedence, the address yields. The order of
a menu holds for siblings in the map. The first menu with a page decides its place, so that rows do not move while a
reader goes from page to page. A page that a later menu adds follows its predecessor there. Siblings that menus show in
different branches are grouped by them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from standard_sitemap.model.display_text import visible
from standard_sitemap.model.languages import is_own_name
from standard_sitemap.sitemapsorg.sort_keys import SEGMENT, common_folder, key_of

# The limit on recorded links: more than the menus of one site have. The oldest are dropped first.
MOST = 5_000

# Begins a segment in the key of a group of siblings; no address contains it. The name of the branch follows.
BRANCH = "\x06"

# Bytes of the folders around one page, at most. Only hostile pages have links in so many or such long folders.
_MOST_OF_FOLDERS = 5_000

# Pages of a branch that make a group of siblings.
_FEWEST = 2

# Address and name of a link, and the name of its branch in the menu, "" for none.
SeenLink = tuple[str, str, str]

# Characters of a name; menus have short ones.
_LONGEST = 200

# Siblings up to which a menu that lists few of them orders them all: more are divided, by their own order.
_FEW = 40


class SeenLinks:
    """The links of one site's menus."""

    def __init__(self, links: Iterable[SeenLink] = ()) -> None:
        self._named: dict[str, tuple[str, str]] = {}
        self._ranks: dict[str, int] = {}
        self._branches: dict[str, str] = {}
        self._named_folders: dict[str, str] = {}
        self._above_branches: frozenset[str] = frozenset()
        self._folder_ranks: dict[str, int] = {}
        self.record(links)

    def __bool__(self) -> bool:
        return bool(self._ranks)

    def record(self, links: Iterable[SeenLink]) -> bool:
        """Record links in the order of their menus, those without a name for their order alone.

        Return whether anything changed.
        """
        keyed = ((key_of(location), location, name, branch) for location, name, branch in links)
        shown = [
            (key, location, _in_line(name), _in_line(branch))
            for key, location, name, branch in keyed
            if len(key) * key.count(SEGMENT) <= _MOST_OF_FOLDERS
        ]
        # The first name counts: later links to the same page, such as those below an article, explain more.
        names = ((key, location, name) for key, location, name, _ in reversed(shown) if not is_own_name(name))
        news = {key: (location, name) for key, location, name in names if name}
        named = dict(list({**self._named, **news}.items())[-MOST:])
        order = _merged(list(self._ranks), list(dict.fromkeys(key for key, *_ in shown)))[:MOST]
        branches = {key: branch for key, _, _, branch in reversed(shown) if branch} | self._branches
        before = self._named, self._ranks, self._branches
        # Replaced, never changed in place: a search of the map may run in another thread.
        self._named, self._ranks = named, {key: rank for rank, key in enumerate(order)}
        self._branches = {key: branches[key] for key in order if key in branches}
        self._folder_ranks = _ranks_of_folders(order)
        self._named_folders = _folders_of_branches(order, self._branches)
        self._above_branches = frozenset(_ranks_of_folders(list(self._branches)))
        return before != (self._named, self._ranks, self._branches)

    def name(self, location: str) -> str | None:
        """Return the name of a page in menus; None if no menu has shown it."""
        return self.name_of_key(key_of(location)) if self._named or self._named_folders else None

    def name_of_key(self, key: str) -> str | None:
        """Return the name in menus of the page, or folder, with this sort key: a branch with the same pages counts."""
        return self._named_folders.get(key) or (self._named[key][1] if key in self._named else None)

    def orders(self, key: str) -> bool:
        """Return whether a menu shows the page with this sort key."""
        return key in self._ranks

    def names(self) -> Iterator[tuple[str, str]]:
        """Return the address and name of each link that has a name."""
        return iter(self._named.values())

    def named_folders(self) -> Iterator[tuple[str, str]]:
        """Return the sort keys of the folders that are named by branches, with these names."""
        return iter(self._named_folders.items())

    def ordered(self, nodes: list[int], keys: Sequence[str]) -> list[int]:
        """Return siblings with those in menus first, in the order of the menus; others keep their order.

        A folder that no menu shows stands where menus show the first page in it.
        A long list of which menus show few keeps its own order, by which it is divided.
        """
        folder_ranks = self._folder_ranks
        ranks = [self._ranks.get(key, folder_ranks.get(key, MOST)) for key in keys]
        count = sum(rank < MOST for rank in ranks)
        if count < 2 or (len(nodes) > _FEW and 2 * count < len(nodes)):
            return nodes
        return [node for _, node in sorted(zip(ranks, nodes, strict=True), key=lambda ranked: ranked[0])]

    @property
    def has_branches(self) -> bool:
        """Whether menus show a page in a branch."""
        return bool(self._branches)

    def has_branches_below(self, key: str) -> bool:
        """Return whether menus show a page below the folder with this sort key in a branch."""
        return key in self._above_branches

    def branches(self, above: str, keys: Sequence[str], *, is_top: bool = True) -> list[str]:
        """Return for each of several siblings below a sort key the branch of menus that groups it, "" for none.

        A folder that no menu shows is in the branch of all its pages. A branch groups siblings if it has several of
        them, and most of its pages are there. One that has all siblings that menus show divides nothing. Nor does the
        only one within a folder, below the top: it is the folder.
        """
        siblings = set(keys)
        sibling_of = {key: _start_among(key, siblings) for key in self._ranks if key.startswith(above)}
        inside: dict[str, set[str]] = {}
        for key, sibling in sibling_of.items():
            if sibling and sibling not in self._ranks:
                inside.setdefault(sibling, set()).add(self._branches.get(key, ""))
        of_folders = {sibling: branches.pop() for sibling, branches in inside.items() if len(branches) == 1}
        shown = {sibling for sibling in sibling_of.values() if sibling}
        branch_of = {key: self._branches.get(key, "") or of_folders.get(key, "") for key in shown}
        counts = Counter(branch_of.values())
        if len(counts) < 2 or (len(counts) == 2 and "" in counts and not is_top):
            return [""] * len(keys)
        pages = Counter(self._branches.values())
        branches_here = ((self._branches.get(key), branch_of.get(sibling)) for key, sibling in sibling_of.items())
        here = Counter(branch for branch, of_sibling in branches_here if branch and branch == of_sibling)
        groups = {branch for branch in pages if counts[branch] >= _FEWEST and 2 * here[branch] > pages[branch]}
        return [branch if (branch := branch_of.get(key, "")) in groups else "" for key in keys]


def _folders_of_branches(order: Sequence[str], branches: Mapping[str, str]) -> dict[str, str]:
    """Return the folders of which menus show the pages of one branch, and no others, with its name."""
    pages: dict[str, list[str]] = {}
    for key, branch in branches.items():
        pages.setdefault(branch, []).append(key)
    folders = {
        folder: branch
        for branch, keys in pages.items()
        if len(keys) >= _FEWEST and SEGMENT in (folder := common_folder(min(keys), max(keys)))
    }
    for key in order:
        if folder := _start_among(key, folders):
            folders |= {folder: ""} if branches.get(key) != folders[folder] else {}
    return {folder: branch for folder, branch in folders.items() if branch}


def _in_line(text: str) -> str:
    return " ".join(visible(text).split())[:_LONGEST]


def _start_among(key: str, siblings: Container[str]) -> str:
    """Return the sibling at a key or above it; "" if there is none."""
    while key and key not in siblings:
        key = key.rpartition(SEGMENT)[0]
    return key


def _ranks_of_folders(order: Sequence[str]) -> dict[str, int]:
    """Return for the keys of all folders the rank of the first page in each."""
    ranks: dict[str, int] = {}
    for rank, key in enumerate(order):
        above = key.rpartition(SEGMENT)[0]
        while above and above not in ranks:
            ranks[above] = rank
            above = above.rpartition(SEGMENT)[0]
    return ranks


def _merged(order: list[str], menu: Sequence[str]) -> list[str]:
    """Return an order with the new entries of a menu, each behind its predecessor there."""
    known = set(order)
    behind: dict[str, list[str]] = {}
    predecessor = ""
    for key in menu:
        if key in known:
            predecessor = key
        else:
            behind.setdefault(predecessor, []).append(key)
    merged = [entry for key in order for entry in (key, *behind.get(key, ()))]
    return merged + behind.get("", [])
