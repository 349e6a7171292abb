"""`standard-sitemap make --both`: writes the sitemap with a list of its pages for search engines."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import click

from standard_sitemap.webmaster.checking.folders import robots_in
from standard_sitemap.webmaster.checking.robots import RobotsRules
from standard_sitemap.webmaster.making.folder_maker import MakeResult
from standard_sitemap.webmaster.making.sitemaps_org import EmptyList, publish_both


def write_both(
    made: MakeResult, folder: Path, place: Path, base_url: str, split_above: int | None, *, may_replace: bool
) -> list[Path]:
    """Write the sitemap made of a folder to `place`, with a list of its pages for search engines next to it.

    Raises ClickException if the list would be empty, and ExistingFiles or OSError.
    """
    hidden = _UnindexedAddresses(made.hidden, _robots(folder, base_url))
    try:
        return publish_both(made.outline, place, base_url, split_above, may_replace=may_replace, hidden=hidden)
    except EmptyList as error:
        raise click.ClickException(
            f"sitemap.xml would list no page, so nothing was written. Below {base_url}, each page has noindex, is "
            "forbidden by robots.txt, or names another address as canonical; compare --base-url with the canonical "
            "links, or leave out --both."
        ) from error


@dataclass(frozen=True)
class _UnindexedAddresses(Container[str]):
    """The addresses that search engines do not index: by the pages themselves, and by robots.txt."""

    hidden: frozenset[str]
    robots: RobotsRules

    def __contains__(self, location: object) -> bool:
        return isinstance(location, str) and (location in self.hidden or not self.robots.allows(location))


def _robots(folder: Path, base_url: str) -> RobotsRules:
    """Return the rules of the folder's robots.txt, which crawlers read only at the root of a site."""
    return RobotsRules((robots_in(folder) if urlsplit(base_url).path == "/" else None) or b"")
