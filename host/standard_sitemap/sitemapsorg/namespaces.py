"""The names of sitemaps.org elements and of its extensions, however their namespaces are written."""

from __future__ import annotations

from enum import IntEnum

SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"

OLD = frozenset(
    f"{scheme}://www.google.com/schemas/sitemap/{version}"
    for scheme in ("http", "https")
    for version in ("0.84", "0.9")
) | {"http://www.google.com/schemas/sitemap", "http://www.sitemaps.org/schemas/sitemap/0.84"}


class Tag(IntEnum):
    """The elements that mean something here."""

    OTHER = 0
    ENTRY = 1
    LOCATION = 2
    LAST_MODIFIED = 3
    FREQUENCY = 4
    PRIORITY = 5
    LINK = 6
    NEWS = 7
    NEWS_TITLE = 8
    VIDEO = 9
    VIDEO_TITLE = 10
    IMAGE = 11
    IMAGE_LOCATION = 12
    UNDEFINED = 13


_OWN = {
    "url": Tag.ENTRY,
    "sitemap": Tag.ENTRY,
    "loc": Tag.LOCATION,
    "lastmod": Tag.LAST_MODIFIED,
    "changefreq": Tag.FREQUENCY,
    "priority": Tag.PRIORITY,
}
_CONTAINERS = frozenset({"urlset", "sitemapindex"})
_EXTENSIONS = {
    ("xhtml", "link"): Tag.LINK,
    ("news", "news"): Tag.NEWS,
    ("news", "title"): Tag.NEWS_TITLE,
    ("video", "video"): Tag.VIDEO,
    ("video", "title"): Tag.VIDEO_TITLE,
    ("image", "image"): Tag.IMAGE,
    ("image", "loc"): Tag.IMAGE_LOCATION,
}
# What stands in the namespace of an extension, in whatever version.
_MARKS = {"sitemap-news": "news", "sitemap-video": "video", "sitemap-image": "image", "xhtml": "xhtml"}
_FOREIGN = ("sitemap-mobile", "sitemap-pagemap")


def split(tag: str) -> tuple[str, str]:
    """The namespace of a tag and its local name; a prefix that was not declared counts as part of the latter."""
    namespace, _, name = tag.rpartition("}")
    return namespace.removeprefix("{"), name


def tag_of(name: str, root_namespace: str) -> Tag:
    """What an element is, by its name with namespace; `root_namespace` is that of the document element."""
    namespace, local = split(name)
    prefix, mark, bare = local.rpartition(":")
    extension = prefix.lower() if mark else _extension(namespace)
    if extension in _MARKS.values():
        return _EXTENSIONS.get((extension, bare.lower()), Tag.OTHER)
    if extension or (namespace not in ("", SITEMAPS, root_namespace) and namespace not in OLD):
        return Tag.OTHER
    known = _OWN.get(bare.lower())
    return known or (Tag.OTHER if bare.lower() in _CONTAINERS else Tag.UNDEFINED)


def _extension(namespace: str) -> str:
    """The extension that a namespace is that of; "" of none."""
    if any(mark in namespace for mark in _FOREIGN):
        return "other"
    return next((name for mark, name in _MARKS.items() if mark in namespace.lower()), "")
