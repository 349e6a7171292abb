"""The demonstration site: The Paper Lantern, a bookshop that does not exist, in two languages.

Standard library only. `pages` makes the pages and searches their words, `server` serves them on loopback.
"""
