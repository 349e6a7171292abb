"""Resolves references in pages to pages of the folder. Pure; never above the folder.

A page is identified by its relative path, with `/` as separator. `dir/` and `dir` mean `dir/index.html`, and `page`
means `page.html` if there is no such file, as for web servers. The sitemap uses the form that the site itself uses
most.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple
from urllib.parse import urlsplit

from standard_sitemap.model.stored_names import readable_path, stored_path
from standard_sitemap.model.uris import resolve
from standard_sitemap.model.url_paths import INDEX_NAMES, PAGE_SUFFIXES, quoted, unquoted

_NO_PAGE = ("javascript:", "mailto:", "tel:", "data:", "about:", "blob:")
WEB = ("http://", "https://")
# Characters that need no escape in a path. A colon in the first segment would make it a scheme.
_PLAIN = "/!$&'()*+,;=@~"


class ReferenceTarget(NamedTuple):
    """A page, whether the reference has a fragment, and the path that it uses."""

    page: str
    has_fragment: bool
    path: str


# The targets of the same reference without and with a fragment; None if it leads to no page of the site.
_Targets = tuple[ReferenceTarget, ReferenceTarget] | None


class FolderReferences(dict[str, _Targets]):
    """The targets of references in the pages of a folder, without their fragments; resolved when they are first met.

    A page may have many fragments but one address, so these are not part of the key.
    """

    def __init__(self, targets_of: Callable[[str], _Targets]) -> None:
        super().__init__()
        self._targets_of = targets_of

    def __missing__(self, plain: str) -> _Targets:
        self[plain] = targets = self._targets_of(plain)
        return targets


class ReferenceResolver:
    """Resolves references in the pages of a folder; `base_url`, with a trailing slash, is the folder's address.

    `prefix` is the path of this address, if only the path is known. The files of a crawled site are `is_stored`: their
    names are those of `stored_path`.
    """

    def __init__(
        self, pages: Iterable[str], base_url: str | None = None, prefix: str | None = None, *, is_stored: bool = False
    ) -> None:
        self._pages = frozenset(pages)
        self._other_indexes = _indexes_in_capitals(self._pages)
        self._deepest = max((page.count("/") for page in self._pages), default=0)
        self._base = resolve("", base_url) if base_url else None
        self.base_url = base_url
        self.prefix = prefix
        self.is_stored = is_stored
        self._prefix = urlsplit(base_url).path if base_url else prefix or "/"
        self._is_placed = self._base is not None or prefix is not None
        self._references: dict[str, FolderReferences] = {}
        self._shows_folders = False
        self._forms: dict[str, str] = {}
        self._canonical: dict[str, str] = {}

    def target(self, folder: str, href: str) -> ReferenceTarget | None:
        """Return the page that `href` leads to from a page in `folder`; None if it is not a page of this site."""
        plain, mark, _ = href.partition("#")
        targets = self.references(folder)[plain]
        return None if targets is None else targets[mark != ""]

    def references(self, folder: str) -> FolderReferences:
        """Return the targets of references in the pages of a folder."""
        references = self._references.get(folder)
        if references is None:
            references = self._references[folder] = FolderReferences(partial(self._targets, folder))
        return references

    def path(self, folder: str, href: str) -> str | None:
        """Return the path in the folder that a reference names, whether or not it exists; None if it is outside."""
        path = self._path(readable_path(folder) if self.is_stored else folder, href)
        return stored_path(path) if path and self.is_stored else path

    def _path(self, folder: str, href: str) -> str | None:
        href = href.strip().partition("#")[0].partition("?")[0]
        if href.lower().startswith(WEB) or href.startswith("//"):
            return self._of_web(href)
        if not href or href.lower().startswith(_NO_PAGE):
            return None
        if href.startswith("/"):
            return _within(unquoted(href.removeprefix(self._prefix) if href.startswith(self._prefix) else href[1:]))
        return _within(posixpath.join(folder, unquoted(href)))

    def form_of(self, page: str) -> str:
        """Return the path that names a page, in the form that most links of the site use."""
        form = self._forms.get(page)
        if form is not None:
            return form
        is_folder = self._shows_folders and is_index(page)
        return page.rpartition("/")[0] + "/" * ("/" in page) if is_folder else page

    def url(self, page: str) -> str:
        """Return a page's address for the sitemap: relative to the folder, or absolute with a base."""
        return self._canonical.get(page) or self.url_of_path(self.form_of(page))

    def url_of_path(self, path: str) -> str:
        """Return the address of any path in the folder; "" is the folder itself."""
        relative = quoted(path, safe=_PLAIN)
        return (self.base_url or "") + relative if self.base_url or relative else "./"

    def use_forms(self, forms: dict[str, Counter[str]]) -> None:
        """Record how often each path names a page, for pages that other paths than their file's name, too."""
        self._forms = {page: max(counts, key=lambda form: (counts[form], form)) for page, counts in forms.items()}
        indexes = [page for page in self._pages if is_index(page)]
        self._shows_folders = sum(self._forms.get(page, page) != page for page in indexes) * 2 > len(indexes)

    def prefer_canonical(self, addresses: Iterable[tuple[str, str]]) -> None:
        """Name these pages by these addresses, even if links use others."""
        self._canonical |= dict(addresses)

    def _of_web(self, href: str) -> str | None:
        if self._base is None:
            return None
        address, base = without_scheme(resolve(self._base, href) or ""), without_scheme(self._base)
        return _within(unquoted(address[len(base) :])) if address.startswith(base) else None

    def _targets(self, folder: str, href: str) -> _Targets:
        """Return the target of a reference without a fragment, and the target of the same reference with one."""
        path = self.path(folder, href)
        if path is None:
            return None
        # The folder may be intended for an unknown place below its host's root. No page is deeper than the deepest:
        # trying each part of a long address would take time for each of its slashes.
        is_below = href.startswith("/") and not self._is_placed
        if is_below and (excess := path.count("/") - self._deepest) > 0:
            path = path.split("/", excess)[-1]
        while True:
            for candidate in self._candidates(path):
                if candidate in self._pages:
                    # Servers redirect requests without a folder's slash to the address with it.
                    named = f"{path}/" if candidate.startswith(f"{path}/") else path
                    return ReferenceTarget(candidate, False, named), ReferenceTarget(candidate, True, named)
            if not is_below or "/" not in path:
                return None
            path = path.partition("/")[2]

    def _candidates(self, path: str) -> Iterable[str]:
        if path and not path.endswith("/"):
            yield path
            yield from (path + suffix for suffix in PAGE_SUFFIXES)
        folder = path.rstrip("/")
        yield from (f"{folder}/{name}" if folder else name for name in INDEX_NAMES)
        yield from self._other_indexes.get(folder, ())


