"""Measures the project's promises, each compared with a yardstick from the same run.

A benchmark is a function that takes a folder to write into and yields figures. Tests assert none of them: figures are
for people.
"""
