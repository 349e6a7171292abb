"""Pictures of what readers see, taken from the real browsers on the bundled shop. Shows nothing, judges nothing."""
