"""Fuzzing of the core by atheris. Its corpus grows in `.fuzz/` from the conformance cases, and is never committed."""
