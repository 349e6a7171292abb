"""Markup of current generators and authors: the list entries that name pages, and their order and nesting."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from host.webmaster.making.sites import hierarchy_made, made_of, page, tree_made, tree_of
from standard_sitemap.webmaster.making.folder_maker import EmptySelection
from standard_sitemap.webmaster.making.rendered_text import naming
from standard_sitemap.webmaster.making.sitemaps_org import publish_both

PAGES = {f"{name}.html": page(name.title()) for name in ("one", "two", "three")}


@pytest.mark.parametrize(
    "number",
    [
        "{}.",
        "{})",
        "({})",
        "{}",
        "1.{}",
        "§ {}",
        "Chapter {}:",
        "CHAPTER {} –",
        "Kapitel {}.",
        "Appendix {}:",
        "[{}]",
        "Part {} —",
        "Woche {}:",
        "Урок {}.",
        "第{}章",
        "第{}章：",
    ],
)
def test_numbered_entries_name_their_pages(number: str, tmp_path: Path) -> None:
    items = "".join(
        f'<li>{number.format(place)} <a href="{path}">{path}</a><ul><li>{place}.1 <a href="{path}#a">a</a></ul>'
        for place, path in enumerate(PAGES, 1)
    )
    made = made_of(tmp_path, {"index.html": page("Start", f"<ul>{items}</ul>")} | PAGES)
    (start,) = tree_made(made).values()
    assert start == {path: {} for path in PAGES}
    assert made.rules["list"] == len(PAGES)


def test_letters_with_a_mark_number_entries_and_words_do_not(tmp_path: Path) -> None:
    items = "".join(f'<li>{letter}. <a href="{path}">x</a>' for letter, path in zip("abc", PAGES, strict=True))
    assert made_of(tmp_path, {"index.html": page("Start", f"<ul>{items}</ul>")} | PAGES).rules["list"] == len(PAGES)
    words = "".join(f'<li>A <a href="{path}">x</a> of it' for path in PAGES)
    assert "list" not in made_of(tmp_path, {"index.html": page("Start", f"<ul>{words}</ul>")} | PAGES).rules


def _item(level: int, head: str, *children: str) -> str:
    """Return an item of VitePress's sidebar."""
    items = f'<div class="items">{"".join(children)}</div>' if children else ""
    tag = "section" if children else "div"
    return f'<{tag} class="VPSidebarItem level-{level}"><div class="item"><div></div>{head}</div>{items}</{tag}>'


def _link(path: str, name: str) -> str:
    return f'<a class="VPLink link" href="{path}"><p class="text">{name}</p></a>'


def test_sidebar_of_vitepress_is_the_tree(tmp_path: Path) -> None:
    group = _item(1, "<h3>Group</h3>", _item(2, _link("/two.html", "Second")), _item(2, _link("/three.html", "Third")))
    items = _item(0, "<h2>Guide</h2>", _item(1, _link("/one.html", "First")), group)
    nav = f'<nav class="nav" id="VPSidebarNav"><div class="group">{items}</div></nav>'
    sidebar = f'<aside class="VPSidebar">{nav}</aside>'
    files = {name: page(name, sidebar) for name in PAGES}
    made = made_of(tmp_path, {"index.html": page("Start", '<p><a href="/one.html">Begin</a></p>')} | files)
    assert made.rules == {"start": 1, "navigation": 3}
    (start,) = tree_made(made, by="name").values()
    assert start == {"Guide": {"First": {}, "Group": {"Second": {}, "Third": {}}}}


def test_sidebar_of_starlight_is_the_tree_although_the_start_page_has_none(tmp_path: Path) -> None:
    def group(name: str, *paths: str) -> str:
        items = "".join(f'<li><a href="/{path}"><span>{path}</span></a></li>' for path in paths)
        return f"<li><details open><summary><span><span>{name}</span></span></summary><ul>{items}</ul></details></li>"

    groups = group("Guides", "one.html", "two.html") + group("Reference", "three.html")
    sidebar = f'<nav class="sidebar"><div id="starlight__sidebar"><ul class="top-level">{groups}</ul></div></nav>'
    files = {name: page(name, sidebar) for name in PAGES}
    made = made_of(tmp_path, {"index.html": page("Start", '<p><a href="/one.html">Begin</a></p>')} | files)
    (start,) = tree_made(made, by="name").values()
    assert start == {"Guides": {"one.html": {}, "two.html": {}}, "Reference": {"three.html": {}}}


