"""Registration: tells the current user's browsers which program to start, and takes that back.

`places` knows where each browser looks, `manifests` what it wants to read there. Never writes outside the user's own.
"""
