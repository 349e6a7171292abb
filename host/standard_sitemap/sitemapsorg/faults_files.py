"""The catalogue of what can be wrong with whole files of the sitemaps.org protocol."""

from __future__ import annotations

from standard_sitemap.sitemapsorg.rules import error, info, warning
from standard_sitemap.ssp.faults import Rule

FILES: dict[str, Rule] = {
    "damaged-xml": error(
        "File format",
        "This is not well-formed XML: {reason}.",
        "What could be read is used; mend this line or the one before it, since search engines drop such files whole.",
    ),
    "truncated-file": error(
        "File format",
        "The file ends in the middle: {reason}.",
        "What came is used; see whether the program that writes the file, or the transfer of it, was broken off.",
    ),
    "unescaped-ampersand": error(
        "Sitemap limits",
        "{count} times “&” stands here without being escaped, the first time on this line.",
        "Write &amp; for each “&” in an address; this file is read as if you had.",
    ),
    "undefined-entity": error(
        "Sitemap limits",
        "&{name}; is not defined in XML.",
        "Write the character itself; in addresses its percent-encoded form, such as %C3%A9.",
    ),
    "ignored-doctype": warning(
        "File format",
        "The file has a DOCTYPE; it is passed over, and with it all entities that it declares.",
        "Remove it: sitemaps have none.",
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
        'Add xmlns:{prefix}="…" to the first element, with the namespace of that extension.',
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
        "This index is listed in another index.",
        "List its sitemaps in the first one: search engines do not follow indexes that are listed in indexes.",
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
