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
        "Save it as UTF-8, as crawlers expect.",
    ),
    "robots-is-page": warning(
        _SUBMISSION,
        "The server sends a web page as robots.txt; only whole addresses after “Sitemap:” are read from it.",
        "Have the server send a text file, or answer 404 if there is none.",
    ),
    "robots-type": info(
        _SUBMISSION,
        "The server labels robots.txt “{type}”; it is read anyway.",
        "Have the server send Content-Type: text/plain.",
    ),
    "robots-bad-address": error(
        _SUBMISSION,
        "“{value}” is not an address, so this line names no sitemap.",
        "Write the whole address, as in Sitemap: https://www.example.org/sitemap.xml",
    ),
    "robots-relative": warning(
        _SUBMISSION,
        "“{value}” is not a whole address; it is read as {uri}.",
        "Write the whole address, with https:// and the host: crawlers ignore this line.",
    ),
    "robots-odd-line": info(
        _SUBMISSION,
        "This line is not in the form that crawlers expect; {uri} is read from it anyway.",
        "Write one address per line, as in Sitemap: https://www.example.org/sitemap.xml",
    ),
    "robots-twice": info(
        _SUBMISSION,
        "{uri} is already named on line {first}.",
        "Remove one of the two lines.",
    ),
    "robots-too-many": warning(
        _SUBMISSION,
        "There are more than {limit} lines with sitemaps; from here on they are ignored.",
        "List the sitemaps in an index, and name the index.",
    ),
    "robots-too-long": warning(
        _SUBMISSION,
        "The file is longer than {limit} bytes; from here on it is ignored.",
        "Remove rules: crawlers read the first 500 KiB, and many ignore the rest.",
    ),
}


_SEARCHES: dict[str, Rule] = {
    "search-unavailable": warning(
        "OpenSearch",
        "The description of the site's search could not be fetched: {reason}.",
        "Upload it, or remove the link to it from the pages.",
    ),
    "search-not-understood": warning(
        "OpenSearch",
        "This description defines no search that takes words alone.",
        "Give it a <Url> of the type text/html whose template has the search words in its query as the only required "
        "parameter.",
    ),
}


