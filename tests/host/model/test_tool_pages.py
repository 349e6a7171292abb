"""Pages for servers and tools are told from pages that readers choose: `standard_sitemap.model.tool_pages`."""

import pytest

from standard_sitemap.model.tool_pages import is_listed_page, tool_pages, without_pages


@pytest.mark.parametrize(
    "path",
    [
        "404.html",
        "de/404.html",
        "50x.html",
        "404/index.html",
        "google0123456789abcdef.html",
        "_static/a.html",
        "node_modules/a/b.html",
        "demo/node_modules/a/b.html",
        "site_libs/slides/view.html",
        "_layouts/default.html",
        "yandex_0123456789abcdef.html",
        "baidu_verify_code-abc.html",
        "offline.html",
        "offline/index.html",
    ],
)
def test_page_of_a_server_or_tool_is_yielded_in_any_case(path: str) -> None:
    assert list(tool_pages([path, "index.html"])) == [path]
    assert list(tool_pages([path.upper()])) == [path.upper()]


@pytest.mark.parametrize(
    "path",
    [
        "index.html",
        "404/guide.html",
        "manual/templates/404/index.html",
        "a/googles/b.html",
        "module/GoogleTest.html",
        "my_static/a.html",
        "1404.html",
        "shop/offline.html",
    ],
)
def test_page_for_readers_is_not_yielded(path: str) -> None:
    assert list(tool_pages([path])) == []


def test_number_among_others_is_a_page() -> None:
    files = ["n/399.html", "n/404.html", "n/1404.html", "404.html", "m/404/index.html", "m/7/index.html"]
    assert list(tool_pages(files)) == ["404.html"]
    locations = [f"https://www.example.org/{path}" for path in (*files, "403.html", "404", "z/404.html", "z/503.html")]
    assert [locations[place].partition(".org/")[2] for place in without_pages(locations)] == [
        "404.html",
        "403.html",
        "404",
        "z/404.html",
        "z/503.html",
    ]
    posts = [f"https://www.example.org/{number}/" for number in range(398, 406)]
    assert list(without_pages(posts)) == []
    further = [f"https://www.example.org/page/{number}/" for number in range(398, 406)]
    assert list(without_pages(further)) == [*range(8)]


def test_error_page_at_the_root_is_none_of_the_numbered_pages_beside_it() -> None:
    files = ["372.html", "403.html", "404.html", "1/index.html"]
    assert list(tool_pages(files)) == ["404.html"]
    assert list(without_pages([f"https://www.example.org/{path}" for path in files])) == [2]


def test_numbered_pages_from_the_first_on_are_pages() -> None:
    locations = [f"https://www.example.org/{path}/" for path in ("page2", "page3", "book/page1", "book/page2")]
    assert list(without_pages(locations)) == [0, 1]


@pytest.mark.parametrize(
    "settings",
    ["hugo.toml", "config.yaml", "config/_default/hugo.yml", "site.lektorproject", "themes/a/theme.toml"],
)
@pytest.mark.parametrize("name", ["layouts/_default/single.html", "templates/post.html"])
def test_template_beside_the_settings_of_a_source_is_yielded(settings: str, name: str) -> None:
    beside = f"themes/a/{name}" if "/a/" in settings else name
    assert list(tool_pages([settings, beside, f"guide/{name}", "index.html"])) == [beside]
    assert list(tool_pages([beside, f"guide/{name}"])) == []


@pytest.mark.parametrize(
    "further", ["404/page/2.html", "404/page/2/index.html", "404/page10.html", "404/page2/index.html"]
)
def test_further_page_of_an_error_page_is_yielded(further: str) -> None:
    assert list(tool_pages(["404/index.html", further, "tags/page/2.html"])) == ["404/index.html", further]
    assert list(tool_pages(["a/b/404.html", f"a/b/{further}"])) == ["a/b/404.html", f"a/b/{further}"]
    assert list(tool_pages([further])) == []
    assert list(tool_pages(["rooms/403.html", "rooms/404.html", "rooms/1.html", f"rooms/{further}"])) == []


def test_parts_of_a_book_are_yielded_beside_its_script() -> None:
    files = ["book.js", "print.html", "toc.html", "de/book.js", "de/print.html", "en/print.html", "en/handbook.js"]
    assert list(tool_pages(files)) == ["print.html", "toc.html", "de/print.html"]
    assert list(tool_pages(["de/book-a0b12cfe.js", "de/print.html", "book-list.js", "print.html"])) == ["de/print.html"]


def test_former_start_page_of_yard_is_yielded_beside_its_script() -> None:
    files = ["api/js/full_list.js", "api/frames.html", "frames.html", "js/list.js"]
    assert list(tool_pages(files)) == ["api/frames.html"]


@pytest.mark.parametrize(
    "path",
    [
        "404.html",
        "50x.HTML",
        "404",
        "404/",
        "google0123456789abcdef.html",
        "index.json",
        "de/search.json",
        "site.webmanifest",
        "feed/",
        "blog/feed",
        "posts/index.xml",
        "atom.xml",
        "rss",
        "sitemap.xml",
        "robots.txt",
        "offline/",
        "blog/page/2/",
        "page/13",
        "page2/",
        "blog/page13/",
        "lesson/2/amp.html",
        "news/seite/2",
        "?attachment_id=12",
        "a/?paged=3",
    ],
)
def test_listed_address_for_programs_is_no_page(path: str) -> None:
    location = f"https://www.example.org/{path}"
    assert not is_listed_page(location)
    assert list(without_pages(["https://www.example.org/", None, location, "https://www.example.org/é"])) == [2]
    assert list(without_pages(["https://www.example.org/", location, None])) == [1]


@pytest.mark.parametrize(
    "path",
    [
        "",
        "amp.html",
        "131",
        "blog/404/",
        "page/",
        "page1/",
        "page2",
        "page2.html",
        "docs/page/setup",
        "feeds/",
        "guide/offline/",
        "data.json",
        "a.xml",
        "?page=2",
        "rss-2",
    ],
)
def test_listed_address_for_readers_is_a_page(path: str) -> None:
    location = f"https://www.example.org/{path}"
    assert is_listed_page(location)
    assert list(without_pages([location])) == []


def test_listed_text_that_is_no_address_is_no_page_for_programs() -> None:
    assert is_listed_page("404.html")
