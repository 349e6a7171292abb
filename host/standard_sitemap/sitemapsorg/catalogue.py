"""More rules of the catalogue: files that are broken, languages, extensions, and what only the whole site shows.

A code is forever: it is appended, never renamed or reused. What a remedy says to write can be pasted as it stands.
"""

from __future__ import annotations

from standard_sitemap.model.faults import Rule, error, info, warning

_XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

BROKEN_FILES: dict[str, Rule] = {
    "empty-file": error(
        "File format",
        "The file is empty.",
        f"Write <urlset {_XMLNS}> with a <url> for each page; or take out what names the file.",
    ),
    "unclosed-file": error(
        "File format",
        "The file ends without its end tags.",
        "Write {closing} at its end; if pages are missing, see whether the program that writes it was broken off.",
    ),
    "text-after-end": error(
        "File format",
        "“{text}” stands after the end of the first element, where nothing may stand; it is left out.",
        "Remove it; where it is a second sitemap, put that into a file of its own.",
    ),
    "not-compressed": warning(
        "File format",
        "The name of the file ends in .gz, and it is not compressed.",
        "Compress it with gzip, or take .gz off its name.",
    ),
    "sitemap-in-urlset": error(
        "Element definitions",
        "This <sitemap> stands in a <urlset>, which lists pages; it is left out.",
        f"Put it into a file of its own, in <sitemapindex {_XMLNS}>.",
    ),
    "url-in-index": error(
        "Element definitions",
        "This <url> stands in a <sitemapindex>, which lists files; it is left out.",
        f"Put it into a file of its own, in <urlset {_XMLNS}>, and list that file here.",
    ),
    "repeated-element": error(
        "Element definitions",
        "This is the second <{name}> of its entry; the first one counts.",
        "Remove one of the two.",
    ),
    "nested-element": error(
        "Element definitions",
        "There are elements in this <{name}>, which may hold nothing but text.",
        "Leave nothing but its value in it.",
    ),
    "stray-text": warning(
        "Element definitions",
        "“{text}” stands between elements, where nothing may stand; it is ignored.",
        "Remove it, or put it into a comment.",
    ),
    "undefined-attribute": info(
        "Element definitions",
        "<{name}> has no attribute {attribute}; it is ignored.",
        "Remove it: elements of sitemaps have no attributes.",
    ),
    "unusual-order": info(
        "Element definitions",
        "<{name}> stands after <{before}>; the schema wants loc, lastmod, changefreq and priority, then all else.",
        "Put <{name}> before <{before}>: crawlers do without, programs that check by the schema do not.",
    ),
}

ADDRESSES: dict[str, Rule] = {
    "location-with-fragment": warning(
        "Element definitions",
        "“{value}” has a fragment, which search engines drop: they know the page by the address before it.",
        "Write {location}",
    ),
    "twice-escaped": error(
        "Sitemap limits",
        "“{value}” was escaped twice, so it is another address than the page's.",
        "Write {location}",
    ),
    "ftp-location": warning(
        "Element definitions",
        "“{value}” is on an FTP server, which neither search engines nor browsers visit any more; it is left out.",
        "Name the address at which browsers get it, or drop the entry.",
    ),
}

_LANGUAGES = "Multilingual and multinational sitemaps"

LANGUAGES: dict[str, Rule] = {
    "underscore-in-hreflang": warning(
        _LANGUAGES, "hreflang=“{value}” has an underscore where a hyphen is due.", 'Write hreflang="{right}".'
    ),
    "country-for-language": warning(
        _LANGUAGES, "hreflang=“{value}”: “{part}” is a country, not a language.", 'Write hreflang="{right}".'
    ),
    "unknown-language": warning(
        _LANGUAGES,
        "hreflang=“{value}”: there is no language “{part}”.",
        "Write the code of a language by ISO 639, such as de, with a country if need be, such as de-AT.",
    ),
    "unknown-region": warning(
        _LANGUAGES, "hreflang=“{value}”: there is no country “{part}” by ISO 3166.", 'Write hreflang="{right}".'
    ),
    "superseded-language": warning(
        _LANGUAGES, "hreflang=“{value}”: the language “{part}” goes by another code.", 'Write hreflang="{right}".'
    ),
    "alternate-without-namespace": warning(
        _LANGUAGES,
        "This <link> is not in the namespace of XHTML, so search engines ignore it.",
        'Write <xhtml:link xmlns:xhtml="http://www.w3.org/1999/xhtml" rel="alternate" hreflang="{language}" '
        'href="{location}"/>',
    ),
    "relative-alternate": error(
        _LANGUAGES, "href=“{value}” is not a whole address; it is read as {uri}.", 'Write href="{location}".'
    ),
    "second-alternate": warning(
        _LANGUAGES,
        "hreflang=“{value}” stands twice in this entry, for {first} and for {second}.",
        "Remove one of the two.",
    ),
    "alternate-without-return": warning(
        _LANGUAGES,
        "This page does not name {uri}, which names it as its version in “{language}”: search engines ignore that.",
        'Add <xhtml:link rel="alternate" hreflang="{own}" href="{location}"/>',
    ),
}

_NEWS = "Google News Sitemaps"
_VIDEO = "Video sitemaps"

