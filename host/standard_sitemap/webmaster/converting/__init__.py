"""Conversion between Standard-Sitemap and sitemaps.org files, in both directions.

The content of a sitemap comes from its hierarchy; nothing here parses one. Only `sources` fetches, and only
`conversion` writes files.
"""
