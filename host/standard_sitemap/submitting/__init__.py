"""Submitting: notifies search engines of a site's pages: a line in robots.txt, and IndexNow.

`indexnow`, `robots`, `differences` and `engines` are pure; `sending` talks to a server, `key`, `dates` and `journal` to
the disk. Nothing is imported here.
"""