def is_index(page: str) -> bool:
    """Return whether a page is its folder's index."""
    return posixpath.basename(page).lower() in INDEX_NAMES


def _indexes_in_capitals(pages: Iterable[str]) -> dict[str, list[str]]:
    """Return the indexes whose names have capital letters, by folder."""
    by_folder: dict[str, list[str]] = {}
    for page in pages:
        folder, _, name = page.rpartition("/")
        if not name.islower() and name.lower() in INDEX_NAMES:
            by_folder.setdefault(folder, []).append(page)
    return {folder: sorted(indexes) for folder, indexes in by_folder.items()}


def without_scheme(address: str) -> str:
    """Return what an address of a site has in common with others: pages use http or https, and may omit `www.`."""
    return address.partition("://")[2].removeprefix("www.")


def folder_of(page: str) -> str:
    """Return the folder of a page; "" is the site's root."""
    return posixpath.dirname(page)


def is_within(page: str, folder: str) -> bool:
    """Return whether a page is in a folder, or deeper; all are in ""."""
    return not folder or page.startswith(f"{folder}/")


def _within(path: str) -> str | None:
    """Return a path without dot segments, with its trailing slash; None if it leaves the folder."""
    if "." not in path and "//" not in path:
        return path.lstrip("/")
    normal = posixpath.normpath(path).lstrip("/") if path else ""
    if normal == ".." or normal.startswith("../") or "\0" in normal:
        return None
    is_folder = path.endswith(("/", "/.", "/..")) or path in (".", "..")
    return "" if normal == "." else normal + "/" * (is_folder and normal != "")
