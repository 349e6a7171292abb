"""What `standard-sitemap make` makes of trees that nobody wrote for it, looked at with other eyes than its own."""
