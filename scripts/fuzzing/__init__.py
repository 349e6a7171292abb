"""Fuzzing of what reads sitemaps, by atheris. Its corpora grow in `.fuzz/` from cases and samples, and stay there."""
