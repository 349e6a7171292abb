"""Measures what the project promises, each time against a yardstick taken in the same run.

A benchmark is a function that is given a folder to write into and returns figures. Nothing here is asserted by tests:
figures are read by people.
"""
