"""The command line: `python -m standard_sitemap`."""

import sys

from standard_sitemap.cli import main

sys.exit(main())
