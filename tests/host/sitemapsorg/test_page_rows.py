"""Names derived from file names."""

import pytest

from standard_sitemap.sitemapsorg.page_rows import label_of, means_something


@pytest.mark.parametrize(
    ("path", "label"),
    [
        ("post-sitemap.xml", "Post"),
        ("post-sitemap2.xml", "Post"),
        ("post_tag-sitemap.xml", "Post tag"),
        ("sitemap_products_1.xml", "Products"),
        ("sitemap-posttype-page.2024.xml", "Posttype page"),
        ("sitemap1.xml", ""),
        ("sitemap-00012.xml.gz", ""),
        ("sitemap-2024-05.xml", ""),
        ("sitemap.xml", ""),
        ("blog/sitemap.xml", "Blog"),
        ("sitemaps/1.xml", ""),
        ("wp-sitemap-posts-page-1.xml", "Page"),
        ("wp-sitemap-taxonomies-event_type-1.xml", "Event type"),
        ("wp-sitemap-posts-1.xml", "Posts"),
        ("news.xml?page=2", "News"),
    ],
)
def test_labels(path: str, label: str) -> None:
    assert label_of(f"https://www.example.org/{path}") == label


def test_one_label_says_nothing() -> None:
    assert means_something(["Post", "Post", ""], frozenset()) == frozenset()
    assert means_something(["Post", "Page", ""], frozenset()) == {"Post", "Page"}


def test_languages_that_pages_declare_are_no_sections() -> None:
    assert means_something(["En", "De"], frozenset({"en", "de-AT"})) == frozenset()
    assert means_something(["En", "De"], frozenset()) == {"En", "De"}
