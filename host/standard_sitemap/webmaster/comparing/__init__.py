"""What is different between two states of a site, as its sitemaps tell: for review before a deployment.

`comparison` is pure; `diff_output` writes what it finds. Nothing here fetches.
"""
