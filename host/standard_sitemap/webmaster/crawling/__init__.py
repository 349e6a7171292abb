"""Crawler: copies the pages of a live site into a folder, politely and within bounds, as input for `making`.

`site_addresses` decides which addresses are pages of the site, `crawled_links` reads the links of a page, `archive`
keeps pages and progress on disk, and `crawler` fetches. This module imports nothing.
"""
