"""Lint, types and tests of the whole project, each a command that is run and reported."""
