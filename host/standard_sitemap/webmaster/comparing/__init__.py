"""Differences between two states of a site's sitemaps, for review before a deployment.

`comparison` is pure; `diff_output` writes its results. Nothing here fetches.
"""
