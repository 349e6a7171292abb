"""The formats in which reports are written: one module each, each a function of the reports alone."""
