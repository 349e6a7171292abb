"""Screenshots of the real browsers on the bundled shop. Judges nothing."""
