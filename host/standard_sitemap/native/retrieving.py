"""Brings the files of one page's sitemap: by HTTP, else through the browser where only a browser can."""

from standard_sitemap import ssp
from standard_sitemap.fetching.cache_folder import cache_folder
from standard_sitemap.fetching.client import Fetcher, Policy
from standard_sitemap.fetching.request_headers import Page, headers_for
from standard_sitemap.native.browser_fetch import BrowserFetches
from standard_sitemap.refusals import HttpStatus, Unreachable

_FOR_BROWSERS = frozenset({401, 403, 407})
"""Statuses that a browser, with its logins and its looks, may not get."""


class Retriever:
    """Retrieves for one page; private ones leave no trace on disk."""

    def __init__(self, page: Page, browser: BrowserFetches, *, private: bool) -> None:
        self._page = page
        self._browser = browser
        self._fetcher = Fetcher(page, Policy(cache_dir=None if private else cache_folder()))

    async def __call__(self, uri: str) -> ssp.Retrieved:
        """The document at `uri`; raises a FetchRefusal."""
        try:
            fetched = await self._fetcher.fetch_xml(uri)
        except HttpStatus as refusal:
            if refusal.params.get("status") not in _FOR_BROWSERS:
                raise
        except Unreachable:
            # A proxy, a name only the browser's resolver knows, a client certificate: all look like this from here.
            pass
        else:
            return ssp.Retrieved(fetched.uri, fetched.body, fetched.content_type)
        asked = [pair for pair in headers_for(uri, self._page) if pair[0] in {"Accept", "Accept-Language"}]
        return await self._browser.ask(uri, asked)

    async def close(self) -> None:
        """Close connections and cache."""
        await self._fetcher.close()
