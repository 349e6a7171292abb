"""The catalogue of the faults in a sitemaps.org sitemap or a robots.txt.

A code is permanent: it is appended, never renamed or reused. Text that a remedy tells the author to write can be
pasted.
"""

from __future__ import annotations

from collections.abc import Mapping

from standard_sitemap.model.faults import Rule, error, info, warning

_XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

_SUBMISSION = "Search engine submission"

_ROBOTS: dict[str, Rule] = {
    "robots-encoding": warning(
        _SUBMISSION,
        "This robots.txt is in the character encoding {encoding}.",
        "Save it as UTF-8; crawlers read it as such.",
    ),
    "robots-is-page": warning(
        _SUBMISSION,
        "In place of robots.txt the server sends a web page; only whole addresses after “Sitemap:” are taken from it.",
        "Have the server send a text file, or answer 404 where there is none.",
    ),
    "robots-type": info(
        _SUBMISSION,
        "The server labels robots.txt “{type}”; it is read all the same.",
        "Have the server send Content-Type: text/plain.",
    ),
    "robots-bad-address": error(
        _SUBMISSION,
        "“{value}” is no address, so this line names no sitemap.",
        "Write the whole address, as in Sitemap: https://www.example.org/sitemap.xml",
    ),
    "robots-relative": warning(
        _SUBMISSION,
        "“{value}” is not a whole address; it is read as {uri}.",
        "Write that: crawlers pass over lines without a whole address.",
    ),
    "robots-odd-line": info(
        _SUBMISSION,
        "This line is not written as crawlers expect it; {uri} is read from it all the same.",
        "Write one address a line, as in Sitemap: https://www.example.org/sitemap.xml",
    ),
    "robots-twice": info(
        _SUBMISSION,
        "{uri} is named on line {first} already.",
        "Drop one of the two lines.",
    ),
    "robots-too-many": warning(
        _SUBMISSION,
        "There are more than {limit} lines with sitemaps; from here on they are left out.",
        "Name an index, and list the sitemaps in it.",
    ),
}


_SEARCHES: dict[str, Rule] = {
    "search-unavailable": warning(
        "OpenSearch",
        "The description of the site's search could not be fetched: {reason}.",
        "Put it there, or take out the link of the pages that names it.",
    ),
    "search-not-understood": warning(
        "OpenSearch",
        "This is no description of a search by nothing but words.",
        "Give it a <Url> of the type text/html whose template wants the words in its query, and nothing else.",
    ),
}


