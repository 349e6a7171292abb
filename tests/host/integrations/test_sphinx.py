"""The extension for Sphinx, in documentation built by the real Sphinx."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path

import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from host.webmaster.making.sites import hierarchy_of, node_at, tree_of, written
from standard_sitemap import ssp

NAME = "standard-sitemap.xml"
SOURCE = {
    "conf.py": 'project = "Docs"\nextensions = ["standard_sitemap.integrations.sphinx"]\nhtml_theme = "basic"\n',
    "index.rst": """Welcome
=======

.. meta::
   :description: Where to begin

.. toctree::
   :caption: Guide

   start
   Other title <guide/deep>
   Elsewhere <https://example.com/>

.. toctree::
   :glob:
   :hidden:

   guide/*
   self
   genindex

.. only:: never

   .. toctree::

      never
""",
    "start.rst": "Start\n=====\n\n.. toctree::\n\n   glossary\n   guide/deep\n",
    "glossary.rst": "Glossary\n========\n\nA :index:`word`.\n",
    "guide/deep.rst": "Deep\n====\n\n.. py:module:: deep\n",
    "guide/also.rst": "Also\n====\n",
    "never.rst": ":orphan:\n\nNever\n=====\n",
    "lost.rst": ":orphan:\n\nLost\n====\n",
}
TREE = {
    "Welcome": {
        "Guide": {"Start": {"Glossary": {}, "Other title": {}}, "Other title": {}, "Elsewhere": {}},
        "Also": {},
        "General Index": {},
    },
    "Python Module Index": {},
}

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")


def _built(
    source: Path, out: Path, builder: str = "html", *, jobs: int = 1, **settings: object
) -> tuple[dict[str, bytes], str]:
    """Return the sitemaps that a build has written, and its warnings."""
    warnings = io.StringIO()
    places = source, source, out, out / ".doctrees"
    with patch_docutils(source), docutils_namespace():
        Sphinx(*places, builder, dict(settings), io.StringIO(), warnings, parallel=jobs).build()
    return {path.name: path.read_bytes() for path in out.glob("*.xml")}, warnings.getvalue()


def _built_of(folder: Path, files: Mapping[str, str] = SOURCE, **settings: object) -> ssp.Hierarchy:
    sitemaps, warnings = _built(written(folder / "source", files), folder / "out", **settings)  # type: ignore[arg-type]
    assert warnings == ""
    return hierarchy_of(sitemaps)


def test_toctrees_are_the_tree_with_captions_titles_globs_and_links(tmp_path: Path) -> None:
    tree = tree_of(_built_of(tmp_path))
    assert tree == TREE


def test_each_document_of_a_toctree_is_in_it_once(tmp_path: Path) -> None:
    sitemaps, _ = _built(written(tmp_path / "source", SOURCE), tmp_path / "out")
    for name in ("index", "start", "glossary", "guide/deep", "guide/also"):
        assert sitemaps[NAME].count(f'url="{name}.html"'.encode()) == 1
    assert b"never" not in sitemaps[NAME]
    assert b"lost.html" not in sitemaps[NAME]


def test_roles_sequence_search_and_description(tmp_path: Path) -> None:
    hierarchy = _built_of(tmp_path)
    assert {role: len(nodes) for role, nodes in hierarchy.roles.items()} == {
        "home": 1, "search": 1, "searchpage": 1, "index": 2, "glossary": 1,
    }  # fmt: skip
    home = node_at(hierarchy, "index.html")
    assert hierarchy.relation(home) == "sequence"
    assert hierarchy.details.variants(home)[0].description == "Where to begin"
    assert hierarchy.details.variants(home)[0].language == "en"
    assert (
        hierarchy.details.variants(hierarchy.roles["search"][0])[0].search_template
        == "q=%s&check_keywords=yes&area=default"
    )


_WITH_SEARCH = {
    "conf.py": SOURCE["conf.py"],
    "index.rst": "Welcome\n=======\n\n.. toctree::\n\n   search\n   start\n",
    "start.rst": "Start\n=====\n",
}


def test_a_document_that_stands_for_the_search_page_in_a_toctree_is_the_search(tmp_path: Path) -> None:
    hierarchy = _built_of(tmp_path, _WITH_SEARCH | {"search.rst": ".. _find:\n\nFind *it*\n=========\n"})
    assert tree_of(hierarchy) == {"Welcome": {"Find it": {}, "Start": {}}, "General Index": {}}
    (search,) = hierarchy.roles["search"]
    assert hierarchy.roles["searchpage"] == (search,)
    assert search == node_at(hierarchy, "search.html")


@pytest.mark.parametrize("name", ["search", "genindex"])
def test_document_overwritten_by_sphinx_is_reported(name: str, tmp_path: Path) -> None:
    files = {**_WITH_SEARCH, "search.rst": "Search\n======\n", f"{name}.rst": "Mine\n====\n\nHow to search.\n"}
    _, warnings = _built(written(tmp_path / "source", files), tmp_path / "out")
    assert f"{name} is replaced by the page of that name" in warnings


def test_a_later_build_of_a_part_gives_the_same_bytes_as_one_of_all(tmp_path: Path) -> None:
    source = written(tmp_path / "source", SOURCE)
    whole, _ = _built(source, tmp_path / "whole")
    assert _built(source, tmp_path / "whole")[0] == whole  # an unchanged build
    written(source, {"start.rst": SOURCE["start.rst"] + "\nMore.\n"})
    assert _built(source, tmp_path / "whole")[0] == whole
    assert _built(source, tmp_path / "parallel", jobs=2)[0] == whole


def test_a_changed_title_and_description_are_seen_by_a_build_of_a_part(tmp_path: Path) -> None:
    source = written(tmp_path / "source", SOURCE)
    _built(source, tmp_path / "out")
    written(source, {"glossary.rst": ".. meta::\n   :description: All words\n\nWords\n=====\n"})
    hierarchy = hierarchy_of(_built(source, tmp_path / "out")[0])
    first = hierarchy.details.variants(node_at(hierarchy, "glossary.html"))[0]
    assert (first.name, first.description) == ("Words", "All words")


@pytest.mark.parametrize(("builder", "path"), [("dirhtml", "guide/deep/"), ("html", "guide/deep.html")])
def test_each_page_names_the_sitemap_and_is_named_by_it(builder: str, path: str, tmp_path: Path) -> None:
    hierarchy = _built_of(tmp_path, builder=builder)
    node_at(hierarchy, path)
    for page in (path, "genindex/" if path.endswith("/") else "genindex.html"):
        file = f"{page}index.html" if page.endswith("/") else page
        url = f"https://www.example.org/{page}"
        links = ssp.read_page((tmp_path / "out" / file).read_bytes(), url, "text/html")
        assert (
            ssp.discover(ssp.Evidence(url, "text/html", (), tuple(links))).sitemap == f"https://www.example.org/{NAME}"
        )


def test_a_single_page_is_named_by_its_parts(tmp_path: Path) -> None:
    files = SOURCE | {"index.rst": SOURCE["index.rst"].replace("   genindex\n", "")}
    hierarchy = _built_of(tmp_path, files, builder="singlehtml")
    assert tree_of(hierarchy) == {"Welcome": {name: TREE["Welcome"][name] for name in ("Guide", "Also")}}
    node_at(hierarchy, "index.html#document-guide/deep")
    assert set(hierarchy.roles) == {"home", "glossary"}


@pytest.mark.parametrize("builder", ["text", "latex", "epub", "xml"])
def test_other_builders_get_no_sitemap(builder: str, tmp_path: Path) -> None:
    sitemaps, _ = _built(written(tmp_path / "source", SOURCE), tmp_path / "out", builder)
    assert NAME not in sitemaps


def test_locale_is_written_as_a_language(tmp_path: Path) -> None:
    hierarchy = _built_of(tmp_path, language="en_GB", standard_sitemap_languages={"zh_TW": "../zh/"})
    variants = hierarchy.details.variants(node_at(hierarchy, "index.html"))
    assert [variant.language for variant in variants] == ["en-GB", "zh-TW"]


def test_start_page_of_a_template_is_the_home(tmp_path: Path) -> None:
    files = {"contents.rst": SOURCE["index.rst"], "_t/home.html": '{% extends "layout.html" %}'}
    files |= {name: text for name, text in SOURCE.items() if name != "index.rst"}
    settings = {"root_doc": "contents", "templates_path": ["_t"], "html_additional_pages": {"index": "home.html"}}
    hierarchy = _built_of(tmp_path, files, project="Kilns", **settings)
    assert hierarchy.roles["home"] == (node_at(hierarchy, "index.html"),)
    assert list(tree_of(hierarchy))[:2] == ["Kilns documentation", *TREE][:2]


def test_languages_are_variants(tmp_path: Path) -> None:
    hierarchy = _built_of(tmp_path, standard_sitemap_languages={"en": "./", "de": "../de/"})
    variants = hierarchy.details.variants(node_at(hierarchy, "start.html"))
    assert [(variant.language, variant.location) for variant in variants] == [
        ("en", "https://www.example.org/start.html"),
        ("de", "https://www.example.org/de/start.html"),
    ]


def test_hints_can_be_disabled(tmp_path: Path) -> None:
    assert "glossary" not in _built_of(tmp_path, standard_sitemap_hints=False).roles


def test_pages_are_notified_when_the_sitemap_is_in_view_where_a_prefix_is_set(tmp_path: Path) -> None:
    (change,) = _built_of(tmp_path, standard_sitemap_class_prefix="map").class_changes
    assert (change.elem, change.attr, change.prefix) == ("/html:html/html:body", "class", "map")


def test_no_page_is_notified_without_a_prefix(tmp_path: Path) -> None:
    assert _built_of(tmp_path).class_changes == ()


@pytest.mark.parametrize(
    "setting",
    [
        {"standard_sitemap_languages": {"de": "de"}},
        {"standard_sitemap_filename": "../x.xml"},
        {"standard_sitemap_class_prefix": "site map"},
    ],
)
def test_problems_are_warnings_of_sphinx(setting: dict[str, object], tmp_path: Path) -> None:
    _, warnings = _built(written(tmp_path / "source", SOURCE), tmp_path / "out", **setting)
    assert next(iter(setting)) in warnings
