"""The names of pages."""

from __future__ import annotations

import time
from itertools import islice, product

import pytest

from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.titles import TitleShortener


def _titles(*titles: str) -> TitleShortener:
    return TitleShortener(Page(f"{number}.html", title) for number, title in enumerate(titles))


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Foo — Bar — Docs 1.0", "Foo — Bar"),
        ("Docs 1.0", "Docs 1.0"),
        ("Other", "Other"),
    ],
)
def test_suffix_that_most_titles_have_is_removed(title: str, name: str) -> None:
    titles = _titles("A — Docs 1.0", "B — Docs 1.0", "C: D — Docs 1.0")
    assert titles.name(Page("x.html", title)) == name


def test_prefix_that_most_titles_have_is_removed() -> None:
    assert _titles("GLib: A", "GLib: B", "GLib: C").name(Page("x.html", "GLib: D")) == "D"


def test_name_of_the_site_at_the_other_end_than_in_most_titles_is_removed() -> None:
    titles = TitleShortener(
        Page(path, title)
        for path, title in [
            ("index.html", "Home | Quay"),
            ("a.html", "Oars | Quay"),
            ("b.html", "Sails | Quay"),
            ("c.html", "Quay | Ropes"),
            ("d.html", "Quay: the harbour"),
        ]
    )
    assert titles.name(Page("c.html", "Quay | Ropes")) == "Ropes"
    assert titles.name(Page("d.html", "Quay: the harbour")) == "Quay: the harbour"


@pytest.mark.parametrize(
    ("others", "name"), [({"marks": [" | "]}, "Ruder"), ({"marks": [" – "]}, "Ruder | Kai"), ({}, "Ruder | Kai")]
)
def test_suffix_of_all_titles_in_a_language_is_removed_behind_the_separator_of_others(
    others: dict[str, list[str]], name: str
) -> None:
    pages = [Page("de/index.html", "Start | Kai"), Page("de/oars.html", "Ruder | Kai")]
    assert TitleShortener(pages, **others).name(pages[1]) == name  # type: ignore[arg-type]
    assert TitleShortener(pages[1:], **others).name(pages[1]) == "Ruder | Kai"  # type: ignore[arg-type]


def test_title_of_the_home_page_in_a_language_or_of_the_site_is_no_part_of_other_names() -> None:
    home, oars = Page("de/index.html", "Kai"), Page("de/oars.html", "Ruder | Kai")
    assert TitleShortener([home, oars]).name(oars) == "Ruder"
    assert TitleShortener([oars], "Kai").name(oars) == "Ruder"
    assert TitleShortener([Page("oars/index.html", "Kai"), oars]).name(oars) == "Ruder | Kai"


def test_separator_without_a_name_before_it_is_no_part_of_the_name() -> None:
    titles = _titles("| Quay", "| Oars", "| Sails")
    assert titles.name(Page("x.html", "| Ropes")) == "Ropes"
    assert titles.site_name(Page("index.html", "| Quay")) == "Quay"


def test_prefix_with_an_open_bracket_takes_the_closing_one_along() -> None:
    titles = _titles("Oars (Index - A)", "Oars (Index - B)", "Oars (Index - C)")
    assert titles.name(Page("x.html", "Oars (Index - D)")) == "D"
    assert titles.name(Page("x.html", "Oars (Index)")) == "Oars (Index)"


def test_suffix_is_the_same_with_other_separators_and_capital_letters() -> None:
    titles = _titles("A | Old Quay", "B — Old Quay", "C | Old quay", "D", "E")
    assert [titles.name(Page("x.html", title)) for title in ("A | Old Quay", "B — Old Quay", "C | Old quay")] == [
        *"ABC"
    ]


def test_suffix_in_brackets_is_removed() -> None:
    titles = _titles("Oar (Boats API)", "Rope (of hemp) (Boats API)", "Hull (Boats API)", "Boats API")
    assert [titles.name(Page("x.html", title)) for title in ("Oar (Boats API)", "Rope (of hemp) (Boats API)")] == [
        "Oar", "Rope (of hemp)",
    ]  # fmt: skip
    assert titles.site_name(Page("index.html", "Overview (Boats API)")) == "Boats API"