_FILES: dict[str, Rule] = {
    "damaged-xml": error(
        "File format",
        "This is not well-formed XML: {reason}.",
        "What could be read is used; mend this line or the one before it, since search engines drop such files whole.",
    ),
    "forbidden-character": error(
        "File format",
        "The character {character} stands on this line, which XML does not allow; in the whole file, {count} such do.",
        "Delete it; this file is read as if you had.",
    ),
    "truncated-file": error(
        "File format",
        "The file ends in the middle of “{text}”, which is left out.",
        "What came before is used; see whether the program that writes the file, or its transfer, was broken off.",
    ),
    "unescaped-ampersand": error(
        "Sitemap limits",
        "“&” stands on this line without being escaped; in the whole file, {count} of them do.",
        "Write &amp; for each “&” in an address; this file is read as if you had.",
    ),
    "unescaped-character": info(
        "Sitemap limits",
        "{count} times one of {characters} stands here as it is, the first time on this line.",
        "Write &apos; for ', &quot; for \" and &gt; for >: the protocol wants it, though XML does not.",
    ),
    "undefined-entity": error(
        "Sitemap limits",
        "&{name}; is not defined in XML.",
        "Write the character itself; in addresses its percent-encoded form, such as %C3%A9.",
    ),
    "ignored-doctype": warning(
        "File format",
        "The file has a document type declaration, which no sitemap needs; its entities are replaced by their texts.",
        "Remove it, and write these texts where the entities stand.",
    ),
    "text-before-declaration": error(
        "File format",
        "“{text}” stands before the XML declaration, where nothing may stand.",
        "Remove it; often it is an empty line, or a warning that the program prints which writes the file.",
    ),
    "white-space-before-declaration": error(
        "File format",
        "White space stands before the XML declaration, where nothing may stand.",
        "Remove it; often it is an empty line at the end of one of the files of the program that writes the sitemap.",
    ),
    "not-utf-8": warning(
        "File format",
        "The file is in the character encoding {encoding}.",
        "Save it as UTF-8: sitemaps must be.",
    ),
    "other-encoding-declared": warning(
        "File format",
        "The file, or the server, says that it is in {encoding}; its bytes are read as UTF-8, which sitemaps must be.",
        'Begin it with <?xml version="1.0" encoding="UTF-8"?>, and let the server say so too, or nothing.',
    ),
    "bad-bytes": error(
        "File format",
        "The file holds bytes that are not {encoding}; they are read as well as can be.",
        "Save it as UTF-8, and let the first line and the server say so.",
    ),
    "unlikely-type": warning(
        "File format",
        "The server labels this file “{type}”, yet it is {format}.",
        "Have the server send Content-Type: {right}.",
    ),
    "no-sitemap-namespace": error(
        "File format",
        "<{name}> is in no namespace.",
        'Write <{name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">.',
    ),
    "other-sitemap-namespace": error(
        "File format",
        "<{name}> is in the namespace “{namespace}”, which is not that of sitemaps.",
        'Write <{name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">, letter for letter.',
    ),
    "old-sitemap-namespace": info(
        "History",
        "<{name}> is in the namespace of an older version, “{namespace}”.",
        'Write <{name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">; nothing else has changed.',
    ),
    "other-document-element": error(
        "Element definitions",
        "The first element is <{name}>, neither <urlset> nor <sitemapindex>.",
        "Put all into a <urlset>; its <loc> elements are read as if you had.",
    ),
    "undeclared-extension": error(
        "Additional sitemap types",
        "The prefix “{prefix}” is not declared.",
        'Add xmlns:{prefix}="{namespace}" to the first element.',
    ),
    "twice-compressed": warning(
        "File format",
        "The file is compressed, and what comes out is compressed again.",
        "Compress it once; where the server compresses what it sends, have it leave files alone that end in .gz.",
    ),
    "damaged-gzip": error(
        "File format",
        "The file is compressed, and damaged or cut off.",
        "What could be unpacked is used; compress and upload it again.",
    ),
    "unpacks-to-too-much": error(
        "Sitemap limits",
        "The file unpacks to more than {limit} bytes; what is beyond is left out.",
        "Divide it into several files, listed in an index.",
    ),
    "no-known-format": error(
        "File format",
        "The file is no sitemap: it begins with “{text}”.",
        "Name a file that begins with <urlset> or <sitemapindex>, a feed, or a text file with an address on each line.",
    ),
    "page-not-sitemap": error(
        "File format",
        "Here stands a web page, not a sitemap.",
        "Correct the address, or let the server answer 404 where there is nothing.",
    ),
    "no-pages": warning(
        "Element definitions",
        "The file lists nothing.",
        "Remove it from the index, or see why the program that writes it finds no page.",
    ),
    "too-many-urls": error(
        "Sitemap limits",
        "The file lists {count} pages; more than 50,000 are not allowed.",
        "Divide it into several files, listed in an index; readers are shown all the same.",
    ),
    "too-many-sitemaps": error(
        "Sitemap limits",
        "The index lists {count} sitemaps; more than 50,000 are not allowed.",
        "Divide it into several indexes, and name each of them in robots.txt.",
    ),
    "too-many-bytes": error(
        "Sitemap limits",
        "The file has {bytes} bytes unpacked; more than 52,428,800 are not allowed.",
        "Divide it into several files, listed in an index; readers are shown all the same.",
    ),
    "nested-index": warning(
        "Best practice",
        "This index is listed in an index: search engines do not follow such an index.",
        "List its sitemaps in the first index instead; if it lists itself, remove that entry.",
    ),
    "sitemap-unavailable": error(
        "File format",
        "The file could not be fetched: {reason}.",
        "Put it there, or take out what names it; until then its pages are missing.",
    ),
    "sitemap-listed-again": warning(
        "File format", "{location} is listed more than once; it is read once.", "List each sitemap once."
    ),
    "too-many-files": error(
        "Sitemap limits",
        "The sitemap consists of more than {limit} files; {location} is left out.",
        "Join some of the files: each may list 50,000 pages.",
    ),
    "folder-not-sorted": info(
        "Sitemap limits",
        "{count} pages stand side by side in “{folder}”: so many stay in the order of their addresses.",
        "Nothing need be done; addresses with folders in them make a tree that is easier to read.",
    ),
}


