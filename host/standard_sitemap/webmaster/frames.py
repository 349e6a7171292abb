"""Finds the files of a site that are for frames only: menus beside the content, and Javadoc's pages for frames. Pure.

A file that pages show in a frame beside the content is navigation, and no page.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping

# The reason for leaving them out.
MENUS_IN_FRAMES = "menus in frames of other pages"
_FEWEST_LINKS = 2
# Javadoc's list of packages, and the overview beside it.
_PACKAGES, _OVERVIEW = "overview-frame.html", "overview-summary.html"
# Its other pages for frames, and the same for readers.
_JAVADOC = {"package-frame.html": "package-summary.html", "allclasses-frame.html": "allclasses-noframe.html"}

# The pages to which each page leads, by links, or by its frames.
Targets = Mapping[str, Collection[str]]


def frames_of_javadoc(paths: Collection[str]) -> dict[str, str]:
    """Return the pages that Javadoc makes for frames only, each with the page that is for readers."""
    named = ((path, _JAVADOC.get(posixpath.basename(path))) for path in paths)
    return {path: page for path, name in named if name is not None and (page := _beside(path, name)) in paths}


def _beside(path: str, name: str) -> str:
    return posixpath.join(posixpath.dirname(path), name)


# Behaviour: menus in frames. Also: frameset, iframe, navigation frame, class list of YARD.
def menus_in_frames(links: Targets, frames: Targets) -> list[str]:
    """Return the files that only frames show, and that lead to other pages; then those that only such menus lead to.

    Menus lead to one another, and pages with frames may lead to any menu. `links` has all pages; `frames` has the pages
    with frames.
    """
    framed = Counter(path for shown in frames.values() for path in shown if path in links)
    if not framed:
        return []
    linkers: dict[str, list[str]] = {}
    for page, targets in links.items():
        for target in targets:
            if page != target:
                linkers.setdefault(target, []).append(page)
    beside = _beside_menus(links, framed, linkers, frames)
    menus = [
        path
        for path in framed
        if all(
            linker in frames or (linker in links[path] and (linker in framed or linker in beside))
            for linker in linkers.get(path, ())
        )
    ]
    menus.extend(path for path in beside if _lead_to(links[path], menus))
    # The overview that Javadoc shows in the start page's frame has the packages, too, and the bar of all pages.
    overviews = [_beside(path, _OVERVIEW) for path in menus if posixpath.basename(path) == _PACKAGES]
    menus.extend(path for path in overviews if path in framed)
    return [path for path in menus if sum(target in links for target in links[path]) >= _FEWEST_LINKS]


def _lead_to(targets: Iterable[str], pages: Container[str]) -> bool:
    return any(target in pages for target in targets)


def _beside_menus(
    links: Targets, framed: Mapping[str, int], linkers: Mapping[str, list[str]], has_frames: Container[str]
) -> list[str]:
    """Return the pages to which only menus in frames lead, and which lead back to all of these.

    Beside a menu that several pages show, they may lead to one another, too, as the lists of YARD do. `framed` holds
    the number of pages that show each.
    """
    beside = dict.fromkeys(path for path in links if path not in framed and path not in has_frames and path in linkers)
    waiting = list(beside)
    while waiting:
        path = waiting.pop()
        if path not in beside:
            continue
        is_beside_shared = any(framed.get(target, 0) > 1 for target in links[path])
        if not all(
            linker in links[path] and (linker in framed or (is_beside_shared and linker in beside))
            for linker in linkers[path]
        ):
            del beside[path]
            waiting.extend(links[path])
    return list(beside)
