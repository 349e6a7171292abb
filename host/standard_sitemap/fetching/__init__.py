"""Fetching: brings documents from servers (`client`), for the command line from disk too (`retrieving`), within limits.

The files of one sitemap are brought by `loader`. What is not safe to bring is refused, and what goes by a proxy is left
to the browser (`network_addresses`).

Never parses a document. Nothing is imported here: HTTP is loaded on first need.
"""
