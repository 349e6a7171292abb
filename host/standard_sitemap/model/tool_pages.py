"""Pages for servers and tools, which no reader chooses: files of a built site, and addresses in a list. Pure."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate

from standard_sitemap.model.url_paths import PAGER_WORDS

_ERROR = re.compile(r"(?<![^/])[45][0-9x]{2}(?:/index)?(?:\.x?html?|/)?$", re.IGNORECASE)
# A folder named 404 is that of the site or of a language; deeper, a manual may describe the error.
_ERROR_PAGE = re.compile(r"(?:.*/)?[45][0-9x]{2}\.x?html?|(?:[^/]*/)?[45][0-9x]{2}/index\.x?html?", re.IGNORECASE)
# As tools name a further page of any list, and so of an error page that shows posts.
_FURTHER_ERROR = re.compile(rf"(.*)/(?:{PAGER_WORDS})/?[0-9]{{1,5}}(?:/index)?\.x?html?", re.IGNORECASE)
# At the root of a site, it is the error page of most servers, even of a site whose other pages have numbers.
_ROOT_ERROR = re.compile(r"(?:[a-z][a-z0-9+.-]*://[^/]*/)?404\.html", re.IGNORECASE)
# A page that is named by a number beyond those of errors.
_NUMBERED = re.compile(r"((?:.*/)?)(?![45][0-9]{2}(?![0-9]))[0-9]+(?:/index)?(?:\.x?html?|/)?", re.IGNORECASE)
# Search engines' proofs of ownership, parts of themes and programs, and a service worker's page without a network.
_OTHERS = re.compile(
    r"(?:.*/)?(?:google[0-9a-f]{16}|yandex_[0-9a-f]{16}|baidu_verify_[\w-]+)\.html"
    r"|(?:.*/)?(?:_static|node_modules|site_libs)/.*"
    r"|offline(?:/index)?\.x?html?",
    re.IGNORECASE,
)
# Of Jekyll, Eleventy and others, in the source of a site.
_TEMPLATE = re.compile(r"(?:.*/)?_(?:layouts|includes)/.*", re.IGNORECASE)
# The templates of Hugo, Zola and Lektor are in folders with usual names, beside the settings of the site or of a theme.
_TEMPLATE_FOLDER = re.compile("(?:^|(?<=/))(?:layouts|templates)/")
_SETTINGS = re.compile(
    r"((?:.*?/)??)(?:(?:config/_default/)?(?:hugo|config)\.(?:toml|ya?ml)|theme\.toml|[^/]+\.lektorproject)"
)
_FURTHER = re.compile(rf"/(?:{PAGER_WORDS})/[0-9]{{1,5}}/?$", re.IGNORECASE)
# As Jekyll names it: the folder of a real page 1 would stand beside it.
_FURTHER_FOLDER = re.compile(rf"/(?:{PAGER_WORDS})(?:[2-9]|[1-9][0-9]{{1,3}})/$", re.IGNORECASE)
_NUMBER = re.compile("[0-9]+/$")
# In a list, by the end of the path: error pages, feeds, data of programs, further pages of lists, AMP copies of pages.
_LISTED = re.compile(
    r"^/(?:404|offline)/?$|/(?:feed|rss|atom)/?$|/(?:feed|rss|atom|index|sitemap(?:[_-]?index)?)\.(?:xml|rss|atom)$"
    r"|/(?:index|feed|search|search[_-]?index|manifest)\.json$|/(?:site|manifest)\.webmanifest$|^/(?:robots|ads|humans|llms)\.txt$"
    r"|[^/]/amp\.html?$"
    rf"|{_FURTHER.pattern}|{_FURTHER_FOLDER.pattern}",
    re.IGNORECASE,
)
# WordPress: the page of a picture, and a further page.
_LISTED_QUERY = re.compile(r"(?:^|&)(?:attachment_id|paged)=[0-9]+")
# A part of each such address, as programs write it. Looking at the next letter first excludes most slashes.
_MARK = re.compile(
    r"/(?=[_45abfghilmnoprsy])(?:[45][0-9x]{2}|amp\.htm|offline|feed|rss|atom|index\.|sitemap|search|manifest\.|site\.webm"
    rf"|(?:robots|ads|humans|llms)\.txt|google|yandex_|baidu_|_static/|node_modules/|site_libs/|(?:{PAGER_WORDS})[/0-9])"
)
_QUERY_MARK = re.compile("attachment_id=|paged=")
_PATH = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#]*([^?#]*)\??([^#]*)")
# Scripts that tools write beside their pages, each with the pages of the same tool that are no pages of the site:
# - mdBook's whole book on one page, and the contents for frames. Newer versions add a digest to the name of the script.
# - YARD's old start page, which leads old addresses with frames on to the pages in these frames.
_BESIDE_SCRIPT = (
    (re.compile(r"(.*/)?book(?:-[0-9a-f]{8})?\.js"), ("print.html", "toc.html")),
    (re.compile(r"(.*/)?js/full_list\.js"), ("frames.html",)),
)


def is_error_page(path: str) -> bool:
    """Return whether servers send a page in place of others, such as 404.html, and so at any address."""
    return _ERROR_PAGE.fullmatch(path) is not None


def templates(files: Collection[str]) -> Iterator[str]:
    """Yield the files, by relative path, that are templates in the source of a site, and not pages of a built site."""
    sources = {match[1] for path in files if (match := _SETTINGS.fullmatch(path))}
    for path in files:
        folders = (path[: match.start()] for match in _TEMPLATE_FOLDER.finditer(path)) if sources else ()
        if _TEMPLATE.fullmatch(path) or any(folder in sources for folder in folders):
            yield path


def is_listed_page(location: str) -> bool:
    """Return whether an absolute address in a list of pages may be a page that readers choose, as far as it shows."""
    parts = _PATH.match(location)
    if parts is None:
        return True
    path, query = parts.groups()
    is_for_tools = is_error_page(path[1:]) or _OTHERS.fullmatch(path[1:]) is not None
    return not (is_for_tools or _LISTED.search(path) or (query and _LISTED_QUERY.search(query)))


def without_pages(locations: Sequence[str | None]) -> Iterator[int]:
    """Yield the positions of absolute addresses that are not listed pages, much faster than one by one."""
    text = "\n".join([location or "" for location in locations])
    places = [match.start() for match in _MARK.finditer(text)]
    if "attachment_id=" in text or "paged=" in text:
        places += [match.start() for match in _QUERY_MARK.finditer(text)]
    if not places:
        return
    ends = list(accumulate(len(location or "") + 1 for location in locations))
    candidates = sorted({bisect_right(ends, place) for place in places})
    left_out = {
        place: location for place in candidates if (location := locations[place]) and not is_listed_page(location)
    }
    if further := [place for place, location in left_out.items() if _FURTHER_FOLDER.search(location)]:
        listed = set(locations)
        for place in further:
            if _NUMBER.sub("1/", left_out[place]) in listed:
                del left_out[place]
    numbered = _numbered_folders(filter(None, locations)) if any(map(_ERROR.search, left_out.values())) else set[str]()
    yield from (place for place, location in left_out.items() if not _is_of_numbers(location, numbered))


def _numbered_folders(paths: Iterable[str]) -> set[str]:
    """Return the folders in which numbers are names of pages, so that 404.html is one of them."""
    return {match[1] for path in paths if (match := _NUMBERED.fullmatch(path))}


def _is_of_numbers(path: str, numbered: Collection[str]) -> bool:
    error = _ERROR.search(path)
    if error is None or _ROOT_ERROR.fullmatch(path):
        return False
    return path[: error.start()] in numbered and not _FURTHER.search(path)


def tool_pages(files: Collection[str]) -> Iterator[str]:
    """Yield the files of a site, by relative path, that are pages for servers and tools."""
    errors = [path for path in files if is_error_page(path)]
    numbered = _numbered_folders(files) if errors else set[str]()
    errors = [path for path in errors if not _is_of_numbers(path, numbered)]
    yield from errors
    if first := {path.rpartition(".")[0].removesuffix("/index") for path in errors}:
        yield from (path for path in files if (match := _FURTHER_ERROR.fullmatch(path)) and match[1] in first)
    unread = set(templates(files))
    others = (path for path in files if not is_error_page(path))
    yield from (path for path in others if path in unread or _OTHERS.fullmatch(path))
    scripts = [path for path in files if path.endswith(".js")]
    parts = {
        f"{match[1] or ''}{name}"
        for script, names in _BESIDE_SCRIPT
        for path in scripts
        if (match := script.fullmatch(path))
        for name in names
    }
    yield from (path for path in files if path in parts)
