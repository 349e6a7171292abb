"""Verifying: a site as its readers meet it, by visiting some of the pages that its own sitemap lists.

`verifier` leads; `visiting` chooses pages and goes there, `elements` asks what class changes find. What comes
of it is a report as `checking` makes them.
"""
