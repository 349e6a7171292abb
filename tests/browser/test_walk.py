"""After each of the reader's actions the sidebar shows the page's place and the reader's branches.

`STANDARD_SITEMAP_STEPS=2000 scripts/test tests/browser/test_walk.py` sets the number of steps in each browser;
`STANDARD_SITEMAP_SEED=17` makes another walk.
"""

from __future__ import annotations

import contextlib
import os
import random

from browser import sites
from browser.walk import SITES, Walk
from driving.surface import Browser

_STEPS = int(os.environ.get("STANDARD_SITEMAP_STEPS", "30"))
_SEED = int(os.environ.get("STANDARD_SITEMAP_SEED", "3"))


def test_sidebar_shows_the_page_and_the_readers_branches_after_each_step(browser: Browser) -> None:
    with contextlib.ExitStack() as stack:
        servers = {name: stack.enter_context(sites.server()) for name in SITES}
        try:
            Walk(browser, servers, random.Random(_SEED)).run(_STEPS)
        except AssertionError as problem:
            raise AssertionError(f"seed {_SEED}: {problem}") from problem
