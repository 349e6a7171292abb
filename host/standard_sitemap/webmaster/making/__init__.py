"""Makes sitemaps from existing material: a folder of pages, a tool's tree file, or documentation sources.

`outline` and `writing` import only the standard library, because they run within other tools' builds. This module
imports nothing.
"""
