"""Announcements: response headers or links in pages tell browsers where the sitemap is.

`recipes` configure web servers, `page_files` edits pages on disk, and `fields` serves the middleware in `integrations`.
The middleware uses the standard library only, because it runs in other people's servers. So this module imports
nothing.
"""
