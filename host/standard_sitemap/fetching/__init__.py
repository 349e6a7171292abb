"""Retrieval of documents from servers (`client`), and from disk for the command line (`retrieving`), within limits.

`loader` loads the files of one sitemap. Unsafe requests are refused, and requests through a proxy are left to the
browser (`network_addresses`).

Never parses a document. Nothing is imported here: HTTP is loaded on first use.
"""
