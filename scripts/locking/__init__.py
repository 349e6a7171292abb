"""The lock of what the project depends on."""
