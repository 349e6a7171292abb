"""What a site declares of its sitemaps and feeds."""

from standard_sitemap.sitemapsorg.declarations import Declaration, Robots, declarations, robots_address
from standard_sitemap.ssp import read_page

PAGE = "https://www.example.org/a/page"


def _declared(head: str, *robots: str) -> list[tuple[str, str, str | None]]:
    links = read_page(head.encode(), PAGE, "text/html")
    return [tuple(one) for one in declarations(Robots(robots, ()), links)]  # type: ignore[misc]


def test_robots_comes_first_and_links_follow_in_order() -> None:
    head = """<link rel="alternate" type="application/rss+xml" href="/feed" title=" News ">
      <link rel="Sitemap other" type="application/xml" href="map.xml#x">"""
    assert _declared(head, "https://www.example.org/s.xml") == [
        ("https://www.example.org/s.xml", "robots", None),
        ("https://www.example.org/feed", "feed", "News"),
        ("https://www.example.org/a/map.xml", "link", None),
    ]


def test_an_address_is_listed_once_for_each_source() -> None:
    head = '<link rel="sitemap" href="/s.xml"><link rel="sitemap" href="/s.xml" title="again">'
    assert [one[1] for one in _declared(head, "https://www.example.org/s.xml")] == ["robots", "link"]


def test_atom_with_a_parameter_is_a_feed() -> None:
    head = '<link rel="alternate" type="Application/Atom+XML; charset=utf-8" href="f">'
    assert _declared(head) == [("https://www.example.org/a/f", "feed", None)]


def test_what_is_neither_a_sitemap_nor_a_feed_is_passed_over() -> None:
    head = """<link rel="alternate" hreflang="de" href="/de"><link rel="alternate stylesheet" type="application/rss+xml"
      href="x"><link rel="standard-sitemap" href="/ssp.xml"><meta name="sitemap" content="/m.xml">
      <link rel="sitemap" href="mailto:me@example.org"><link rel="alternate" type="application/json" href="j">"""
    assert _declared(head) == []


def test_the_base_of_the_page_counts() -> None:
    assert _declared('<base href="//cdn.example/x/"><link rel=sitemap href=m>') == [
        ("https://cdn.example/x/m", "link", None)
    ]


def test_robots_txt_stands_at_the_root_of_the_site() -> None:
    assert robots_address("https://www.example.org:81/a/b?c#d") == "https://www.example.org:81/robots.txt"
    assert robots_address("file:///site/a/page.html") == "file:///site/a/robots.txt"
    assert robots_address("mailto:x@example.org") is None


def test_a_declaration_names_its_parts() -> None:
    assert Declaration("u", "feed", "t")._asdict() == {"sitemap": "u", "source": "feed", "title": "t"}
