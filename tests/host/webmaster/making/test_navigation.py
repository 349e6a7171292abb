"""The plugin for MkDocs and ProperDocs, alone and in sites built by both tools."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import mkdocs.commands.build
import mkdocs.config
import properdocs.commands.build
import properdocs.config
import pytest
from mkdocs.plugins import BasePlugin, event_priority
from properdocs.plugins import BasePlugin as ProperBasePlugin

from host.webmaster.making.sites import hierarchy_of, node_at, tree_of, written
from standard_sitemap import ssp
from standard_sitemap.integrations.mkdocs import StandardSitemapPlugin as OfMkdocs
from standard_sitemap.integrations.properdocs import StandardSitemapPlugin as OfProperDocs
from standard_sitemap.webmaster.making.navigation import SitemapPlugin

NAME = "standard-sitemap.xml"
DOCS = {
    "docs/index.md": "# Start\n",
    "docs/about.md": "---\ndescription: Who we are\n---\n# About us\n",
    "docs/guide/index.md": "# Guide\n",
    "docs/guide/one.md": "# One & only\n",
    "docs/forgotten.md": "# Forgotten\n",
    "theme/main.html": "<html><head><title>{{ page.title }}</title></head><body>{{ page.content }}</body></html>",
    "theme/404.html": "<html><head><title>404</title></head></html>",
    "theme/search.html": "<html><head><title>Search</title></head></html>",
}
NAV = ["index.md", {"Guide": ["guide/index.md", "guide/one.md"]}, {"Us": "about.md"}, {"Out": "https://example.com/"}]
TREE = {"Start": {}, "Guide": {"Guide": {}, "One & only": {}}, "Us": {}, "Out": {}}

Load = Callable[..., Any]
Build = Callable[[Any], None]
TOOLS = {
    "mkdocs": (mkdocs.config.load_config, mkdocs.commands.build.build),
    "properdocs": (properdocs.config.load_config, properdocs.commands.build.build),
}


@pytest.fixture(params=TOOLS)
def tool(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def _config(tool: str, folder: Path, **settings: Any) -> Any:
    written(folder, DOCS | {f"{tool}.yml": "site_name: Test\n"})
    theme = {"name": None, "custom_dir": str(folder / "theme"), "static_templates": ["404.html", "search.html"]}
    defaults = {
        "theme": theme,
        "plugins": ["search", "standard-sitemap"],
        "nav": NAV,
        "site_url": "https://www.example.org/",
    }
    return TOOLS[tool][0](str(folder / f"{tool}.yml"), **(defaults | settings))


def _built(tool: str, folder: Path, **settings: Any) -> ssp.Hierarchy:
    config = _config(tool, folder, **settings)
    TOOLS[tool][1](config)
    return hierarchy_of({NAME: (folder / "site" / NAME).read_bytes()})


def test_the_navigation_is_the_tree(tool: str, tmp_path: Path) -> None:
    hierarchy = _built(tool, tmp_path)
    assert tree_of(hierarchy) == TREE
    first = hierarchy.details.variants(node_at(hierarchy, "about/"))[0]
    assert (first.description, first.language) == ("Who we are", "en")
    assert set(hierarchy.roles) == {"home", "contentinfo", "search"}


def test_without_a_navigation_the_files_are_the_tree(tool: str, tmp_path: Path) -> None:
    assert tree_of(_built(tool, tmp_path, nav=None)).keys() == {"Start", "About us", "Forgotten", "Guide"}


def test_drafts_are_left_out_with_their_sections(tool: str, tmp_path: Path) -> None:
    hierarchy = _built(tool, tmp_path, draft_docs="guide/*\n")
    assert tree_of(hierarchy) == {name: children for name, children in TREE.items() if name != "Guide"}


@pytest.mark.parametrize(("is_folder", "path"), [(True, "guide/one/"), (False, "guide/one.html")])
def test_pages_have_the_addresses_that_they_are_served_at(
    tool: str, is_folder: bool, path: str, tmp_path: Path
) -> None:
    hierarchy = _built(tool, tmp_path, use_directory_urls=is_folder)
    node_at(hierarchy, path)
    file = tmp_path / "site" / (f"{path}index.html" if is_folder else path)
    page = ssp.read_page(file.read_bytes(), f"https://www.example.org/{path}", "text/html")
    evidence = ssp.Evidence(f"https://www.example.org/{path}", "text/html", (), tuple(page))
    assert ssp.discover(evidence).sitemap == f"https://www.example.org/{NAME}"


def test_an_index_is_its_sections_page_where_the_theme_has_it_so(tool: str, tmp_path: Path) -> None:
    theme = {"name": None, "custom_dir": str(tmp_path / "theme"), "features": ["navigation.indexes"]}
    hierarchy = _built(tool, tmp_path, theme=theme)
    assert tree_of(hierarchy) == TREE | {"Guide": {"One & only": {}}}
    assert hierarchy.details.variants(node_at(hierarchy, "guide/"))[0].name == "Guide"


def test_the_error_page_names_the_sitemap_by_its_whole_address_or_not_at_all(tool: str, tmp_path: Path) -> None:
    _built(tool, tmp_path)
    assert f'href="https://www.example.org/{NAME}"' in (tmp_path / "site" / "404.html").read_text()
    _built(tool, tmp_path, site_url="")
    assert NAME not in (tmp_path / "site" / "404.html").read_text()


SITEMAP_TEMPLATE = "<urlset>{% for page in pages %}<loc>{{ page.canonical_url }}</loc>{% endfor %}</urlset>"


@pytest.mark.parametrize(
    ("site_url", "template", "is_written"),
    [
        ("https://www.example.org/", SITEMAP_TEMPLATE, True),
        ("", SITEMAP_TEMPLATE, False),
        ("", "<urlset><loc>None/bread/</loc></urlset>", False),
        ("", "<urlset><loc>https://www.example.org/bread/</loc></urlset>", True),
    ],
)
def test_sitemap_for_search_engines_is_left_out_if_it_has_no_addresses(
    tool: str, site_url: str, template: str, is_written: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    written(tmp_path, {"theme/sitemap.xml": template})
    theme = {"name": None, "custom_dir": str(tmp_path / "theme"), "static_templates": ["sitemap.xml"]}
    with caplog.at_level("INFO", tool):
        _built(tool, tmp_path, site_url=site_url, theme=theme)
    assert (tmp_path / "site" / "sitemap.xml").exists() is is_written
    assert ("Set site_url to" in caplog.text) is not is_written


class _Reversal(BasePlugin):  # type: ignore[type-arg,no-untyped-call]
    """A plugin that changes the navigation as late as possible."""

    @event_priority(-50)
    def on_nav(self, nav: Any, /, **_: Any) -> Any:
        nav.items.reverse()
        return nav


class _ProperReversal(ProperBasePlugin):  # type: ignore[type-arg,no-untyped-call]
    on_nav = _Reversal.on_nav


def test_navigation_plugins_run_before_ours(tool: str, tmp_path: Path) -> None:
    config = _config(tool, tmp_path)
    config.plugins["turned"] = _Reversal() if tool == "mkdocs" else _ProperReversal()
    TOOLS[tool][1](config)
    hierarchy = hierarchy_of({NAME: (tmp_path / "site" / NAME).read_bytes()})
    assert list(tree_of(hierarchy)) == ["Start", "Out", "Us", "Guide"]


def test_the_same_site_gives_the_same_bytes(tool: str, tmp_path: Path) -> None:
    _built(tool, tmp_path)
    first = (tmp_path / "site" / NAME).read_bytes()
    _built(tool, tmp_path)
    assert (tmp_path / "site" / NAME).read_bytes() == first


HEAD = "<html><head></head>"


@pytest.mark.parametrize("plugin", [OfMkdocs, OfProperDocs])
def test_each_event_comes_after_those_of_all_other_plugins(plugin: type[SitemapPlugin]) -> None:
    events = [getattr(plugin, name) for name in dir(plugin) if name.startswith("on_")]
    assert [event.__name__ for event in events] == ["on_nav", "on_post_build", "on_post_page", "on_post_template"]
    assert {event.mkdocs_priority for event in events} == {-100}


def test_a_page_names_the_sitemap_as_seen_from_it() -> None:
    page = SitemapPlugin().on_post_page(HEAD, page=SimpleNamespace(url="a/b/"))
    assert 'href="../../standard-sitemap.xml"' in page


def test_other_templates_stay_as_they_are() -> None:
    config = SimpleNamespace(site_url="https://www.example.org/")
    assert SitemapPlugin().on_post_template(HEAD, template_name="sitemap.xml", config=config) == HEAD
    assert 'href="standard-sitemap.xml"' in SitemapPlugin().on_post_template(
        HEAD, template_name="search.html", config=config
    )


class _Theme(dict[str, object]):
    """A theme in the form that both tools use."""

    name = None
    locale = "en"
    static_templates: frozenset[str] = frozenset()


def test_a_file_that_cannot_be_written_is_said_by_the_tools_log(tmp_path: Path) -> None:
    said: list[tuple[object, ...]] = []
    plugin = SitemapPlugin()
    plugin.__class__.log = SimpleNamespace(warning=lambda *words: said.append(words))
    config = SimpleNamespace(theme=_Theme(), plugins=(), site_dir=str(tmp_path / "missing"))
    plugin.on_post_build(config=config)
    assert said == [], "a build that came to no navigation has nothing to write"
    plugin.on_nav(SimpleNamespace(items=[]))
    plugin.on_post_build(config=config)
    assert said[0][0] == "%s cannot be written: %s"


class _Languages(BasePlugin):  # type: ignore[type-arg,no-untyped-call]
    """Builds the site again in German, as mkdocs-static-i18n does: from other files, into another folder."""

    current_language = "en"

    def on_files(self, files: Any, /, *, config: Any) -> Any:
        for file in list(files):
            is_german = file.src_uri.endswith(".de.md")
            if is_german != (self.current_language == "de") and file.is_documentation_page():
                files.remove(file)
            elif is_german:
                name = file.src_uri.removesuffix(".de.md")
                file.dest_uri = f"de/{name}/index.html" if name != "index" else "de/index.html"
                file.url = file.dest_uri.removesuffix("index.html")
                file.abs_dest_path = str(Path(config.site_dir, file.dest_uri))
        return files

    @event_priority(-100)
    def on_post_build(self, *, config: Any) -> None:
        if self.current_language == "en":
            self.current_language = "de"
            clean, mkdocs.utils.clean_directory = mkdocs.utils.clean_directory, lambda _: None
            mkdocs.commands.build.build(config)
            mkdocs.utils.clean_directory = clean


@pytest.mark.parametrize("is_first", [True, False])
def test_languages_built_one_after_the_other_are_variants_in_one_map(is_first: bool, tmp_path: Path) -> None:
    german = {"docs/index.de.md": "# Anfang\n", "docs/about.de.md": "# Wir\n", "docs/nur.de.md": "# Nur hier\n"}
    written(tmp_path, german)
    config = _config("mkdocs", tmp_path, nav=None)
    own = [("i18n", _Languages()), *config.plugins.items()]
    config.plugins.clear()
    for name, plugin in own if is_first else reversed(own):
        config.plugins[name] = plugin
    mkdocs.commands.build.build(config)
    hierarchy = hierarchy_of({NAME: (tmp_path / "site" / NAME).read_bytes()})
    variants = {
        path: [(variant.language, variant.name) for variant in hierarchy.details.variants(node_at(hierarchy, path))]
        for path in ("", "about/", "forgotten/", "de/nur/")
    }
    assert variants == {
        "": [("en", "Start"), ("de", "Anfang")],
        "about/": [("en", "About us"), ("de", "Wir")],
        "forgotten/": [("en", "Forgotten")],
        "de/nur/": [("de", "Nur hier")],
    }
