"""Chromium through chromedriver, its own keys through a virtual screen."""

from driving.chromium.browser import Chromium

__all__ = ["Chromium"]
