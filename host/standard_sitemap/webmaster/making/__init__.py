"""Sitemaps made from what a site already is: a folder of pages, a tool's tree, the source of a documentation.

`outline` and `writing` import the standard library only: they run within other tools' builds. Nothing is imported here.
"""
