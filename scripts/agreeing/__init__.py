"""Holds what a browser shows of many pages and sitemaps against what the command line says of them."""
