"""Instructions of a page for search engines, in `<meta name="robots">` or a header X-Robots-Tag. Pure."""

from __future__ import annotations

from collections.abc import Iterator

# Names that address all crawlers, or one of the large ones.
_CRAWLERS = frozenset({"robots", "googlebot", "bingbot", "yandex"})


def instructions(name: str | None, content: str | None) -> frozenset[str]:
    """Return the instructions of a meta element in lower case, with `none` as its two parts; none for other names.

    Instructions with a value, such as `max-image-preview: none`, are left out.
    """
    if (name or "").strip().lower() not in _CRAWLERS:
        return frozenset()
    words = frozenset(_words(content or ""))
    return words | {"noindex", "nofollow"} if "none" in words else words


def _words(content: str) -> Iterator[str]:
    for part in content.lower().split(","):
        if ":" not in part:
            yield from part.split()
