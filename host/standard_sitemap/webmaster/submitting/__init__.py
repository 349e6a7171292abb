"""Submitting: notifies search engines of a site's pages: a line in robots.txt, and IndexNow.

`engines` says what they take, and makes the key of IndexNow; `sending` talks to a server, `changes` looks at files.
Nothing is imported here.
"""
