"""The request headers of a sitemap."""

import pytest

from standard_sitemap.fetching.request_headers import USER_AGENT, Page, headers_for

PAGE = Page("https://www.example.org/a/b?c#d", headers=(("Cookie", "x=1"),))


def test_without_a_page_the_host_names_itself() -> None:
    sent = dict(headers_for("https://www.example.org/map", Page()))
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
def test_cookies_stay_in_the_origin_and_referrers_follow_the_browsers(
    uri: str, has_cookie: bool, referrer: str | None
) -> None:
    sent = dict(headers_for(uri, PAGE))
    assert ("Cookie" in sent) == has_cookie
    assert sent.get("Referer") == referrer


def test_credentials_are_not_passed_on() -> None:
    page = Page("https://user:secret@www.example.org/a")
    assert dict(headers_for("https://www.example.org/map", page))["Referer"] == "https://www.example.org/a"


def test_values_with_line_breaks_are_left_out() -> None:
    page = Page("https://www.example.org/", headers=(("User-Agent", "a\r\nX: y"), ("Accept-Language", "de")))
    assert "User-Agent" not in dict(headers_for("https://www.example.org/map", page))