def test_title_of_the_start_page_is_no_part_of_other_names() -> None:
    pages = [Page("index.html", "Old Quay"), Page("a.html", "Old Quay – Boats"), Page("b.html", "Tides – Old Quay")]
    assert [TitleShortener(pages).name(page) for page in pages] == ["Old Quay", "Boats", "Tides"]


def test_titles_that_name_no_page_have_no_part_in_what_titles_share() -> None:
    pages = [
        *(Page(f"{n}/index.html", "Quay | Boats and tides", n) for n in "abcdefg"),
        *(Page(f"{n}.html", f"{n} | Quay") for n in "xyz"),
    ]
    assert [TitleShortener(pages).name(page) for page in pages[-3:]] == [*"xyz"]


@pytest.mark.parametrize("title", ["Untitled Document", "Document", "New Page 1", "Unbenanntes Dokument", "None"])
def test_title_that_an_editor_wrote_names_no_page(title: str) -> None:
    titles = _titles(title)
    assert titles.name(Page("x.html", title, "Boats")) == "Boats"
    assert titles.site_name(Page("index.html", title)) == ""


def test_heading_that_pages_without_titles_share_names_none_of_them() -> None:
    pages = [Page(f"{name}.html", "Quay", "The old quay") for name in ("boats", "tides", "rules")]
    assert [TitleShortener(pages).name(page) for page in pages] == ["Boats", "Tides", "Rules"]


def test_two_titles_are_too_few_for_a_common_part() -> None:
    assert _titles("A - B", "C - B").name(Page("x.html", "A - B")) == "A - B"


def test_a_title_that_several_pages_have_names_none() -> None:
    titles = _titles("Site", "Site")
    assert titles.name(Page("x.html", "Site", "Heading")) == "Heading"
    assert titles.name(Page("to_the-point/index.html", "Site")) == "To the point"


def test_title_shared_by_a_list_and_its_second_page_stays() -> None:
    pages = [
        Page("spring/index.html", "Tag: spring | Site"),
        Page("spring/page/2/index.html", "Tag: spring | Site"),
        *(Page(f"{number}.html", f"Post {number} | Site", f"Post {number}") for number in range(4)),
    ]
    assert {TitleShortener(pages).name(page) for page in pages[:2]} == {"Tag: spring"}


def test_title_of_an_index_page_names_no_page_of_its_folder() -> None:
    pages = [Page("lib/index.html", "Library"), Page("lib/concepts.html", "Library"), Page("book.html", "Library")]
    pages.extend(Page(f"{number}.html", f"Page {number}") for number in range(5))
    assert [TitleShortener(pages).name(page) for page in pages[:3]] == ["Library", "Concepts", "Library"]


def test_sphinx_s_title_of_a_page_without_a_heading_names_no_page() -> None:
    titles = _titles("A — Docs", "B — Docs", "<no title> — Docs")
    assert titles.name(Page("cli-options.html", "<no title> — Docs")) == "Cli options"


def test_title_of_several_pages_gives_way_to_their_own_headings() -> None:
    pages = [Page("a.html", "Manual", "A"), Page("b.html", "Manual", "B"), *(Page(f"{n}.html", n) for n in "xyz")]
    assert [TitleShortener(pages).name(page) for page in pages[:2]] == ["A", "B"]


def test_prefix_of_erlang_s_manuals_is_removed() -> None:
    assert _titles("Erlang -- lists", "Erlang -- maps", "Erlang -- sets").name(Page("x", "Erlang -- io")) == "io"


def test_prefix_without_a_name_after_it_names_no_page() -> None:
    titles = _titles("Erlang -- lists", "Erlang -- maps", "Erlang -- sets", "Erlang --")
    assert titles.name(Page("notes.html", "Erlang --", "Release notes")) == "Release notes"


def test_a_label_comes_first_and_a_path_last() -> None:
    titles = _titles()
    assert titles.name(Page("a.html", "Title"), "Label") == "Label"
    assert titles.name(Page("tide-tables.html")) == "Tide tables"
    assert titles.name(Page("x.html", "T" * 1_000)) == "T" * 200


