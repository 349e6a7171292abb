"""Sitemaps made from what a site already is: a folder of pages, the source of its documentation, a tree that some tool left.

`outline` and `writing` import the standard library only: they run within other tools' builds. Nothing is imported here.
"""
