"""Fetching: brings documents from servers (`client`) and from disk (`files`), and refuses what is not safe to bring.

Never parses a document. Nothing is imported here: HTTP is loaded on first need.
"""
