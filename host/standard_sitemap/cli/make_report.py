"""The words of `standard-sitemap make` about its map: the report on all pages, and the explanation of one page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from standard_sitemap.cli.terminal import put, say
from standard_sitemap.model.words import counted
from standard_sitemap.webmaster.making.doubts import Doubts
from standard_sitemap.webmaster.making.explaining import Absence, Explanation
from standard_sitemap.webmaster.making.folder_maker import MakeResult
from standard_sitemap.webmaster.making.titles import NameSource
from standard_sitemap.webmaster.making.tree import Rule

_RULES: dict[Rule, str] = {
    "start": "where the site begins",
    "tree-file": "by files that hold a tree",
    "contents": "by contents lists",
    "navigation": "by the site's navigation",
    "list": "by other lists",
    "up": "by the page above that they name",
    "breadcrumbs": "by their breadcrumbs",
    "index": "by indexes",
    "link": "by the pages that link to them",
    "sequence": "beside the pages that turn to them",
    "group": "as groups with their names and the pages of their folders",
    "folder": "by their folders",
    "blog": "by the order of a blog",
}
# The same rules for one page, before the files that they use.
_PLACES: dict[Rule, str] = {
    "start": "where the site begins",
    "tree-file": "by a file that holds a tree",
    "contents": "by a contents list",
    "navigation": "by the site's navigation",
    "list": "by a list",
    "up": "by rel=up",
    "breadcrumbs": "by breadcrumbs",
    "index": "by an index",
    "link": "by a link",
    "sequence": "beside a page that turns to it",
    "group": "as a group that a list names like this page, and that has the pages of its folder",
    "folder": "by its folder, because nothing else names it",
    "blog": "by the order of a blog, with posts below their categories or years, and tags and archives at the end",
}
# Rules for which no file decides.
_WITHOUT_FILE: frozenset[Rule] = frozenset({"blog", "group"})
_ABOVE = 'add <link rel="up" href="…"> to the page, or list it on the page that should be above it'
_LIST = "change that list, name the right lists with --contents, or name a file that holds a tree with --from"
_PLACE_CHANGES: dict[Rule, str] = {
    "start": "name another start page with --start",
    "tree-file": "change its entry in that file, or name another file with --from",
    "contents": _LIST,
    "navigation": _LIST,
    "list": f"{_LIST}; or {_ABOVE}",
    "up": "change rel=up in the page, or add the page to a contents list",
    "breadcrumbs": "change the last link of its breadcrumbs, or add the page to a contents list",
    "index": _ABOVE,
    "link": _ABOVE,
    "sequence": _ABOVE,
    "group": f"link to it, or {_ABOVE}",
    "folder": f"link to it, or {_ABOVE}",
    "blog": "name the lists whose order is right with --contents",
}
_NAMES: dict[NameSource, str] = {
    "entry": "the text of its entry there",
    "site": "the site's name in its title",
    "title": "its title",
    "part": "its title, without the part that titles of the site share",
    "heading": "its first heading",
    "link": "the text of the link to it",
    "file": "its file",
}
_NAME_CHANGES: dict[NameSource, str] = {
    "entry": "change that entry",
    "site": "change its title",
    "title": "change its title, or name it in a list",
    "part": "change its title, or name it in a list",
    "heading": "give it a title of its own, or name it in a list",
    "link": "give it a title",
    "file": "give it a title",
}
# Files of each kind named on a line; the rest is counted.
_SHOWN = 5
_TITLES_SHOWN = 3


def at_addresses(made: MakeResult, paths: Mapping[str, str]) -> MakeResult:
    """Return the result on a crawled site with the path of each page in its address in place of its file."""

    def named(files: Iterable[str]) -> list[str]:
        return [paths.get(file, file) for file in files]

    def explained(explanation: Explanation | Absence) -> Explanation | Absence:
        (page,) = named([explanation.page])
        if isinstance(explanation, Absence):
            return explanation._replace(page=page)
        others = [other._replace(files=named(other.files)) for other in explanation.others]
        named_on = paths.get(explanation.named_on or "", explanation.named_on)
        translated = paths.get(explanation.translated or "", explanation.translated)
        return explanation._replace(page=page, named_on=named_on, others=others, translated=translated)

    return replace(
        made,
        starts=named(made.starts),
        unlinked=named(made.unlinked),
        left_out={reason: named(files) for reason, files in made.left_out.items()},
        doubts=Doubts(
            named(made.doubts.turned_to),
            {title: named(files) for title, files in made.doubts.repeated.items()},
            named(made.doubts.missing),
        ),
        explanations=[*map(explained, made.explanations)],
    )


def say_made(made: MakeResult) -> None:
    """Print the report on a map."""
    starts = ", ".join(made.starts) or "none"
    say(f"{counted(made.pages, 'page', 'pages')}, {made.reachable:,} of them reached by links from {starts}")
    for rule, description in _RULES.items():
        number = made.rules.get(rule)
        if number:
            say(f"  {number:,} {description}{some_of(made.tree_files) if rule == 'tree-file' else ''}")
    if made.unlinked:
        pages = counted(len(made.unlinked), "page", "pages")
        say(f"no link leads to {pages}{some_of(made.unlinked)}; placed by folder")
    _say_doubts(made.doubts)
    for reason, paths in made.left_out.items():
        say(f"left out, {reason}: {counted(len(paths), 'file', 'files')}{some_of(paths)}")
    if made.contradiction:
        say(
            f"the folder names different addresses ({made.contradiction}), so absolute links do not count; "
            "give the right one with --base-url"
        )


def _say_doubts(doubts: Doubts) -> None:
    if doubts.turned_to:
        pages = counted(len(doubts.turned_to), "page", "pages")
        say(f"only links to the next or previous page lead to {pages}{some_of(doubts.turned_to)}")
    by_number = sorted(doubts.repeated.items(), key=lambda item: -len(item[1]))
    for title, paths in by_number[:_TITLES_SHOWN]:
        say(f"“{title}” is the title of {len(paths):,} pages{some_of(paths)}")
    if len(by_number) > _TITLES_SHOWN:
        say(f"{counted(len(by_number) - _TITLES_SHOWN, 'more title repeats', 'more titles repeat')}")
    if doubts.missing:
        pages = counted(len(doubts.missing), "page says", "pages say")
        say(f"{pages} that nothing was found{some_of(doubts.missing)}; omit with --leave-out")


def some_of(paths: list[str]) -> str:
    """Return the first of some paths in parentheses, and the number of others."""
    return f" ({_first(paths)})" if paths else ""


def explain(made: MakeResult) -> int:
    """Print the explanations of pages; return 1 if one of them is not in the map."""
    for explanation in made.explanations:
        for line in _lines(explanation):
            put(line)
    return int(any(isinstance(explanation, Absence) for explanation in made.explanations))


def _first(paths: list[str]) -> str:
    more = f" and {len(paths) - _SHOWN:,} more" if len(paths) > _SHOWN else ""
    return ", ".join(paths[:_SHOWN]) + more


def _lines(explanation: Explanation | Absence) -> list[str]:
    if isinstance(explanation, Absence):
        return [explanation.page, f"  not in the map: {explanation.reason}"]
    rule, name = explanation.rule, explanation.name
    lines = [explanation.page, f"  place: {' › '.join([*explanation.above, name.text])}"]
    if explanation.translated is not None:
        lines.append(f"  a translation of {explanation.translated}, which decides the place")
    lines.append(f"  placed {_PLACES[rule]}{_file_of(explanation.named_on) if rule not in _WITHOUT_FILE else ''}")
    lines.extend(f"    also possible {_PLACES[other.rule]}: {_first(other.files)}" for other in explanation.others)
    lines.append(f"    to change this, {_PLACE_CHANGES[rule]}")
    lines.append(f"  named “{name.text}”: {_NAMES[name.source]}")
    lines.extend(f"    also possible “{other.text}”: {_NAMES[other.source]}" for other in explanation.unused)
    lines.append(f"    to change this, {_NAME_CHANGES[name.source]}")
    return lines


def _file_of(path: str | None) -> str:
    return f": {path}" if path is not None else ""
