"""Plugin for MkDocs: `plugins: [search, standard-sitemap]`. Imports MkDocs and the standard library only."""

from __future__ import annotations

from mkdocs.plugins import BasePlugin, get_plugin_logger

from standard_sitemap.webmaster.making.navigation import SitemapPlugin


class StandardSitemapPlugin(SitemapPlugin, BasePlugin):  # type: ignore[type-arg,no-untyped-call]
    """The plugin `standard-sitemap` in a site's configuration."""

    log = get_plugin_logger(__name__)
