"""Navigates under load, and says what was lost: `scripts/prove soak`."""
