"""Standard-Sitemap Navigator: reads the sitemaps of the Standard-Sitemap Protocol (SSP).

`ssp` holds every rule of the protocol and does no input or output; `fetching` brings documents, `native` talks with the
browser, `cli` with people. Nothing is imported here: the browser's process must answer within milliseconds.
"""

__version__ = "0.1.0"
