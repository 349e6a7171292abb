"""The wording of reports: the catalogue of codes, groups of equal faults, and explanations in plain words.

Also defines the codes that `verify` finds on a live site. Codes are append-only: they are never renamed or reused, and
no two catalogues share one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar

from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.model import faults
from standard_sitemap.model.faults import Fault, Rule, error, info, warning
from standard_sitemap.webmaster.checking.mistakes import MISTAKES
from standard_sitemap.webmaster.checking.report import Report, SourceLine, unlisted

SERVED: Mapping[str, Rule] = {
    "page-gone": error(
        "Authoring advice",
        "The server answers {target} with status {status}.",
        "Remove it from the sitemap, or restore the page.",
    ),
    "page-unavailable": error(
        "Authoring advice",
        "{target} could not be fetched: {reason}.",
        "Check whether a browser can open it, then run this again.",
    ),
    "page-moved": warning(
        "Authoring advice",
        "{target} redirects to {there}.",
        "Name that address in the sitemap: each visit costs two requests.",
    ),
    "page-unannounced": warning(
        "Sitemap discovery",
        "{target} is in the sitemap but names no sitemap, so readers lose the map there.",
        "Announce the sitemap on every page; “standard-sitemap announce” shows how.",
    ),
    "page-of-another-sitemap": warning(
        "Sitemap discovery",
        "{target} is in this sitemap but names another, {there}.",
        "Make all pages of a sitemap name exactly the same address.",
    ),
    "sitemap-moved": warning(
        "Fetching sitemaps",
        "Pages name {target}, which redirects to {there}.",
        "Announce that address: each reader's browser sends two requests.",
    ),
    "sitemap-uncompressed": info(
        "Fetching sitemaps",
        "The server sends the {bytes} bytes of this file uncompressed.",
        "Enable compression of application/xml, which makes a sitemap ten times smaller; “announce --for” shows how.",
    ),
    "sitemap-not-kept": info(
        "Fetching sitemaps",
        "The server forbids caching this file (Cache-Control: {value}), so each visit fetches it again.",
        "Make it send Cache-Control: max-age=3600.",
    ),
    "class-change-finds-nothing": warning(
        "Element <class-change>",
        "elem=“{elem}” finds no element on any of the visited pages ({count}).",
        "Compare it with the pages' own markup. In XHTML a name needs a prefix, such as html: for its namespace.",
    ),
    "search-fails": error(
        "Site-limited search",
        "The search for “{term}” at {target} fails: {reason}.",
        "Correct url and data of the search.",
    ),
    "page-wants-login": warning(
        "Authoring advice",
        "{target} requires a login: {reason}.",
        "If all readers should see the page, remove the login. Otherwise keep the entry: its address is right.",
    ),
    "page-certificate-invalid": error(
        "Authoring advice",
        "The certificate of {target} is not valid: {reason}.",
        "Renew the certificate, or name the host for which it was issued; browsers refuse the page as well.",
    ),
    "page-address-refused": error(
        "Authoring advice",
        "{target} is on a private network, which public pages may not reach: {reason}.",
        "Name the page by its public address; to verify a site of your own network, use --allow-private.",
    ),
    "class-change-of-other-origin": warning(
        "Element <class-change>",
        "{target} has another origin than this sitemap, so the attribute {attr} may not be changed there.",
        "Serve the sitemap from the origin of its pages, or change only the attribute class.",
    ),
}


@dataclass(frozen=True, slots=True)
class ServedFault(faults.Fault):
    """A fault of a published site; its place is a line of the sitemap, or the page."""

    catalogue: ClassVar[Mapping[str, Rule]] = SERVED


# The rules of both formats. Their codes all differ.
CATALOGUE: Mapping[str, Rule] = {**ssp.CATALOGUE, **sitemapsorg.CATALOGUE}

# All rules that a report can contain: of both formats, of the checker itself, and of live sites.
REPORTED: Mapping[str, Rule] = {**CATALOGUE, **MISTAKES, **SERVED}

_SEVERITIES = ("error", "warning", "info")
_REMEDIES_SHOWN = 10


@dataclass(frozen=True, slots=True)
class ProblemGroup:
    """Faults with the same problem and remedy, and their places."""

    problem: str
    remedy: str
    places: tuple[SourceLine, ...]


@dataclass(frozen=True, slots=True)
class CodeGroup:
    """All faults with one code; `remedy` is set if one remedy fits them all.

    `unlisted` faults of the `count` have no place in `alike`, because there are too many.
    """

    code: str
    rule: Rule
    remedy: str | None
    count: int
    alike: tuple[ProblemGroup, ...]
    unlisted: int = 0

    def shown(self, problems: int) -> tuple[ProblemGroup, ...]:
        """Return the problems that a shortened list shows: the first ones, and ten remedies at most."""
        firsts: dict[str, ProblemGroup] = {}
        for alike in self.alike:
            firsts.setdefault(alike.remedy, alike)
        leading = (alike for place, alike in enumerate(self.alike) if place < problems or firsts[alike.remedy] is alike)
        return tuple(islice(leading, max(problems, _REMEDIES_SHOWN)))


def grouped(faults: Iterable[Fault], shorten: Callable[[str], str] = str) -> tuple[CodeGroup, ...]:
    """Return the faults grouped by code: errors first, then in catalogue order.

    `shorten` abbreviates addresses in the texts.
    """
    by_code: dict[str, list[Fault]] = {}
    more: Counter[str] = Counter()
    for fault in faults:
        by_code.setdefault(fault.code, []).append(fault)
        code, count = unlisted(fault)
        more[code] += count
    rank = {code: place for place, code in enumerate(REPORTED)}
    codes = sorted(by_code, key=lambda code: (_SEVERITIES.index(REPORTED[code].severity), rank[code]))
    return tuple(_group(code, by_code[code], more[code], shorten) for code in codes)


def _group(code: str, faults: list[Fault], more: int, shorten: Callable[[str], str]) -> CodeGroup:
    rule = REPORTED[code]
    places: dict[tuple[str, str], list[SourceLine]] = {}
    for fault in faults:
        params = _short(fault, shorten)
        words = rule.problem.format_map(params), rule.remedy.format_map(params)
        places.setdefault(words, []).append(SourceLine(fault.document, fault.line))
    alike = tuple(ProblemGroup(*words, tuple(alike_faults)) for words, alike_faults in places.items())
    remedies = {same.remedy for same in alike}
    return CodeGroup(code, rule, alike[0].remedy if len(remedies) == 1 else None, len(faults) + more, alike, more)


def _short(fault: Fault, shorten: Callable[[str], str]) -> dict[str, str]:
    return {name: shorten(value) if name == "target" else value for name, value in fault.params.items()}


class _Ellipses(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "…"


def generally(text: str) -> str:
    """Return a catalogue text with an ellipsis for each parameter."""
    return text.format_map(_Ellipses())


SHOWN = "shown"

# Why a reached element is excluded; each completes "left out because …".
EXCLUSIONS = {
    "tree-excludes": 'it has tree="exclude"',
    "roles-exclude": 'its roles, such as search, do not include "tree" (add "tree", or tree="include", to show it)',
    "reader-excludes": 'it has tree="user", and the reader has not asked for such elements (--include-user does)',
    "nameless": "one of its variants has no name; add name",
    "locationless": "one of its variants has no url, and nothing below it is shown; add url, or an entry below it",
}

# Why an element is not reached; each completes "not reached because …".
_OBSTACLES = {
    "unreferenced": "it is not in the root file, and no valid <external> names it",
    "inside-variant": "it is inside a <variant>, where items and groups are ignored; move it out",
    "inside-other": "it is inside an element that cannot contain items or groups; move it out",
}

AROUND = "an element around it is left out"

REASONS = {
    **EXCLUSIONS,
    **{f"below-{code}": f"{AROUND}: {text}" for code, text in EXCLUSIONS.items()},
    **_OBSTACLES,
}

HINDRANCES = {
    "not-reached": "has no effect: the element is not reached",
    "excluded": "has no effect: the element is left out of the tree",
    "group": "has no effect: only an <item> can have this role",
    "no-template": 'has no effect: a variant has no data, such as data="q=%s"',
}

SOURCES = {
    "attribute": "by its role attribute",
    "default": "by default, because it has no role attribute",
    "implied": 'implied: the first <item> of the root file, and no other has role="home"',
}

RULES = {
    "opt-header": "the Opt header",
    "x-header": "the X-Standard-Sitemap-Location header",
    "schema-link": "its links",
    "legacy-link": '<link rel="standard-sitemap">',
}


def nothing_found(report: Report) -> str:
    """Return the message for a report without a sitemap."""
    verb = "The page names" if report.pages else "The folder contains"
    return f"{verb} no sitemap: {report.target}"


def remedy_without_sitemap(report: Report) -> str:
    """Return the remedy for a report without a sitemap."""
    if report.pages:
        return "Name the site's sitemap in a header or by links; the command announce writes both."
    return "The command make makes one from the folder's pages, and announce names it in them."
