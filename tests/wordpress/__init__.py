"""A real WordPress with the plugin, on PHP's own server and SQLite, filled with pages and posts."""
