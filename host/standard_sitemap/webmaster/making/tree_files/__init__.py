"""Files in which a tool left the tree of what it made, each read into the same entries as a page's lists."""