def test_roman_and_lettered_parts_number_entries(tmp_path: Path) -> None:
    parts = zip(("Part II —", "Appendix B", "Chapter IX:"), PAGES, strict=True)
    items = "".join(f'<li>{part} <a href="{path}">x</a>' for part, path in parts)
    assert made_of(tmp_path, {"index.html": page("Start", f"<ul>{items}</ul>")} | PAGES).rules["list"] == len(PAGES)


def test_link_around_blocks_is_named_by_its_heading_or_first_block(tmp_path: Path) -> None:
    cards = (
        "<div><p>First</p><p>About the first</p></div>", "<p>New</p><h3>Second</h3><div>About it</div>",
        "<svg><title>icon</title></svg><b>Third</b>",
    )  # fmt: skip
    items = "".join(f'<li><a href="{path}">{card}</a>' for path, card in zip(PAGES, cards, strict=True))
    hierarchy = hierarchy_made(made_of(tmp_path, {"index.html": page("Start", f"<ul>{items}</ul>")} | PAGES))
    (start,) = hierarchy.children(hierarchy.root)
    first = [hierarchy.details.variants(node)[0] for node in hierarchy.children(start)]
    assert [(variant.name, variant.description) for variant in first] == [
        ("First", "About the first"), ("Second", "New About it"), ("Third", None),
    ]  # fmt: skip


def test_link_in_the_summary_of_a_folded_branch_names_the_branch(tmp_path: Path) -> None:
    folded = (
        '<details><summary><a href="two.html">Two</a></summary><ul><li><a href="three.html">Three</a></ul></details>'
    )
    items = f'<li><a href="one.html">One</a><li>{folded}'
    made = made_of(tmp_path, {"index.html": page("Start", f"<nav><ul>{items}</ul></nav>")} | PAGES)
    (start,) = tree_made(made, by="name").values()
    assert start == {"One": {}, "Two": {"Three": {}}}


def test_links_around_blocks_in_a_bar_name_pages(tmp_path: Path) -> None:
    bar = "".join(f'<a href="{path}"><p>{path}</p></a>' for path in PAGES)
    made = made_of(tmp_path, {"index.html": page("Start", f"<nav>{bar}</nav>")} | PAGES)
    assert made.rules["list"] == len(PAGES)


def test_chapters_in_the_order_of_the_alphabet_stand_below_the_start_page(tmp_path: Path) -> None:
    names = [f"{letter}{other}.html" for letter in "abcdefghij" for other in "klmnop"]
    every = [*names, "about.html"]

    def listed(own: str) -> str:
        return (
            "<ul>" + "".join(f'<li><a href="{path}">{path}</a></li>' for path in sorted(every) if path != own) + "</ul>"
        )

    files = {path: page(path, listed(path)) for path in every}
    made = made_of(tmp_path, {"index.html": page("Start", listed(""))} | files)
    (start,) = tree_made(made).values()
    assert sorted(start) == sorted(every)


def test_selector_that_matches_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EmptySelection):
        made_of(tmp_path, {"index.html": page("Start", "<ul><li><a href='one.html'>1</a></ul>")} | PAGES, selector=".x")


@pytest.mark.parametrize("text", ["→", "« ", "Next", "Next page »", "← Previous", "older posts", "Weiter", "...", "<"])
def test_text_that_leads_on_or_back_names_no_page(text: str) -> None:
    assert naming(text) == ""


@pytest.mark.parametrize("text", ["Next steps", "C++", "1", "Previously", "日本語", "Nextcloud"])
def test_other_text_names_a_page(text: str) -> None:
    assert naming(text) == text


