"""Announcing: how a site tells browsers where its sitemap is, by response headers or by links in its pages.

`recipes` are for web servers, `asgi`, `wsgi` and `django` for applications, `page_files` for pages on disk. Nothing is
imported here, and the middleware imports nothing beyond the standard library: it runs in other people's servers.
"""
