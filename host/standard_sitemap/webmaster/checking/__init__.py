"""The webmaster's checker: what is wrong with a sitemap, what readers see of it, and why not the rest.

`checker` reads targets and makes reports; `text` writes them for people, `machine_readable` for programs. Every rule of
the protocol stays in `ssp`.
"""