def test_page_with_noindex_is_in_the_map_and_not_in_that_for_search_engines(tmp_path: Path) -> None:
    hidden = page("Two", head='<meta name="robots" content="noindex, follow">')
    files = PAGES | {"index.html": page("Start", "<ul><li><a href='one.html'>1</a><li><a href='two.html'>2</a></ul>")}
    base = "https://www.example.org/"
    made = made_of(tmp_path, files | {"two.html": hidden}, base_url=base)
    publish_both(made.outline, tmp_path / "standard-sitemap.xml", base, None, may_replace=True, hidden=made.hidden)
    assert (tmp_path / "sitemap.xml").read_text().count("<loc>") == 3
    assert f"{base}two.html" not in (tmp_path / "sitemap.xml").read_text()
    assert "two.html" in (tmp_path / "standard-sitemap.xml").read_text()


def test_customary_roles_are_no_fault(tmp_path: Path) -> None:
    head = '<link rel="index" href="one.html"><link rel="glossary" href="two.html">'
    made = made_of(tmp_path, PAGES | {"index.html": page("Start", "", head)})
    assert {"index", "glossary"} <= hierarchy_made(made).roles.keys()


@pytest.mark.parametrize("classes", ["pagination-nav__link pagination-nav__link--{}", "VPLink link pager-link {}"])
def test_neighbours_marked_by_classes_make_a_sequence(classes: str, tmp_path: Path) -> None:
    names = list(PAGES)
    items = "".join(f'<li><a href="{name}">{name}</a></li>' for name in names)
    files = {"index.html": page("Start", f"<ul>{items}</ul>"), names[-1]: page("Last")}
    for name, after in pairwise(names):
        files[name] = page(name, f'<a class="{classes.format("next")}" href="{after}">{after}</a>')
    hierarchy = hierarchy_made(made_of(tmp_path, files))
    (start,) = hierarchy.children(hierarchy.root)
    assert hierarchy.relation(start) == "sequence"


# mdBook's form: the sections of a chapter are in a separate item after the chapter's.
_BOOK = (
    '<ol class="chapter"><li class="chapter-item expanded affix "><a href="{up}index.html">Introduction</a></li>'
    '<li class="chapter-item expanded "><a href="{up}glazes/index.html"><strong aria-hidden="true">1.</strong> '
    'Glazes</a></li><li><ol class="section"><li class="chapter-item expanded "><a href="{up}glazes/ash.html">'
    '<strong aria-hidden="true">1.1.</strong> Ash</a></li></ol></li>'
    '<li class="chapter-item expanded "><a href="{up}firing.html"><strong aria-hidden="true">2.</strong> '
    "Firing</a></li></ol>"
)
_BOOK_PAGES = {"index": "Introduction", "glazes/index": "Glazes", "glazes/ash": "Ash", "firing": "Firing"}


@pytest.mark.parametrize("digest", ["", "-a0b12cfe"], ids=["before 0.5", "since 0.5"])
@pytest.mark.parametrize("in_frame", [False, True], ids=["in each page", "in a frame"])
def test_chapters_of_mdbook_hold_their_sections(in_frame: bool, digest: str, tmp_path: Path) -> None:
    files = {"print.html": page("The Kiln"), f"book{digest}.js": ""}
    for path, title in _BOOK_PAGES.items():
        up = "../" * path.count("/")
        frame = f'<noscript><iframe class="sidebar-iframe-outer" src="{up}toc.html"></iframe></noscript>'
        bar = f'<nav id="sidebar" class="sidebar">{frame if in_frame else _BOOK.format(up=up)}</nav>'
        files[f"{path}.html"] = f"<title>{title} - The Kiln</title>{bar}<main><h1>{title}</h1></main>"
    if in_frame:
        files |= {f"toc{digest}.js": "", "toc.html": f"<body>{_BOOK.format(up='')}</body>"}
    made = made_of(tmp_path, files)
    assert tree_made(made, by="name") == {"The Kiln": {"1. Glazes": {"1.1. Ash": {}}, "2. Firing": {}}}
    assert [name for paths in made.left_out.values() for name in paths] == ["print.html", "toc.html"][: 1 + in_frame]


