"""Words for the lists of a blog's posts, as tools write them in addresses. Pure."""

from __future__ import annotations

import re
from typing import Literal

Kind = Literal["category", "tag", "archive", "author"]

# In the languages of the interface and in Chinese.
_WORDS: dict[Kind, str] = {
    "category": r"categor(?:y|ies)|kategorien?|cat[ée]gories?|categor[íi]as?|series|カテゴリー?|分类|التصنيفات",
    "tag": r"tags?|labels?|schlagw(?:o|ö|oe)rt(?:er)?|mots?-cl[ée]s?|etiquetas?|タグ|标签|الوسوم",
    "archive": r"archives?|archiv|archivos?|アーカイブ|归档|الأرشيف",
    "author": r"authors?|autor(?:en|es)?|auteurs?|著者|作者|المؤلفون",
}
KINDS: tuple[Kind, ...] = tuple(_WORDS)
WORDS_OF_LISTS = "|".join(_WORDS.values())
_KIND = re.compile("|".join(f"(?P<{kind}>{words})" for kind, words in _WORDS.items()), re.IGNORECASE)
# The names of groups for kinds without a page of their own that leads to them.
LABELS: dict[Kind, dict[str, str]] = {
    "category": {
        "en": "Categories",
        "de": "Kategorien",
        "fr": "Catégories",
        "es": "Categorías",
        "ja": "カテゴリー",
        "zh": "分类",
        "ar": "التصنيفات",
    },
    "tag": {
        "en": "Tags",
        "de": "Schlagwörter",
        "fr": "Étiquettes",
        "es": "Etiquetas",
        "ja": "タグ",
        "zh": "标签",
        "ar": "الوسوم",
    },
    "archive": {
        "en": "Archives",
        "de": "Archiv",
        "fr": "Archives",
        "es": "Archivos",
        "ja": "アーカイブ",
        "zh": "归档",
        "ar": "الأرشيف",
    },
    "author": {
        "en": "Authors",
        "de": "Autoren",
        "fr": "Auteurs",
        "es": "Autores",
        "ja": "著者",
        "zh": "作者",
        "ar": "المؤلفون",
    },
}


# Behaviour: lists of a blog. Also: categories, tags, labels, series, archives, authors.
def kind_of(name: str) -> Kind | None:
    """Return what a folder of a blog lists posts by, as its name says; None for any other folder.

    >>> kind_of("Kategorien"), kind_of("category-theory")
    ('category', None)
    """
    match = _KIND.fullmatch(name)
    return next((kind for kind in KINDS if match[kind] is not None), None) if match else None