_FILES: dict[str, Rule] = {
    "damaged-xml": error(
        "File format",
        "This is not well-formed XML: {reason}.",
        "What could be read is used. Correct this line or the one before it: search engines reject the whole file.",
    ),
    "forbidden-character": error(
        "File format",
        "The character {character} on this line is not allowed in XML; the whole file has {count} such characters.",
        "Delete it; the file is read without it.",
    ),
    "truncated-file": error(
        "File format",
        "The file ends in the middle of “{text}”, which is left out.",
        "What came before is used. Check whether writing or transferring the file was interrupted.",
    ),
    "unescaped-ampersand": error(
        "Sitemap limits",
        "There is an unescaped “&” on this line; the whole file has {count}.",
        "Write &amp; for each “&” in an address; the file is read as if they were escaped.",
    ),
    "unescaped-character": info(
        "Sitemap limits",
        "The file contains {characters} unescaped, {count} times in all, the first on this line.",
        "Write &apos; for ', &quot; for \" and &gt; for >: the protocol requires it, although XML does not.",
    ),
    "undefined-entity": error(
        "Sitemap limits",
        "&{name}; is not defined in XML.",
        "Write the character itself; in addresses its percent-encoded form, such as %C3%A9.",
    ),
    "ignored-doctype": warning(
        "File format",
        "The file has a document type declaration, which no sitemap needs; its entities are replaced by their text.",
        "Remove it, and write this text in place of the entities.",
    ),
    "text-before-declaration": error(
        "File format",
        "“{text}” comes before the XML declaration, which must be first.",
        "Remove it; it is often an empty line, or a warning printed by the program that writes the file.",
    ),
    "white-space-before-declaration": error(
        "File format",
        "There is white space before the XML declaration, which must be first.",
        "Remove it; it is often an empty line at the end of a source file of the program that writes the sitemap.",
    ),
    "not-utf-8": warning(
        "File format",
        "The file is in the character encoding {encoding}.",
        "Save it as UTF-8, which sitemaps must be.",
    ),
    "other-encoding-declared": warning(
        "File format",
        "The file or the server declares {encoding}; the bytes are read as UTF-8, which sitemaps must be.",
        'Begin it with <?xml version="1.0" encoding="UTF-8"?>, and have the server declare the same, or no encoding.',
    ),
    "bad-bytes": error(
        "File format",
        "The file contains bytes that are not valid {encoding}; they are read as far as possible.",
        "Save it as UTF-8, and declare this in the first line and on the server.",
    ),
    "unlikely-type": warning(
        "File format",
        "The server labels this file “{type}”, but it is {format}.",
        "Have the server send Content-Type: {right}.",
    ),
    "no-sitemap-namespace": error(
        "File format",
        "<{name}> is in no namespace.",
        'Write <{name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">.',
    ),
    "other-sitemap-namespace": error(
        "File format",
        "<{name}> is in the namespace “{namespace}”, which is not the namespace of sitemaps.",
        'Write <{name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">, exactly as shown.',
    ),
    "old-sitemap-namespace": info(
        "History",
        "<{name}> is in the namespace of an older version, “{namespace}”.",
        'Write <{name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">; nothing else has changed.',
    ),
    "other-document-element": error(
        "Element definitions",
        "The first element is <{name}>, neither <urlset> nor <sitemapindex>.",
        "Put the entries into a <urlset>; the <loc> elements are read as if they were in one.",
    ),
    "undeclared-extension": error(
        "Additional sitemap types",
        "The prefix “{prefix}” is not declared.",
        'Add xmlns:{prefix}="{namespace}" to the first element.',
    ),
    "twice-compressed": warning(
        "File format",
        "The file is compressed twice.",
        "Compress it once; if the server compresses its responses, exclude files that end in .gz.",
    ),
    "damaged-gzip": error(
        "File format",
        "The compressed file is damaged or incomplete.",
        "What could be unpacked is used. Compress and upload it again.",
    ),
    "unpacks-to-too-much": error(
        "Sitemap limits",
        "The file unpacks to more than {limit} bytes; the rest is ignored.",
        "Divide it into several files, listed in an index.",
    ),
    "no-known-format": error(
        "File format",
        "The file is not a sitemap: it begins with “{text}”.",
        "Name a file that begins with <urlset> or <sitemapindex>, a feed, or a text file with an address on each line.",
    ),
    "page-not-sitemap": error(
        "File format",
        "This is a web page, not a sitemap.",
        "Correct the address, or have the server answer 404 where nothing exists.",
    ),
    "no-pages": warning(
        "Element definitions",
        "The file lists nothing.",
        "Remove the file, or find out why the program that writes it found no pages. "
        "MkDocs and Zensical need site_url.",
    ),
    "too-many-urls": error(
        "Sitemap limits",
        "The file lists {count} pages; the limit is 50,000.",
        "Divide it into several files, listed in an index. Readers still see everything.",
    ),
    "too-many-sitemaps": error(
        "Sitemap limits",
        "The index lists {count} sitemaps; the limit is 50,000.",
        "Divide it into several indexes, and name each of them in robots.txt.",
    ),
    "too-many-bytes": error(
        "Sitemap limits",
        "The file has {bytes} bytes unpacked; the limit is 52,428,800.",
        "Divide it into several files, listed in an index. Readers still see everything.",
    ),
    "index-without-pages": error(
        "File format",
        "No page is listed under this index, so nothing was found.",
        "List sitemaps that list pages; an index that lists only indexes of each other has none.",
    ),
    "nested-index": warning(
        "Best practice",
        "This index is itself listed in an index; search engines do not follow it.",
        "List its sitemaps in the first index instead; if the index lists itself, remove that entry.",
    ),
    "sitemap-unavailable": error(
        "File format",
        "The file could not be fetched: {reason}.",
        "Its pages are missing. Upload it, or remove the reference to it.",
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
        "“{folder}” has {count} pages on one level, too many to sort; they stay in the order of their addresses.",
        "No action is needed, but addresses with folders make a tree that is easier to read.",
    ),
}


