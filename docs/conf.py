"""How the guide is built: `scripts/docs`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from standard_sitemap import __version__

project = "Standard-Sitemap guide"
author = "the authors of Standard-Sitemap Navigator"
version = release = __version__
extensions = ["standard_sitemap.integrations.sphinx", "directives"]
exclude_patterns = ["_build"]
nitpicky = True
smartquotes = False
default_role = "literal"
highlight_language = "none"

standard_sitemap_class_prefix = "sitemap"

html_theme = "guide"
html_theme_path = ["theme"]
html_title = "Standard-Sitemap guide"
html_short_title = "Guide"
html_show_sourcelink = False
html_show_copyright = False
html_copy_source = False
html_use_index = False
