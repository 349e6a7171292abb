"""Drives a real browser with the extension loaded: one interface, two browsers.

`driving.start` starts one, `driving.surface` says what can be asked of it. Nothing here touches the user's own
profile, and nothing it starts outlives it.
"""