# Authors who fix the first hundreds check again. All lost addresses are reported.
_ENTRIES: dict[str, Rule] = {
    "no-location": error(
        "Element definitions", "This <{name}> has no <loc>, so it is ignored.", "Add <loc> with a whole address."
    ),
    "empty-location": error(
        "Element definitions", "This <loc> is empty.", "Write a whole address, or remove the entry."
    ),
    "second-location": error(
        "Element definitions",
        "This entry has a second <loc>, which is read as an entry of its own.",
        "Give it its own <url>.",
    ),
    "misplaced-location": error(
        "Element definitions",
        "This <loc> is outside of <url> and <sitemap>; it is read anyway.",
        "Put it into one of them.",
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
        "“{value}” contains {characters}, which must be percent-encoded in an address.",
        "Write {location}",
    ),
    "bare-percent": warning(
        "Element definitions",
        "“{value}” contains a % that begins no escape.",
        "Write {location}",
    ),
    "unicode-escape": warning(
        "Element definitions",
        "“{value}” contains an escape of the form %uXXXX, which no server understands.",
        "Write {location}",
    ),
    "dot-segment": warning(
        "Element definitions",
        "“{value}” contains a segment . or .., which is no part of an address; it is read as {location}.",
        "Write {location}",
    ),
    "long-location": error(
        "Element definitions", "This address has {length} characters; the limit is 2,047.", "Shorten it."
    ),
    "other-host": warning(
        "Element definitions",
        "Addresses that are not on {origin}, where this file is: {count}; the first is {location}.",
        "List them in a sitemap of their own host, or name this one in the robots.txt of that host.",
    ),
    "outside-folder": info(
        "Element definitions",
        "Addresses that are not below {folder}, where this file is: {count}; the first is {location}.",
        "Move the file up, or name it in robots.txt: search engines may ignore such addresses otherwise.",
    ),
    "page-listed-again": info(
        "Element definitions",
        "{location} is already listed on line {first}.",
        "Remove one of the two entries.",
    ),
    "bad-lastmod": warning(
        "Element definitions",
        "“{value}” is not in the date format of sitemaps.",
        "Write 2024-05-31, or with the time 2024-05-31T14:30:00+02:00.",
    ),
    "lastmod-without-zone": info(
        "Element definitions",
        "“{value}” has a time without a time zone; such dates in this file: {count}.",
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
        "<{name}> is not an element of the format, so it is ignored.",
        "Check the spelling: <url> may contain loc, lastmod, changefreq and priority, and <sitemap> loc and lastmod.",
    ),
    "capital-letters": error(
        "Element definitions",
        "<{name}> is not <{right}>: names in XML are case-sensitive.",
        "Write <{right}>, also in its end tag; the file is read as if it were correct.",
    ),
    "empty-element": warning("Element definitions", "This <{name}> is empty.", "Write a value, or remove the element."),
    "page-value-in-index": warning(
        "Element definitions",
        "<{name}> does not apply to sitemaps, so it is ignored in an index.",
        "Write it for the pages in the listed sitemap: <sitemap> may contain loc and lastmod.",
    ),
    "bad-hreflang": warning(
        "Multilingual and multinational sitemaps",
        "hreflang=“{value}” is not a language.",
        "Write a language, with a region if needed, such as de or de-AT; or x-default.",
    ),
    "alternate-without-address": warning(
        "Multilingual and multinational sitemaps",
        "This link to another language has no usable address.",
        "Add href with a whole address.",
    ),
    "alternates-without-self": info(
        "Multilingual and multinational sitemaps",
        "This page names its other languages but not its own, so search engines ignore the links.",
        'Add <xhtml:link rel="alternate" hreflang="…" href="{location}"/> with its language.',
    ),
    "news-without-title": warning(
        "Google News Sitemaps", "This <news:news> has no <news:title>.", "Add the title as shown on the page."
    ),
    "video-without-title": warning(
        "Video sitemaps", "This <video:video> has no <video:title>.", "Add the title of the video."
    ),
    "image-without-location": warning(
        "Image sitemaps", "This <image:image> has no <image:loc>.", "Add the address of the image."
    ),
    "too-many-images": warning(
        "Image sitemaps", "This page lists {count} images; the limit is 1,000.", "Leave out the least important ones."
    ),
    "too-much-news": warning(
        "Google News Sitemaps",
        "The file lists {count} news articles; the limit is 1,000.",
        "Divide it into several files.",
    ),
    "bad-line": error(
        "Text file",
        "“{value}” is not an address, so it is left out.",
        "Write one whole address on each line, and nothing else.",
    ),
    "comment-in-list": warning(
        "Text file",
        "“{value}” is no address, so it is ignored: text files have no comments.",
        "Remove the line.",
    ),
    "entry-without-link": warning(
        "Syndication feed", "This entry of the feed has no link, so it is left out.", "Add <link> with a whole address."
    ),
    "more-of-the-same": info(
        "Sitemaps",
        "This file has {count} more faults of the kind “{code}”.",
        "Correct those that are listed, and check again.",
    ),
}

