"""What holds for all tests: a property fails for what it finds, never for how long finding took."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
