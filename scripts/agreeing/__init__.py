"""Compares the sidebar's display of many pages and sitemaps with the command line's output."""
