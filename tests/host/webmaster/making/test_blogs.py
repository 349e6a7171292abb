"""The posts of a blog stand below their categories or years, in the shapes of the tools that build blogs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from host.webmaster.making.sites import Tree, made_of, page, tree_made
from standard_sitemap.model.blog_lists import LABELS

NUMBERS = range(9, 0, -1)
# Posts 9 to 7 are of 2024, and so on.
YEARS = {number: 2021 + (number + 2) // 3 for number in NUMBERS}
CATEGORIES = ("boats", "nets")


def _category(number: int) -> str:
    return CATEGORIES[number % 2]


def _link(target: str, text: str) -> str:
    return f'<a href="{target}">{text}</a> '


def _teasers(numbers: list[int], up: str = "") -> str:
    return "".join(
        f"<article><h2>{_link(f'{up}p{number}.html', f'Trip {number}')}</h2></article>" for number in numbers
    )


def _menu(up: str = "") -> str:
    """Return what all pages have: a menu, and the newest posts."""
    places = {"index": "Home", "p9": "Trip 9", "about": "About"}
    return f"<aside>{''.join(_link(f'{up}{stem}.html', name) for stem, name in places.items())}</aside>"


def _list_of(links: Mapping[str, str]) -> str:
    return "<ul>" + "".join(f"<li>{_link(target, text)}" for target, text in links.items()) + "</ul>"


def _list(name: str, numbers: list[int]) -> str:
    return page(f"{name} – Log", f"<h1>{name}</h1>{_teasers(numbers, '../')}{_menu('../')}")


def _blog(*, with_categories: bool, home: str = "index.html") -> dict[str, str]:
    """Return the pages of a blog with two pages of posts, tags, and categories or dates."""
    stem = home.removesuffix(".html")
    files = {
        "index.html": page("Log", _menu() + _link(home, "Posts")),
        "about.html": page("About – Log", f"<h1>About</h1>{_menu()}"),
        home: page("Log", f'<h1>Log</h1>{_teasers([9, 8, 7, 6, 5])}<a href="{stem}2.html">»</a>{_menu()}'),
        f"{stem}2.html": page("Log", f'<h1>Log</h1>{_teasers([4, 3, 2, 1])}<a href="{home}">«</a>{_menu()}'),
        "tag/wind.html": _list("wind", [9, 5, 1]),
        "tag/rain.html": _list("rain", [8, 4, 2]),
        "author/ann.html": _list("Ann", list(NUMBERS)),
    }
    for number in NUMBERS:
        listed = _link("tag/wind.html", "wind") + _link("tag/rain.html", "rain") + _link("author/ann.html", "Ann")
        if with_categories:
            listed += _link(f"category/{_category(number)}.html", _category(number))
        date = f'<time datetime="{YEARS[number]}-01-0{number}">then</time>'
        files[f"p{number}.html"] = page(f"Trip {number} – Log", f"<h1>Trip {number}</h1>{date}{listed}{_menu()}")
    if with_categories:
        files |= {
            f"category/{name}.html": _list(name, [number for number in NUMBERS if _category(number) == name])
            for name in CATEGORIES
        }
    return files


def _posts(numbers: list[int]) -> Tree:
    return {f"Trip {number}": {} for number in numbers}


def _below_start(folder: Path, files: Mapping[str, str]) -> Tree:
    ((_, nodes),) = tree_made(made_of(folder, files), by="name").items()
    return nodes


AT_THE_END: Tree = {"Tags": {"rain": {}, "wind": {}}, "Ann": {}}


def test_posts_stand_below_their_categories_if_each_has_one(tmp_path: Path) -> None:
    nodes = _below_start(tmp_path, _blog(with_categories=True))
    assert nodes == {"About": {}, "boats": _posts([8, 6, 4, 2]), "nets": _posts([9, 7, 5, 3, 1])} | AT_THE_END
    assert list(nodes) == ["About", "boats", "nets", "Tags", "Ann"]
    assert list(nodes["nets"]) == list(_posts([9, 7, 5, 3, 1]))


def test_folders_of_categories_are_known_in_other_languages(tmp_path: Path) -> None:
    files = _blog(with_categories=True)
    written_otherwise = {
        path.replace("category/", "カテゴリー/"): text.replace("category/", "カテゴリー/")
        for path, text in files.items()
    }
    assert list(_below_start(tmp_path, written_otherwise)) == ["About", "boats", "nets", "Tags", "Ann"]


def test_posts_without_categories_stand_below_their_years_newest_first(tmp_path: Path) -> None:
    nodes = _below_start(tmp_path, _blog(with_categories=False))
    assert list(nodes) == ["About", "2024", "2023", "2022", "Tags", "Ann"]
    assert [list(nodes[year]) for year in ("2024", "2023")] == [list(_posts([9, 8, 7])), list(_posts([6, 5, 4]))]


def test_posts_stand_in_the_branch_of_the_list_that_shows_them(tmp_path: Path) -> None:
    files = _blog(with_categories=False, home="blog.html")
    files["blog.html"] = files["blog.html"].replace("<title>Log", "<title>Blog – Log")
    files["blog2.html"] = files["blog2.html"].replace("<title>Log", "<title>Blog – Log")
    nodes = _below_start(tmp_path, files)
    assert list(nodes["Blog"]) == ["2024", "2023", "2022"]
    assert "blog2" not in str(nodes)


def test_pages_in_a_contents_list_keep_their_places(tmp_path: Path) -> None:
    files = _blog(with_categories=True)
    entries = "".join(f"<li>{_link(f'p{number}.html', f'Trip {number}')}</li>" for number in reversed(NUMBERS))
    files["index.html"] = page("Log", f'<div class="toctree-wrapper"><ul>{entries}</ul></div>{_menu()}')
    assert list(_below_start(tmp_path, files))[:9] == [f"Trip {number}" for number in reversed(NUMBERS)]


@pytest.mark.parametrize(("title", "is_further"), [("Log", True), ("Another list", False)])
def test_a_page_whose_name_adds_a_number_is_a_further_page_only_with_the_same_title(
    tmp_path: Path, title: str, is_further: bool
) -> None:
    files = _blog(with_categories=True)
    files["index2.html"] = files["index2.html"].replace("<title>Log", f"<title>{title}")
    assert (title not in str(_below_start(tmp_path, files))) is is_further


def test_chapters_with_the_title_of_the_book_are_no_further_pages_of_a_list(tmp_path: Path) -> None:
    files = {
        "index.html": page("Book", "<h1>Book</h1>" + _link("book.html", "Start")),
        "book.html": page("A book", '<h1>Dawn</h1><a href="book2.html">Next</a>'),
        "book2.html": page("A book", '<h1>Noon</h1><a href="book3.html">Next</a>'),
        "book3.html": page("A book", "<h1>Dusk</h1>"),
    }
    assert set(_below_start(tmp_path, files)) == {"Dawn", "Noon", "Dusk"}


def _dated(*, shown: list[int]) -> dict[str, str]:
    """Return a blog without tags and categories, whose list shows posts in this order."""
    files = {"index.html": page("Log", f"<h1>Log</h1>{_teasers(shown)}"), "about.html": page("About")}
    for number in NUMBERS:
        date = f'<time datetime="{YEARS[number]}-01-0{number}">then</time>'
        files[f"p{number}.html"] = page(f"Trip {number}", f'<h1>Trip {number}</h1>{date}<a href="index.html">Log</a>')
    return files


def test_posts_with_dates_need_no_categories_and_tags_to_stand_below_their_years(tmp_path: Path) -> None:
    nodes = _below_start(tmp_path, _dated(shown=list(NUMBERS)))
    assert list(nodes) == ["About", "2024", "2023", "2022"]
    assert list(nodes["2024"]) == list(_posts([9, 8, 7]))


def test_page_of_the_menu_with_a_date_is_no_post(tmp_path: Path) -> None:
    files = _dated(shown=list(NUMBERS))
    files["about.html"] = page("About", '<time datetime="2019-01-01">then</time>')
    files = {path: body.replace("<body>", f"<body>{_menu()}") for path, body in files.items()}
    assert list(_below_start(tmp_path, files)) == ["About", "2024", "2023", "2022"]


def test_pages_with_dates_in_another_order_are_no_posts(tmp_path: Path) -> None:
    assert next(iter(_below_start(tmp_path, _dated(shown=[1, 3, 2, 9, 4, 5, 7, 6, 8])))) == "Trip 1"


def test_posts_with_dates_in_their_addresses_stand_below_their_years(tmp_path: Path) -> None:
    dates = {number: f"nets/{YEARS[number]}/01/0{number}" for number in NUMBERS}
    teasers = "".join(_link(f"{dates[number]}/trip.html", f"Trip {number}") for number in NUMBERS)
    files = {"index.html": page("Log", f"<h1>Log</h1>{teasers}")}
    files |= {f"{dates[number]}/trip.html": page(f"Trip {number}", f"Trip {number}") for number in NUMBERS}
    assert list(_below_start(tmp_path, files)) == ["2024", "2023", "2022"]


def test_page_without_links_to_it_stands_in_its_year_if_its_address_is_like_those_of_posts(tmp_path: Path) -> None:
    paths = {number: f"{YEARS[number]}/01/0{number}/trip.html" for number in NUMBERS}
    files = {path: page(f"Trip {number}", _link("../../../index.html", "Log")) for number, path in paths.items()}
    for path, up in (("index.html", ""), ("tag/wind.html", "../")):
        files[path] = page("Log", "".join(_link(f"{up}{paths[number]}", f"Trip {number}") for number in NUMBERS))
    dated = '<time datetime="2023-02-01">then</time>'
    files |= {"2023/02/01/lost.html": page("Lost"), "pages/2023/02/01/a.html": page("A"), "b.html": page("B", dated)}
    nodes = _below_start(tmp_path, files)
    assert list(nodes["2023"]) == ["Lost", *_posts([6, 5, 4])]
    assert {"A", "B"} <= nodes.keys()


def test_tags_that_a_link_marks_are_a_group_at_the_end_without_posts(tmp_path: Path) -> None:
    marked = '<a rel="tag" href="tag/{0}.html">{0}</a>'
    shown = "".join(f"{_link(f'p{number}.html', f'Trip {number}')} {marked.format('wind')}" for number in NUMBERS)
    files = {"index.html": page("Log", f"<h1>Log</h1>{shown} {marked.format('rain')}")}
    files |= {f"p{number}.html": page(f"Trip {number}", "Text") for number in NUMBERS}
    files |= {f"tag/{name}.html": page(f"{name} – Log", _link("../p9.html", "Trip 9")) for name in ("wind", "rain")}
    nodes = _below_start(tmp_path, files)
    assert list(nodes)[-1] == "Tags"
    assert set(nodes["Tags"]) == {"rain", "wind"}


def test_archives_of_one_title_are_named_by_their_dates(tmp_path: Path) -> None:
    files = _blog(with_categories=False)
    archives = {f"archives/{year}/index.html": [n for n in NUMBERS if YEARS[n] == year] for year in (2024, 2023, 2022)}
    files |= {
        path: page("Archive – Log", f"<h1>Log</h1>{_teasers(shown, '../../')}") for path, shown in archives.items()
    }
    assert list(_below_start(tmp_path, files)["Archives"]) == ["2024", "2023", "2022"]


def test_tags_with_the_title_of_the_site_are_named_by_their_addresses(tmp_path: Path) -> None:
    files = _blog(with_categories=False)
    for name in ("wind", "rain"):
        files[f"tag/{name}.html"] = page("Log", f"<h2>2024</h2>{_teasers([9, 8, 7], '../')}")
    assert list(_below_start(tmp_path, files)["Tags"]) == ["rain", "wind"]


def test_a_tag_alone_has_a_group_too(tmp_path: Path) -> None:
    files = _blog(with_categories=False)
    del files["tag/rain.html"]
    assert _below_start(tmp_path, files)["Tags"] == {"wind": {}}


def test_number_beside_an_arrow_that_is_a_picture_turns_the_page(tmp_path: Path) -> None:
    files = _blog(with_categories=True)
    pager = '<nav><a href="index2.html">2</a> <a rel="next" href="index2.html"><i class="right"></i></a></nav>'
    files["index.html"] = files["index.html"].replace('<a href="index2.html">»</a>', pager)
    files["index2.html"] = files["index2.html"].replace('<a href="index.html">«</a>', "")
    assert list(_below_start(tmp_path, files)) == ["About", "boats", "nets", "Tags", "Ann"]


def test_list_below_the_name_of_the_site_is_no_group(tmp_path: Path) -> None:
    menu = '<p><h1><a href="index.html">Log</a></h1><nav><ul><li><a href="about.html">About</a></li></ul></nav>'
    more = '<h3>Links</h3><ul><li><a href="p1.html">Trip 1</a></li><li><a href="p2.html">Trip 2</a></li></ul>'
    files = {f"{stem}.html": page(stem) for stem in ("about", "p1", "p2")}
    nodes = _below_start(tmp_path, files | {"index.html": page("Log", f"<header>{menu}</header>{more}")})
    assert nodes["about"] == {}


@pytest.mark.parametrize("declared", ["de", "en"])
def test_blog_in_a_language_with_its_own_home_page_stands_below_it(tmp_path: Path, declared: str) -> None:
    files = {}
    for folder, lang, name, tag in (("", "en", "Trip", "tags/nets"), ("de/", declared, "Fahrt", "tags/netze")):
        posts = [(f"{name[0]}{number}.html", f"{name} {number}") for number in (9, 8, 7)]
        switch = "" if folder else _link("de/index.html", "Deutsch")
        files[f"{folder}index.html"] = page("Log", switch + "".join(_link(*post) for post in posts), lang=lang)
        files[f"{folder}{tag}.html"] = page("Log", "".join(_link(f"../{to}", text) for to, text in posts), lang=lang)
        for path, text in posts:
            files[f"{folder}{path}"] = page(f"{text} – Log", _link(f"{tag}.html", "tag"), lang=lang)
    assert _below_start(tmp_path, files) == {
        "Trip 9": {},
        "Trip 8": {},
        "Trip 7": {},
        "Log": {"Fahrt 9": {}, "Fahrt 8": {}, "Fahrt 7": {}, LABELS["tag"][declared]: {"netze": {}}},
        "Tags": {"nets": {}},
    }


def test_list_with_the_dates_of_its_posts_is_no_post(tmp_path: Path) -> None:
    date = {number: f'<time datetime="{YEARS[number]}-01-0{number}">then</time>' for number in NUMBERS}
    teasers = "".join(f'<p><a href="p{number}.html">Trip {number}</a> {date[number]}</p>' for number in NUMBERS)
    files = {
        "index.html": page("Log", _link("blog/index.html", "Blog") + _link("about.html", "About")),
        "blog/index.html": page("Blog – Log", teasers),
        "about.html": page("About – Log"),
    } | {f"blog/p{number}.html": page(f"Trip {number} – Log", date[number]) for number in NUMBERS}
    blog = _below_start(tmp_path, files)["Blog"]
    assert list(blog) == ["2024", "2023", "2022"]


def test_menu_is_known_beside_pages_without_links(tmp_path: Path) -> None:
    menu = "".join(_link(f"../{stem}/index.html", stem) for stem in ("trips", "about", "shop"))
    files = {
        "index.html": page("Log", menu.replace("../", "")),
        "trips/index.html": page("Trips – Log", menu + _link("../archive/index.html", "Archive")),
        "about/index.html": page("About – Log", menu),
        "shop/index.html": page("Shop – Log", menu + "".join(_link(f"{number}.html", "leaf") for number in NUMBERS)),
        "archive/index.html": page("Archive – Log", menu),
    } | {f"shop/{number}.html": page(f"Leaf {number}") for number in NUMBERS}
    assert list(_below_start(tmp_path, files)) == ["Trips", "About", "Shop"]


def test_category_whose_posts_stand_below_another_stands_beside_it(tmp_path: Path) -> None:
    files = _blog(with_categories=True)
    files["category/wood.html"] = _list("Wood", [9, 7])
    files["p9.html"] = files["p9.html"].replace("</body>", _link("category/wood.html", "Wood") + "</body>")
    assert list(_below_start(tmp_path, files))[:4] == ["About", "boats", "nets", "Wood"]


def test_manual_with_a_page_named_archive_is_no_blog(tmp_path: Path) -> None:
    constants = ("archive", "hidden", "locked", "volume")
    rows = "".join(f"<li>{_link(f'{name}.html', name)}</li>" for name in constants)
    files = {
        "index.html": page("Manual", _link("files/index.html", "Files")),
        "files/index.html": page("Files", f"<ul>{rows}</ul>"),
    }
    beside = "".join(_link(f"{name}.html", name) for name in constants)
    files |= {f"files/{name}.html": page(name, f"<h1>{name}</h1>{beside}") for name in constants}
    assert _below_start(tmp_path, files) == {"Files": {name: {} for name in constants}}


def test_pages_of_another_section_with_tags_are_no_posts(tmp_path: Path) -> None:
    plans = ("barrow", "shed", "trough", "gate")
    menu = {"blog": "Blog", "plans": "Plans"}
    header = "".join(_link(f"{stem}.html", name) for stem, name in menu.items())
    tags = _link("tag/wood.html", "wood")
    files = {
        "index.html": page("Log", header),
        "blog.html": page("Blog – Log", header + _teasers([9, 8, 7])),
        "plans.html": page("Plans – Log", header + "".join(_link(f"{plan}.html", plan.title()) for plan in plans)),
        "tag/wood.html": page("Wood", _teasers([9, 8, 7], "../") + "".join(_link(f"../{to}.html", to) for to in plans)),
    }
    files |= {f"{plan}.html": page(f"{plan.title()} – Log", header + tags) for plan in plans}
    dates = {number: f'<time datetime="{YEARS[number]}-01-01">then</time>' for number in (9, 8, 7)}
    files |= {f"p{number}.html": page(f"Trip {number} – Log", header + tags + dates[number]) for number in dates}
    nodes = _below_start(tmp_path, files)
    assert nodes["Plans"] == {plan.title(): {} for plan in plans}
    assert nodes["Blog"] == _posts([9, 8, 7])


def test_post_about_series_is_a_post(tmp_path: Path) -> None:
    files = _blog(with_categories=False)
    files = {path: body.replace("p9.html", "series.html") for path, body in files.items()}
    files["series.html"] = files.pop("p9.html")
    assert list(_below_start(tmp_path, files)["2024"]) == ["Trip 9", "Trip 8", "Trip 7"]


def test_tags_are_named_without_the_number_of_their_posts(tmp_path: Path) -> None:
    tags = '<ul><li><a href="wind.html">wind(3)</a><li><a href="rain.html">Rain &amp; sleet (3)</a></ul>'
    files = _blog(with_categories=False) | {"tag/index.html": page("Tags", f"<h1>Tags</h1>{tags}")}
    files["index.html"] = files["index.html"].replace("<body>", "<body>" + _link("tag/index.html", "Tags"))
    assert list(_below_start(tmp_path, files)["Tags"]) == ["Rain & sleet", "wind"]


def test_tags_and_months_are_named_without_the_number_of_their_posts_beside_them(tmp_path: Path) -> None:
    """Themes of Hexo have no brackets around them, and no space before them."""
    names = {"wind.html": "wind3", "rain.html": "Rain 3", "snow2.html": "snow2", "ice.html": "Ice 900"}
    files = _blog(with_categories=False) | {
        "tag/index.html": page("Tags", f"<h1>Tags</h1>{_list_of(names)}{_menu('../')}")
    }
    months = {"2024/01/index.html": "January 2024 3", "2023/01/index.html": "January 2023 3"}
    files["archives/index.html"] = page("Archives", f"<h1>Archives</h1>{_list_of(months)}")
    files |= {f"archives/{path}": page(path, _teasers([9, 8, 7], "../../../") + _menu("../../../")) for path in months}
    files |= {f"tag/{path}": page(path, _teasers([9, 8, 7], "../") + _menu("../")) for path in names}
    menu = _link("tag/index.html", "Tags") + _link("archives/index.html", "Archives")
    files["index.html"] = files["index.html"].replace("<body>", f"<body>{menu}")
    nodes = _below_start(tmp_path, files)
    assert set(nodes["Tags"]) == {"wind", "Rain", "snow2", "Ice 900"}
    assert list(nodes["Archives"]) == ["January 2024", "January 2023"]


def test_folder_of_tags_is_no_language(tmp_path: Path) -> None:
    """Tagoi has the code `tag`."""
    files = _blog(with_categories=False) | {
        "tag/index.html": page("Tags – Log", _link("wind.html", "Wind") + _menu("../"))
    }
    assert list(_below_start(tmp_path, files)) == ["About", "2024", "2023", "2022", "Tags", "Ann"]


def test_lists_are_named_without_the_page_that_leads_to_them(tmp_path: Path) -> None:
    files = _blog(with_categories=False)
    for name in ("wind", "rain"):
        files[f"tag/{name}.html"] = page(f"Tags - {name} – Log", _teasers([9, 8, 7], "../") + _menu("../"))
    assert set(_below_start(tmp_path / "alone", files)["Tags"]) == {"Tags - wind", "Tags - rain"}
    files["tag/index.html"] = page("Tags – Log", _menu("../"))
    assert set(_below_start(tmp_path / "led", files)["Tags"]) == {"wind", "rain"}


def test_names_in_an_archive_keep_years_and_numbers_of_parts(tmp_path: Path) -> None:
    meetings = {f"m{year}.html": f"Meeting ({year})" for year in (2019, 2020)}
    parts = {f"{number}.html": f"Knots ({number})" for number in (1, 2)}
    files = {
        "index.html": page("Club", _link("archive/index.html", "Archive")),
        "archive/index.html": page("Archive", _list_of(meetings | parts)),
    }
    files |= {f"archive/{name}": page("Club", _link("index.html", "Up") * 2) for name in (*meetings, *parts)}
    assert list(_below_start(tmp_path, files)["Archive"]) == [*meetings.values(), *parts.values()]


def test_lists_that_show_the_dates_of_posts_stand_at_the_end(tmp_path: Path) -> None:
    dates = {number: f'<time datetime="{YEARS[number]}-01-01">then</time>' for number in NUMBERS}
    every = "".join(dates[number] + _link(f"p{number}.html", f"Trip {number}") for number in NUMBERS)
    menu = _link("archive.html", "Archive") + _link("tags.html", "Tags") + _link("about.html", "About")
    files = {f"{name.lower()}.html": page(name, menu + every) for name in ("Index", "Archive", "Tags")}
    files["about.html"] = page("About", menu)
    files |= {f"p{number}.html": page(f"Trip {number}", menu + dates[number]) for number in NUMBERS}
    assert list(_below_start(tmp_path, files)) == ["About", "2024", "2023", "2022", "Tags", "Archive"]


def test_day_in_an_address_goes_before_that_of_another_time_zone(tmp_path: Path) -> None:
    days = {"2023/01/02/c": "2023-01-01", "2023/01/01/b": "2022-12-31", "2022/05/01/a": "2022-04-30"}
    head = '<meta property="article:published_time" content="{}T16:00:00Z">'
    files = {f"{path}/index.html": page(path, head=head.format(day)) for path, day in days.items()}
    files["index.html"] = page(
        "Log", "".join(f"<article><h2>{_link(f'{path}/', path)}</h2></article>" for path in days)
    )
    assert _below_start(tmp_path, files) == {
        "2023": {"2023/01/02/c": {}, "2023/01/01/b": {}},
        "2022": {"2022/05/01/a": {}},
    }


def test_series_stand_below_the_page_that_leads_to_them(tmp_path: Path) -> None:
    files = _blog(with_categories=False)
    for folder, name in (("categories", "boats"), ("series", "north")):
        files[f"{folder}/index.html"] = page(folder.title(), _link(f"{name}.html", name) + _menu("../"))
        files[f"{folder}/{name}.html"] = page(name, _teasers([9, 8], "../") + _menu("../"))
    files["index.html"] += _link("categories/", "Categories") + _link("series/", "Series")
    below = _below_start(tmp_path, files)
    assert below["Categories"] == {"boats": {}}
    assert below["Series"] == {"north": {}}


def test_category_named_like_a_tag_keeps_its_name(tmp_path: Path) -> None:
    files = _blog(with_categories=True)
    for path in ("category/cat_wind.html", "category/wind.html"):
        files[path] = _list("Wind", [9, 7])
    files["index.html"] += _link("category/cat_wind.html", "wind") + _link("category/wind.html", "wind")
    files["p9.html"] = files["p9.html"].replace("</body>", _link("category/cat_wind.html", "wind") + "</body>")
    assert "Wind" in _below_start(tmp_path, files)


DAYS = {"2024/03/02": "Calm", "2024/03/01": "Storm", "2023/12/24": "Ice"}


def _blog_of_days(head: str = "", text: str = "") -> dict[str, str]:
    """Return a blog whose posts have days as paths; all pages begin with `head`, and lists of posts have `text`."""
    shown = "".join(
        f"<article><h2>{_link(f'/blog/{day}.html', name)}</h2>{text}</article>" for day, name in DAYS.items()
    )
    files = {
        "index.html": page("Log", head + _link("/blog.html", "Blog")),
        "blog.html": page("Blog", head + shown),
        "blog/tags/sea.html": page("Sea", head + shown),
    }
    for day, name in DAYS.items():
        date = f'<time datetime="{day.replace("/", "-")}">then</time>'
        files[f"blog/{day}.html"] = page(name, f'{head}<h1>{name}</h1>{date}<a href="/blog/tags/sea.html">Sea</a>')
    return files


def test_page_whose_path_is_a_day_is_a_post_unless_it_is_named_by_a_date(tmp_path: Path) -> None:
    files = _blog_of_days()
    date = '<time datetime="2024-03-02">then</time>'
    files["2024/03/02.html"] = page("2 March 2024", date + _link("/blog/2024/03/02.html", "Calm"))
    files["index.html"] += _link("/2024/03/02.html", "Latest")
    nodes = _below_start(tmp_path, files)
    assert nodes["Blog"] == {"2024": {"Calm": {}, "Storm": {}}, "2023": {"Ice": {}}}
    assert "2 March 2024" in nodes


def test_manual_beside_a_blog_keeps_its_pages_and_chapters(tmp_path: Path) -> None:
    manual = {"docs/tutorial": "Tutorial", "docs/category/more": "More", "docs/rope": "Rope", "docs/sail": "Sail"}
    header = f"<nav>{_link('/docs/tutorial.html', 'Tutorial')}{_link('/help.html', 'Help')}</nav>"
    files = _blog_of_days(header, "<p>As told in " + _link("/docs/tutorial.html", "the tutorial") + "</p>")
    files["help.html"] = page("Help", header)
    listed = {f"/{path}.html": name for path, name in manual.items()}
    chapter = _list_of({target: listed.pop(target) for target in ("/docs/rope.html", "/docs/sail.html")})
    menu = (
        f'<aside class="theme-doc-sidebar-menu">{_list_of(listed).replace("More</a> ", f"More</a>{chapter}")}</aside>'
    )
    files |= {f"{path}.html": page(name, header + menu) for path, name in manual.items()}
    nodes = _below_start(tmp_path, files)
    assert nodes["Tutorial"] == {"More": {"Rope": {}, "Sail": {}}}
    assert list(nodes["Blog"]) == ["2024", "2023"]
