"""Under which conditions a page has its sitemap fetched, and whether two pages may share what came. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standard_sitemap.fetching.addresses import may_reach_scopes, page_scope
from standard_sitemap.fetching.referrers import origin
from standard_sitemap.fetching.request_headers import Page, tuples

if TYPE_CHECKING:
    from standard_sitemap.native import shapes
    from standard_sitemap.native.retrieving import Retriever


def page_of(given: shapes.Page) -> Page:
    """The page, as fetching knows it."""
    headers = tuples(given.headers)
    return Page(given.url, given.ip, headers, given.referrer_policy, given.container, given.cookies)


def may_share(retriever: Retriever, page: Page) -> bool:
    """Whether a page may be shown what came for another: one of its own, or one that any page is answered like."""
    theirs = retriever.page
    if theirs.container != page.container:
        return False
    scope = page_scope(page.url, page.ip)
    if origin(theirs.url) == origin(page.url) and page_scope(theirs.url, theirs.ip) is scope:
        return True
    return not retriever.depends_on_its_page and may_reach_scopes(scope, retriever.reached)
