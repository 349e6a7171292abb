"""The address of a folder, by what its files say."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.webmaster.making.sites import made_of, page, tree_made
from standard_sitemap.webmaster.making.folder_maker import MissingPages

_AT = "https://quay.example/"
_MENU = f'<nav><ul><li><a href="{_AT}b/">Boats</a><li><a href="{_AT}a/">Tides</a></ul></nav>'
_PAGES = {"index.html": page("Quay", _MENU), "a/index.html": page("A"), "b/index.html": page("B")}
_BY_MENU = {"Quay": {"Boats": {}, "Tides": {}}}
_URLSET = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{}</urlset>'
_LIST = _URLSET.format("".join(f"<url><loc>{_AT}{path}</loc></url>" for path in ("", "a/", "b/")))


def _with_head(head: str) -> dict[str, str]:
    return {**_PAGES, "index.html": page("Quay", _MENU, head)}


@pytest.mark.parametrize(
    "files",
    [
        _with_head(f'<link rel=canonical href="{_AT}">'),
        {**_PAGES, "sitemap.xml": _LIST},
        {**_PAGES, "robots.txt": f"User-agent: *\nSitemap: {_AT}sitemap.xml\n"},
        {**_PAGES, "CNAME": "quay.example\n"},
        _with_head(f'<meta property="og:url" content="{_AT}">'),
    ],
    ids=["canonical", "sitemap.xml", "robots.txt", "CNAME", "og:url"],
)
def test_absolute_links_count_once_a_file_names_the_address(files: dict[str, str], tmp_path: Path) -> None:
    assert tree_made(made_of(tmp_path, files), by="name") == _BY_MENU


def test_canonical_links_of_other_pages_name_the_address(tmp_path: Path) -> None:
    at = "https://pages.example/quay/"
    head = f'<link rel=canonical href="{at}a/">'
    files = {"index.html": page("Quay", _MENU.replace(_AT, at)), "a/index.html": page("A", "", head)}
    assert tree_made(made_of(tmp_path, files | {"b/index.html": page("B")}), by="name") == _BY_MENU


def test_file_of_robots_txt_in_the_folder_names_a_folder_of_the_host(tmp_path: Path) -> None:
    at = "https://pages.example/quay/"
    files = {**_PAGES, "index.html": page("Quay", _MENU.replace(_AT, at)), "sitemap.xml": _URLSET.format("")}
    made = made_of(tmp_path, files | {"robots.txt": f"Sitemap: {at}sitemap.xml"})
    assert tree_made(made, by="name") == _BY_MENU


def test_different_addresses_are_none_and_are_told(tmp_path: Path) -> None:
    made = made_of(tmp_path, {**_PAGES, "sitemap.xml": _LIST, "CNAME": "other.example"})
    assert made.contradiction == "sitemap.xml: https://quay.example/; CNAME: https://other.example/"
    assert tree_made(made, by="name") == {"Quay": {"A": {}, "B": {}}}


def test_canonical_links_of_a_few_pages_do_not_contradict_a_list_of_the_site(tmp_path: Path) -> None:
    elsewhere = page("A", head='<link rel=canonical href="https://author.example/a/">')
    files = {**_PAGES, "a/index.html": elsewhere, "sitemap.xml": _LIST}
    assert tree_made(made_of(tmp_path, files), by="name") == _BY_MENU


def test_addresses_with_and_without_www_are_the_same(tmp_path: Path) -> None:
    files = {**_PAGES, "sitemap.xml": _LIST, "CNAME": "www.quay.example"}
    made = made_of(tmp_path, files)
    assert not made.contradiction
    assert tree_made(made, by="name") == _BY_MENU


@pytest.mark.parametrize("files", [{}, {"CNAME": "elsewhere.example"}], ids=["unknown", "of an earlier host"])
def test_absolute_links_of_pages_without_other_links_name_the_address(files: dict[str, str], tmp_path: Path) -> None:
    menu = _MENU.replace(_AT, "https://pages.example/docs/latest/")
    made = made_of(tmp_path, {**_PAGES, **files, "index.html": page("Quay", menu)})
    assert tree_made(made, by="name") == _BY_MENU


def test_absolute_links_are_not_of_the_site_if_others_name_its_pages(tmp_path: Path) -> None:
    menu = _MENU.replace(_AT, "https://other.example/")
    made = made_of(
        tmp_path, {**_PAGES, "index.html": page("Quay", f'{menu}<p><a href="c.html">C</a>'), "c.html": page("C")}
    )
    assert tree_made(made, by="name") == {"Quay": {"C": {}, "A": {}, "B": {}}}


def test_canonical_links_go_before_links_to_pages_of_the_same_names_elsewhere(tmp_path: Path) -> None:
    menu = _MENU.replace(_AT, "https://other.example/")
    files = {**_PAGES, "index.html": page("Quay", menu, f'<link rel=canonical href="{_AT}">')}
    made = made_of(tmp_path, files)
    assert tree_made(made, by="name") == {"Quay": {"A": {}, "B": {}}}


def test_addresses_by_http_and_https_are_the_same(tmp_path: Path) -> None:
    files = {**_PAGES, "sitemap.xml": _LIST.replace("https:", "http:"), "CNAME": "quay.example"}
    made = made_of(tmp_path, files.copy())
    assert made.contradiction == ""


@pytest.mark.parametrize("base", [None, "https://quay.example/"])
def test_names_and_tree_do_not_depend_on_the_address(base: str | None, tmp_path: Path) -> None:
    tags = "".join(f'<li><a href="/tags/{tag}/">{tag}</a>' for tag in ("all", "en", "de", "ebb", "flow", "neap"))
    files = {
        "index.html": page("Home", '<footer><a href="/tags/">Tags</a></footer>'),
        "tags/index.html": page("Tags", f"<h1>Tags</h1><ul>{tags}</ul>"),
        **{f"tags/{tag}/index.html": page(f"Tagged {tag}") for tag in ("ebb", "flow", "neap")},
    }
    tree = {"Home": {"Tags": {"Tagged ebb": {}, "Tagged flow": {}, "Tagged neap": {}}}}
    assert tree_made(made_of(tmp_path, files, base_url=base), by="name") == tree


@pytest.mark.parametrize(
    ("file", "words"),
    [("index.php", "live site"), ("docs/guide.md", "generator builds"), ("_layouts/page.html", "generator builds")],
)
def test_folder_without_pages_comes_with_advice(file: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(MissingPages, match=words):
        made_of(tmp_path, {file: "x"})
