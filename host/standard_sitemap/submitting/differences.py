"""Which pages are new, gone or changed between two states of a site, as far as its sitemaps say. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from standard_sitemap.converting.pages import Page


class Difference(NamedTuple):
    """Addresses, each in the order of the sitemap it stands in."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    gone: tuple[str, ...]

    @property
    def addresses(self) -> tuple[str, ...]:
        """All of them: engines want to hear of what is gone, too."""
        return (*self.added, *self.changed, *self.gone)


def difference(old: Mapping[str, Page] | None, new: Mapping[str, Page]) -> Difference:
    """What differs; with no old state everything is new. A page has changed where its date has, and both have one."""
    if old is None:
        return Difference(tuple(new), (), ())
    both = [address for address in new if address in old]
    return Difference(
        tuple(address for address in new if address not in old),
        tuple(address for address in both if _is_changed(old[address], new[address])),
        tuple(address for address in old if address not in new),
    )


def _is_changed(old: Page, new: Page) -> bool:
    return None not in (old.last_modified, new.last_modified) and old.last_modified != new.last_modified