@pytest.mark.parametrize(
    "date",
    [
        *("Nov 18", "18 Nov", "November 18th, 2022", "18. November 2022", "18 de noviembre de 2022", "18 août 2022"),
        *("2022-11-18", "2022/11", "18.11.2022", "2022年11月18日", "Nov 2022", "18 نوفمبر 2022", "(Nov 18)"),
    ],
)
def test_date_beside_a_title_in_a_list_is_no_part_of_the_name(date: str) -> None:
    oars = Page("x.html", "Oars")
    assert _titles().name(oars, f"Oars {date}") == "Oars"
    assert _titles().name(oars, f"{date} – Oars") == "Oars"


@pytest.mark.parametrize("label", ["Oars 2", "1. Oars", "Oars 1.2.3", "May Oars", "Oars in May 2022", "Oars 2022"])
def test_number_beside_a_title_in_a_list_stays(label: str) -> None:
    assert _titles().name(Page("x.html", "Oars"), label) == label


def test_a_page_without_a_name_of_its_own_is_called_as_a_link_does() -> None:
    titles = _titles("Same", "Same", "Own")
    assert titles.name(Page("0.html", "Same"), None, "Index") == "Index"
    assert titles.name(Page("2.html", "Own"), None, "Index") == "Own"


@pytest.mark.parametrize(
    ("titles", "name"),
    [
        (("Introduction - The Book", "One - The Book", "Two - The Book", "Three - The Book"), "The Book"),
        (("The kiln :: The kiln", "Ash :: The kiln", "Salt :: The kiln", "Raku :: The kiln"), "The kiln"),
        (("Kiln: Start", "Kiln: Ash", "Kiln: Salt", "Kiln: Raku"), "Kiln"),
        (("Welcome", "Ash - Kiln", "Salt - Kiln", "Raku - Kiln"), "Welcome"),
        (("Welcome", "Ash"), "Welcome"),
    ],
)
def test_name_of_the_site_is_what_its_titles_have_in_common(titles: tuple[str, ...], name: str) -> None:
    pages = [Page(f"{number}.html", title=title) for number, title in enumerate(titles)]
    assert TitleShortener(pages).site_name(pages[0]) == name


def test_source_of_a_name_tells_a_whole_title_from_a_part() -> None:
    titles = _titles("A — Docs", "B — Docs", "C — Docs")
    assert [next(titles.names(Page("x.html", title))).source for title in ("D — Docs", "D")] == ["part", "title"]


def test_part_that_most_titles_have_goes_before_the_title_of_the_start_page() -> None:
    pages = [
        Page("index.html", "Acme: Fine tools"),
        *(Page(f"{number}.html", f"Product {number} | Acme") for number in range(9)),
        Page("news.html", "News | Acme: Fine tools"),
    ]
    titles = TitleShortener(pages)
    assert [titles.name(page) for page in pages] == [
        "Acme: Fine tools", *(f"Product {number}" for number in range(9)), "News | Acme: Fine tools",
    ]  # fmt: skip


def test_suffix_in_thousands_of_forms_takes_no_time_for_each_form() -> None:
    cases = islice(product(*((letter, letter.upper()) for letter in "abcdefghijklm")), 8_000)
    pages = [Page(f"{number}.html", f"T{number} | {''.join(case)}") for number, case in enumerate(cases)]
    begin = time.process_time()
    titles = TitleShortener(pages)
    assert [titles.name(page) for page in pages] == [f"T{number}" for number in range(8_000)]
    assert time.process_time() - begin < 1


def test_bracket_that_does_not_name_the_site_stays() -> None:
    titles = _titles("Light (noun)", "Oar (noun)", "Tide (noun)", "Row (verb)")
    assert titles.name(Page("x.html", "Light (noun)")) == "Light (noun)"


def test_bracket_with_a_part_of_the_start_page_s_title_is_removed() -> None:
    pages = [
        Page("index.html", "Overview (Boats API)"),
        *(Page(f"{name}.html", f"{name} (Boats API)") for name in "abc"),
    ]
    assert TitleShortener(pages).name(pages[1]) == "a"
