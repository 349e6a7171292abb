"""Language tags in their displayed and written form, and the names that languages have for themselves. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Characters of a variant's language, charset and content type, and of any other keyword that an author writes.
TAG_LENGTH = 100

# As in Unicode's data, with the capital letter of a name that stands alone.
_OWN_NAMES = {
    "af": "Afrikaans",
    "am": "አማርኛ",
    "ar": "العربية",
    "az": "Azərbaycan",
    "be": "Беларуская",
    "bg": "Български",
    "bn": "বাংলা",
    "bs": "Bosanski",
    "ca": "Català",
    "cs": "Čeština",
    "cy": "Cymraeg",
    "da": "Dansk",
    "de": "Deutsch",
    "el": "Ελληνικά",
    "en": "English",
    "eo": "Esperanto",
    "es": "Español",
    "et": "Eesti",
    "eu": "Euskara",
    "fa": "فارسی",
    "fi": "Suomi",
    "fil": "Filipino",
    "fr": "Français",
    "ga": "Gaeilge",
    "gl": "Galego",
    "gu": "ગુજરાતી",
    "he": "עברית",
    "hi": "हिन्दी",
    "hr": "Hrvatski",
    "hu": "Magyar",
    "hy": "Հայերեն",
    "id": "Indonesia",
    "is": "Íslenska",
    "it": "Italiano",
    "ja": "日本語",
    "ka": "ქართული",
    "kk": "Қазақ тілі",
    "km": "ខ្មែរ",
    "kn": "ಕನ್ನಡ",
    "ko": "한국어",
    "ky": "Кыргызча",
    "lo": "ລາວ",
    "lt": "Lietuvių",
    "lv": "Latviešu",
    "mk": "Македонски",
    "ml": "മലയാളം",
    "mn": "Монгол",
    "mr": "मराठी",
    "ms": "Melayu",
    "my": "မြန်မာ",
    "nb": "Norsk bokmål",
    "ne": "नेपाली",
    "nl": "Nederlands",
    "nn": "Norsk nynorsk",
    "no": "Norsk",
    "pa": "ਪੰਜਾਬੀ",
    "pl": "Polski",
    "pt": "Português",
    "ro": "Română",
    "ru": "Русский",
    "si": "සිංහල",
    "sk": "Slovenčina",
    "sl": "Slovenščina",
    "sq": "Shqip",
    "sr": "Српски",
    "sv": "Svenska",
    "sw": "Kiswahili",
    "ta": "தமிழ்",
    "te": "తెలుగు",
    "th": "ไทย",
    "tr": "Türkçe",
    "uk": "Українська",
    "ur": "اردو",
    "uz": "O‘zbek",
    "vi": "Tiếng Việt",
    "zh": "中文",
}
# With their usual regions or scripts.
_OWN_NAMES_BY_TAG = {
    "en-gb": "English (United Kingdom)",
    "en-us": "English (United States)",
    "es-mx": "Español (México)",
    "fr-ca": "Français (Canada)",
    "pt-br": "Português (Brasil)",
    "pt-pt": "Português (Portugal)",
    "zh-cn": "简体中文",
    "zh-hans": "简体中文",
    "zh-hant": "繁體中文",
    "zh-hk": "繁體中文（香港）",
    "zh-tw": "繁體中文（台灣）",
}
LANGUAGES = frozenset(_OWN_NAMES)
_NAMES = frozenset(name.casefold() for name in (*_OWN_NAMES.values(), *_OWN_NAMES_BY_TAG.values()))
# Of a folder's name, in small letters.
SHAPE_OF_TAG = "(?:[a-z]{2,3})(?:[-_](?:hans|hant|latn|cyrl|[a-z]{2}|[0-9]{3}))?"
_TAG = re.compile(SHAPE_OF_TAG)
# Codes that folders have for no other reason. Others are also words: `it`, `no`, `hr`, `my`.
_CLEAR = frozenset({"de", "en", "es", "fr", "ja", "ko", "pl", "pt", "ru", "zh"})
# Codes of countries, and of no language with pages. Beside them, `de` is Germany, and `uk` the United Kingdom.
_COUNTRIES = frozenset({"at", "au", "ch", "gb", "ie", "mx", "nz", "us"})
_FEWEST_UNCLEAR = 3


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


def own_name(tag: str) -> str:
    """Return the name that a language has for itself; the tag if it is not known.

    >>> own_name("de"), own_name("zh-CN"), own_name("de-AT")
    ('Deutsch', '简体中文', 'Deutsch (AT)')
    """
    language, _, rest = tag.lower().partition("-")
    name = _OWN_NAMES.get(language)
    if name is None:
        return tag
    return _OWN_NAMES_BY_TAG.get(tag.lower()) or (
        f"{name} ({(customary(tag) or '')[len(language) + 1 :]})" if rest else name
    )


def is_own_name(name: str) -> bool:
    """Return whether a name is that of a language in itself, as in a menu of languages."""
    return name.casefold() in _NAMES


def possible_language(folder: str) -> str | None:
    """Return the tag of the language that a folder may be named for; None for other names."""
    written = folder.lower()
    tag = written.replace("_", "-")
    return customary(tag) if _TAG.fullmatch(tag) and tag.partition("-")[0] in LANGUAGES else None


# Behaviour: folders of languages. Also: translated site, locale in the path, /en/, /zh-cn/.
def languages_among(folders: Iterable[str]) -> dict[str, str]:
    """Return the tags of the languages that some of several sibling folders are named for, by folder.

    A short name is a language's only beside clear ones, and not among codes of countries or other short names.

    >>> languages_among(["en", "it", "about"]), languages_among(["it", "hr"]), languages_among(["us", "uk", "de"])
    ({'en': 'en', 'it': 'it'}, {}, {})
    """
    tags: dict[str, str] = {}
    others: set[str] = set()
    for folder in folders:
        tag = possible_language(folder) if len(folder) <= TAG_LENGTH else None
        if tag is not None:
            tags[folder] = tag
        elif len(folder) == 2 and folder.isalpha():
            others.add(folder.lower())
    languages = {tag.partition("-")[0] for tag in tags.values()}
    is_clear = not languages.isdisjoint(_CLEAR) or len(languages) >= _FEWEST_UNCLEAR
    return tags if is_clear and others.isdisjoint(_COUNTRIES) and len(others) <= len(tags) else {}
