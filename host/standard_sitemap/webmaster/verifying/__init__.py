"""Verification: checks a live site as its readers meet it, by visiting some of the pages in its sitemap.

`verifier` coordinates, `visiting` chooses and visits pages, and `elements` evaluates class changes. The result is a
report in the form that `checking` makes.
"""
