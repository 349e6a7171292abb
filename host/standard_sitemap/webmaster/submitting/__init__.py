"""Submission: announces a site's pages to search engines by a line in robots.txt and by IndexNow.

`engines` lists what they accept and makes IndexNow's key, `sending` talks to a server, and `changes` examines files.
This module imports nothing.
"""
