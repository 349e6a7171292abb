"""Views: a map as the rows of a virtual list, as much of it as the reader has opened.

`spans` is the arithmetic, `branches` the open part of the tree, `rows` what is sent, `filtering` looks over the whole
map, `sequence` finds previous and next. Nothing here fetches or parses.
"""
