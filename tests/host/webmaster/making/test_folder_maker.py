"""A folder in the style of each tool results in a sitemap without faults; and the titles of a built site."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.webmaster.making.sites import Tree, hierarchy_made, links, made_of, node_at, page, tree_made, tree_of, written
from standard_sitemap.webmaster.making import folder_reading as folders
from standard_sitemap.webmaster.making.folder_maker import MakeOptions, MissingPages, make, titles_in
from standard_sitemap.webmaster.making.outline import nodes_of
from standard_sitemap.webmaster.making.tree import MAX_DEPTH
from standard_sitemap.webmaster.making.writing import documents


def _list(*paths: str, kind: str = "ul", name: str = "") -> str:
    return (
        f'<{kind} class="{name}">' + "".join(f'<li><a href="{path}">{path}</a></li>' for path in paths) + f"</{kind}>"
    )


def test_contents_lists_are_followed_from_page_to_page(tmp_path: Path) -> None:
    made = made_of(
        tmp_path,
        {
            "index.html": page("Start", _list("a/", "b.html")),
            "a/index.html": page("A", _list("x.html", "y.html")),
            "a/x.html": page("X"),
            "a/y.html": page("Y"),
            "b.html": page("B"),
        },
    )
    assert tree_made(made) == {"index.html": {"a/": {"a/x.html": {}, "a/y.html": {}}, "b.html": {}}}
    assert made.rules == {"start": 1, "list": 4}


def test_a_page_in_two_lists_has_a_second_parent(tmp_path: Path) -> None:
    toc = '<div class="toctree-wrapper">{}</div>'
    made = made_of(
        tmp_path,
        {
            "index.html": page("Start", toc.format(_list("a.html", "b.html"))),
            "a.html": page("A", toc.format(_list("x.html", "y.html"))),
            "b.html": page("B", toc.format(_list("y.html", "z.html"))),
            "x.html": page("X"),
            "y.html": page("Y"),
            "z.html": page("Z"),
        },
    )
    assert tree_made(made)["index.html"]["b.html"] == {"z.html": {}, "y.html": {}}
    assert made.rules["contents"] == 5


def test_mutually_linking_lists_make_no_cycle(tmp_path: Path) -> None:
    toc = '<div class="toctree-wrapper">{}</div>'
    made = made_of(
        tmp_path,
        {
            "index.html": page("Start", toc.format(_list("a.html", "b.html"))),
            "a.html": page("A", toc.format(_list("c.html", "d.html"))),
            "b.html": page("B", toc.format(_list("d.html", "e.html"))),
            "c.html": page("C", toc.format(_list("e.html", "index.html"))),
            "d.html": page("D", toc.format(_list("b.html", "a.html"))),
            "e.html": page("E", toc.format(_list("c.html", "a.html"))),
        },
    )
    assert made.rules == {"start": 1, "contents": 5}
    hierarchy_made(made)


def test_one_navigation_on_every_page_is_the_tree_of_the_site(tmp_path: Path) -> None:
    nav = (
        '<nav class="sidebar"><ul><li><a href="/">Home</a><li><a href="/g/">Guide</a><ul><li><a href="/g/one/">One</a>'
        '<li><a href="/g/two/">Two</a></ul><li><a href="/about/">About</a></ul></nav>'
    )
    paths = ("index.html", "g/index.html", "g/one/index.html", "g/two/index.html", "about/index.html")
    made = made_of(tmp_path, {path: page(path, nav) for path in paths})
    assert tree_made(made) == {"": {"g/": {"g/one/": {}, "g/two/": {}}, "about/": {}}}


def test_a_navigation_that_shows_its_own_branch_only_is_put_together(tmp_path: Path) -> None:
    def nav(up: str, open_branch: str) -> str:
        parts = {"a": ["a/x.html", "a/y.html"], "b": ["b/x.html", "b/y.html"]}
        entries = "".join(
            f'<li><a href="{up}{part}/index.html">{part}</a>'
            + (_list(*(up + path for path in inner)) if part == open_branch else "")
            for part, inner in parts.items()
        )
        return f'<div class="wy-menu wy-menu-vertical"><ul>{entries}</ul></div>'

    files = {"index.html": page("Start", nav("", ""))}
    for part in "ab":
        files |= {f"{part}/{name}.html": page(f"{part} {name}", nav("../", part)) for name in ("index", "x", "y")}
    assert tree_made(made_of(tmp_path, files)) == {
        "index.html": {f"{part}/index.html": {f"{part}/x.html": {}, f"{part}/y.html": {}} for part in "ab"}
    }


def test_captions_make_groups(tmp_path: Path) -> None:
    body = "<h2>First</h2>" + _list("a.html", "b.html") + "<h2>Then</h2>" + _list("c.html", "d.html")
    made = made_of(tmp_path, {"index.html": page("S", body)} | {f"{name}.html": page(name) for name in "abcd"})
    assert tree_made(made, by="name") == {
        "S": {"First": {"a.html": {}, "b.html": {}}, "Then": {"c.html": {}, "d.html": {}}}
    }


def test_pages_that_no_list_names_go_by_what_they_say_themselves(tmp_path: Path) -> None:
    up, crumbs = '<link rel="up" href="{}">', '<ul class="breadcrumb"><li><a href="index.html">S</a><li>{}</ul>'
    made = made_of(
        tmp_path,
        {
            "index.html": page("S", links("a.html", "c.html")),
            "a.html": page("A", links("b.html"), up.format("index.html")),
            "b.html": page("B", links("c.html"), up.format("a.html")),
            "c.html": page("C", crumbs.format('<a href="b.html">B</a>')),
        },
    )
    assert tree_made(made) == {"index.html": {"a.html": {"b.html": {"c.html": {}}}}}
    assert made.rules == {"start": 1, "up": 2, "breadcrumbs": 1}


def test_breadcrumbs_decide_before_another_page_above(tmp_path: Path) -> None:
    head, crumbs = '<link rel="up" href="a.html">', '<ul class="breadcrumb"><li><a href="b.html">B</a><li>C</ul>'
    pages = {"a.html": page("A"), "b.html": page("B"), "c.html": page("C", crumbs, head)}
    made = made_of(tmp_path, pages | {"index.html": page("S", links("a.html", "b.html", "c.html"))})
    assert tree_made(made, by="name") == {"S": {"A": {}, "B": {"C": {}}}}


def test_a_page_that_names_its_parent_is_not_moved_by_a_mere_list(tmp_path: Path) -> None:
    up = '<link rel="up" href="a.html">'
    made = made_of(
        tmp_path,
        {
            "index.html": page("S", _list("a.html", "b.html", "c.html")),
            "a.html": page("A"),
            "b.html": page("B", "", up),
            "c.html": page("C"),
        },
    )
    assert tree_made(made) == {"index.html": {"a.html": {"b.html": {}}, "c.html": {}}}


def test_pages_that_are_only_linked_stand_below_the_nearest_that_links(tmp_path: Path) -> None:
    made = made_of(
        tmp_path,
        {
            "index.html": page("S", links("d/index.html", "d/x.html", "far.html")),
            "d/index.html": page("D", links("x.html")),
            "d/x.html": page("X"),
            "far.html": page("F", links("d/x.html")),
        },
    )
    assert tree_made(made)["index.html"].keys() == {"d/index.html", "d/x.html", "far.html"}
    assert made.rules["link"] == 3


def test_unlinked_pages_are_kept_and_reported(tmp_path: Path) -> None:
    made = made_of(
        tmp_path,
        {
            "index.html": page("S"),
            "old/index.html": page("Old", _list("x.html", "y.html")),
            "old/x.html": page("X"),
            "old/y.html": page("Y"),
            "old/deep/z.html": page("Z"),
            "piece.html": "<p>a piece of a page",
        },
    )
    assert tree_made(made) == {
        "index.html": {"old/index.html": {"old/x.html": {}, "old/y.html": {}, "old/deep/z.html": {}}}
    }
    assert made.unlinked == ["old/index.html", "old/deep/z.html"]
    assert list(made.left_out.values()) == [["piece.html"]]


def test_alphabetical_index_has_lower_priority_than_other_lists(tmp_path: Path) -> None:
    names = [f"p{number:03}" for number in range(60)]
    every = [f"{name}.html" for name in names]
    body = _list("a-to-z.html", "topics.html")
    made = made_of(
        tmp_path,
        {
            "index.html": page("S", body),
            "a-to-z.html": page("A to Z", _list(*every)),
            "topics.html": page("Topics", _list(*reversed(every[10:20]))),
        }
        | {path: page(path) for path in every},
    )
    tree = tree_made(made)["index.html"]
    assert len(tree["topics.html"]) == 10
    assert len(tree["a-to-z.html"]) == 50
    assert made.rules["index"] == 50


def test_next_pages_make_a_sequence(tmp_path: Path) -> None:
    files = {"index.html": page("S", _list("a.html", "b.html", "c.html"))}
    for name, following in ("ab", "bc"):
        files[f"{name}.html"] = page(name, "", f'<link rel="next" href="{following}.html">')
    files["c.html"] = page("c")
    hierarchy = hierarchy_made(made_of(tmp_path, files))
    assert hierarchy.relation(node_at(hierarchy, "index.html")) == "sequence"


def test_numbers_make_a_sequence_and_years_do_not(tmp_path: Path) -> None:
    def linked(*names: str) -> str:
        return "<ul>" + "".join(f'<li><a href="{n}.html">{name}</a>' for n, name in enumerate(names)) + "</ul>"

    for names, relation in (
        (("1. A", "2. B", "3. C"), "sequence"),
        (("Chapter 1", "Chapter 2", "Chapter 3"), "sequence"),
        (("2019", "2020", "2021"), "none"),
        (("1. A", "B", "3. C"), "none"),
    ):
        files = {"index.html": page("S", linked(*names))} | {f"{n}.html": page(f"{n}") for n in range(3)}
        hierarchy = hierarchy_made(made_of(tmp_path, files))
        assert hierarchy.relation(node_at(hierarchy, "index.html")) == relation, names


def test_titles_lose_what_they_all_share(tmp_path: Path) -> None:
    files = {f"{name}.html": page(f"{name} — {name}{name} - The Site") for name in "abc"}
    files["index.html"] = page("The Site", links(*files))
    assert tree_made(made_of(tmp_path, files), by="name") == {
        "The Site": {f"{name} — {name}{name}": {} for name in "abc"}
    }


def test_descriptions_are_those_of_pages_not_of_the_site(tmp_path: Path) -> None:
    def described(title: str, text: str, body: str = "") -> str:
        return page(title, body, f'<meta name="description" content="{text}">')

    files = {f"{name}.html": described(name, "The site") for name in "abcd"}
    files["e.html"] = described("e", "About E")
    files["index.html"] = described("S", "The site", links(*files))
    hierarchy = hierarchy_made(made_of(tmp_path, files))
    said = {path: hierarchy.details.variants(node_at(hierarchy, path))[0].description for path in files}
    assert said == dict.fromkeys(files) | {"e.html": "About E"}


def test_searches_are_taken_from_forms_and_descriptions(tmp_path: Path) -> None:
    form = '<form action="search.html"><input name="q"><input type="hidden" name="x" value="1"></form>'
    hierarchy = hierarchy_made(
        made_of(tmp_path / "form", {"index.html": page("S", form + links("search.html")), "search.html": page("Find")})
    )
    (search,) = hierarchy.roles["search"]
    assert hierarchy.details.variants(search)[0].search_template == "q=%s&x=1"
    assert hierarchy.roles["searchpage"] == (search,)

    described = '<link rel="search" type="application/opensearchdescription+xml" href="os.xml">'
    body = (
        '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>Find it</ShortName>'
        '<Url type="text/html" template="find?q={searchTerms}"/></OpenSearchDescription>'
    )
    hierarchy = hierarchy_made(made_of(tmp_path / "os", {"index.html": page("S", "", described), "os.xml": body}))
    (search,) = hierarchy.roles["search"]
    first = hierarchy.details.variants(search)[0]
    assert (first.name, first.location, first.search_template) == ("Find it", "https://www.example.org/find", "q=%s")


@pytest.mark.parametrize(("linking", "below"), [("", {}), ('<a href="search.html">Search</a>', {"Find": {}})])
def test_search_page_that_only_forms_lead_to_has_roles_and_no_place_in_the_tree(
    linking: str, below: Tree, tmp_path: Path
) -> None:
    """As in the documentation of ExDoc."""
    form = '<form action="search.html"><input name="q"></form>'
    made = made_of(tmp_path, {"index.html": page("S", form + linking), "search.html": page("Find", form)})
    hierarchy = hierarchy_made(made)
    assert tree_of(hierarchy) == {"S": below}
    assert hierarchy.roles["searchpage"] == hierarchy.roles["search"] == (node_at(hierarchy, "search.html"),)
    assert made.unlinked == []


def test_roles_come_from_pages_and_hints_can_be_disabled(tmp_path: Path) -> None:
    files = {
        "index.html": page("S", _list("kontakt.html", "x.html", "imp.html"), '<link rel="glossary" href="x.html">'),
        "kontakt.html": page("Write to us"),
        "x.html": page("Words"),
        "imp.html": page("I"),
    }
    files["index.html"] = files["index.html"].replace(">imp.html<", ">Impressum<")
    hierarchy = hierarchy_made(made_of(tmp_path, files))
    assert set(hierarchy.roles) == {"home", "contact", "contentinfo", "glossary"}
    assert set(hierarchy_made(made_of(tmp_path, files, with_hints=False)).roles) == {"home", "glossary"}


def test_languages_by_hreflang_are_variants_of_one_node(tmp_path: Path) -> None:
    def spoken(title: str, language: str, other: str, body: str = "") -> str:
        return page(
            title,
            body,
            f'<link rel="alternate" hreflang="{"de" if language == "en" else "en"}" href="{other}">',
            language,
        )

    made = made_of(
        tmp_path,
        {
            "index.html": spoken("Start", "en", "start-de.html", _list("a.html", "only.html")),
            "start-de.html": spoken("Anfang", "de", "index.html", _list("a-de.html", "nur.html")),
            "a.html": spoken("A", "en", "a-de.html"),
            "a-de.html": spoken("Ah", "de", "a.html"),
            "only.html": page("Only", lang="en"),
            "nur.html": page("Nur", lang="de"),
        },
    )
    hierarchy = hierarchy_made(made)
    assert tree_made(made) == {"index.html": {"a.html": {}, "only.html": {}, "nur.html": {}}}
    variants = hierarchy.details.variants(node_at(hierarchy, "a-de.html"))
    assert [(variant.language, variant.name) for variant in variants] == [("en", "a.html"), ("de", "Ah")]


def test_languages_by_parallel_folders_are_variants_of_one_node(tmp_path: Path) -> None:
    files = {"index.html": page("Choose", _list("en/", "de/"))}
    for language in ("en", "de"):
        for name in ("index", "a", "b"):
            body = _list("a.html", "b.html") if name == "index" else ""
            files[f"{language}/{name}.html"] = page(f"{language} {name}", body, lang=language)
    hierarchy = hierarchy_made(made := made_of(tmp_path, files))
    assert tree_made(made).keys() == {""}
    (start,) = hierarchy.children(hierarchy.children(hierarchy.root)[0])
    assert [variant.language for variant in hierarchy.details.variants(start)] == ["de", "en"]
    assert len(hierarchy.children(start)) == 2


def test_groups_have_the_language_of_their_entries(tmp_path: Path) -> None:
    def menu(stem: str, *names: str) -> str:
        lists = (f"<h2>{name}</h2>{_list(f'{stem}{name}1.html', f'{stem}{name}2.html')}" for name in names)
        return "".join(lists)

    alternate = '<link rel="alternate" hreflang="{}" href="{}">'
    files = {
        "index.html": page("Start", menu("", "Guides", "More"), alternate.format("de", "de/"), "en"),
        "de/index.html": page("Start", menu("", "Wege", "Mehr"), alternate.format("en", "../"), "de"),
    }
    names = {"en": ("", ("Guides", "More")), "de": ("de/", ("Wege", "Mehr"))}
    for language, (folder, groups) in names.items():
        for stem in (f"{group}{number}" for group in groups for number in (1, 2)):
            files[f"{folder}{stem}.html"] = page(stem, lang=language)
    hierarchy = hierarchy_made(made_of(tmp_path, files))
    (start,) = hierarchy.children(hierarchy.root)
    groups = [hierarchy.details.variants(group)[0] for group in hierarchy.children(start)]
    languages = {"Guides": "en", "More": "en", "Wege": "de", "Mehr": "de"}
    assert {group.name: group.language for group in groups} == languages


def test_groups_of_translated_menus_are_variants_of_one_group(tmp_path: Path) -> None:
    names = {"en": ("Guides", "Reference", "More"), "de": ("Anleitungen", "Verzeichnis", "Mehr")}
    files = {}
    for language, (guides, reference, more) in names.items():
        inner = f"<ul><li><span>{more}</span>{_list('d.html', 'e.html')}</li></ul>"
        groups = f"<li><span>{guides}</span>{_list('a.html', 'b.html')}</li><li><span>{reference}</span>{inner}</li>"
        for name in ("index", *"abde"):
            body = f'<nav class="sidebar"><ul>{groups}</ul></nav><h1>{language} {name}</h1>'
            files[f"{language}/{name}.html"] = page(f"{language} {name}", body, lang=language)
    hierarchy = hierarchy_made(made_of(tmp_path, files))
    (start,) = hierarchy.children(hierarchy.root)
    guides, reference = hierarchy.children(start)
    (more,) = hierarchy.children(reference)
    assert [
        [(variant.language, variant.name) for variant in hierarchy.details.variants(group)]
        for group in (guides, reference, more)
    ] == [[("de", german), ("en", english)] for english, german in zip(names["en"], names["de"], strict=True)]


def test_page_in_two_groups_of_a_translated_menu_does_not_mix_their_names(tmp_path: Path) -> None:
    files = {}
    for language, (products, popular) in {"en": ("Products", "Popular"), "de": ("Produkte", "Beliebt")}.items():
        groups = f"<li><span>{products}</span>{_list('a.html', 'b.html')}</li>"
        groups += f"<li><span>{popular}</span>{_list('d.html', 'a.html')}</li>"
        for name in ("index", *"abd"):
            body = f'<nav class="sidebar"><ul>{groups}</ul></nav><h1>{language} {name}</h1>'
            files[f"{language}/{name}.html"] = page(f"{language} {name}", body, lang=language)
    hierarchy = hierarchy_made(made_of(tmp_path, files))
    (start,) = hierarchy.children(hierarchy.root)
    names = [[variant.name for variant in hierarchy.details.variants(node)] for node in hierarchy.children(start)]
    assert names == [["Produkte", "Products"], ["Beliebt", "Popular"]]


def test_titles_of_translated_contents_are_no_groups(tmp_path: Path) -> None:
    titles = {"ca": "Sumari", "cs": "Obsah", "da": "Indhold"}
    files = {}
    for language, title in titles.items():
        contents = f'<div class="toc"><p><b>{title}</b></p>{_list("a.html", "b.html")}</div>'
        files |= {f"{language}/{name}.html": page(f"{language} {name}", lang=language) for name in "ab"}
        files[f"{language}/index.html"] = page(f"{language} index", contents, lang=language)
    tree = {"ca/index.html": {"ca/a.html": {}, "ca/b.html": {}}}
    assert tree_made(made_of(tmp_path, files)) == tree


def test_pages_that_are_not_translated_yet_are_those_of_their_folder(tmp_path: Path) -> None:
    files = {"index.html": '<meta http-equiv="refresh" content="0; url=en/index.html">'}
    for language in ("en", "da"):
        for name in ("index", "a", "b"):
            spoken = "en" if name == "b" else language
            body = _list("a.html", "b.html") if name == "index" else ""
            files[f"{language}/{name}.html"] = page(f"{language} {name}", body, lang=spoken)
    made = made_of(tmp_path, files)
    hierarchy = hierarchy_made(made)
    assert made.starts == ["en/index.html"]
    variants = hierarchy.details.variants(node_at(hierarchy, "da/b.html"))
    assert [(variant.language, variant.location) for variant in variants] == [
        ("en", "https://www.example.org/en/b.html"),
        ("da", "https://www.example.org/da/b.html"),
    ]


def test_folders_merely_named_like_languages_are_not_languages(tmp_path: Path) -> None:
    files = {"index.html": page("S", _list("it/", "no/"))}
    for folder in ("it", "no"):
        files |= {f"{folder}/{name}.html": page(f"{folder} {name}", lang="en") for name in ("index", "a")}
    assert made_of(tmp_path, files).rules["start"] == 1
    assert len(tree_made(made_of(tmp_path, files))[""]) == 2


def test_sites_in_a_folder_without_a_start_page_stand_side_by_side(tmp_path: Path) -> None:
    made = made_of(
        tmp_path, {f"{branch}/{name}.html": page(f"{branch} {name}") for branch in "ab" for name in ("index", "x")}
    )
    assert made.starts == ["a/index.html", "b/index.html"]
    assert tree_made(made) == {f"{branch}/index.html": {f"{branch}/x.html": {}} for branch in "ab"}


def test_a_start_page_can_be_named(tmp_path: Path) -> None:
    files = {"index.html": page("I"), "toc.html": page("T", _list("index.html", "a.html")), "a.html": page("A")}
    assert tree_made(made_of(tmp_path, files, start="toc.html")) == {"toc.html": {"index.html": {}, "a.html": {}}}
    with pytest.raises(MissingPages):
        made_of(tmp_path, files, start="nowhere.html")


def test_contents_can_be_chosen(tmp_path: Path) -> None:
    body = f'{_list("a.html", "b.html")}<div id="real"><p><a href="b.html">B</a></p></div>'
    files = {"index.html": page("S", body), "a.html": page("A", links("b.html")), "b.html": page("B")}
    made = made_of(tmp_path, files, selector="#real")
    assert made.rules == {"start": 1, "contents": 1, "link": 1}
    with pytest.raises(ValueError, match="Expected"):
        made_of(tmp_path, files, selector="#real >")


def test_a_base_makes_addresses_absolute_and_reads_them(tmp_path: Path) -> None:
    files = {"index.html": page("S", links("https://h.org/x/a.html")), "a.html": page("A")}
    made = made_of(tmp_path, files, base_url="https://h.org/x/")
    assert [node.variants[0].url for node in nodes_of(made.outline)] == [
        "https://h.org/x/",  # no link says index.html
        "https://h.org/x/a.html",
    ]
    assert made.reachable == 2


def test_pages_that_name_their_own_address_give_the_base(tmp_path: Path) -> None:
    head = '<link rel="canonical" href="https://h.org/x/">'
    made = made_of(tmp_path, {"index.html": page("S", links("https://h.org/x/a.html"), head), "a.html": page("A")})
    assert tree_made(made) == {"index.html": {"a.html": {}}}


def test_long_work_reports_progress(tmp_path: Path) -> None:
    heard: list[tuple[str, int, int | None]] = []
    place = written(tmp_path, {"index.html": page("S", links("a.html")), "a.html": page("A")})
    make(place, MakeOptions(), lambda *progress: heard.append(progress))
    assert heard[0] == ("files", 0, None)
    assert ("pages", 2, 2) in heard
    assert heard[-1] == ("placed", 2, 2)


def test_a_form_that_posts_is_a_search_that_does(tmp_path: Path) -> None:
    form = '<form method="post" action="/find"><input type="search" name="words"></form>'
    hierarchy = hierarchy_made(made_of(tmp_path, {"index.html": page("S", form)}))
    (search,) = hierarchy.roles["search"]
    first = hierarchy.details.variants(search)[0]
    assert (first.search_method, first.search_template) == ("post", "words=%s")


def test_empty_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(MissingPages):
        make(tmp_path, MakeOptions())


def test_the_same_folder_gives_the_same_bytes_on_one_processor_and_on_several(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"{number}.html" for number in range(120)]
    files = {
        name: page(name, links(*names[n // 2 :: 7]), '<link rel="up" href="/0.html">') for n, name in enumerate(names)
    }
    written(tmp_path, files | {"index.html": page("S", _list("0.html", "1.html"))})
    alone = documents(make(tmp_path, MakeOptions()).outline)
    monkeypatch.setattr(folders, "_ALONE", 10)
    assert documents(make(tmp_path, MakeOptions()).outline) == alone


def test_a_chain_of_pages_ends_at_a_sane_depth(tmp_path: Path) -> None:
    number = MAX_DEPTH * 4
    files = {f"{n}.html": page(f"{n}", links(f"{n + 1}.html")) for n in range(number)}
    made = made_of(tmp_path, files | {"index.html": page("S", links("0.html"))})
    depths = [tree := tree_made(made)]
    while tree:
        tree = max(tree.values(), key=len)
        depths.append(tree)
    assert len(depths) - 1 == MAX_DEPTH
    assert sum(made.rules.values()) == number + 1


def test_hostile_pages_are_read_in_time(tmp_path: Path) -> None:
    ring = "".join(f'<ul><li><a href="{n}.html">{n}</a>' for n in range(200))
    files = {
        f"{n}.html": page(f"{n}", ring, f'<link rel="up" href="{n}.html"><link rel="next" href="{n}.html">')
        for n in range(200)
    }
    made = made_of(tmp_path, files | {"index.html": "<ul>" * 5_000 + '<a href="0.html">' * 5_000})
    assert sum(made.rules.values()) == 201
    hierarchy_made(made)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "teas").mkdir()
    for name in ("index", "teas/index", "teas/assam", "contact"):
        (tmp_path / f"{name}.html").write_text(f"<title>{name.title()} – Tea shop</title><p>")
    (tmp_path / "bare.html").write_text("<p>")
    return tmp_path


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("", "Index"), ("index.html", "Index"), ("teas/", "Teas/Index"), ("teas", "Teas/Index"),
        ("teas/assam", "Teas/Assam"), ("teas/assam.html?page=2#top", "Teas/Assam"), ("bare", None), ("none", None),
        ("../etc/passwd", None),
    ],
)  # fmt: skip
def test_an_address_has_the_title_of_the_file_that_is_served_there(folder: Path, path: str, title: str | None) -> None:
    assert titles_in(folder, None)(f"https://www.example.org/{path}") == title


def test_a_site_in_a_folder_of_its_host_is_seen_from_there(folder: Path) -> None:
    title_of = titles_in(folder, "https://www.example.org/shop/")
    assert title_of("https://www.example.org/shop/contact") == "Contact"
    assert title_of("https://www.example.org/contact") is None


@pytest.mark.parametrize(("name", "is_read"), [("reference-manuals", True), ("references", False)])
def test_a_section_of_reference_manuals_is_no_list_of_references(tmp_path: Path, name: str, *, is_read: bool) -> None:
    manuals = f'<section id="{name}"><h2>M</h2><div class="toctree-wrapper">{_list("a.html", "b.html")}</div></section>'
    made = made_of(tmp_path, {"index.html": page("S", manuals), "a.html": page("A"), "b.html": page("B")})
    assert made.rules.get("contents", 0) == (2 if is_read else 0)


def test_the_start_page_is_at_the_address_that_links_use(tmp_path: Path) -> None:
    files = {"index.html": page("Quay", links("tide.html")), "tide.html": page("Tide", links("index.html"))}
    made = made_of(tmp_path, files, base_url="https://h.org/x/")
    assert next(iter(nodes_of(made.outline))).variants[0].url == "https://h.org/x/index.html"
