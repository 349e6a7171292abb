"""Real sitemaps converted there and back: whether all that is lost on the way is said."""
