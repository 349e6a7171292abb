"""Writes the documentation and the types of the messages between extension and host: `scripts/docs --protocol`."""
