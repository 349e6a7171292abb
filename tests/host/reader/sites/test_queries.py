"""Queries on a map: menus, matches, role nodes, the site's search."""

from collections.abc import Callable

import pytest

from standard_sitemap import ssp
from standard_sitemap.reader.protocol import replies
from standard_sitemap.reader.sites import queries, summary
from standard_sitemap.reader.sites.queries import Visitor, referrer, visit
from standard_sitemap.reader.views.paths import path_of_key
from standard_sitemap.refusals import BadParams, NoSearch

Make = Callable[..., ssp.Hierarchy]

LOOP = '<item xml:id="a" name="A" url="/a"><item name="B" url="/b"/><external url="#a"/></item>'


def test_menu_lists_children_of_a_place_but_none_of_a_loop(hierarchy_of: Make) -> None:
    hierarchy = hierarchy_of(LOOP)
    top = queries.menu(hierarchy, (), 0, 10, ())
    assert (top["total"], [row["name"] for row in top["entries"]]) == (1, ["A"])
    path = path_of_key(hierarchy, top["entries"][0]["key"])
    assert path is not None
    menu = queries.menu(hierarchy, path, 0, 10, ())
    assert [(row["name"], row["loop"], row["children"]) for row in menu["entries"]] == [
        ("B", False, False),
        ("A", True, False),
    ]
    again = path_of_key(hierarchy, menu["entries"][1]["key"])
    assert again is not None
    assert queries.menu(hierarchy, again, 0, 10, ()) == {"total": 0, "entries": []}


def test_a_page_of_a_long_menu(hierarchy_of: Make) -> None:
    hierarchy = hierarchy_of("".join(f'<item name="n{number}" url="/{number}"/>' for number in range(300)))
    menu = queries.menu(hierarchy, (), 298, 10, ())
    assert (menu["total"], [row["name"] for row in menu["entries"]]) == (300, ["n298", "n299"])


def test_matches_that_begin_with_the_text_come_first(hierarchy_of: Make) -> None:
    hierarchy = hierarchy_of(
        '<item name="Old boats" url="/o"/><group name="Quay"><item name="Boats" url="/b"/></group><item name="Boat"/>'
    )
    matches = _matches(hierarchy, "boat", 10)
    assert [(match["name"], match["trail"]) for match in matches] == [("Boats", ["Quay"]), ("Old boats", [])]
    assert len(_matches(hierarchy, "boat", 1)) == 1
    assert _matches(hierarchy, " ", 10) == []


def _matches(hierarchy: ssp.Hierarchy, text: str, limit: int) -> list[replies.Match]:
    """Return the matches with which a search ends."""
    *pauses, result = queries.find(hierarchy, text, limit, ())
    assert not any(pauses)
    assert result is not None
    return result["matches"]


def test_a_role_that_is_not_there_is_refused(hierarchy_of: Make) -> None:
    hierarchy = hierarchy_of('<item name="A" url="/a" role="tree contact"/>')
    assert queries.role_path(hierarchy, "contact", 0) == (hierarchy.children(hierarchy.root)[0],)
    for role, index in (("contact", 1), ("search", 0)):
        with pytest.raises(BadParams):
            queries.role_path(hierarchy, role, index)


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "mailto:a@example.org"]
)
@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.promise("author", "A search never leads to an address that is not http or https.")
def test_search_with_an_unusable_location_is_not_offered(hierarchy_of: Make, url: str, method: str) -> None:
    tree = hierarchy_of(f'<item name="S" role="search" url="{url}" data="q=%s" method="{method}"/>')
    assert summary.search_variant(tree, ()) == (None, None, True)
    with pytest.raises(NoSearch):
        queries.search(tree, "x", Visitor(""))


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
def test_first_usable_referrer_is_sent(
    hierarchy_of: Build, tokens: tuple[str, ...], in_tree: bool, mode: str, uri: str | None
) -> None:
    hierarchy = hierarchy_of(
        '<item name="A" url="/a"><external url="other.xml#b"/></item>', other='<item xml:id="b" name="B" url="/b"/>'
    )
    parent = hierarchy.children(hierarchy.root)[0]
    path = (parent, hierarchy.children(parent)[0])
    assert referrer(hierarchy, path, tokens, TARGET, Visitor(PAGE, in_tree=in_tree)) == {"mode": mode, "uri": uri}


