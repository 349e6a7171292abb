"""The toolbox for webmasters: it makes, checks, converts, compares, announces, verifies, submits and draws sitemaps.

Nothing is imported here: each command loads only the modules that it needs.
"""
