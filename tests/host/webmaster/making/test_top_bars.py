"""A page of the top bar is the branch of its side menu, and a crumb may name a group by its first page."""

from __future__ import annotations

from pathlib import Path

from host.webmaster.making.sites import made_of, page, tree_made

_BAR = '<nav><a href="/a/one.html">Learn</a> <a href="/b/one.html">Look up</a></nav>'


def _side(*groups: str) -> str:
    return f'<aside><nav id="sidebar"><ul>{"".join(groups)}</ul></nav></aside>'


def _group(name: str, *paths: str) -> str:
    items = "".join(f'<li><a href="/{path}.html">{path}</a></li>' for path in paths)
    return f"<li><span>{name}</span><ul>{items}</ul></li>"


def _section(bar: str) -> dict[str, str]:
    """Return three pages with a bar and with the side menu of Docusaurus that lists them."""
    names = ("a", "a2", "a3")
    entries = "".join(f'<li><a href="/{name}.html">{name}</a></li>' for name in names)
    side = f'<ul class="theme-doc-sidebar-menu">{entries}</ul>'
    return {f"{name}.html": page(name, bar + side) for name in names}


def test_side_menus_stand_below_the_page_of_the_top_bar(tmp_path: Path) -> None:
    learn = _side(_group("Begin", "a/one", "a/two"), _group("Go on", "a/three"))
    look_up = _side(_group("Look up", "b/one", "b/two", "b/six"))
    files = {"index.html": page("Kit", _BAR)}
    files |= {f"a/{name}.html": page(f"A {name}", _BAR + learn) for name in ("one", "two", "three")}
    files |= {f"b/{name}.html": page(f"B {name}", _BAR + look_up) for name in ("one", "two", "six")}
    assert tree_made(made_of(tmp_path, files), by="name") == {
        "Kit": {"Learn": {"Begin": {"a/two": {}}, "Go on": {"a/three": {}}}, "Look up": {"b/two": {}, "b/six": {}}}
    }


def test_a_crumb_with_the_address_of_the_first_page_names_the_group(tmp_path: Path) -> None:
    menu = _side('<li><a href="index.html">Start</a></li>', _group("Parts", "x", "y", "z"))
    trail = '<nav class="breadcrumb"><a href="x.html">Parts</a> <a href="{}.html">This</a></nav>'
    files = {"index.html": page("Book", menu)}
    files |= {f"{name}.html": page(name, trail.format(name) + menu) for name in "xyz"}
    assert tree_made(made_of(tmp_path, files), by="name") == {"Book": {"Parts": {"x": {}, "y": {}, "z": {}}}}


def test_menu_after_a_button_that_opens_it_is_a_group(tmp_path: Path) -> None:
    button = '<div><button aria-haspopup="true"><span>More</span></button><div class="menu">{}</div></div>'
    opened = button.format('<div><a href="/about.html">About</a></div><div><a href="/team.html">Team</a></div>')
    bar = f'<nav><a href="/a.html">Learn</a> <a href="/b.html">Look up</a> {opened}</nav>'
    files = {f"{name}.html": page(name, bar) for name in ("index", "a", "b", "about", "team")}
    assert tree_made(made_of(tmp_path, files), by="name") == {
        "index": {"Learn": {}, "Look up": {}, "More": {"About": {}, "Team": {}}}
    }


def test_links_of_a_banner_do_not_matter_to_the_side_menu_of_a_section(tmp_path: Path) -> None:
    bar = '<nav><a href="/a.html">Learn</a> <a href="/b.html">Look up</a></nav>'
    links = (f'<div class="buttons"><a href="/{name}.html">{name}</a></div><br>' for name in ("quick", "a"))
    files = {f"{name}.html": page(name, bar) for name in ("b", "quick")}
    files["index.html"] = page("Kit", f"{bar}<header><div><h1>Kit</h1><p>Words.</p>{''.join(links)}</div></header>")
    files |= _section(bar)
    assert tree_made(made_of(tmp_path, files), by="name") == {
        "Kit": {"Learn": {"a2": {}, "a3": {}}, "Look up": {}, "quick": {}}
    }


def test_groups_of_the_bar_do_not_matter_to_the_side_menu_of_a_section(tmp_path: Path) -> None:
    more = '<div><button aria-haspopup="true">More</button><div class="menu"><a href="/c.html">c</a></div></div>'
    bar = f'<nav><a href="/a.html">Learn</a> <a href="/b.html">Look up</a> {more}</nav>'
    files = {f"{name}.html": page(name, bar) for name in ("index", "b", "c")}
    files |= _section(bar)
    assert tree_made(made_of(tmp_path, files), by="name") == {
        "index": {"Learn": {"a2": {}, "a3": {}}, "Look up": {}, "More": {"c": {}}}
    }


def _dropdown(name: str, links: str) -> str:
    """Return what Docusaurus writes for an entry of its bar that opens others."""
    items = "".join(f"<li>{link}</li>" for link in links.split(" | "))
    return f'<div class="dropdown"><a href="#" aria-haspopup="true">{name}</a><ul>{items}</ul></div>'


_LOGO = '<a href="/index.html">Kit</a>'


def test_lists_that_a_bar_opens_are_groups_beside_its_links(tmp_path: Path) -> None:
    opened = _dropdown("More", '<a href="/about.html">About</a> | <a href="/team.html">Team</a>')
    bar = f'<nav><div>{_LOGO}<a href="/a.html">Learn</a></div><div>{opened}<a href="/b.html">Look up</a></div></nav>'
    files = {f"{name}.html": page(name, bar) for name in ("index", "a", "b", "about", "team")}
    assert tree_made(made_of(tmp_path, files), by="name") == {
        "index": {"Learn": {}, "More": {"About": {}, "Team": {}}, "Look up": {}}
    }


def test_list_of_languages_that_a_bar_opens_is_left_out(tmp_path: Path) -> None:
    languages = '<a href="/{0}.html" lang="en">English</a> | <a href="/de/{0}.html" lang="de">Deutsch</a>'
    bar = '<nav>{}<a href="/a.html">Learn</a><a href="/b.html">Look up</a>{}</nav>'
    files = {
        f"{name}.html": page(name, bar.format(_LOGO, _dropdown("English", languages.format(name))))
        for name in ("index", "a", "b")
    }
    files["de/a.html"] = page("lernen", "")
    tree = tree_made(made_of(tmp_path, files), by="name")["index"]
    assert list(tree)[:2] == ["Learn", "Look up"]
    assert "English" not in tree


def test_menu_behind_a_button_is_no_group(tmp_path: Path) -> None:
    menu = '<ul><li><a href="/a.html">Learn</a></li><li><a href="/b.html">Look up</a></li></ul>'
    bar = f'<nav>{_LOGO}<button aria-haspopup="true">Menu</button>{menu}</nav>'
    files = {f"{name}.html": page(name, bar) for name in ("index", "a", "b")}
    assert tree_made(made_of(tmp_path, files), by="name") == {"index": {"Learn": {}, "Look up": {}}}


def test_side_menu_stands_below_its_page_in_a_group_of_the_bar(tmp_path: Path) -> None:
    opened = _dropdown("Parts", '<a href="/a.html">Learn</a> | <a href="/b.html">Look up</a>')
    bar = f'<nav>{_LOGO}{opened}<a href="/c.html">Help</a></nav>'
    files = {f"{name}.html": page(name, bar) for name in ("index", "b", "c")}
    files |= _section(bar)
    assert tree_made(made_of(tmp_path, files), by="name") == {
        "index": {"Parts": {"Learn": {"a2": {}, "a3": {}}, "Look up": {}}, "Help": {}}
    }
