"""Finds the aliases in a folder, files that stand for another page: redirects, pages for frames, and copies.

Records each as left out, with the reason. Compares the bytes of files that may be copies.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from standard_sitemap.model.url_paths import FALLBACKS
from standard_sitemap.webmaster.announcing.page_links import as_written
from standard_sitemap.webmaster.frames import MENUS_IN_FRAMES, frames_of_javadoc
from standard_sitemap.webmaster.making.folder_reading import Contents, is_link, read
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.references import folder_of, is_index


def redirects(folder: Path, every: dict[str, Page], folder_contents: Contents) -> dict[str, str]:
    """Return redirecting pages, and pages for frames, each with its final target; "" if that is not in the folder."""
    aliases = frames_of_javadoc(every)
    finals: dict[str, str] = {}
    for path in aliases:
        folder_contents.leave_out(path, MENUS_IN_FRAMES)
    for path, page in every.items():
        if page.redirect in (None, path):
            continue
        is_linked = bool(page.redirect) and is_link(folder, path)
        reason = f"a link to {page.redirect}" if is_linked else "sending readers on to another page"
        folder_contents.leave_out(path, reason)
        aliases[path] = _final_target(path, every, finals)
    return aliases


def _final_target(path: str, every: dict[str, Page], finals: dict[str, str]) -> str:
    """Return the page at which the redirects from a page end; "" if they end outside the folder, or never.

    `finals` receives the result for each page on the way, so that each is followed once.
    """
    chain: dict[str, None] = {}
    while path in every and path not in finals and path not in chain:
        following = every[path].redirect
        if following is None:
            break
        chain[path] = None
        path = following
    final = finals.get(path, path if path in every and path not in chain else "")
    finals.update(dict.fromkeys(chain, final))
    return final


def copies(folder: Path, pages: dict[str, Page], starts: list[str], folder_contents: Contents) -> dict[str, str]:
    """Return the copies of pages, each with the page that is kept: pages stored twice, and copies of the start page.

    Copies of the start page are beside it, and are recognised only if there is one start page.
    """
    doubles = _doubles(folder, pages, starts, folder_contents)
    start = pages[starts[0]] if len(starts) == 1 else None
    if start is None:
        return doubles
    alike = [
        page.path
        for page in pages.values()
        if page is not start
        and folder_of(page.path) == folder_of(start.path)
        and (page.title, page.heading) == (start.title, start.heading)
    ]
    content = _content(folder, start.path) if alike else None
    repeats = [path for path in alike if path.lower() in FALLBACKS or _has_content(folder, path, content)]
    for path in repeats:
        folder_contents.leave_out(path, "copies of the start page")
    return doubles | dict.fromkeys(repeats, start.path)


def _content(folder: Path, path: str) -> bytes | None:
    """Return a file's bytes without the links that `announce` adds; None if it cannot be read."""
    body = read(folder, path)
    return None if body is None else as_written(body)


def _has_content(folder: Path, path: str, content: bytes | None) -> bool:
    return content is not None and _content(folder, path) == content


def _doubles(folder: Path, pages: dict[str, Page], starts: list[str], folder_contents: Contents) -> dict[str, str]:
    """Return the pages that are stored both as `a.html` and as `a/index.html`, each with the one that is kept.

    This is a start page, else the page whose relative links lead to files, else the one that links name.
    """
    doubles = {
        path: other.path
        for path, page in pages.items()
        if is_index(path)
        and (other := pages.get(f"{folder_of(path)}.html")) is not None
        and (page.title, page.heading) == (other.title, other.heading)
        and _has_content(folder, path, _content(folder, other.path))
    }
    targets = {path: pages[path].links.keys() - set(pair) for pair in doubles.items() for path in pair}
    # The same relative links may lead to different pages.
    doubles = {
        path: other
        for path, other in doubles.items()
        if targets[path] <= targets[other] or targets[path] >= targets[other]
    }
    linked = {target for page in pages.values() for target in page.links} if doubles else set()
    rank = {path: (path in starts, len(targets[path]), path in linked) for pair in doubles.items() for path in pair}
    doubles = dict((to, path) if rank[path] > rank[to] else (path, to) for path, to in doubles.items())
    for path in doubles:
        folder_contents.leave_out(path, "second copies of a page, such as a/index.html beside a.html")
    return doubles


def without_aliases(every: dict[str, Page], aliases: Mapping[str, str]) -> dict[str, Page]:
    """Return the pages that are no alias; links to an alias lead to its target."""
    return {path: page.following(aliases, path) for path, page in every.items() if path not in aliases}
