"""The catalogue of what can be wrong with the `Sitemap:` lines of a robots.txt."""

from __future__ import annotations

from standard_sitemap.sitemapsorg.rules import error, info, warning
from standard_sitemap.ssp.faults import Rule

_SUBMISSION = "Search engine submission"

ROBOTS: dict[str, Rule] = {
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
