"""Registration: tells the current user's browsers which program to start, and undoes that.

`browsers` is the table of browsers and profiles. `register` knows where each searches, and writes there. `health` only
reads. Never writes outside the user's own folders.
"""
