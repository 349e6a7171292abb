"""Runs the project on Windows: CPython for Windows under Wine, in a folder that is removed afterwards."""
