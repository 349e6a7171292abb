"""Tools for webmasters: make, check, convert, compare, announce, verify, submit and draw sitemaps.

This module imports nothing: each command loads only the modules it needs.
"""
