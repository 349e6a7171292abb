"""Lists are classified as contents or navigation by their place in the page."""

from __future__ import annotations

import pytest
from lxml import html

from standard_sitemap.webmaster.making.containers import Places, Source, is_contents


def _place(body: str) -> tuple[Source | None, bool]:
    return Places().of(next(html.fromstring(f"<html><body>{body}</body></html>").iter("ul")))


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ('<div class="x toctree-wrapper"><ul></ul></div>', ("contents", False)),
        ('<nav class="md-nav--primary"><ul></ul></nav>', ("navigation", True)),
        ("<nav><ul></ul></nav>", ("shape", True)),
        ('<div role="navigation"><ul></ul></div>', ("shape", True)),
        ('<div id="main-nav"><ul></ul></div>', ("shape", True)),
        ("<main><ul></ul></main>", ("shape", False)),
        ('<nav class="toc"><ul></ul></nav>', ("contents", True)),
    ],
)
def test_containers_are_known_by_class_id_role_and_element(body: str, place: tuple[Source, bool]) -> None:
    assert _place(body) == place


@pytest.mark.parametrize("name", ["breadcrumbs", "page-toc", "social", "post-tags", "navfooter", "localtoc"])
def test_lists_of_other_things_are_no_contents_wherever_they_stand(name: str) -> None:
    assert _place(f'<div class="toc"><div class="{name}"><ul></ul></div></div>') == (None, False)
    assert _place("<footer><ul></ul></footer>") == (None, False)


@pytest.mark.parametrize("kind", ["docs-version-current", "page tag-spring", "footer-sticky"])
def test_classes_of_the_whole_page_are_those_of_no_container(kind: str) -> None:
    document = html.fromstring(f'<html class="{kind}"><body class="{kind}"><nav><ul></ul></nav></body></html>')
    assert Places().of(next(document.iter("ul"))) == ("shape", True)


def test_an_element_may_be_a_container_itself() -> None:
    assert is_contents(html.fromstring('<table class="directory"></table>'))
    assert not is_contents(html.fromstring('<table class="other" id="x"></table>'))
