"""Submission: announces a site's pages to search engines by a line in robots.txt and by IndexNow.

`engines` lists what they accept, `submissions` sends addresses by IndexNow, and `changes` examines files. This module
imports nothing.
"""
