"""URI references resolved as browsers do it (the WHATWG URL algorithm), and taken apart.

Never decides whether an address may be fetched: that is the fetching side's business.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

import ada_url

# References of this shape hold neither scheme nor authority: against a hierarchical base they always resolve.
_CERTAIN = re.compile(r"(?!//)[A-Za-z0-9_./?=&#%~+,;@-]*", re.ASCII)


def resolve(base: str, reference: str) -> str | None:
    """The absolute URI of `reference` seen from `base`; None where the two make no URI."""
    try:
        return str(ada_url.join_url(base, reference))
    except ValueError:
        return None


def is_certain(reference: str) -> bool:
    """Whether `reference` surely resolves against any http, https or file base."""
    return _CERTAIN.fullmatch(reference) is not None


def split_fragment(uri: str) -> tuple[str, str | None]:
    """`uri` without its fragment, and the fragment with its escapes undone (None where there is none)."""
    address, mark, fragment = uri.partition("#")
    return address, unquote(fragment) if mark else None


def host(uri: str) -> str:
    """The host of an absolute URI, without port; empty where it has none."""
    return str(ada_url.URL(uri).hostname)
