"""The titles of the pages of a built site, by the addresses at which they will be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlsplit

from standard_sitemap.making.addresses import INDEX_NAMES, Addresses
from standard_sitemap.making.folder import contents
from standard_sitemap.making.naming import Titles
from standard_sitemap.making.reading import read_all

_ENDINGS = ("", *(f"/{name}" for name in INDEX_NAMES), ".html", ".htm", ".xhtml")


def titles_in(
    folder: Path, base_url: str | None, progress: Callable[[int], None] = lambda _: None
) -> Callable[[str], str | None]:
    """What names the page at an address, of whatever host; `folder` is the top of the site, or what is at `base_url`.

    Titles are without what all of them have in common; a page without one has no name.
    """
    found = contents(folder)
    pages = read_all(folder, found, Addresses(found.pages, base_url), None, progress)
    titles = Titles(pages.values())
    names = {path: titles.name(page) for path, page in pages.items() if page.title or page.heading}
    prefix = urlsplit(base_url).path.rpartition("/")[0] if base_url else ""

    def title_of(location: str) -> str | None:
        path = unquote(urlsplit(location).path)
        if not path.startswith(f"{prefix}/"):
            return None
        place = path.removeprefix(prefix).strip("/")
        for ending in _ENDINGS:
            name = names.get(f"{place}{ending}".lstrip("/"))
            if name is not None:
                return name
        return None

    return title_of