def test_tree_files_of_two_languages_are_one_tree_with_its_groups_in_both(tmp_path: Path) -> None:
    """As of a book by mdBook in each folder."""
    files: dict[str, str | bytes] = {}
    for folder, lang, names in (("", "en", ("Kiln", "Glazes", "Ash")), ("de/", "de", ("Ofen", "Glasuren", "Asche"))):
        book, group, chapter = names
        contents = f'<li class="part-title">{group}</li><li><a href="ash.html">{chapter}</a></li>'
        files |= {f"{folder}{name}.js": "" for name in ("book", "toc")}
        files |= {f"{folder}toc.html": f'<body><ol class="chapter">{contents}</ol>'}
        files[f"{folder}index.html"] = page(book, lang=lang)
        files[f"{folder}ash.html"] = page(chapter, lang=lang)
    hierarchy = hierarchy_made(made_of(tmp_path, files))
    assert tree_of(hierarchy) == {"Kiln": {"Glazes": {"Ash": {}}}}
    (start,) = hierarchy.children(hierarchy.root)
    (group,) = hierarchy.children(start)
    assert [variant.name for variant in hierarchy.details.variants(group)] == ["Glazes", "Glasuren"]


_ANTORA = (
    '<nav class="nav-menu"><h3 class="title"><a href="index.html">The kiln</a></h3>'
    '<ul class="nav-list"><li class="nav-item" data-depth="0"><ul class="nav-list">'
    '<li class="nav-item" data-depth="1"><button class="nav-item-toggle"></button><span class="nav-text">Glazes</span>'
    '<ul class="nav-list"><li class="nav-item" data-depth="2"><a class="nav-link" href="ash.html">Ash</a></li></ul>'
    '</li></ul></li><li class="nav-item" data-depth="0"><span class="nav-text">Reference</span>'
    '<ul class="nav-list"><li class="nav-item"><a class="nav-link" href="api.html">API</a></li></ul></li></ul></nav>'
)


def test_navigation_of_antora_is_the_tree(tmp_path: Path) -> None:
    files = {"index.html": '<meta http-equiv="refresh" content="0; url=kiln/2.0/index.html">'}
    for name, title in {"index": "The kiln", "ash": "Ash", "api": "API"}.items():
        text = f'<aside class="nav">{_ANTORA}</aside><h1 class="page">{title}</h1>'
        files[f"kiln/2.0/{name}.html"] = f"<title>{title} :: Handbook</title>{text}"
    tree = tree_made(made_of(tmp_path, files), by="name")
    assert tree == {"Handbook": {"Glazes": {"Ash": {}}, "Reference": {"API": {}}}}


@pytest.mark.parametrize("in_frame", [False, True])
def test_titles_of_parts_name_the_chapters_after_them(in_frame: bool, tmp_path: Path) -> None:
    """As in mdBook's sidebar: chapters before and after the parts belong to none."""

    def chapter(name: str, kind: str = "") -> str:
        return f'<li class="chapter-item expanded {kind}"><a href="{name}.html">{name.title()}</a></li>'

    def part(name: str) -> str:
        return f'<li class="chapter-item expanded affix"><li class="part-title">{name}</li>'

    entries = [chapter("one", "affix"), part("Wood"), chapter("two"), '<li><ol class="section">', chapter("three")]
    entries += ["</ol></li>", part("Stone"), chapter("four"), "<li><div>Draft</div></li>", chapter("five", "affix")]
    contents = page("Contents", f'<ol class="chapter">{"".join(entries)}</ol>')
    shown = '<iframe src="toc.html"></iframe>' if in_frame else f"<nav>{contents}</nav>"
    files = {f"{name}.html": page(name, shown) for name in ("one", "two", "three", "four", "five")}
    framed = {"toc.html": contents, "toc.js": ""} if in_frame else {}
    tree = tree_made(made_of(tmp_path, files | framed | {"index.html": page("Book", shown)}), by="name")
    parts = {"Wood": {"Two": {"Three": {}}}, "Stone": {"Four": {}}}
    assert tree == {"Book": {"One": {}} | parts | {"Five": {}}}