_BROKEN_FILES: dict[str, Rule] = {
    "empty-file": error(
        "File format",
        "The file is empty.",
        f"Write <urlset {_XMLNS}> with a <url> for each page, or remove the reference to the file.",
    ),
    "unclosed-file": error(
        "File format",
        "The file ends without its end tags.",
        "Write {closing} at its end. If pages are missing, check whether the program that writes it was interrupted.",
    ),
    "text-after-end": error(
        "File format",
        "“{text}” comes after the end of the first element, where nothing is allowed, so it is ignored.",
        "Remove it; if it is a second sitemap, put it into a file of its own.",
    ),
    "not-compressed": warning(
        "File format",
        "The file name ends in .gz, but the file is not compressed.",
        "Compress it with gzip, or remove .gz from its name.",
    ),
    "sitemap-in-urlset": error(
        "Element definitions",
        "This <sitemap> is in a <urlset>, which lists pages, so it is ignored.",
        f"Put it into a file of its own, in <sitemapindex {_XMLNS}>.",
    ),
    "url-in-index": error(
        "Element definitions",
        "This <url> is in a <sitemapindex>, which lists files, so it is ignored.",
        f"Put it into a file of its own, in <urlset {_XMLNS}>, and list that file here.",
    ),
    "repeated-element": error(
        "Element definitions",
        "This is the second <{name}> of its entry; the first one counts.",
        "Remove one of the two.",
    ),
    "nested-element": error(
        "Element definitions",
        "This <{name}> contains elements, but it may contain only text.",
        "Write only its value in it.",
    ),
    "stray-text": warning(
        "Element definitions",
        "“{text}” is between elements, where no text is allowed, so it is ignored.",
        "Remove it, or put it into a comment.",
    ),
    "undefined-attribute": info(
        "Element definitions",
        "<{name}> has no attribute {attribute}; it is ignored.",
        "Remove it: elements of sitemaps have no attributes.",
    ),
    "unusual-order": info(
        "Element definitions",
        "<{name}> comes after <{before}>; the schema requires the order loc, lastmod, changefreq, priority, then "
        "anything else.",
        "Put <{name}> before <{before}>. Crawlers accept any order, schema validators do not.",
    ),
}

_ADDRESSES: dict[str, Rule] = {
    "location-with-fragment": warning(
        "Element definitions",
        "“{value}” has a fragment, which search engines ignore.",
        "Write {location}",
    ),
    "twice-escaped": error(
        "Sitemap limits",
        "“{value}” is escaped twice, so it is not the address of the page.",
        "Write {location}",
    ),
    "ftp-location": warning(
        "Element definitions",
        "“{value}” is on an FTP server, which search engines and browsers no longer visit, so it is left out.",
        "Write its web address, or remove the entry.",
    ),
}

_LANGUAGES = "Multilingual and multinational sitemaps"

