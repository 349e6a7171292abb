"""Announcing: how a site tells browsers where its sitemap is, by response headers or by links in its pages.

`recipes` are for web servers, `page_files` for pages on disk, `fields` for the middleware in `integrations`. Nothing is
imported here: the middleware uses the standard library only, because it runs in other people's servers.
"""