EXTENSIONS: dict[str, Rule] = {
    "other-extension-namespace": error(
        "Additional sitemap types",
        "<{name}> is in the namespace “{namespace}”, which search engines do not know.",
        "Write {declaration}, letter for letter.",
    ),
    "news-without-publication": error(
        f"{_NEWS}, publication",
        "This <news:news> has no <news:publication>.",
        "Add <news:publication> with <news:name> and <news:language>.",
    ),
    "news-without-name": error(
        f"{_NEWS}, name",
        "This <news:news> does not name the publication.",
        "Add <news:name> to <news:publication>, as it stands on news.google.com.",
    ),
    "news-without-language": error(
        f"{_NEWS}, language",
        "This <news:news> does not say in which language the publication is.",
        "Add <news:language> to <news:publication>, such as <news:language>en</news:language>",
    ),
    "bad-news-language": error(
        f"{_NEWS}, language",
        "“{value}” is no language as news sitemaps write it.",
        "Write two or three letters by ISO 639, such as en; of Chinese zh-cn or zh-tw.",
    ),
    "news-without-date": error(
        f"{_NEWS}, publication_date",
        "This <news:news> has no <news:publication_date>.",
        "Add when the article was first published, as in 2024-05-31T14:30:00+02:00.",
    ),
    "bad-news-date": error(
        f"{_NEWS}, publication_date",
        "“{value}” is not a date as sitemaps write it.",
        "Write 2024-05-31, or with the time 2024-05-31T14:30:00+02:00.",
    ),
    "old-news": warning(
        f"{_NEWS}, publication_date",
        "This article is of {value}; news sitemaps are for those of the last 48 hours.",
        "Take out <news:news>, or the entry; the page itself may stay in another sitemap.",
    ),
    "video-without-thumbnail": error(
        f"{_VIDEO}, thumbnail_loc",
        "This <video:video> has no <video:thumbnail_loc>.",
        "Add the address of a picture of it.",
    ),
    "video-without-description": error(
        f"{_VIDEO}, description",
        "This <video:video> has no <video:description>.",
        "Add what it shows, in 2,048 characters at most.",
    ),
    "long-video-description": warning(
        f"{_VIDEO}, description",
        "This description has {length} characters; 2,048 are the most.",
        "Shorten it.",
    ),
    "video-without-content": error(
        f"{_VIDEO}, content_loc",
        "This <video:video> has neither <video:content_loc> nor <video:player_loc>.",
        "Add the address of its file, or that of a player for it.",
    ),
    "video-at-page": error(
        f"{_VIDEO}, player_loc",
        "<{name}> is the address of a page, not of a video.",
        "Name the file of the video, or that of a player for it.",
    ),
    "bad-video-duration": warning(
        f"{_VIDEO}, duration",
        "“{value}” is not a duration in seconds.",
        "Write a whole number from 1 to 28800, such as 600.",
    ),
    "bad-video-rating": warning(f"{_VIDEO}, rating", "“{value}” is not a rating.", "Write a number from 0.0 to 5.0."),
    "bad-video-date": warning(
        f"{_VIDEO}, publication_date",
        "“{value}” in <{name}> is not a date as sitemaps write it.",
        "Write 2024-05-31, or with the time 2024-05-31T14:30:00+02:00.",
    ),
    "bad-video-choice": warning(
        f"{_VIDEO}, family_friendly", "“{value}” in <{name}> is neither yes nor no.", "Write yes or no."
    ),
    "bad-video-relationship": warning(
        f"{_VIDEO}, restriction",
        "<{name}> does not say whether what it lists is allowed or denied.",
        'Add relationship="allow" or relationship="deny".',
    ),
    "bad-media-address": error(
        "Additional sitemap types",
        "“{value}” in <{name}> is no whole address.",
        "Write one that begins with https:// and the host.",
    ),
}

_SITE = "Element definitions"

WHOLE_SITE: dict[str, Rule] = {
    "other-scheme": warning(
        _SITE,
        "{count} of the addresses begin with {scheme}://, that of the site with {own}://; the first is {location}.",
        "Write {right}, and likewise the others.",
    ),
    "www-or-bare": warning(
        _SITE,
        "{count} of the addresses are of {host}, while the site is {own}; the first is {location}.",
        "Write {right}, and likewise the others.",
    ),
    "future-lastmod": warning(_SITE, "“{value}” is in the future.", "Write when the page was last changed."),
    "page-in-two-files": info(
        _SITE,
        "{location} is listed in {target} already, on line {first}.",
        "List each page in one file.",
    ),
    "page-not-in-folder": warning(
        _SITE,
        "{location} is listed, and the folder has no page for it.",
        "Take it out, unless the server makes that page otherwise.",
    ),
    "page-not-listed": info(
        _SITE,
        "No sitemap lists this page.",
        "Add <url><loc>{location}</loc></url>, unless it is not meant to be found.",
    ),
    "page-disallowed": warning(
        "Purpose",
        "{location} is listed, and robots.txt keeps crawlers from it: {rule} on line {first}.",
        "Take it out of the sitemap, or change that line.",
    ),
    "sitemap-disallowed": error(
        "Purpose",
        "robots.txt keeps crawlers from this file: {rule} on line {first}.",
        "Change that line, or put the file elsewhere.",
    ),
    "page-not-indexed": warning(
        "Purpose",
        "{location} is listed, and the page says noindex.",
        "Take it out of the sitemap, or noindex out of the page.",
    ),
    "page-canonical-elsewhere": warning(
        "Purpose",
        "{location} is listed, and the page says that its address is {canonical}.",
        "Write {right}",
    ),
}
