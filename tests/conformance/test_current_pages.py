"""The current page in random maps, compared with an oracle that compares each address by the text of D55."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from urllib.parse import unquote
from xml.sax.saxutils import quoteattr

from hypothesis import given
from hypothesis import strategies as st

from conformance.in_memory import hierarchy
from conformance.oracle import resolve
from standard_sitemap.reader.views.places import placement_of

_SITE = "http://site.example"
_SEGMENTS = ("a", "b", "caf%c3%a9", "caf%C3%A9", "café", "x~y", "x%7Ey", "%61", "../b", "./a")
_ENDS = ("", "/", ".html", "/index.html", "/index.php", "/default.htm", ".pdf")
_QUERIES = ("", "", "", "?p=1", "?p=2", "?p=%7e")
_TRACKING = ("utm_source=x", "gclid=1", "fbclid", "mc_cid=2", "mc_eid=3", "msclkid=4")
_FRAGMENTS = ("", "", "", "#f", "#g")
_VISITS = 20
_INDEX_NAMES = "index.html|index.htm|index.php|index.xhtml|default.html|default.htm|default.aspx"


@given(st.integers(0, 2**64))
def test_current_page_is_that_of_equal_or_equivalent_addresses(seed: int) -> None:
    rng = Random(seed)
    entries = [[_listed(rng) for _ in range(rng.choice((1, 1, 2)))] for _ in range(rng.randint(1, 8))]
    resolved = hierarchy("".join(_item(number, locations) for number, locations in enumerate(entries)))
    for _ in range(_VISITS):
        # Half of the visits are to a page that an entry lists, by an address of some form.
        written = _similar(rng, rng.choice(rng.choice(entries))) if rng.random() < 0.5 else _address(rng)
        visited = _with_tracking(rng, _resolved(written)) if rng.random() < 0.3 else _resolved(written)
        placement = placement_of(resolved, visited)
        names = {int(resolved.details.names(node)[0] or "") for node in placement.nodes}
        meant = _meant(entries, visited)
        assert names == (meant or _near(entries, visited))
        assert placement.is_above is not bool(meant)


def _item(number: int, locations: Sequence[str]) -> str:
    variants = "".join(f"<variant name='{number}' url={quoteattr(location)}/>" for location in locations)
    return f"<item>{variants}</item>"


def _resolved(written: str) -> str:
    location = resolve(written, _SITE)
    assert location is not None
    return location


def _address(rng: Random) -> str:
    path = "/".join(rng.choice(_SEGMENTS) for _ in range(rng.randint(0, 3)))
    port = rng.choice(("", "", ":80"))
    end = rng.choice(_ENDS if path else ("", "index.html"))
    return f"{_SITE}{port}/{path}{end}{rng.choice(_QUERIES)}{rng.choice(_FRAGMENTS)}"


def _listed(rng: Random) -> str:
    """Return an address as an entry has it: sometimes with a parameter that tracks the visits it brings."""
    address = _address(rng)
    return _with_tracking(rng, address) if rng.random() < 0.2 else address


def _similar(rng: Random, address: str) -> str:
    """Return an address with another end, query or fragment."""
    path, mark, query = address.partition("#")[0].partition("?")
    stem = re.sub(rf"/(?:{_INDEX_NAMES})$|/$|\.html$", "", path)
    path = stem + rng.choice(_ENDS) if stem.count("/") > 2 and rng.random() < 0.7 else path
    return path + (mark + query if rng.random() < 0.8 else "") + rng.choice(_FRAGMENTS)


def _with_tracking(rng: Random, address: str) -> str:
    page, mark, fragment = address.partition("#")
    path, _, query = page.partition("?")
    parameters = [*query.split("&")] * bool(query)
    parameters.insert(rng.randint(0, len(parameters)), rng.choice(_TRACKING))
    return f"{path}?{'&'.join(parameters)}{mark}{fragment}"


def _meant(entries: Sequence[Sequence[str]], visited: str) -> set[int]:
    """Return the entries for a page: equal with the fragment, equal without, else the only equivalent ones."""
    page = _untracked(_normal(visited))
    located = [
        (number, _untracked(_normal(_resolved(written)))) for number, own in enumerate(entries) for written in own
    ]
    bare = page.partition("#")[0]
    return (
        {number for number, location in located if location == page}
        # An entry of the whole page goes before the entries of its parts.
        or {number for number, location in located if location == bare}
        or {number for number, location in located if location.partition("#")[0] == bare}
        or _only(located, page)
    )


def _untracked(address: str) -> str:
    page, mark, fragment = address.partition("#")
    path, _, query = page.partition("?")
    kept = [part for part in query.split("&") if part and part not in _TRACKING]
    return f"{path}{'?' * bool(kept)}{'&'.join(kept)}{mark}{fragment}"


def _only(located: Sequence[tuple[int, str]], page: str) -> set[int]:
    """Return the entries with an equivalent address, if all of them have the same."""
    alike = [(number, *location.partition("#")[::2]) for number, location in located if _stem(location) == _stem(page)]
    meant = {
        address: {number for number, own, _ in alike if own == address} for address in {own for _, own, _ in alike}
    }
    if len({frozenset(numbers) for numbers in meant.values()}) > 1:
        return set()
    fragment = page.partition("#")[2]
    for wanted in ({fragment}, {""}, {own for _, _, own in alike}):
        if numbers := {number for number, _, own in alike if own in wanted}:
            return numbers
    return set()


def _near(entries: Sequence[Sequence[str]], visited: str) -> set[int]:
    """Return the entries of the deepest folder with an entry that contains a page, without the start page."""
    folder = re.split("[?#]", visited)[0].rstrip("/")
    while folder.count("/") > 3:
        folder = folder.rpartition("/")[0]
        if numbers := _meant(entries, f"{folder}/"):
            return numbers
    return set()


def _normal(address: str) -> str:
    return re.sub("%[0-9A-Fa-f]{2}", _usual, address)


def _usual(escape: re.Match[str]) -> str:
    character = unquote(escape[0], "latin-1")
    return character if re.fullmatch("[A-Za-z0-9._~-]", character) else escape[0].upper()


def _stem(address: str) -> tuple[str, str]:
    """Return path and query without a trailing slash, a directory index or `.html`."""
    path, _, query = address.partition("#")[0].partition("?")
    return re.sub(rf"/(?:{_INDEX_NAMES})$|/$|\.html$", "", path), query
