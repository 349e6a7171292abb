"""The names by which browsers know the extension and the host. A repository test compares them with manifest.json."""

# The program name in the extension's request to the browser.
HOST_NAME = "org.standard_sitemap.navigator"

# The console script that the browser starts.
HOST_PROGRAM = "standard-sitemap-host"

# Equal to `browser_specific_settings` in the manifest; a repository test compares them.
FIREFOX_ID = "navigator@standard-sitemap.org"

# Derived from the `key` in manifest.json: the first half of its SHA-256, written in the letters a to p.
CHROME_ID = "dfcebkdbhpbkempbeobamammfippkngd"
