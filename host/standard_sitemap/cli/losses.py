"""Reports the losses of a conversion: faults, pages, values that the format cannot hold, and parts of the tree."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from standard_sitemap.cli.options import is_on_web
from standard_sitemap.cli.terminal import complain, say
from standard_sitemap.model.words import counted
from standard_sitemap.reader.registration.own_command import command_line
from standard_sitemap.webmaster.converting.listing import Listing
from standard_sitemap.webmaster.converting.pages import Pages, Reason
from standard_sitemap.webmaster.converting.sources import Source

# Maps plural names of counters to singular ones.
_SINGULARS = {
    "further variants": "further variant",
    "pages outside the tree": "page outside the tree",
    "names": "name",
    "descriptions": "description",
    "content types": "content type",
    "character encodings": "character encoding",
    "searches": "search",
    "referrers": "referrer",
    "roles": "role",
    "groups": "group",
    "sequences": "sequence",
    "orders": "order",
    "class changes": "class change",
    "values that contradict an earlier entry of the page": "value that contradicts an earlier entry of the page",
    "conflicting links to other languages": "conflicting link to another language",
    "undefined change frequencies": "undefined change frequency",
    "images": "image",
    "videos": "video",
    "elements of other namespaces": "element of another namespace",
    "comments and instructions": "comment or instruction",
    "repeated values": "repeated value",
    "texts between elements": "text between elements",
    "attributes": "attribute",
    "undefined elements": "undefined element",
}


def say_faults(source: Source, arguments: Sequence[str]) -> int:
    """Report the number of faults on one line, of which `check` gives the details; return 1 if there are errors.

    `arguments` name the source on the command line; "-" stands for a pipe, which the caller has to fill again.
    """
    targets = (shlex.quote(name) if is_on_web(name) or Path(name).is_file() else "-" for name in arguments)
    command = f"check {' '.join(targets)}"
    counts = Counter(fault.severity for hierarchy in source.hierarchies for fault in hierarchy.faults)
    reasons = [counted(counts[kind], kind, f"{kind}s") for kind in ("error", "warning") if counts[kind]]
    if reasons:
        say(f"{' and '.join(reasons)} in the source; “{command_line(command)}” lists them")
    return 1 if counts["error"] else 0


def say_without_place(pages: Pages) -> None:
    """Report qualities of the tree that a list of addresses cannot hold."""
    if lost := list(_counted(pages.without_place)):
        say(f"left out, because this format cannot hold them: the tree, {', '.join(lost)}")
    if dates := pages.dates_left_out.number:
        invalid_dates = counted(dates, "invalid date", "invalid dates")
        say(f"left out: {invalid_dates}, the first {pages.dates_left_out.first:.40}")


def say_unshown(source: Source, variants: int) -> None:
    """Report the pages of a map that a rendered tree lacks: further variants, and pages that only have a role."""
    outside = {
        (number, node)
        for number, hierarchy in enumerate(source.hierarchies)
        for nodes in hierarchy.roles.values()
        for node in nodes
        if "tree" not in hierarchy.details.roles_of(node)
    }
    lost = {"further variants": variants, "pages outside the tree": len(outside)}
    if any(lost.values()):
        say(f"left out, because this format cannot hold them: {', '.join(_counted(lost))}")


def say_losses(hierarchy: Listing) -> None:
    """Report content of the files that the result lacks."""
    for lost in hierarchy.losses():
        say(f"not kept: {lost}")


def say_extensions_left_out(source: Source) -> None:
    """Report extensions of the source that the result lacks."""
    if left := list(_counted(source.extensions.left)):
        say(f"left out together with their pages: {', '.join(left)}")
    if dropped := list(_counted(source.extensions.dropped)):
        say(f"not kept: {', '.join(dropped)}")


def _counted(numbers: Mapping[str, int]) -> Iterator[str]:
    return (counted(number, _SINGULARS.get(plural, plural), plural) for plural, number in numbers.items() if number)


def say_left_out(pages: Pages, remedy: str = "") -> int:
    """Report the pages that are not listed; return 1 if one of them should be. `remedy` is for pages of other hosts."""
    reasons: dict[Reason, str] = {
        "other-host": "of other hosts than {host}" + remedy,
        "not-web": "without http or https",
        "on-disk": "of files on a disk",
        "too-long": "of 2,048 characters or more, which search engines refuse",
    }
    for reason, why in reasons.items():
        lost = pages.left_out.get(reason)
        if lost is not None:
            report = complain if reason == "too-long" else say
            addresses = counted(lost.number, "address", "addresses")
            report(f"left out: {addresses}, the first {lost.first:.200}: {why.format(host=pages.host)}")
    if pages.places is not None:
        places = counted(pages.places.number, "address of a place within a page", "addresses of places within a page")
        say(
            f"joined: {places}, the first {pages.places.first:.200}: each page is listed once, without what follows “#”"
        )
    return 1 if "too-long" in pages.left_out else 0
