"""Firefox through Marionette, whose chrome context reaches sidebar and popup."""

from driving.firefox.browser import Firefox

__all__ = ["Firefox"]
