"""Crawler: copies the pages of a live site into a folder, politely and within bounds, as input for `making`.

`site_addresses` decides which addresses are pages of the site, and `crawled_links` reads the links of a page. `archive`
stores pages and progress on disk, and `crawler` fetches. This module imports nothing.
"""