_HREFLANG: dict[str, Rule] = {
    "underscore-in-hreflang": warning(
        _LANGUAGES, "hreflang=“{value}” has an underscore instead of a hyphen.", 'Write hreflang="{right}".'
    ),
    "country-for-language": warning(
        _LANGUAGES, "hreflang=“{value}”: “{part}” is a country, not a language.", 'Write hreflang="{right}".'
    ),
    "unknown-language": warning(
        _LANGUAGES,
        "hreflang=“{value}”: “{part}” is not a language.",
        "Write a language code of ISO 639, such as de, with a country if needed, such as de-AT.",
    ),
    "unknown-region": warning(
        _LANGUAGES, "hreflang=“{value}”: “{part}” is not a country code of ISO 3166.", 'Write hreflang="{right}".'
    ),
    "superseded-language": warning(
        _LANGUAGES, "hreflang=“{value}”: the language “{part}” has another code today.", 'Write hreflang="{right}".'
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
        "hreflang=“{value}” occurs twice in this entry, for {first} and for {second}.",
        "Remove one of the two.",
    ),
    "link-without-relation": warning(
        _LANGUAGES,
        "This link has no rel, so it is ignored.",
        'Write rel="alternate" for a page in another language.',
    ),
    "other-relation": warning(
        _LANGUAGES,
        "rel=“{value}” does not mark another language, so search engines ignore this link.",
        'Write rel="alternate".',
    ),
    "alternate-without-return": warning(
        _LANGUAGES,
        "{uri} names this page as its version in “{language}”, but this page does not name {uri} in return, "
        "so search engines ignore the link.",
        'Add <xhtml:link rel="alternate" hreflang="{own}" href="{location}"/>',
    ),
}

_NEWS = "Google News Sitemaps"
_VIDEO = "Video sitemaps"

_EXTENSIONS: dict[str, Rule] = {
    "other-extension-namespace": error(
        "Additional sitemap types",
        "<{name}> is in the namespace “{namespace}”, which search engines do not know.",
        "Write {declaration}, exactly as shown.",
    ),
    "news-without-publication": error(
        f"{_NEWS}, publication",
        "This <news:news> has no <news:publication>.",
        "Add <news:publication> with <news:name> and <news:language>.",
    ),
    "news-without-name": error(
        f"{_NEWS}, name",
        "This <news:news> does not name the publication.",
        "Add <news:name> to <news:publication>, with the name shown on news.google.com.",
    ),
    "news-without-language": error(
        f"{_NEWS}, language",
        "This <news:news> does not give the language of the publication.",
        "Add <news:language> to <news:publication>, such as <news:language>en</news:language>",
    ),
    "bad-news-language": error(
        f"{_NEWS}, language",
        "“{value}” is not a language code of news sitemaps.",
        "Write two or three letters of ISO 639, such as en; for Chinese, zh-cn or zh-tw.",
    ),
    "news-without-date": error(
        f"{_NEWS}, publication_date",
        "This <news:news> has no <news:publication_date>.",
        "Add the date on which the article was first published, as in 2024-05-31T14:30:00+02:00.",
    ),
    "bad-news-date": error(
        f"{_NEWS}, publication_date",
        "“{value}” is not in the date format of sitemaps.",
        "Write 2024-05-31, or with the time 2024-05-31T14:30:00+02:00.",
    ),
    "old-news": warning(
        f"{_NEWS}, publication_date",
        "This article is dated {value}; news sitemaps are for articles of the last 48 hours.",
        "Remove <news:news> or the entry; the page may stay in another sitemap.",
    ),
    "video-without-thumbnail": error(
        f"{_VIDEO}, thumbnail_loc",
        "This <video:video> has no <video:thumbnail_loc>.",
        "Add the address of a preview picture.",
    ),
    "video-without-description": error(
        f"{_VIDEO}, description",
        "This <video:video> has no <video:description>.",
        "Add a description of at most 2,048 characters.",
    ),
    "long-video-description": warning(
        f"{_VIDEO}, description",
        "This description has {length} characters; the limit is 2,048.",
        "Shorten it.",
    ),
    "video-without-content": error(
        f"{_VIDEO}, content_loc",
        "This <video:video> has neither <video:content_loc> nor <video:player_loc>.",
        "Add the address of the video file or of a player for it.",
    ),
    "video-at-page": error(
        f"{_VIDEO}, player_loc",
        "<{name}> is the address of a page, not of a video.",
        "Name the video file, or a player for it.",
    ),
    "bad-video-duration": warning(
        f"{_VIDEO}, duration",
        "“{value}” is not a duration in seconds.",
        "Write a whole number from 1 to 28800, such as 600.",
    ),
    "bad-video-rating": warning(f"{_VIDEO}, rating", "“{value}” is not a rating.", "Write a number from 0.0 to 5.0."),
    "bad-video-date": warning(
        f"{_VIDEO}, publication_date",
        "“{value}” in <{name}> is not in the date format of sitemaps.",
        "Write 2024-05-31, or with the time 2024-05-31T14:30:00+02:00.",
    ),
    "bad-video-choice": warning(
        f"{_VIDEO}, family_friendly", "“{value}” in <{name}> is neither yes nor no.", "Write yes or no."
    ),
    "bad-video-relationship": warning(
        f"{_VIDEO}, restriction",
        "<{name}> does not say whether its list is allowed or denied.",
        'Add relationship="allow" or relationship="deny".',
    ),
    "bad-media-address": error(
        "Additional sitemap types",
        "“{value}” in <{name}> is not a whole address.",
        "Write one that begins with https:// and the host.",
    ),
}

