"""The referrer by its page's policy: every policy, toward the same origin, another one, and one without TLS."""

import pytest

from standard_sitemap.fetching.request_headers import POLICIES, policy_in, referrer

PAGE = "https://user:secret@www.example.org/a/b?c#d"
WHOLE, ORIGIN = "https://www.example.org/a/b?c", "https://www.example.org/"
TARGETS = ("https://www.example.org/map", "https://map.example/map", "http://map.example/map")
SENT = {
    "no-referrer": (None, None, None),
    "no-referrer-when-downgrade": (WHOLE, WHOLE, None),
    "same-origin": (WHOLE, None, None),
    "origin": (ORIGIN, ORIGIN, ORIGIN),
    "strict-origin": (ORIGIN, ORIGIN, None),
    "origin-when-cross-origin": (WHOLE, ORIGIN, ORIGIN),
    "strict-origin-when-cross-origin": (WHOLE, ORIGIN, None),
    "unsafe-url": (WHOLE, WHOLE, WHOLE),
}


def test_every_policy_has_its_row() -> None:
    assert SENT.keys() == POLICIES


@pytest.mark.parametrize("policy", SENT)
def test_policy(policy: str) -> None:
    assert tuple(referrer(PAGE, uri, policy) for uri in TARGETS) == SENT[policy]


def test_the_default_is_that_of_browsers() -> None:
    assert tuple(referrer(PAGE, uri, None) for uri in TARGETS) == SENT["strict-origin-when-cross-origin"]


def test_from_a_page_without_tls_nothing_is_a_downgrade() -> None:
    assert referrer("http://www.example.org/a", "http://map.example/map", "strict-origin") == "http://www.example.org/"


def test_the_own_machine_is_trustworthy_without_tls() -> None:
    assert referrer(PAGE, "http://localhost:8000/map", "strict-origin") == ORIGIN
    assert referrer("http://127.0.0.1/a", "http://map.example/map", "strict-origin") is None


@pytest.mark.parametrize(
    "page", ["", "about:blank", "data:text/html,x", "file:///a", "moz-extension://x/a", "http://["]
)
def test_other_pages_have_none(page: str) -> None:
    assert referrer(page, TARGETS[0], "unsafe-url") is None


def test_a_long_one_is_cut_to_its_origin() -> None:
    assert referrer(f"https://www.example.org/{'x' * 5_000}", TARGETS[0], None) == ORIGIN


@pytest.mark.parametrize(
    ("field", "policy"),
    [
        (None, None),
        ("", None),
        ("weird", None),
        ("No-Referrer", "no-referrer"),
        ("no-referrer, strict-origin", "strict-origin"),
        ("origin, weird", "origin"),
    ],
)
def test_the_last_known_token_counts(field: str | None, policy: str | None) -> None:
    assert policy_in(field) == policy
