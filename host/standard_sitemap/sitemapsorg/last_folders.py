"""Folders that stand after all others: those of languages, and the lists of a blog's posts. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple
from urllib.parse import unquote

from standard_sitemap.model.blog_lists import KINDS, WORDS_OF_LISTS, kind_of
from standard_sitemap.model.languages import SHAPE_OF_TAG, languages_among, possible_language
from standard_sitemap.model.words import YEAR
from standard_sitemap.sitemapsorg.sort_keys import SEGMENT

# Stands for a segment in the key of the group of a blog's lists; no address contains it.
LISTS = "\x05"
# Its name where the reader's language is unknown.
NAME_OF_LISTS = "Topics and archives"

# Characters of a segment that may have such a name, with escapes.
_LONGEST = 100


class LastFolders(NamedTuple):
    """Keys of folders: of languages, with their tags; and of the lists of a blog, in the order of their group."""

    languages: dict[str, str]
    lists: tuple[str, ...]


# In keys in small letters: the end of one that may have such a name; a name with escapes may.
_POSSIBLE = re.compile(rf"{SEGMENT}(?:{SHAPE_OF_TAG}|{WORDS_OF_LISTS}|[^{SEGMENT}\n%]*%[^{SEGMENT}\n]*)\n")
_YEAR = re.compile(YEAR)
_NONE = LastFolders({}, ())


def last_folders(keys: Collection[str], languages: Mapping[str, str]) -> LastFolders:
    """Return the folders among siblings that stand last; `languages` are folders known to be of a language."""
    if not _POSSIBLE.search("\n".join((*keys, "")).lower()):
        return _NONE  # most folders, in a tenth of the time of looking at each name
    possible = list(filter(is_possibly_last, keys))
    names = {key: key[key.rfind(SEGMENT) + 1 :] for key in keys}
    among = languages_among(names.values())
    tags = {key: tag for key in possible if (tag := languages.get(key) or among.get(names[key]))}
    kinds = {key: kind for key in possible if (kind := kind_of(unquote(names[key])))}
    has_years = any(map(_YEAR.fullmatch, names.values()))
    is_blog = "tag" in kinds.values() or has_years or {"archive", "category"} <= set(kinds.values())
    is_all = len(kinds) + len(tags) == len(names)
    lists = sorted(kinds, key=lambda key: (KINDS.index(kinds[key]), key)) if is_blog and not is_all else ()
    return LastFolders(tags, tuple(lists))


def is_possibly_last(key: str) -> bool:
    """Return whether the last segment of a key may be such a folder's, in a fraction of the time."""
    segment = key[key.rfind(SEGMENT) + 1 :]
    return len(segment) <= _LONGEST and bool(possible_language(segment) or kind_of(unquote(segment)))
