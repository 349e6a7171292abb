"""Credentials for one origin are sent to that origin only."""

from __future__ import annotations

import pytest

from standard_sitemap.fetching.credentials import (
    MOST_BYTES,
    MOST_FIELDS,
    Credentials,
    CredentialsError,
    credentials_for,
    header_field,
    read_cookies,
)

SITE = "https://www.example.org/"
PLAIN = [(b"User-Agent", b"Standard"), (b"Accept", b"*/*")]


def cookies_txt(*lines: tuple[str, str, str, str, str, str]) -> str:
    written = (
        f"{domain}\t{flag}\t{path}\t{secure}\t0\t{name}\t{value}" for domain, flag, path, secure, name, value in lines
    )
    return "# Netscape HTTP Cookie File\n\n" + "\n".join(written) + "\n"


def sent(credentials: Credentials, uri: str) -> dict[bytes, bytes]:
    return dict(credentials.added(PLAIN, uri)[len(PLAIN) :])


@pytest.mark.parametrize(
    "uri",
    [
        "http://www.example.org/",
        "https://www.example.org:8443/",
        "https://example.org/",
        "https://www.example.org.evil.example/",
        "https://other.example/",
    ],
)
def test_other_origins_get_nothing(uri: str) -> None:
    own = credentials_for(SITE, ("X-Key: 1",), "a=1")
    assert own.added(PLAIN, uri) == PLAIN
    assert own.added(PLAIN, f"{SITE}page") != PLAIN


def test_field_of_the_user_replaces_that_of_the_program() -> None:
    own = credentials_for(SITE, ("user-agent: mine",), None)
    assert own.added(PLAIN, SITE) == [(b"Accept", b"*/*"), (b"user-agent", b"mine")]


@pytest.mark.parametrize(
    "written",
    ["X-Key", "X Key: 1", ": 1", "", "Host: evil.example", "Content-Length: 5", "Transfer-Encoding: chunked",
     "Accept-Encoding: br", "X-Key: 1\r\nHost: evil.example", "X-Key: \x00"],
)  # fmt: skip
def test_field_that_cannot_be_sent_is_refused_without_its_value(written: str) -> None:
    with pytest.raises(CredentialsError) as caught:
        header_field(written)
    assert "1" not in str(caught.value)


def test_cookies_go_to_their_host_and_path() -> None:
    text = cookies_txt(
        ("www.example.org", "FALSE", "/", "FALSE", "host", "1"),
        (".example.org", "TRUE", "/", "TRUE", "domain", "2"),
        ("#HttpOnly_www.example.org", "FALSE", "/docs", "FALSE", "docs", "3"),
        (".example.org", "FALSE", "/", "FALSE", "bare", "4"),
        (".other.example", "TRUE", "/", "FALSE", "other", "5"),
    )
    own = credentials_for(SITE, (), text)
    assert sent(own, SITE) == {b"Cookie": b"host=1; domain=2"}
    assert sent(own, f"{SITE}docs") == {b"Cookie": b"host=1; domain=2; docs=3"}
    assert sent(own, f"{SITE}docs/a") == {b"Cookie": b"host=1; domain=2; docs=3"}
    assert sent(own, f"{SITE}docsome") == {b"Cookie": b"host=1; domain=2"}


def test_secure_cookies_go_over_tls_or_to_the_own_computer_only() -> None:
    text = cookies_txt(("h.example", "FALSE", "/", "TRUE", "a", "1"), ("localhost", "FALSE", "/", "TRUE", "b", "2"))
    assert sent(credentials_for("http://h.example/", (), text), "http://h.example/") == {}
    assert sent(credentials_for("http://localhost:80/", (), text), "http://localhost/") == {b"Cookie": b"b=2"}


@pytest.mark.parametrize("text", ["a=1; b=2", "Cookie: a=1; b=2", "\ncookie:a=1; b=2\n"])
def test_value_of_a_cookie_header_is_taken_as_it_is(text: str) -> None:
    assert sent(credentials_for(SITE, (), text), f"{SITE}a") == {b"Cookie": b"a=1; b=2"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [("", "no cookie in the file"), ("# only\n", "no cookie in the file"), ("secret", "is not a cookie"),
     ("a\tb\tc", "seven fields"), ("a=secret\x00", "is not a cookie")],
)  # fmt: skip
def test_file_without_cookies_is_refused_without_its_content(text: str, reason: str) -> None:
    with pytest.raises(CredentialsError, match=reason) as caught:
        read_cookies(text)
    assert "secret" not in str(caught.value)


def test_file_with_cookies_of_other_hosts_only_is_refused() -> None:
    with pytest.raises(CredentialsError, match=r"no cookie for www\.example\.org"):
        credentials_for(SITE, (), cookies_txt(("other.example", "TRUE", "/", "FALSE", "a", "1")))


def test_too_much_is_refused() -> None:
    with pytest.raises(CredentialsError, match="are not sent"):
        credentials_for(SITE, tuple(f"X-{number}: 1" for number in range(MOST_FIELDS + 1)), None)
    with pytest.raises(CredentialsError, match="are not sent"):
        credentials_for(SITE, (), f"a={'x' * MOST_BYTES}")


def test_representation_shows_no_value() -> None:
    assert "secret" not in repr(credentials_for(SITE, ("X-Key: secret",), "a=secret"))
