"""A sitemap as a documentation generator writes it: obsolete names, everything by reference."""

from __future__ import annotations

from pathlib import Path

from pytest_httpserver import HTTPServer

from driving import reading
from driving.surface import Browser, until

_HERE = Path(__file__).parent / "generated"


def test_packages_and_classes_are_shown(browser: Browser, site: HTTPServer) -> None:
    for name, kind in (("index.html", "text/html; charset=utf-8"), ("standard-sitemap.xml", "application/xml")):
        site.expect_request(f"/{name}").respond_with_data((_HERE / name).read_bytes(), content_type=kind)
    site.expect_request("/kiln/Firing.html").respond_with_data("<title>Firing</title>", content_type="text/html")
    reading.shown(browser, site.url_for("/index.html"))
    until(lambda: "org.example.kiln" in reading.names(browser), "the packages are there")
    # The map does not list this page, so its headings come first.
    wanted = ["On this page", "Kiln", "All packages", "Packages", "org.example.kiln", "org.example.kiln.glaze"]
    until(lambda: reading.names(browser)[:6] == wanted, "in their order")

    def opened() -> bool:
        reading.open_branches(browser.sidebar)
        return {"Firing", "start(Schedule)"} <= set(reading.names(browser))

    until(opened, "the classes are there, and what is in them")
    until(lambda: reading.levels(reading.body_classes(browser)) == {"stdmap": 100}, "the classes are on the body")
