"""What is different between two states of a site, as its sitemaps tell: for review before a deployment.

`comparison` is pure; `formats` writes what it finds. Nothing here fetches.
"""
