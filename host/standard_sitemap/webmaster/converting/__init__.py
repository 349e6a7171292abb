"""Conversion between Standard-Sitemap and sitemaps.org files, in both directions.

What a sitemap says is taken from its hierarchy; nothing here parses one. Only `sources` fetches, and only `conversion`
writes files.
"""
