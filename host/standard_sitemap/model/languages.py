"""Language tags in their displayed and written form. Pure."""

from __future__ import annotations

from standard_sitemap.model.menus import TAG_LENGTH


def customary(tag: str | None) -> str | None:
    """Return a language tag in the customary case of BCP 47: `EN-gb` as `en-GB`, `ZH-HANS` as `zh-Hans` (D32).

    >>> customary("ZH-hant-tw")
    'zh-Hant-TW'
    """
    if not tag:
        return tag
    first, *others = tag.strip()[:TAG_LENGTH].lower().split("-")
    shown, is_after_singleton = [first], len(first) == 1
    for part in others:
        cased = part.upper() if len(part) == 2 else part.title() if len(part) == 4 and part.isalpha() else part
        shown.append(part if is_after_singleton else cased)
        is_after_singleton |= len(part) == 1
    return "-".join(shown)
