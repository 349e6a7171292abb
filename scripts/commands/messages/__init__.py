"""Writes the documentation and the types of the messages between extension and host: `scripts/docs --protocol`.

`methods` is the table of all requests with their replies and callers. Tests compare it with the host and the extension.
"""
