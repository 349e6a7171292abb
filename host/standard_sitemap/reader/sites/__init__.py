"""Open sites: one sitemap each, loaded step by step, with its views and what is looked up in it.

`session` is one of them, `loading` brings its files, `open_views` does the long work of its views. Rules of the
format are not decided here but in `ssp` and `sitemapsorg`.
"""
