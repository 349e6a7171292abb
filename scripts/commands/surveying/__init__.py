"""Survey: sitemaps that `standard-sitemap make` makes from other people's trees, checked by independent code."""
