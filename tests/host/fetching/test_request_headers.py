"""The request headers of a sitemap."""

from dataclasses import replace

import pytest

from standard_sitemap.fetching.request_headers import USER_AGENT, Page, headers_for

PAGE = Page("https://www.example.org/a/b?c#d", headers=(("Cookie", "x=1"),))


def _sent(uri: str, page: Page, cookie: str | None = None, policy: str | None = None) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in headers_for(uri, page, cookie=cookie, policy=policy)}


def test_without_a_page_the_host_names_itself() -> None:
    sent = _sent("https://www.example.org/map", Page())
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


def test_the_browsers_word_on_cookies_counts_where_it_can_be_asked() -> None:
    asking = replace(PAGE, asks_cookies=True)
    assert "Cookie" not in _sent("https://www.example.org/map", asking)
    assert _sent("https://static.example.org/map", asking, cookie="s=1; t=ä")["Cookie"] == "s=1; t=ä"


def test_white_space_around_cookies_is_no_part_of_them() -> None:
    assert _sent("https://x.example/", replace(PAGE, asks_cookies=True), cookie=" a=b ")["Cookie"] == "a=b"


def test_the_policy_is_the_pages_until_a_redirect_sets_another() -> None:
    page = replace(PAGE, referrer_policy="weird, unsafe-url")
    assert _sent("http://elsewhere.example/map", page)["Referer"] == "https://www.example.org/a/b?c"
    assert "Referer" not in _sent("http://elsewhere.example/map", page, policy="no-referrer")


def test_credentials_are_not_passed_on() -> None:
    page = Page("https://user:secret@www.example.org/a")
    assert _sent("https://www.example.org/map", page)["Referer"] == "https://www.example.org/a"


def test_values_with_line_breaks_are_left_out() -> None:
    page = Page("https://www.example.org/", headers=(("User-Agent", "a\r\nX: y"), ("Accept-Language", "de")))
    assert "User-Agent" not in _sent("https://www.example.org/map", page)
    assert "Cookie" not in _sent("https://www.example.org/map", replace(PAGE, asks_cookies=True), cookie="a=b\r\nX: y")


def test_settings_of_the_page_s_request_go_along() -> None:
    sent = (("DNT", "1"), ("sec-gpc", "1"), ("Save-Data", "on"), ("sec-ch-ua", '"B";v="1"'), ("sec-ch-ua-model", '"M"'))
    page = Page("https://www.example.org/", headers=(*sent, ("x-own", "1")))
    own = dict(headers_for("https://www.example.org/map.xml", page))
    assert {own[name.lower().encode()] for name, _ in sent} == {value.encode() for _, value in sent}
    assert b"x-own" not in own
    other = dict(headers_for("https://maps.example/map.xml", page))
    assert {b"dnt", b"sec-gpc", b"save-data", b"sec-ch-ua"} < other.keys()
    assert b"sec-ch-ua-model" not in other
