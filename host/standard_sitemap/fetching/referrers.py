"""The referrer of a request by its page's policy. [Referrer Policy, "Determine request's Referrer"] Pure."""

from functools import lru_cache

import ada_url

from standard_sitemap.fetching.addresses import Scope, page_scope

DEFAULT_POLICY = "strict-origin-when-cross-origin"

POLICIES = frozenset(
    {
        "no-referrer",
        "no-referrer-when-downgrade",
        "same-origin",
        "origin",
        "strict-origin",
        "origin-when-cross-origin",
        DEFAULT_POLICY,
        "unsafe-url",
    }
)

_LONGEST = 4_096
"""A longer referrer is cut to its origin."""


def policy_in(field: str | None) -> str | None:
    """The policy that a `Referrer-Policy` field sets: the last token that is one; None where none is."""
    tokens = [token.strip().lower() for token in (field or "").split(",")]
    return next((token for token in reversed(tokens) if token in POLICIES), None)


@lru_cache(1_024)
def origin(url: str) -> str:
    """Scheme, host and port, those that the scheme implies left out; "" where there is none."""
    try:
        found = str(ada_url.URL(url).origin)
    except ValueError:
        return ""
    return "" if found == "null" else found


def referrer(page_url: str, uri: str, policy: str | None) -> str | None:
    """The referrer of a request for `uri` from that page; None where none is sent."""
    alone = origin(page_url)
    if not alone.startswith(("http://", "https://")):
        return None
    url = ada_url.URL(page_url)
    url.username = url.password = url.hash = ""
    sent = _chosen(policy or DEFAULT_POLICY, url.href, f"{alone}/", uri)
    return f"{alone}/" if sent is not None and len(sent) > _LONGEST else sent


def _chosen(policy: str, whole: str, alone: str, uri: str) -> str | None:
    is_same = origin(whole) == origin(uri)
    is_downgrade = _is_trustworthy(whole) and not _is_trustworthy(uri)
    return {
        "no-referrer": None,
        "no-referrer-when-downgrade": None if is_downgrade else whole,
        "same-origin": whole if is_same else None,
        "origin": alone,
        "strict-origin": None if is_downgrade else alone,
        "origin-when-cross-origin": whole if is_same else alone,
        "strict-origin-when-cross-origin": whole if is_same else None if is_downgrade else alone,
        "unsafe-url": whole,
    }[policy]


def _is_trustworthy(url: str) -> bool:
    """Whether nobody between can have changed what comes from there. [Secure Contexts]"""
    return url.startswith("https:") or page_scope(url, None) is Scope.LOOPBACK
