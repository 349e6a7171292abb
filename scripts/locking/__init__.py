"""The lock file of the project's dependencies."""