def test_non_page_cannot_be_a_referrer(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of('<item name="A" url="/a"/>')
    path = (hierarchy.children(hierarchy.root)[0],)
    assert referrer(hierarchy, path, ("page", "none"), TARGET, Visitor("about:blank"))["mode"] == "none"


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "/" + "x" * 9000])
def test_unusable_addresses_are_never_visited(hierarchy_of: Build, url: str) -> None:
    hierarchy = hierarchy_of(f'<item name="A" url="{url}"/>')
    node = hierarchy.children(hierarchy.root)[0]
    assert visit(hierarchy, (node,), hierarchy.details.variants(node)[0], Visitor(""))["url"] is None


# holds: F122
def test_parent_referrer_uses_the_readers_language(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of(
        '<item><variant name="A" url="/a" lang="en"/><variant name="Ä" url="/ae" lang="de"/>'
        '<item name="B" url="/b"/></item>'
    )
    parent = hierarchy.children(hierarchy.root)[0]
    path = (parent, hierarchy.children(parent)[0])
    sent = referrer(hierarchy, path, ("parent",), TARGET, Visitor(PAGE, ("de",)))
    assert sent == {"mode": "uri", "uri": "http://www.example.org/ae"}


FOREIGN = "https://bank.example/account?secret"


@pytest.mark.parametrize("tokens", [("parent",), ("parent", "page", "none"), ("map", "none")])
@pytest.mark.promise("author", "A sitemap cannot forge the referrer of another site.")
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
    sent = referrer(hierarchy, path, ("parent", "page"), TARGET, Visitor(PAGE))
    assert sent == {"mode": "uri", "uri": "http://www.example.org/page?q"}


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
@pytest.mark.promise("author", "A referrer follows the policy of the page.")
def test_sent_referrer_follows_the_policy_of_the_page(
    hierarchy_of: Build, token: str, policy: str | None, target: str, uri: str | None
) -> None:
    hierarchy = hierarchy_of('<item name="A" url="/a"/>')
    path = (hierarchy.children(hierarchy.root)[0],)
    sent_uri = referrer(hierarchy, path, (token,), target, Visitor(PAGE, policy=policy))["uri"]
    assert sent_uri == (uri and uri.replace("page?q", "page?q" if token == "page" else "map.xml"))


def test_no_referrer_is_sent_from_https_to_http(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of('<item name="A" url="/a"/>')
    path = (hierarchy.children(hierarchy.root)[0],)
    assert referrer(hierarchy, path, ("page",), TARGET, Visitor("https://secure.example/x"))["uri"] is None


def test_mail_has_no_referrer(hierarchy_of: Build) -> None:
    hierarchy = hierarchy_of('<item name="A" url="mailto:a@example.org"/>')
    path = (hierarchy.children(hierarchy.root)[0],)
    assert (
        referrer(hierarchy, path, ("page",), "mailto:a@example.org", Visitor(PAGE, policy="unsafe-url"))["uri"] is None
    )


@pytest.mark.parametrize(
    ("method", "refer", "sent"),
    [
        ("get", "none", {"mode": "none", "uri": None}),
        ("get", "root", {"mode": "uri", "uri": "http://www.example.org/map.xml"}),
        ("get", "", {"mode": "user", "uri": None}),
        ("post", "root", {"mode": "none", "uri": None}),
    ],
)
def test_search_with_refer_is_sent_as_a_visit_is(hierarchy_of: Make, method: str, refer: str, sent: object) -> None:
    item = f'<item name="S" role="search" url="/find" data="q=%s" method="{method}" refer="{refer}"/>'
    visitor = Visitor("http://www.example.org/page", policy="unsafe-url", in_tree=False)
    sent_referrer = queries.search(hierarchy_of(item), "x", visitor)["referrer"]
    assert sent_referrer == sent | ({"uri": sent_referrer["uri"]} if sent_referrer["mode"] == "uri" else {})
