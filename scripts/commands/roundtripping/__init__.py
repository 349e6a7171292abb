"""Converts real sitemaps there and back, and checks that all losses are reported."""
