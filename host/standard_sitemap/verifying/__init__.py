"""Verifying: a site as its readers meet it, by visiting some of the pages that its own sitemap lists.

`verifier` leads; `sampling` chooses pages, `visiting` goes there, `elements` asks what class changes find. What comes
of it is a report as `checking` makes them.
"""
