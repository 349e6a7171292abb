"""Registration: tells the current user's browsers which program to start, and removes that again.

`browsers` is the table of them, `places` knows where each looks, `register` writes, `profiles` and `health` only look.
Never writes outside the user's own.
"""
