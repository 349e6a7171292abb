"""Where a node leads, and with which referrer."""

from collections.abc import Callable

import pytest

from standard_sitemap import ssp
from standard_sitemap.sites.visits import referrer, visit

Build = Callable[..., ssp.Hierarchy]
PAGE = "http://user:pw@www.example.org/page?q#part"


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
    assert referrer(hierarchy, path, tokens, PAGE, in_tree=in_tree) == {"mode": mode, "uri": uri}


def test_a_page_that_is_none_cannot_be_referred_to(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of('<item name="A" url="/a"/>')
    path = (hierarchy.children(hierarchy.root)[0],)
    assert referrer(hierarchy, path, ("page", "none"), "about:blank", in_tree=True)["mode"] == "none"


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "/" + "x" * 9000])
def test_some_addresses_are_never_led_to(hierarchy_of: Build, url: str) -> None:
    hierarchy = hierarchy_of(f'<item name="A" url="{url}"/>')
    node = hierarchy.children(hierarchy.root)[0]
    assert visit(hierarchy, (node,), hierarchy.variants(node)[0], "", in_tree=True)["url"] is None


def test_the_parent_is_meant_in_the_reader_s_language(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of(
        '<item><variant name="A" url="/a" lang="en"/><variant name="Ä" url="/ae" lang="de"/>'
        '<item name="B" url="/b"/></item>'
    )
    parent = hierarchy.children(hierarchy.root)[0]
    path = (parent, hierarchy.children(parent)[0])
    found = referrer(hierarchy, path, ("parent",), PAGE, ("de",), in_tree=True)
    assert found == {"mode": "uri", "uri": "http://www.example.org/ae"}
