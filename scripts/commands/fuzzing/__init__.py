"""Fuzzing of what reads sitemaps, responses and pages. Its corpora in `.fuzz/` start with samples, and are kept."""
