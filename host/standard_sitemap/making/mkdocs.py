"""The plugin for MkDocs: `plugins: [search, standard-sitemap]`. Imports the standard library and MkDocs only."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from standard_sitemap.making import navigation

_log = get_plugin_logger(__name__)
_LAST = -100


class StandardSitemapPlugin(BasePlugin):  # type: ignore[type-arg,no-untyped-call]
    """Writes the sitemap, and has each page name it."""

    _nav: Navigation | None = None

    @event_priority(_LAST)
    def on_nav(self, nav: Navigation, /, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Keeps the navigation as the other plugins leave it; its titles are known when the pages have been read."""
        self._nav = nav
        return nav

    @event_priority(_LAST)
    def on_post_page(self, output: str, /, *, page: Page, config: MkDocsConfig) -> str:
        """Names the sitemap in a page."""
        return navigation.with_links(output, page.url)

    @event_priority(_LAST)
    def on_post_template(self, output_content: str, /, *, template_name: str, config: MkDocsConfig) -> str:
        """Names the sitemap in the error page and in the search page."""
        if template_name == "404.html":
            return navigation.with_absolute_links(output_content, config.site_url)
        return navigation.with_links(output_content, "") if template_name == "search.html" else output_content

    @event_priority(_LAST)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Writes the file."""
        if self._nav is None:
            return
        language = config.theme.get("language") or str(config.theme.locale)
        body = navigation.sitemap(self._nav.items, language, config.theme, config.plugins)
        place = Path(config.site_dir, navigation.FILE_NAME)
        try:
            place.write_bytes(body)
        except OSError as error:
            _log.warning("%s cannot be written: %s", place, error.strerror)