# Authors who fix the first hundreds check again. All lost addresses are reported.
_ENTRIES: dict[str, Rule] = {
    "no-location": error(
        "Element definitions", "This <{name}> has no <loc>; it is passed over.", "Add <loc> with a whole address."
    ),
    "empty-location": error("Element definitions", "This <loc> is empty.", "Write a whole address, or drop the entry."),
    "second-location": error(
        "Element definitions",
        "This entry has a second <loc>; it is read as an entry of its own.",
        "Give it its own <url>.",
    ),
    "misplaced-location": error(
        "Element definitions",
        "This <loc> stands outside of <url> and <sitemap>; it is read all the same.",
        "Put it into one.",
    ),
    "bad-location": error(
        "Element definitions",
        "“{value}” is not an address, so it is left out.",
        "Write a whole address, such as https://www.example.org/about.html.",
    ),
    "relative-location": error(
        "Element definitions",
        "“{value}” is not a whole address; it is read as {location}.",
        "Write the whole address, with https:// and the host.",
    ),
    "unescaped-location": warning(
        "Element definitions",
        "“{value}” holds characters that must be percent-encoded in an address.",
        "Write {location}",
    ),
    "long-location": error(
        "Element definitions", "This address has {length} characters; 2,047 are the most.", "Shorten it."
    ),
    "other-host": warning(
        "Element definitions",
        "{count} of the addresses are not of {origin}, where this file is; the first is {location}.",
        "List them in a sitemap of their own host, or name this one in the robots.txt of that host.",
    ),
    "outside-folder": info(
        "Element definitions",
        "{count} of the addresses are not below {folder}, where this file is; the first is {location}.",
        "Move the file up, or name it in robots.txt: search engines may ignore such addresses otherwise.",
    ),
    "page-listed-again": info(
        "Element definitions",
        "{location} is listed on line {first} already.",
        "Drop one of the two entries.",
    ),
    "bad-lastmod": warning(
        "Element definitions",
        "“{value}” is not a date as sitemaps write it.",
        "Write 2024-05-31, or with the time 2024-05-31T14:30:00+02:00.",
    ),
    "lastmod-without-zone": info(
        "Element definitions",
        "“{value}” has a time without a time zone; {count} dates of this file are like that.",
        "Add the zone, as in 2024-05-31T14:30:00+02:00 or 2024-05-31T12:30:00Z.",
    ),
    "bad-changefreq": warning(
        "Element definitions",
        "“{value}” does not say how often a page changes.",
        "Write always, hourly, daily, weekly, monthly, yearly or never, in small letters.",
    ),
    "priority-out-of-range": warning(
        "Element definitions",
        "“{value}” is not a priority; it counts as {used}.",
        "Write a number from 0.0 to 1.0.",
    ),
    "undefined-element": warning(
        "Element definitions",
        "There is no element <{name}> in a sitemap; it is ignored.",
        "Check its spelling: in <url> may be loc, lastmod, changefreq and priority, in <sitemap> loc and lastmod.",
    ),
    "capital-letters": error(
        "Element definitions",
        "<{name}> is not <{right}>: XML tells capitals from small letters.",
        "Write <{right}>, and so in its end tag; this file is read as if you had.",
    ),
    "empty-element": warning("Element definitions", "This <{name}> is empty.", "Write a value, or drop the element."),
    "page-value-in-index": warning(
        "Element definitions",
        "<{name}> says nothing of a sitemap; in an index it is passed over.",
        "Leave it to the pages in the sitemap that is listed: in <sitemap> may be loc and lastmod.",
    ),
    "bad-hreflang": warning(
        "Multilingual and multinational sitemaps",
        "hreflang=“{value}” is not a language.",
        "Write a language, with a region if need be, such as de or de-AT; or x-default.",
    ),
    "alternate-without-address": warning(
        "Multilingual and multinational sitemaps",
        "This link to another language has no address that can be used.",
        "Add href with a whole address.",
    ),
    "alternates-without-self": info(
        "Multilingual and multinational sitemaps",
        "This page names its other languages but not its own, so search engines ignore the links.",
        'Add <xhtml:link rel="alternate" hreflang="…" href="{location}"/> with its language.',
    ),
    "news-without-title": warning(
        "Google News Sitemaps", "This <news:news> has no <news:title>.", "Add the title as it stands on the page."
    ),
    "video-without-title": warning(
        "Video sitemaps", "This <video:video> has no <video:title>.", "Add the title of the video."
    ),
    "image-without-location": warning(
        "Image sitemaps", "This <image:image> has no <image:loc>.", "Add the address of the image."
    ),
    "too-many-images": warning(
        "Image sitemaps", "This page lists {count} images; 1,000 are the most.", "Leave out the least important ones."
    ),
    "too-much-news": warning(
        "Google News Sitemaps", "The file lists {count} news; 1,000 are the most.", "Divide it into several files."
    ),
    "bad-line": error(
        "Text file",
        "“{value}” is not an address, so it is left out.",
        "Write one whole address on each line, and nothing else.",
    ),
    "entry-without-link": warning(
        "Syndication feed", "This entry of the feed leads nowhere; it is left out.", "Add <link> with a whole address."
    ),
    "more-of-the-same": info(
        "Sitemaps",
        "There are {count} more faults of the kind “{code}” in this file.",
        "Mend those that are named, and look again.",
    ),
}

_BROKEN_FILES: dict[str, Rule] = {
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

_ADDRESSES: dict[str, Rule] = {
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

_HREFLANG: dict[str, Rule] = {
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
    "other-relation": warning(
        _LANGUAGES,
        "rel=“{value}” names no other language, so search engines ignore this link.",
        'Write rel="alternate".',
    ),
    "alternate-without-return": warning(
        _LANGUAGES,
        "This page does not name {uri}, which names it as its version in “{language}”: search engines ignore that.",
        'Add <xhtml:link rel="alternate" hreflang="{own}" href="{location}"/>',
    ),
}

_NEWS = "Google News Sitemaps"
_VIDEO = "Video sitemaps"

_EXTENSIONS: dict[str, Rule] = {
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

_WHOLE_SITE: dict[str, Rule] = {
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

CATALOGUE: Mapping[str, Rule] = (
    _FILES | _BROKEN_FILES | _ENTRIES | _ADDRESSES | _HREFLANG | _EXTENSIONS | _WHOLE_SITE | _ROBOTS | _SEARCHES
)
