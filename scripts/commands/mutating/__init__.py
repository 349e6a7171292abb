"""Mutation tests: breaks one guard at a time in a copy of the project, and checks that a test fails."""
