"""What a map is, whatever its format: interfaces of its parts, and the values that they are made of.

Imports nothing of the project, and no file is read or fetched here.
"""
