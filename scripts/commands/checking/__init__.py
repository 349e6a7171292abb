"""Lint, type checks and tests of the whole project: runs and reports commands."""