@pytest.mark.parametrize(("title", "end"), [("header", "divider"), ("nav-header", "divider")])
def test_titles_of_parts_in_menus_end_at_a_separator(title: str, end: str, tmp_path: Path) -> None:
    """As in HonKit's summary and Bootstrap's lists."""
    entries = f'<li class="{title}">Parts</li><li><a href="one.html">One</a></li><li class="{end}"></li>'
    menu = f'<ul class="summary">{entries}<li><a href="two.html">Two</a></li></ul>'
    files = {f"{name}.html": page(name, menu) for name in ("index", "one", "two")}
    assert tree_made(made_of(tmp_path, files), by="name") == {"index": {"Parts": {"One": {}}, "Two": {}}}


_ROW = '<tr><td><p><code><a href="{0}.html">{0}()</a></code></p></td><td><p>About {0}</p></td></tr>'
_HEAD = '<tr><th colspan="2"><h{0}>{1} <a href="#s" class="anchor"></a></h{0}><p></p></th></tr>'


def test_headings_in_rows_of_a_table_name_the_rows_below_them(tmp_path: Path) -> None:
    """As in the index of pkgdown 1."""
    rows = _HEAD.format(2, "Wood") + _ROW.format("cut") + _HEAD.format(3, "Saws") + _ROW.format("file")
    rows += _HEAD.format(2, "Data") + _ROW.format("oak")
    files = {
        "index.html": page("Kit", '<a href="reference/index.html">Reference</a>'),
        "reference/index.html": page("Reference", f'<table class="ref-index">{rows}</table>'),
    }
    files |= {f"reference/{name}.html": page(f"{name} - Kit") for name in ("cut", "file", "oak")}
    groups = {"Wood": {"cut()": {}, "Saws": {"file()": {}}}, "Data": {"oak()": {}}}
    assert tree_made(made_of(tmp_path, files), by="name") == {"Kit": {"Reference": groups}}


def test_heading_alone_in_a_section_names_the_list_in_the_next_one(tmp_path: Path) -> None:
    """As in the index of pkgdown 2, in which a section may have one page."""

    def section(name: str, *pages: str) -> str:
        rows = "".join(f'<dt><code><a href="{path}.html">{path}()</a></code></dt><dd>{path}</dd>' for path in pages)
        head = f"<div><h2>{name}</h2><div><p>What these are.</p></div></div>"
        return f"{head}<div><dl>{rows}</dl></div>"

    sections = section("Wood", "cut", "glue") + section("Data", "oak")
    files = {
        "index.html": page("Kit", '<a href="reference/index.html">Reference</a>'),
        "reference/index.html": page("Reference", f"<main><h1>Reference</h1>{sections}</main>"),
    }
    files |= {f"reference/{name}.html": page(f"{name} - Kit") for name in ("cut", "glue", "oak")}
    groups = {"Wood": {"cut()": {}, "glue()": {}}, "Data": {"oak()": {}}}
    assert tree_made(made_of(tmp_path, files), by="name") == {"Kit": {"Reference": groups}}


def test_long_alphabetical_list_with_descriptions_decides_before_lists_of_other_pages(tmp_path: Path) -> None:
    """As on the start page of Git's manual: an index would describe nothing."""
    names = [f"c{number:02}" for number in range(40)]
    commands = "".join(f'<dt><a href="{name}.html">{name}</a></dt><dd>Does {name}.</dd>' for name in names)
    start = f'<ul><li><a href="day.html">Every day</a><li><a href="more.html">More</a></ul><dl>{commands}</dl>'
    lesson = '<ul><li><a href="c02.html">c02</a><li><a href="c05.html">c05</a></ul>'
    files = {"index.html": page("Git", start), "day.html": page("Day", lesson), "more.html": page("More")}
    files |= {f"{name}.html": page(name.upper()) for name in names}
    tree = tree_made(made_of(tmp_path, files), by="name")
    assert tree == {"Git": {"Every day": {}, "More": {}} | {name: {} for name in names}}


