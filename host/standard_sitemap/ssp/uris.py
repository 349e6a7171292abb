"""URI references resolved as browsers do it (the WHATWG URL algorithm), and taken apart.

Never decides whether an address may be fetched: that is the fetching side's business.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

import ada_url

# References of this shape surely resolve against a hierarchical base: they have neither scheme nor authority, or an
# ordinary one. A host that ends in a digit is an IPv4 address or nothing; “xn--” begins what must decode.
_HOST = r"(?!(?:[a-z0-9-]*\.)*xn--)(?:[a-z0-9-]+\.)*[a-z][a-z-]*"
_CERTAIN = re.compile(rf"(?:https?://{_HOST}(?:/[^\x00-\x20]*)?|(?!//)[^:\\\x00-\x20]*)")


def resolve(base: str, reference: str) -> str | None:
    """The absolute URI of `reference` seen from `base`; None where the two make no URI."""
    try:
        return str(ada_url.join_url(base, reference))
    except ValueError:
        return None


def is_hierarchical(uri: str) -> bool:
    """Whether relative references can be resolved against `uri`: not against mailto:, urn: and the like."""
    return resolve(uri, "x") is not None


def is_certain(reference: str) -> bool:
    """Whether `reference` surely resolves against any hierarchical base; not sure does not mean that it does not."""
    return _CERTAIN.fullmatch(reference) is not None


def split_fragment(uri: str) -> tuple[str, str | None]:
    """`uri` without its fragment, and the fragment with its escapes undone (None where there is none)."""
    address, mark, fragment = uri.partition("#")
    return address, unquote(fragment) if mark else None


def host(uri: str) -> str:
    """The host of an absolute URI, without port; empty where it has none."""
    return str(ada_url.URL(uri).hostname)
