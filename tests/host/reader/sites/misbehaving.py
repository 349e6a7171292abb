"""Parsers that misbehave in worker processes, in a module that a worker can import by name."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from standard_sitemap import formats
from standard_sitemap.model.site import Document


def stands_still_in_other_processes(*arguments: object) -> Document:
    if "HOST_OF_TEST" not in os.environ:  # not passed to a worker
        time.sleep(1_000)
    return ends_other_processes(*arguments)


def ends_other_processes(*arguments: object) -> Document:
    if "HOST_OF_TEST" not in os.environ:
        os.abort()
    parse: Callable[..., Document] = formats._other_document
    return parse(*arguments)