_SITE = "Element definitions"

_WHOLE_SITE: dict[str, Rule] = {
    "other-scheme": warning(
        _SITE,
        "{count} addresses begin with {scheme}://, but the site uses {own}://; the first is {location}.",
        "Write {right}, and change the others likewise.",
    ),
    "www-or-bare": warning(
        _SITE,
        "{count} addresses are on {host}, but the site is {own}; the first is {location}.",
        "Write {right}, and change the others likewise.",
    ),
    "future-lastmod": warning(
        _SITE, "“{value}” is in the future.", "Write the date on which the page was last changed."
    ),
    "page-in-two-files": info(
        _SITE,
        "{location} is already listed in {target}, on line {first}.",
        "List each page in one file only.",
    ),
    "page-not-in-folder": warning(
        _SITE,
        "{location} is listed, but the folder has no page for it.",
        "Remove it, unless the server creates this page by other means.",
    ),
    "not-readable": warning(
        _SITE,
        "This file or folder cannot be read: {reason}.",
        "Allow the user of this command to read it, and check again: it may contain pages and sitemaps.",
    ),
    "page-not-listed": info(
        _SITE,
        "No sitemap lists this page.",
        "Add it to a sitemap, or to the navigation from which the sitemap is made, unless readers should not find it.",
    ),
    "page-disallowed": warning(
        "Purpose",
        "{location} is listed, but robots.txt excludes crawlers from it: {rule} on line {first}.",
        "Remove it from the sitemap, or change that line.",
    ),
    "sitemap-disallowed": error(
        "Purpose",
        "robots.txt excludes crawlers from this file: {rule} on line {first}.",
        "Change that line, or put the file elsewhere.",
    ),
    "page-not-indexed": warning(
        "Purpose",
        "{location} is listed, but the page says noindex.",
        "Remove it from the sitemap, or remove noindex from the page.",
    ),
    "page-for-tools": warning(
        "Purpose",
        "{location} is listed, but this page is for servers and tools, such as an error page or a proof of ownership.",
        "Remove it from the sitemap.",
    ),
    "page-redirects": warning(
        "Purpose",
        "{location} is listed, but the page sends its readers to {target}.",
        "Remove the entry, or write {right} if that page belongs to this site and is not listed.",
    ),
    "page-under-two-addresses": warning(
        "Purpose",
        "{location} is the same page as {target} on line {first}.",
        "Keep one entry for the page: {right}",
    ),
    "page-with-same-content": info(
        "Purpose",
        "{location} has the same content as {target} on line {first}.",
        "List one of them, and name it as canonical in both, unless scripts show different content.",
    ),
    "page-canonical-elsewhere": warning(
        "Purpose",
        "{location} is listed, but the page names {canonical} as its canonical address.",
        "Write {right}, or remove the entry if that is listed too or belongs to another site. If the canonical link is "
        "wrong, correct it in the page.",
    ),
}

CATALOGUE: Mapping[str, Rule] = (
    _FILES | _BROKEN_FILES | _ENTRIES | _ADDRESSES | _HREFLANG | _EXTENSIONS | _WHOLE_SITE | _ROBOTS | _SEARCHES
)
