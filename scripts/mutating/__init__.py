"""Breaks one guard at a time in a copy of the project, and looks which test notices."""
