"""A map written for people and for other programs: as a page, a list, a table, an outline, a graph, or a picture. Pure.

`traversal` walks the tree; `html_pages` and `output_formats` write files from what it finds, piece by piece.
"""
