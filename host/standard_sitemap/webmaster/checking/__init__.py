"""The checker: the faults of a sitemap, the nodes that readers see, and the reasons why others are missing.

`checker` reads targets and makes reports; `text` writes them for people, `machine_readable` for programs. Every rule of
the format is in `ssp`.
"""
