"""Open sites: one sitemap each, loaded step by step, with its views and queries.

`session` is an open site, `loading` loads its files, `open_views` does the slow work of its views. `ssp` and
`sitemapsorg` decide the rules of the formats.
"""
