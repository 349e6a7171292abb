"""Views: a map as the rows of a virtual list, with the branches that the reader has opened.

`paths` names places, `branches` is the open part of the tree with its row arithmetic, `folding` decides which branches
are open. `view_replies` makes the rows for messages, `filtering` searches the whole map, `places` finds pages, previous
and next. Nothing here fetches, parses or waits.
"""
