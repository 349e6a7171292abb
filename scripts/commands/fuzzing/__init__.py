"""Fuzzing of the sitemap parsers with atheris. Its corpora in `.fuzz/` start with cases and samples, and are kept."""
