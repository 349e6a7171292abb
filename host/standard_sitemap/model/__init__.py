"""The format-independent interfaces of a map, and the values it consists of.

Imports nothing from the project. Reads and fetches no file.
"""
