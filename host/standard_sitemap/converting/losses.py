"""What of sitemaps.org files is not in the Standard-Sitemap that is made of them, counted. Pure.

What is not kept is said: beside what `extensions` counts, that is what two entries say of one page, what an index says
of its files, and what is no address, language or priority.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from standard_sitemap.sitemapsorg import Document, Format
from standard_sitemap.sitemapsorg.documents import priority_of

_FEEDS = frozenset({Format.RSS, Format.ATOM})
_SHOWN = 60


def losses(documents: Sequence[Document]) -> Iterator[str]:
    """What is lost, each kind as a sentence that begins with its number."""
    rewritten = [one.unkept for one in documents if one.unkept.rewritten]
    if rewritten:
        written, location = rewritten[0].first
        number = sum(one.rewritten for one in rewritten)
        yield f"{number:,} addresses, the first “{written:.{_SHOWN}}” as {location:.{_SHOWN}}: written as browsers do"
    again, otherwise = _said_again(documents)
    counts = {
        "entries that lead nowhere": sum(one.unkept.nowhere for one in documents),
        "addresses that are listed again": again,
        "values that differ from those of the same page before": otherwise,
        "links to other languages that are said otherwise, or are none": sum(one.unkept.links for one in documents),
        "priorities that are no number from 0 to 1": sum(map(_odd_priorities, documents)),
        "dates of files in an index": sum(1 for one in documents for listed in one.sitemaps if listed.last_modified),
    }
    yield from (f"{number:,} {what}" for what, number in counts.items() if number)
    entries = sum(len(one) for one in documents if one.format in _FEEDS)
    if entries:
        yield f"all but address, title and date of {entries:,} entries of feeds"


def _odd_priorities(document: Document) -> int:
    column = document.table.priorities
    odd = {value for value in column.different if value and not _is_kept(value)}
    return sum(1 for value in column if value in odd) if odd else 0


def _is_kept(priority: str) -> bool:
    """Whether a priority means the same when it is written anew."""
    number = priority_of(priority)
    return number is not None and number == float(priority)


def _said_again(documents: Sequence[Document]) -> tuple[int, int]:
    """How many addresses are listed again, and how many values differ from what was said of that page before."""
    total = sum(map(len, documents))
    has_languages = any(one.table.alternates for one in documents)
    # Their hashes are enough to see that there are none, which is so in most sites.
    if not has_languages and len({hash(one) for document in documents for one in document.table.locations}) == total:
        return 0, 0
    again, otherwise = 0, 0
    met: set[str] = set()
    first: dict[object, tuple[str, str, str]] = {}
    for document in documents:
        table = document.table
        for row in sorted(range(len(table)), key=table.places.__getitem__):
            place = table.places[row]
            location = table.locations[place]
            again += location in met
            met.add(location)
            said = table.last_modified[place], table.change_frequencies[place], table.priorities[place]
            before = first.setdefault(table.alternates.get(row) or location, said)
            otherwise += sum(1 for one, other in zip(said, before, strict=True) if one != other)
    return again, otherwise
