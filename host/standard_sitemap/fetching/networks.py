"""All networks of this process, and the stores that their answers are kept in.

The default container's answers are kept on disk; those of private windows and of other containers in memory, each by
itself, and only as long as any of their sitemaps is open.
"""

from standard_sitemap.fetching import limits
from standard_sitemap.fetching.addresses import page_scope
from standard_sitemap.fetching.cache_folder import cache_folder
from standard_sitemap.fetching.cache_store import CacheStore
from standard_sitemap.fetching.client import Policy, network_for
from standard_sitemap.fetching.network import Network
from standard_sitemap.fetching.referrers import origin
from standard_sitemap.fetching.request_headers import Page
from standard_sitemap.fetching.turns import Turns

Jar = tuple[bool, str]
"""What never goes over to another: private windows from the others, containers from each other."""

Name = tuple[Jar, str, str]
"""Of a network: its jar, and the origin and scope of its pages."""


class Networks:
    """Hands out networks, the same one for the same conditions, and closes those that nobody uses."""

    def __init__(self) -> None:
        self._networks: dict[Name, Network] = {}
        self._users: dict[Name, int] = {}
        self._stores: dict[Jar, CacheStore | None] = {}
        self._turns = Turns()

    def join(self, page: Page, *, private: bool) -> tuple[Name, Network]:
        """The network for a page, and the name to leave it by."""
        jar = (private, page.container)
        name = (jar, origin(page.url), page_scope(page.url, page.ip).value)
        if name not in self._networks:
            self._networks[name] = network_for(page, Policy(store=self._store(jar), turns=self._turns))
        self._users[name] = self._users.get(name, 0) + 1
        return name, self._networks[name]

    async def leave(self, name: Name) -> None:
        """Close a network that no other uses."""
        self._users[name] -= 1
        if self._users[name]:
            return
        del self._users[name]
        await self._networks.pop(name).close()
        jar = name[0]
        if _is_in_memory(jar) and all(other[0] != jar for other in self._networks):
            await self._close_store(jar)

    async def close(self) -> None:
        """Close everything."""
        for name in list(self._networks):
            await self._networks.pop(name).close()
        for jar in list(self._stores):
            await self._close_store(jar)

    def _store(self, jar: Jar) -> CacheStore | None:
        if jar not in self._stores:
            self._stores[jar] = _made(jar)
        return self._stores[jar]

    async def _close_store(self, jar: Jar) -> None:
        store = self._stores.pop(jar, None)
        if store is not None:
            await store.close()


def _is_in_memory(jar: Jar) -> bool:
    return jar != (False, "")


def _made(jar: Jar) -> CacheStore | None:
    if _is_in_memory(jar):
        return CacheStore(None, limits.MEMORY_CACHE_BYTES)
    folder = cache_folder()
    return CacheStore(folder, limits.CACHE_BYTES) if folder is not None else None
