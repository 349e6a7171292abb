"""Measures what the project promises, each time against a yardstick taken in the same run.

One module for each benchmark; `figures` is what they answer, `machine` says on what they ran. Nothing here is asserted
by tests: figures are read by people.
"""
