"""Where a node leads, and with which referrer."""

from collections.abc import Callable

import pytest

from standard_sitemap import ssp
from standard_sitemap.sites.visits import Visitor, referrer, visit

Build = Callable[..., ssp.Hierarchy]
PAGE = "http://user:pw@www.example.org/page?q#part"
TARGET = "http://www.example.org/b"


# holds: F125
@pytest.mark.parametrize(
    ("tokens", "in_tree", "mode", "uri"),
    [
        ((), True, "user", None),
        (("user",), True, "user", None),
        (("none",), True, "none", None),
        (("root",), True, "uri", "http://www.example.org/map.xml"),
        (("map",), True, "uri", "http://www.example.org/other.xml"),
        (("page",), True, "uri", "http://www.example.org/page?q"),
        (("parent",), True, "uri", "http://www.example.org/a"),
        (("parent",), False, "user", None),
        (("parent", "none"), False, "none", None),
        (("unheard-of", "none"), True, "none", None),
        (("unheard-of",), True, "user", None),
    ],
)
def test_the_first_wish_that_can_be_honoured(
    hierarchy_of: Build, tokens: tuple[str, ...], in_tree: bool, mode: str, uri: str | None
) -> None:
    hierarchy = hierarchy_of(
        '<item name="A" url="/a"><external url="other.xml#b"/></item>', other='<item xml:id="b" name="B" url="/b"/>'
    )
    parent = hierarchy.children(hierarchy.root)[0]
    path = (parent, hierarchy.children(parent)[0])
    assert referrer(hierarchy, path, tokens, TARGET, Visitor(PAGE, in_tree=in_tree)) == {"mode": mode, "uri": uri}


def test_a_page_that_is_none_cannot_be_referred_to(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of('<item name="A" url="/a"/>')
    path = (hierarchy.children(hierarchy.root)[0],)
    assert referrer(hierarchy, path, ("page", "none"), TARGET, Visitor("about:blank"))["mode"] == "none"


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "/" + "x" * 9000])
def test_some_addresses_are_never_led_to(hierarchy_of: Build, url: str) -> None:
    hierarchy = hierarchy_of(f'<item name="A" url="{url}"/>')
    node = hierarchy.children(hierarchy.root)[0]
    assert visit(hierarchy, (node,), hierarchy.variants(node)[0], Visitor(""))["url"] is None


# holds: F122
def test_the_parent_is_meant_in_the_reader_s_language(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of(
        '<item><variant name="A" url="/a" lang="en"/><variant name="Ä" url="/ae" lang="de"/>'
        '<item name="B" url="/b"/></item>'
    )
    parent = hierarchy.children(hierarchy.root)[0]
    path = (parent, hierarchy.children(parent)[0])
    found = referrer(hierarchy, path, ("parent",), TARGET, Visitor(PAGE, ("de",)))
    assert found == {"mode": "uri", "uri": "http://www.example.org/ae"}


FOREIGN = "https://bank.example/account?secret"


@pytest.mark.parametrize("tokens", [("parent",), ("parent", "page", "none"), ("map", "none")])
def test_no_address_of_another_site_is_forged(hierarchy_of: Build, tokens: tuple[str, ...]) -> None:
    hierarchy = hierarchy_of(f'<item name="A" url="{FOREIGN}"><item name="B" url="{FOREIGN}"/></item>')
    parent = hierarchy.children(hierarchy.root)[0]
    path = (parent, hierarchy.children(parent)[0])
    sent = referrer(hierarchy, path, tokens, FOREIGN, Visitor(PAGE))["uri"]
    assert sent is None or sent == "http://www.example.org/"


def test_a_forged_parent_gives_way_to_the_next(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of(f'<item name="A" url="{FOREIGN}"><item name="B" url="/b"/></item>')
    parent = hierarchy.children(hierarchy.root)[0]
    path = (parent, hierarchy.children(parent)[0])
    found = referrer(hierarchy, path, ("parent", "page"), TARGET, Visitor(PAGE))
    assert found == {"mode": "uri", "uri": "http://www.example.org/page?q"}


@pytest.mark.parametrize(
    ("policy", "target", "uri"),
    [
        (None, TARGET, "http://www.example.org/page?q"),
        (None, "http://elsewhere.example/", "http://www.example.org/"),
        ("no-referrer", TARGET, None),
        ("same-origin", "http://elsewhere.example/", None),
        ("unsafe-url", "http://elsewhere.example/", "http://www.example.org/page?q"),
        ("weird", "http://elsewhere.example/", "http://www.example.org/"),
    ],
)
@pytest.mark.parametrize("token", ["page", "root"])
def test_what_is_sent_follows_the_policy_of_the_page(
    hierarchy_of: Build, token: str, policy: str | None, target: str, uri: str | None
) -> None:
    hierarchy = hierarchy_of('<item name="A" url="/a"/>')
    path = (hierarchy.children(hierarchy.root)[0],)
    found = referrer(hierarchy, path, (token,), target, Visitor(PAGE, policy=policy))["uri"]
    assert found == (uri and uri.replace("page?q", "page?q" if token == "page" else "map.xml"))


def test_nothing_is_sent_down_to_an_address_without_tls(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of('<item name="A" url="/a"/>')
    path = (hierarchy.children(hierarchy.root)[0],)
    assert referrer(hierarchy, path, ("page",), TARGET, Visitor("https://secure.example/x"))["uri"] is None


def test_mail_has_no_referrer(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of('<item name="A" url="mailto:a@example.org"/>')
    path = (hierarchy.children(hierarchy.root)[0],)
    assert (
        referrer(hierarchy, path, ("page",), "mailto:a@example.org", Visitor(PAGE, policy="unsafe-url"))["uri"] is None
    )
