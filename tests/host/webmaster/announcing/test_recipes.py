"""The recipes' content, and refused paths; `test_web_servers` runs them."""

from __future__ import annotations

import pytest

from host.webmaster.announcing.web_servers import parts
from standard_sitemap import ssp
from standard_sitemap.webmaster.announcing.recipes import RECIPES, BadPath, recipe

SERVERS = [name for name in RECIPES if name != "html"]


@pytest.mark.parametrize("server", RECIPES)
def test_each_names_its_trap_and_leaves_no_gap(server: str) -> None:
    text = recipe(server, "/maps/site.xml")
    assert "Pitfall: " in text
    assert "/maps/site.xml" in text
    assert "NAMESPACE@" not in text
    assert "@PATH" not in text


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize(
    "path", ["", "map.xml", "/", "/a/", "//evil.example/map.xml", "/a b", '/"', "/$x", "/%zz", "/%ff", "/%22", "/a%0Ab"]
)
def test_a_path_that_a_configuration_could_misread_is_refused(server: str, path: str) -> None:
    with pytest.raises(BadPath):
        recipe(server, path)


def test_apache_has_both_forms() -> None:
    assert [heading.partition(",")[0] for heading in parts(recipe("apache"))] == [".htaccess", "httpd.conf"]


@pytest.mark.parametrize("path", ["../map.xml", "https://maps.example/a?b&c", "/standard-sitemap.xml"])
def test_the_links_are_found_in_a_page(path: str) -> None:
    page = f"<!DOCTYPE html><html><head><title>x</title>{recipe('html', path)}</head></html>".encode()
    url = "https://www.example.org/a/b.html"
    evidence = ssp.Evidence(url, "text/html", (), ssp.read_page(page, url, "text/html"))
    declaration = ssp.discover(evidence)
    assert declaration.rule == "schema-link"
    assert declaration.sitemap is not None
    assert declaration.sitemap.endswith(path.removeprefix(".."))
    assert ssp.discovery_faults(evidence) == []
