"""Soak test: navigates under load, and reports losses: `scripts/prove soak`."""
