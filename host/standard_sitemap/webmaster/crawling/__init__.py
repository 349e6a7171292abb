"""Crawling: copies the pages of a live site into a folder, politely and within bounds, for `making` to map.

`site_addresses` decides which addresses are pages of the site, `crawled_links` reads the links of a page, `archive`
keeps the pages and the progress on disk, `crawler` fetches. Nothing is imported here.
"""
