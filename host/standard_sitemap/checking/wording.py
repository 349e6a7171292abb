"""What the codes of a report mean, in the words of someone who has not read the specification."""

from __future__ import annotations

from standard_sitemap.checking.report import Report

SHOWN = "shown"

# What keeps an element out that was reached; each completes "left out because …".
EXCLUSIONS = {
    "tree-excludes": 'its tree="exclude" says so',
    "roles-exclude": 'its role has neither "tree" nor a role of your own (add "tree", or tree="include", to show it)',
    "reader-excludes": 'its tree="user" leaves it to the reader, who has not asked for it (--include-user does)',
    "nameless": "a variant of it has no name; add name",
    "locationless": "a variant of it has no url, and nothing below it is shown; add url, or something below",
}

# Why an element is not reached; each completes "not reached because …".
_OBSTACLES = {
    "unreferenced": "it is not in the root file, and no <external> that counts names it",
    "inside-variant": "it stands inside a <variant>, where items and groups do not count; move it out",
    "inside-other": "it stands inside an element that cannot hold items or groups; move it out",
}

AROUND = "what is around it is left out"

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
    "default": "by default, as it has no role attribute",
    "implied": 'implied: the first <item> of the root file, and no other has role="home"',
}

RULES = {
    "opt-header": "the Opt header",
    "x-header": "the X-Standard-Sitemap-Location header",
    "schema-link": "its links",
    "legacy-link": '<link rel="standard-sitemap">',
}


def counted(count: int, one: str, many: str) -> str:
    """`1 file`, `1,000 files`."""
    return f"{count:,} {one if count == 1 else many}"


def nothing_found(report: Report) -> str:
    """What to say of a report without a sitemap."""
    verb = "The page names" if report.pages else "The folder holds"
    return f"{verb} no sitemap: {report.target}"


def printable(text: str) -> str:
    """`text` without characters that would steer a terminal or turn the order of reading round."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char == " " else f"\\u{ord(char):04x}" for char in text)
