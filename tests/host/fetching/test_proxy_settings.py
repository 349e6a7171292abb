"""The system's proxies, from the environment and from desktops, without looking up a name."""

import socket
from collections.abc import Callable
from pathlib import Path

import pytest

import system
from standard_sitemap.fetching import proxy_settings
from standard_sitemap.fetching.proxy_settings import ProxySettings, are_settings_fresh, read_settings, system_proxy

PROXY = "http://proxy.example:3128"
SITE, LOCAL = "http://www.example.org/", "http://127.0.0.1:8000/"

Set = Callable[..., None]


@pytest.fixture(autouse=True)
def no_look_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> None:
        raise AssertionError("a name was looked up")

    for name in ("getaddrinfo", "gethostbyname", "gethostbyaddr"):
        monkeypatch.setattr(socket, name, forbidden)


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Set:
    """Return a function that sets an environment of only these variables and rereads it."""

    def set_to(**variables: str) -> None:
        for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "XDG_CURRENT_DESKTOP"):
            monkeypatch.delenv(name, raising=False)
            monkeypatch.delenv(name.upper(), raising=False)
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        read_settings()

    return set_to


def test_without_settings_nothing_is_proxied(environment: Set) -> None:
    environment()
    assert not system_proxy(SITE)
    assert are_settings_fresh()


@pytest.mark.parametrize(
    ("variables", "http", "https"),
    [
        ({"http_proxy": PROXY}, True, False),
        ({"https_proxy": PROXY}, False, True),
        ({"all_proxy": "socks5://127.0.0.1:9050"}, True, True),
        ({"ALL_PROXY": PROXY}, True, True),
        ({"http_proxy": PROXY, "no_proxy": "example.org"}, False, False),
        ({"http_proxy": PROXY, "no_proxy": "other.example, .org"}, False, False),
        ({"http_proxy": PROXY, "no_proxy": "*"}, False, False),
        ({"http_proxy": ""}, False, False),
    ],
)
def test_the_environment_names_proxies_and_exceptions(
    environment: Set, variables: dict[str, str], http: bool, https: bool
) -> None:
    environment(**variables)
    assert (system_proxy(SITE), system_proxy(SITE.replace("http", "https"))) == (http, https)


@pytest.mark.parametrize(
    "uri", [LOCAL, "http://localhost/", "http://x.localhost/", "http://[::1]/", "http://169.254.1.1/"]
)
def test_browsers_never_request_the_own_machine_from_a_proxy(environment: Set, uri: str) -> None:
    environment(all_proxy=PROXY)
    assert not system_proxy(uri)
    assert not ProxySettings({}, is_total=True).is_for(uri)


def test_where_a_script_decides_all_may_be_proxied() -> None:
    assert ProxySettings({}, is_total=True).is_for(SITE)


not_its_desktop = system.not_on_windows("it has its own desktop")


@pytest.mark.parametrize(("kind", "is_proxied"), [("0", False), ("1", True), ("2", True), ("3", True), ("4", False)])
@not_its_desktop
@pytest.mark.promise("network", "A proxy in the settings of KDE is recognised.")
def test_kde(environment: Set, tmp_path: Path, kind: str, is_proxied: bool) -> None:
    (tmp_path / "kioslaverc").write_text(f"[$Version]\nupdate_info=x\n[Proxy Settings]\nProxyType={kind}\n")
    environment(XDG_CURRENT_DESKTOP="KDE")
    assert system_proxy(SITE) == is_proxied


@pytest.mark.parametrize("text", ["", "no section", "[Proxy Settings]\n", "\udcff"])
def test_kde_settings_without_a_proxy(environment: Set, tmp_path: Path, text: str) -> None:
    (tmp_path / "kioslaverc").write_bytes(text.encode("utf-8", "surrogateescape"))
    environment(XDG_CURRENT_DESKTOP="KDE")
    assert not system_proxy(SITE)


@pytest.mark.parametrize(("answer", "is_proxied"), [("'none'", False), ("'manual'", True), ("'auto'", True)])
@pytest.mark.parametrize("desktop", ["GNOME", "ubuntu:GNOME"])
@not_its_desktop
@pytest.mark.promise("network", "A proxy in the settings of GNOME is recognised.")
def test_gnome(environment: Set, tmp_path: Path, answer: str, is_proxied: bool, desktop: str) -> None:
    program = tmp_path / "gsettings"
    program.write_text(f'#!/bin/sh\n[ "$*" = "get org.gnome.system.proxy mode" ] && echo "{answer}"\n')
    program.chmod(0o755)
    environment(XDG_CURRENT_DESKTOP=desktop, PATH=f"{tmp_path}:/bin:/usr/bin")
    assert system_proxy(SITE) == is_proxied


def test_unknown_desktop_has_no_proxy(environment: Set, tmp_path: Path) -> None:
    environment(XDG_CURRENT_DESKTOP="GNOME", PATH=str(tmp_path))
    assert not system_proxy(SITE)


def test_proxy_settings_are_reread_after_an_interval(environment: Set, monkeypatch: pytest.MonkeyPatch) -> None:
    environment()
    monkeypatch.setattr(proxy_settings, "_SETTINGS_CACHED_S", 0.0)
    assert not are_settings_fresh()
