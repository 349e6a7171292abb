"""What both documentation tools' plugins do."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from standard_sitemap.making.documentation_plugin import SitemapPlugin
from standard_sitemap.making.mkdocs import StandardSitemapPlugin as OfMkdocs
from standard_sitemap.making.properdocs import StandardSitemapPlugin as OfProperDocs

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
    """A theme as both tools have them."""

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
