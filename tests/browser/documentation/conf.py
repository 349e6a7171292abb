"""A small handbook, built by Sphinx as its users build theirs; where it will be served is told by `html_baseurl`."""

project = "Harbour handbook"
extensions = ["sphinx_sitemap"]
sitemap_url_scheme = "{link}"
html_theme = "basic"
html_copy_source = False
