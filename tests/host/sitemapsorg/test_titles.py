"""Names from the titles of pages that were visited."""

import pytest

from host.sitemapsorg.samples import SITE, in_languages, outline, pages, resolved, urlset
from standard_sitemap.sitemapsorg.hierarchy import Hierarchy
from standard_sitemap.sitemapsorg.page_metadata import MOST, Titles, Told


def named(*titles: str) -> list[str | None]:
    """The names that pages with such titles have."""
    told = Titles((f"{SITE}{number}", title) for number, title in enumerate(titles))
    return [told.name(f"{SITE}{number}") for number in range(len(titles))]


def shown(hierarchy: Hierarchy, **titles: str) -> list[str | None]:
    """The names on the first level, where pages have such titles."""
    hierarchy.told = Told((SITE + path, title) for path, title in titles.items())
    return [hierarchy.shown(node)[0].name for node in hierarchy.children(0)]


@pytest.mark.parametrize(
    ("titles", "names"),
    [
        (("Tea", "Cake", "Jam"), ["Tea", "Cake", "Jam"]),
        (("Tea | Quay", "Cake | Quay"), ["Tea | Quay", "Cake | Quay"]),
        (("Tea | Quay", "Cake | Quay", "Jam | Quay"), ["Tea", "Cake", "Jam"]),
        (("Quay – Tea", "Quay – Cake", "Quay – Jam"), ["Tea", "Cake", "Jam"]),
        (("Quay | Tea", "Quay | Cake", "Tea | Quay"), ["Quay | Tea", "Quay | Cake", "Tea | Quay"]),
        (("Tea - Food | Quay", "Cake - Food | Quay", "Jam - Food | Quay", "Us | Quay"), ["Tea", "Cake", "Jam", "Us"]),
        (("Tea | Quay", "Cake | Quay", "Jam | Quay", "Quay | Best tea"), ["Tea", "Cake", "Jam", "Quay | Best tea"]),
        (("Quay: Tea", "Quay: Cake", "Quay: Jam"), ["Quay: Tea", "Quay: Cake", "Quay: Jam"]),
        (("Shop", "Shop", "Tea"), [None, None, "Tea"]),
        (("A | Q", "A | Q", "A | Q", "B | Q"), [None, None, None, "B | Q"]),
        (("  Tea\n and\tcake ", ""), ["Tea and cake", ""]),
    ],
)
def test_what_a_site_adds_to_its_titles_is_cut_off(titles: tuple[str, ...], names: list[str | None]) -> None:
    assert [name or "" for name in named(*titles)] == [name or "" for name in names]


def test_the_order_of_visits_makes_no_difference() -> None:
    titles = {f"{SITE}{name}": f"{name} · Quay" for name in "abcd"}
    forth, back = Titles(titles.items()), Titles(reversed(titles.items()))
    assert dict(forth.names()) == dict(back.names()) == {f"{SITE}{name}": name for name in "abcd"}


def test_only_news_is_news() -> None:
    titles = Titles()
    assert not titles
    assert not titles.tell(f"{SITE}a", " ")
    assert titles.tell(f"{SITE}a#top", "A")
    assert not titles.tell(f"{SITE}a", " A ")
    assert titles.tell(f"{SITE}a", "B")
    assert titles.name(f"{SITE}a") == "B"
    assert titles.name(None) is None


def test_so_many_are_kept() -> None:
    titles = Titles((f"{SITE}{number}", f"No. {number}") for number in range(MOST))
    titles.tell(f"{SITE}more", "More")
    assert (titles.name(f"{SITE}0"), titles.name(f"{SITE}1")) == (None, "No. 1")


def test_a_page_is_shown_by_its_title_in_its_old_place() -> None:
    hierarchy = resolved(pages("a-b", "cde", "docs/", "docs/intro"))
    before = outline(hierarchy)
    assert shown(hierarchy, **{"a-b": "Zebras", "docs/": "Manual"}) == ["Zebras", "Cde", "Manual"]
    assert outline(hierarchy) == before


def test_what_the_site_says_itself_goes_before() -> None:
    news = (
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">'
        f"<url><loc>{SITE}n</loc><news:news><news:title>Ferry stops</news:title></news:news></url>"
        f"<url><loc>{SITE}m</loc></url></urlset>"
    )
    assert shown(resolved(news), n="Ferry | News", m="Bridge | News") == ["Ferry stops", "Bridge | News"]


def test_the_part_is_taken_that_the_address_names_too() -> None:
    found = resolved(pages("tea-and-cake", "jam"))
    assert shown(found, **{"tea-and-cake": "Tea and Cake – Quay notes", "jam": "Our jam – Quay notes"}) == [
        "Our jam – Quay notes",
        "Tea and Cake",
    ]
    assert [node for node in found.named(["quay"]) if node is not None] == list(
        found.whereabouts.at_location(f"{SITE}jam")
    )


def test_each_language_has_its_own_title() -> None:
    hierarchy = resolved(in_languages({"en": "en/about", "de": "de/ueber"}, {"en": "en/x", "de": "de/x"}))
    hierarchy.told = Told([(f"{SITE}de/ueber", "Über uns")])
    (node,) = hierarchy.whereabouts.at_location(f"{SITE}de/ueber")
    assert {variant.name for variant in hierarchy.shown(node)} == {"About", "Über uns"}


def test_a_title_is_the_pages_and_not_that_of_its_parts() -> None:
    hierarchy = resolved(urlset(f"{SITE}a#one", f"{SITE}a#two", f"{SITE}b"))
    assert "Whole" not in shown(hierarchy, a="Whole")


def test_pages_are_found_by_their_titles_and_still_by_their_addresses() -> None:
    hierarchy = resolved(pages("p/1871", "p/1872", "rope"))
    hierarchy.told = Told([(f"{SITE}p/1871", "Winter moorings"), (f"{SITE}rope", "Cordage"), (f"{SITE}no", "Winter")])

    def found(word: str) -> list[str | None]:
        return [hierarchy.shown(node)[0].name for node in hierarchy.named([word]) if node is not None]

    assert found("winter") == ["Winter moorings"]
    assert found("cordage") == ["Cordage"]
    assert found("rope") == ["Cordage"]
    assert found("1872") == ["1872"]
