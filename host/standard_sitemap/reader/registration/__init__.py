"""Registration: tells the current user's browsers which program to start, and removes that again.

`browsers` is the table of them and of their profiles, `register` knows where each looks and writes there, `health` only
looks. Never writes outside the user's own.
"""
