"""The names by which browsers know the extension and the host. A repository test compares them with manifest.json."""

HOST_NAME = "org.standard_sitemap.navigator"
"""What the extension asks the browser to start."""

HOST_PROGRAM = "standard-sitemap-host"
"""The console script that the browser starts."""

FIREFOX_ID = "navigator@standard-sitemap.org"

CHROME_ID = "dfcebkdbhpbkempbeobamammfippkngd"
"""Follows from the `key` in manifest.json: the first half of its SHA-256, written in the letters a to p."""