def test_inner_classes_of_a_summary_stand_below_their_classes(tmp_path: Path) -> None:
    """As in documentation of Javadoc 8, which has no search index; an interface is listed before the class around."""

    def table(*names: str) -> str:
        rows = "".join(f'<tr><td><a href="{name}.html">{name}</a></td></tr>' for name in names)
        return f'<table class="typeSummary">{rows}</table>'

    names = ("Hull.Rig", "Mast", "Hull", "Hull.Plank", "Hull.Plank.Nail", "v1", "v1.2", "v1.out")
    files = {
        "index.html": page("Brig", '<a href="p/package-summary.html">p</a>'),
        "p/package-summary.html": page("p", table(*names[:2]) + table(*names[2:])),
    }
    files |= {f"p/{name}.html": page(f"Class {name}") for name in names}
    inner = {"Hull.Rig": {}, "Hull.Plank": {"Hull.Plank.Nail": {}}}
    tree = tree_made(made_of(tmp_path, files), by="name")
    assert tree == {"Brig": {"p": {"Mast": {}, "Hull": inner, "v1": {}, "v1.2": {}, "v1.out": {}}}}


def test_bar_that_leads_back_to_a_page_above_gives_no_place_to_the_links_of_that_page(tmp_path: Path) -> None:
    """As in YARD's pages: Index, module, class."""
    entries = (
        '<li><a href="Pond.html">Pond</a><ul><li><a href="Fish.html">Fish</a></ul><li><a href="Lake.html">Lake</a>'
    )
    index, bar = '<a href="_index.html">Index (F)</a>', '<div id="menu">{} &raquo; <a href="Pond.html">Pond</a></div>'
    files = {
        "index.html": page("Kit", f"{index}<ul>{entries}</ul>"),
        "Pond.html": page("Pond", index),
        "Fish.html": page("Fish", bar.format(index)),
        "Lake.html": page("Lake"),
        "_index.html": page("Index"),
    }
    tree = tree_made(made_of(tmp_path, files), by="name")
    assert tree == {"Kit": {"Pond": {"Fish": {}}, "Lake": {}, "Index": {}}}


@pytest.mark.parametrize("row", ["<div class=item-row>{}</div>", "{}"])
def test_cells_with_names_are_the_rows_of_a_table_of_blocks(row: str, tmp_path: Path) -> None:
    """As in rustdoc from 1.56 to 1.69: descriptions have links, and the text above has a list of types."""

    def table(*names: str) -> str:
        cells = (
            f'<div class="item-left module-item"><a href="{name}/index.html">{name}</a></div>'
            f'<div class="item-right docblock-short"><p>Like <a href="../index.html">std</a>.</p></div>'
            for name in names
        )
        return f'<div class="item-table">{"".join(map(row.format, cells))}</div>'

    text = '<details><summary>Expand description</summary><div><ul><li><a href="vec/Vec.html">Vec</a>'
    text += '<li><a href="fs/File.html">File</a></ul></div></details>'
    own = '<div class="item-table"><div class="item-left"><a href="{0}.html">{0}</a></div></div>'
    tables = f"<h2>Modules</h2>{table('fs', 'vec')}<h2>Macros</h2>{table('try')}"
    files = {
        "index.html": page("Rust", '<a href="std/index.html">std</a>'),
        "std/index.html": page("std", f"{text}{tables}"),
        "std/fs/index.html": page("fs", own.format("File")),
        "std/vec/index.html": page("vec", own.format("Vec")),
    }
    files |= {f"std/{name}.html": page(name) for name in ("fs/File", "vec/Vec", "try/index")}
    groups = {"Modules": {"fs": {"File": {}}, "vec": {"Vec": {}}}, "Macros": {"try": {}}}
    assert tree_made(made_of(tmp_path, files), by="name") == {"Rust": {"std": groups}}
