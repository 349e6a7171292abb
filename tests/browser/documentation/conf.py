"""A small handbook, built by Sphinx as users build theirs; `html_baseurl` is its future address."""

project = "Harbour handbook"
extensions = ["sphinx_sitemap"]
sitemap_url_scheme = "{link}"
html_theme = "basic"
html_copy_source = False
