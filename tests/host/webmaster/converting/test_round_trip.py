"""The conversion to sitemaps.org and back loses no address.

Counted are http and https addresses of the tree, of all variants, and of role nodes outside it. They are within the
protocol's length, on any host if other hosts are wanted, and without fragments. Not counted are nodes that only search
and excluded nodes. Names, groups and the tree's shape are lost: a sitemaps.org sitemap has none.
"""

import gzip

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.webmaster.converting.made import locations, org_hierarchy, pages_of, reread, ssp_files, ssp_hierarchy
from standard_sitemap import ssp
from standard_sitemap.model.xml_text import attributes
from standard_sitemap.webmaster.converting.markup import compressed, index, urlsets

SITE = "https://www.example.org/"


def _there_and_back(hierarchy: ssp.Hierarchy, *, host: str | None = "", max_urls: int = 50_000) -> set[str]:
    """Return the addresses after both conversions, the second with split branches."""
    documents = list(urlsets(pages_of(hierarchy, host=host).by_address.items(), max_urls=max_urls))
    parts = {f"{SITE}sitemap-{place}.xml.gz": compressed(document) for place, document in enumerate(documents)}
    files = {f"{SITE}sitemap.xml": index(parts)} | parts if len(parts) > 1 else {f"{SITE}sitemap.xml": documents[0]}
    assert all(gzip.decompress(part) for part in parts.values())
    return locations(reread(ssp_files(org_hierarchy(files), 2)))


def _counted(hierarchy: ssp.Hierarchy) -> set[str]:
    """Return the addresses that must survive: a home page may be outside the tree (D9)."""
    visited = (nodes for role, nodes in hierarchy.roles.items() if role != "search")
    beside = (variant.location for nodes in visited for node in nodes for variant in hierarchy.details.variants(node))
    addresses = locations(hierarchy) | {location for location in beside if location is not None}
    return {location.partition("#")[0] for location in addresses}


CASES = {
    "variants": """<item name="Home"><variant lang="en" url="/en/"/><variant lang="de" url="/de/"/>
        <item name="a"><variant lang="en" url="/en/a"/><variant lang="de" url="/de/a"/></item>
        <item name="b" lang="en" url="/en/b"/><item name="pdf"><variant type="text/html" url="/c.html"/>
        <variant type="application/pdf" url="/c.pdf"/></item></item>""",
    "one address in two languages": '<item name="x" url="/x"><variant lang="en"/><variant lang="de"/></item>',
    "default language": '<item name="x"><variant url="/x"/><variant lang="de" url="/x?lang=de"/></item>',
    "groups": '<group name="g"><group><item name="a" url="/a"/></group><item name="b" url="/b"/></group>',
    "locationless": '<item name="folder"><item name="a" url="/folder/a/"/><item name="b" url="/folder"/></item>',
    "fragments": '<item name="a" url="/a"/><item name="b" url="/a#b"/><item name="c" url="/a#c"/>',
    "queries": '<item name="a" url="/?p=1&amp;q=2"/><item name="b" url="/?p=1"/><item name="c" url="/"/>',
    "odd paths": """<item name="a" url="//www.example.org//a//b"/><item name="b" url="/a:b"/>
        <item name="c" url="/%2e%2E/x"/>
        <item name="d" url="/ä b/&quot;'&lt;>"/><item name="e" url="/%E4"/><item name="f" url="/index.html"/>
        <item name="g" url="/INDEX.html"/><item name="h" url="/a%2Fb"/><item name="i" url="/a/b"/>""",
    "other hosts": """<item name="a" url="/a"/><item name="b" url="http://www.example.org/a"/>
        <item name="c" url="https://other.example:8080/a"/><item name="d" url="https://www.example.org:444/a"/>""",
    "roles": """<item name="Home" url="/"/><item name="c" url="/contact" role="contact"/>
        <item name="s" url="/find" role="search searchpage" data="q=%s"/>""",
    "shared": '<item name="a" url="/a" xml:id="a"><item name="b" url="/b"/></item><item name="c" url="/c">'
    '<external url="#a"/></item>',
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("max_urls", [50_000, 2])
def test_no_address_is_lost(case: str, max_urls: int) -> None:
    hierarchy = ssp_hierarchy(CASES[case])
    assert _there_and_back(hierarchy, max_urls=max_urls) == _counted(hierarchy)


def test_externals_and_what_readers_may_want_come_along() -> None:
    content = """<item name="a" url="/a"><external url="more.xml#m"/></item>
      <item name="u" url="/u" role="contact" tree="user"/>"""
    hierarchy = ssp_hierarchy(content, more='<item xml:id="m" name="m" url="/m"/><item name="unreached" url="/no"/>')
    assert _there_and_back(hierarchy) == {f"{SITE}a", f"{SITE}m", f"{SITE}u"}


_PARTS = st.text("aB9-_.~%/?=&#:;ä '\"", max_size=10)
_URLS = st.one_of(
    _PARTS.map(lambda path: f"/{path}"),
    st.tuples(st.sampled_from(["http", "https"]), st.sampled_from(["www.example.org", "b.example:81"]), _PARTS).map(
        lambda parts: f"{parts[0]}://{parts[1]}/{parts[2]}"
    ),
)
_LANGUAGES = st.sampled_from(["", "en", "de", "de-AT", "x-klingon"])


def _variant(url: str, language: str) -> str:
    return f"<variant{attributes({'url': url} | ({'lang': language} if language else {}))}/>"


def _item(variants: list[tuple[str, str]], children: list[str]) -> str:
    return f'<item name="n">{"".join(_variant(*variant) for variant in variants)}{"".join(children)}</item>'


_LEAVES = st.builds(_item, st.lists(st.tuples(_URLS, _LANGUAGES), min_size=1, max_size=3), st.just([]))
_ITEMS = st.recursive(
    _LEAVES,
    lambda children: st.one_of(
        st.builds(
            _item, st.lists(st.tuples(_URLS, _LANGUAGES), min_size=1, max_size=3), st.lists(children, max_size=4)
        ),
        st.lists(children, max_size=4).map(lambda items: f"<group>{''.join(items)}</group>"),
    ),
    max_leaves=12,
)


@settings(deadline=None)
@given(st.lists(_ITEMS, min_size=1, max_size=5), st.sampled_from([50_000, 3]))
def test_no_address_of_any_tree_is_lost(items: list[str], max_urls: int) -> None:
    hierarchy = ssp_hierarchy("".join(items))
    counted = _counted(hierarchy)
    if counted:
        assert _there_and_back(hierarchy, max_urls=max_urls) == counted
