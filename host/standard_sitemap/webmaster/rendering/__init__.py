"""Renders a map for people and other programs: as a page, list, table, outline, graph or picture. Pure.

`traversal` walks the tree; `html_pages` and `output_formats` write the files incrementally.
"""
