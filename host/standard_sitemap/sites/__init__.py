"""Open sites: one sitemap each, loaded step by step, and what the reader is told of it.

Rules of the protocol are not decided here but in `ssp`.
"""
