"""Readers of files in which a tool left the tree of its pages; each yields the same entries as a page's lists."""
