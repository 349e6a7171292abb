"""The checker's documentation: every code with its clause, meaning, example and remedy."""

from __future__ import annotations

from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.webmaster.checking.examples import (
    EXAMPLES,
    MISTAKE_EXAMPLES,
    SERVED_EXAMPLES,
    SITEMAPS_ORG_EXAMPLES,
    Setting,
)
from standard_sitemap.webmaster.checking.mistakes import MISTAKES
from standard_sitemap.webmaster.checking.sheet import Sheet, StyledLine
from standard_sitemap.webmaster.checking.text import STYLES
from standard_sitemap.webmaster.checking.wording import REPORTED, SERVED, generally

TITLES: dict[Setting, str] = {
    "elements": "in a sitemap",
    "file": "a file",
    "file-header": "a sitemap with the header",
    "page-header": "a page with the header",
    "page": "in a page",
    "words": "",
    "urlset": "in a urlset",
    "index": "in a sitemapindex",
    "text": "in a text file",
    "feed": "in a feed",
    "robots": "in robots.txt",
}
_EXAMPLES = {**EXAMPLES, **SITEMAPS_ORG_EXAMPLES, **MISTAKE_EXAMPLES, **SERVED_EXAMPLES}
_MEANINGS = {
    "error": "Part of the sitemap, or all of it, does not work. Exit status 1.",
    "warning": "The sitemap works, but not as its author intended. Exit status 1 with --strict.",
    "info": "Information only; the sitemap is correct.",
}


def write(sheet: Sheet) -> None:
    """Write the whole catalogue."""
    for severity, meaning in _MEANINGS.items():
        sheet.line(StyledLine.assemble((severity, STYLES[severity]), f"  {meaning}"))
    catalogues = {
        "Standard-Sitemaps": ssp.CATALOGUE,
        "sitemaps.org files": sitemapsorg.CATALOGUE,
        "Probable mistakes (check)": MISTAKES,
        "Published sites (verify)": SERVED,
    }
    for title, codes in catalogues.items():
        sheet.gap()
        sheet.line(StyledLine(title, "bold"))
        for code in codes:
            sheet.gap()
            _write_code(code, sheet)


def _write_code(code: str, sheet: Sheet) -> None:
    rule, example = REPORTED[code], _EXAMPLES[code]
    heading = ((rule.severity, STYLES[rule.severity]), "  ", (code, "bold"), (f"  [{rule.clause}]", "dim"))
    sheet.line(StyledLine.assemble(*heading))
    sheet.line(StyledLine(generally(rule.problem)), 2)
    title = TITLES[example.setting]
    sheet.line(StyledLine(f"Example{f', {title}' if title else ''}:", "dim"), 2)
    for line in example.text.splitlines():
        sheet.line(StyledLine(line, "cyan"), 4, hang=2)
    sheet.line(StyledLine.assemble(("→ ", "green"), generally(rule.remedy)), 2, hang=2)
