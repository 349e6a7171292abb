"""What the plugins for MkDocs and ProperDocs do, which have the same events. Imports the standard library only.

Each of them is this class over its tool's own `BasePlugin`, which must come after it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, ParamSpec, TypeVar

from standard_sitemap.making import navigation

# The priority of all events: after every plugin that changes what they are about.
_LAST = -100


P = ParamSpec("P")
T = TypeVar("T")


def _last(event: Callable[P, T]) -> Callable[P, T]:
    """As both tools' own `event_priority`, which notes it in the same place in either."""
    event.__dict__["mkdocs_priority"] = _LAST
    return event


class SitemapPlugin:
    """Writes the sitemap, and has each page name it; `log` is its tool's."""

    log: ClassVar[Any]
    _nav: Any = None

    @_last
    def on_nav(self, nav: Any, /, **_: Any) -> Any:
        """Keeps the navigation as the other plugins leave it; its titles are known when the pages have been read."""
        self._nav = nav
        return nav

    @_last
    def on_post_page(self, output: str, /, *, page: Any, **_: Any) -> str:
        """Names the sitemap in a page."""
        return navigation.with_links(output, page.url)

    @_last
    def on_post_template(self, output: str, /, *, template_name: str, config: Any) -> str:
        """Names the sitemap in the error page and in the search page."""
        if template_name == "404.html":
            return navigation.with_absolute_links(output, config.site_url)
        return navigation.with_links(output, "") if template_name == "search.html" else output

    @_last
    def on_post_build(self, *, config: Any) -> None:
        """Writes the file."""
        if self._nav is None:
            return
        language = config.theme.get("language") or str(config.theme.locale)
        body = navigation.sitemap(self._nav.items, language, config.theme, config.plugins)
        place = Path(config.site_dir, navigation.FILE_NAME)
        try:
            place.write_bytes(body)
        except OSError as error:
            self.log.warning("%s cannot be written: %s", place, error.strerror)
