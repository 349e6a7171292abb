"""Pages for servers and tools are told from pages that readers choose: `standard_sitemap.model.tool_pages`."""

import pytest

from standard_sitemap.model.tool_pages import tool_pages


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
    ],
)
def test_page_of_a_server_or_tool_is_yielded_in_any_case(path: str) -> None:
    assert list(tool_pages([path, "index.html"])) == [path]
    assert list(tool_pages([path.upper()])) == [path.upper()]


@pytest.mark.parametrize(
    "path",
    ["index.html", "404/guide.html", "a/googles/b.html", "module/GoogleTest.html", "my_static/a.html", "1404.html"],
)
def test_page_for_readers_is_not_yielded(path: str) -> None:
    assert list(tool_pages([path])) == []


def test_parts_of_a_book_are_yielded_beside_its_script() -> None:
    files = ["book.js", "print.html", "toc.html", "de/book.js", "de/print.html", "en/print.html", "en/handbook.js"]
    assert list(tool_pages(files)) == ["print.html", "toc.html", "de/print.html"]
