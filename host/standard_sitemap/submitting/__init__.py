"""Submitting: notifies search engines of a site's pages: a line in robots.txt, and IndexNow.

`indexnow` and `engines` are pure; `sending` talks to a server, `key` and `changes` look at files. Nothing is imported
here.
"""
