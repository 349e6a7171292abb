"""Files that stand for another page: redirects, and pages that are stored twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.webmaster.making.sites import links, made_of, page, tree_made, written
from standard_sitemap.webmaster.making.aliases import redirects
from standard_sitemap.webmaster.making.folder_maker import MakeOptions, make
from standard_sitemap.webmaster.making.folder_reading import Contents
from standard_sitemap.webmaster.making.page_reading import Page


def test_redirecting_page_is_replaced_by_its_target(tmp_path: Path) -> None:
    made = made_of(
        tmp_path,
        {
            "index.html": page("S", links("old.html", "other.html")),
            "old.html": '<meta http-equiv="refresh" content="0; url=new.html">',
            "new.html": page("New"),
            "other.html": page("Other"),
            "ring.html": '<meta http-equiv="refresh" content="0; url=ring2.html">',
            "ring2.html": '<meta http-equiv="refresh" content="0; url=ring.html">',
        },
    )
    assert tree_made(made)["index.html"].keys() >= {"new.html", "other.html"}
    assert "old.html" not in str(tree_made(made))


class _CountedPages(dict[str, Page]):
    reads = 0

    def __getitem__(self, path: str) -> Page:
        self.reads += 1
        return super().__getitem__(path)


@pytest.mark.parametrize(("last", "final"), [("end", "end"), ("p0", ""), ("", ""), ("p399", "")])
def test_chain_of_redirects_is_followed_once(last: str, final: str, tmp_path: Path) -> None:
    pages = [Page(f"p{number}", redirect=f"p{number + 1}") for number in range(399)]
    pages += [Page("p399", redirect=last), Page("end")]
    every = _CountedPages({page.path: page for page in pages})
    aliases = redirects(tmp_path, every, Contents(pages=[], left_out={}))
    assert set(aliases.values()) == {final}
    assert every.reads <= len(every)


def test_start_page_with_a_second_copy_that_links_name_is_kept(tmp_path: Path) -> None:
    home = page("Home", links("a.html"))
    pages = {"index.html": home, "index/index.html": home, "a.html": page("A", links("index/index.html"))}
    made = make(written(tmp_path, pages), MakeOptions())
    assert made.starts == ["index.html"]
    assert made.left_out == {"second copies of a page, such as a/index.html beside a.html": ["index/index.html"]}


@pytest.mark.parametrize(
    ("up", "kept", "copy"), [("docs/", "docs.html", "docs/index.html"), ("", "docs/", "docs.html")]
)
def test_second_copy_whose_links_lead_to_no_files_is_left_out(tmp_path: Path, up: str, kept: str, copy: str) -> None:
    docs = page("Docs", links(f"{up}a.html", f"{up}b.html"))
    pages = {"index.html": page("Home", links("docs.html", "docs/")), "docs.html": docs, "docs/index.html": docs}
    made = made_of(tmp_path, pages | {f"docs/{name}.html": page(name.upper()) for name in "ab"})
    assert list(made.left_out.values()) == [[copy]]
    assert tree_made(made) == {"index.html": {kept: {"docs/a.html": {}, "docs/b.html": {}}}}


def test_equal_files_whose_links_lead_to_different_pages_are_two_pages(tmp_path: Path) -> None:
    docs = page("Docs", links("a.html"))
    pages = {"index.html": page("Home", links("docs.html", "docs/")), "docs.html": docs, "docs/index.html": docs}
    made = made_of(tmp_path, pages | {"a.html": page("Old"), "docs/a.html": page("New")})
    assert made.left_out == {}
