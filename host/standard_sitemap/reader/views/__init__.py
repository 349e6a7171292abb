"""Views: a map as the rows of a virtual list, as much of it as the reader has opened.

`paths` names places, `branches` is the open part of the tree with the arithmetic of its rows, `folding` what is to be
open, `rows` what is sent, `filtering` looks through the whole map, `places` finds pages, previous and next. Nothing
here fetches, parses or waits.
"""
