"""The demonstration site: The Paper Lantern, a bookshop that does not exist, in two languages.

Standard library only. `pages` makes the pages, `search` finds words in them, `server` serves both on loopback.
"""
