"""Drives a real browser with the extension: one interface for two browsers.

`driving.start` starts one, `driving.surface` defines the operations. Nothing here touches the user's own profile, and
nothing outlives the driver.
"""
