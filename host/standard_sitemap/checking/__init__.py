"""The webmaster's checker: what is wrong with a sitemap, what readers see of it, and why not the rest.

`checker` reads targets and makes reports; `formats` writes these. Every rule of the protocol stays in `ssp`.
"""
