"""The request headers of a sitemap, and its referrer by every policy."""

from dataclasses import replace

import pytest

from standard_sitemap.fetching.network_addresses import Route, Scope
from standard_sitemap.fetching.request_headers import (
    POLICIES,
    USER_AGENT,
    ReferringPage,
    audience,
    headers_for,
    policy_in,
    referrer,
)

PAGE = ReferringPage("https://www.example.org/a/b?c#d", headers=(("Cookie", "x=1"),))


def _sent(uri: str, page: ReferringPage, cookie: str | None = None, policy: str | None = None) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in headers_for(uri, page, cookie=cookie, policy=policy)}


def test_without_a_page_the_host_names_itself() -> None:
    sent = _sent("https://www.example.org/map", ReferringPage())
    assert sent["User-Agent"] == USER_AGENT
    assert sent.keys() == {"User-Agent", "Accept", "Accept-Encoding"}


@pytest.mark.parametrize(
    ("uri", "has_cookie", "referrer"),
    [
        ("https://www.example.org/map", True, "https://www.example.org/a/b?c"),
        ("https://www.example.org:443/map", True, "https://www.example.org/a/b?c"),
        ("https://static.example.org/map", False, "https://www.example.org/"),
        ("http://www.example.org/map", False, None),
        ("https://www.example.org:444/map", False, "https://www.example.org/"),
    ],
)
def test_own_cookies_stay_in_the_origin_and_referrers_follow_the_browsers(
    uri: str, has_cookie: bool, referrer: str | None
) -> None:
    sent = _sent(uri, PAGE)
    assert ("Cookie" in sent) == has_cookie
    assert sent.get("Referer") == referrer


def test_the_browsers_cookies_count_where_it_can_be_queried() -> None:
    requesting = replace(PAGE, requests_cookies=True)
    assert "Cookie" not in _sent("https://www.example.org/map", requesting)
    assert _sent("https://static.example.org/map", requesting, cookie="s=1; t=ä")["Cookie"] == "s=1; t=ä"


def test_white_space_around_cookies_is_no_part_of_them() -> None:
    assert _sent("https://x.example/", replace(PAGE, requests_cookies=True), cookie=" a=b ")["Cookie"] == "a=b"


@pytest.mark.promise("server", "The referrer follows the policy of a redirect.")
def test_the_policy_is_the_pages_until_a_redirect_sets_another() -> None:
    page = replace(PAGE, referrer_policy="weird, unsafe-url")
    assert _sent("http://elsewhere.example/map", page)["Referer"] == "https://www.example.org/a/b?c"
    assert "Referer" not in _sent("http://elsewhere.example/map", page, policy="no-referrer")


def test_credentials_are_not_passed_on() -> None:
    page = ReferringPage("https://user:secret@www.example.org/a")
    assert _sent("https://www.example.org/map", page)["Referer"] == "https://www.example.org/a"


def test_values_with_line_breaks_are_left_out() -> None:
    page = ReferringPage("https://www.example.org/", headers=(("User-Agent", "a\r\nX: y"), ("Accept-Language", "de")))
    assert "User-Agent" not in _sent("https://www.example.org/map", page)
    assert "Cookie" not in _sent(
        "https://www.example.org/map", replace(PAGE, requests_cookies=True), cookie="a=b\r\nX: y"
    )


SECRET_PAGE = "https://user:secret@www.example.org/a/b?c#d"
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
@pytest.mark.promise("server", "The referrer follows all eight policies of a page.")
def test_policy(policy: str) -> None:
    assert tuple(referrer(SECRET_PAGE, uri, policy) for uri in TARGETS) == SENT[policy]


def test_the_default_is_that_of_browsers() -> None:
    assert tuple(referrer(SECRET_PAGE, uri, None) for uri in TARGETS) == SENT["strict-origin-when-cross-origin"]


def test_page_without_tls_has_no_downgrade() -> None:
    assert referrer("http://www.example.org/a", "http://map.example/map", "strict-origin") == "http://www.example.org/"


def test_the_own_machine_is_trustworthy_without_tls() -> None:
    assert referrer(SECRET_PAGE, "http://localhost:8000/map", "strict-origin") == ORIGIN
    assert referrer("http://127.0.0.1/a", "http://map.example/map", "strict-origin") is None


@pytest.mark.parametrize(
    "page", ["", "about:blank", "data:text/html,x", "file:///a", "moz-extension://x/a", "http://["]
)
def test_other_pages_have_no_referrer(page: str) -> None:
    assert referrer(page, TARGETS[0], "unsafe-url") is None


def test_long_referrer_is_truncated_to_its_origin() -> None:
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
def test_last_known_policy_token_counts(field: str | None, policy: str | None) -> None:
    assert policy_in(field) == policy


@pytest.mark.parametrize(
    ("page", "scope"),
    [
        (ReferringPage("http://www.example.org/"), Scope.PUBLIC),
        (ReferringPage("http://www.example.org/", "10.0.0.1"), Scope.PUBLIC),
        (ReferringPage("http://www.example.org/", "10.0.0.1", looked_up=Scope.PRIVATE), Scope.PRIVATE),
        (ReferringPage("http://www.example.org/", "not an address"), Scope.PUBLIC),
        (ReferringPage("http://localhost/"), Scope.LOOPBACK),
        (ReferringPage("http://192.168.0.1/", "192.168.0.1"), Scope.PRIVATE),
        (ReferringPage("http://127.0.0.1/", "8.8.8.8"), Scope.PUBLIC),
        (ReferringPage("http://127.0.0.1/", "10.0.0.1"), Scope.PUBLIC),
        (ReferringPage(""), Scope.PUBLIC),
    ],
)
def test_a_page_is_local_where_the_host_finds_it_so(page: ReferringPage, scope: Scope) -> None:
    assert page.scope is scope


OTHERS = [
    (ReferringPage("http://www.example.org:81/"), False),
    (ReferringPage("https://www.example.org/"), False),
    (ReferringPage("http://www.example.org/", container="c1"), False),
    (ReferringPage("http://www.example.org/"), True),
    (ReferringPage("http://www.example.org/", "10.0.0.1", looked_up=Scope.PRIVATE), False),
    (ReferringPage("http://www.example.org/", route=Route.PROXY), False),
    (ReferringPage("about:blank"), False),
]


@pytest.mark.parametrize(("page", "is_private"), OTHERS)
def test_an_audience_is_of_one_kind(page: ReferringPage, is_private: bool) -> None:
    own = audience(ReferringPage("http://www.example.org/a"), is_private=False)
    assert own == audience(ReferringPage("http://www.example.org/b?c", "203.0.114.9"), is_private=False)
    assert own != audience(page, is_private=is_private)


# holds: B19
def test_settings_of_the_page_s_request_go_along() -> None:
    sent = (("DNT", "1"), ("sec-gpc", "1"), ("Save-Data", "on"), ("sec-ch-ua", '"B";v="1"'), ("sec-ch-ua-model", '"M"'))
    page = ReferringPage("https://www.example.org/", headers=(*sent, ("x-own", "1")))
    own = dict(headers_for("https://www.example.org/map.xml", page))
    assert {own[name.lower().encode()] for name, _ in sent} == {value.encode() for _, value in sent}
    assert b"x-own" not in own
    other = dict(headers_for("https://maps.example/map.xml", page))
    assert {b"dnt", b"sec-gpc", b"save-data", b"sec-ch-ua"} < other.keys()
    assert b"sec-ch-ua-model" not in other
