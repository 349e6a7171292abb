"""Links without the name of a pager turn pages, if the whole site shows that they do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from host.webmaster.making.sites import made_of, page, tree_made
from standard_sitemap.webmaster.making.neighbours import with_neighbours
from standard_sitemap.webmaster.making.page_reading import LinkPair, Page, read_page
from standard_sitemap.webmaster.making.references import ReferenceResolver

POSTS = ["epsilon.html", "delta.html", "gamma.html", "beta.html", "alpha.html"]
LINK = '<a href="{}">{}</a>'
SIBLINGS = {"index.html": {post: {} for post in POSTS}}


def _blog(container: str, bar: str = "", older: str = LINK, newer: str = LINK) -> dict[str, str]:
    """Return the files of a blog whose start page names the newest post; `container` has a place for both links."""
    files = {"index.html": page("Log", f'{bar}<h1>Log</h1><p>The newest: <a href="epsilon.html">Epsilon</a></p>')}
    for number, post in enumerate(POSTS):
        name, *others = (each.removesuffix(".html").title() for each in (post, *POSTS[number + 1 :][:1]))
        turns = [older.format(POSTS[number + 1], *others)] if others else []
        turns += [newer.format(POSTS[number - 1], POSTS[number - 1].removesuffix(".html").title())] if number else []
        files[post] = page(name, f"{bar}<h1>{name}</h1><p>Text</p>{container.format(''.join(turns))}")
    return files


@pytest.mark.parametrize(
    ("navigation", "bar"),
    [
        ("<nav>{}</nav>", ""),
        ("<nav><ul><li>{}</ul></nav>", ""),
        ('<nav>{}<a href="index.html">All</a></nav>', ""),
        ("<nav>{0}</nav><p>Text</p><nav>{0}</nav>", ""),
        ("<footer>{}</footer>", ""),
        ('<div role="navigation">{}</div>', ""),
        ('<section class="article navigation"><p>{}</p></section>', ""),
        ("<nav>{}</nav>", '<nav><a href="index.html">Log</a> <a href="about.html">About</a></nav>'),
    ],
)
def test_posts_in_a_row_of_plain_navigations_are_siblings(tmp_path: Path, navigation: str, bar: str) -> None:
    assert tree_made(made_of(tmp_path, _blog(navigation, bar))) == SIBLINGS


def test_posts_whose_heads_name_their_neighbours_are_siblings(tmp_path: Path) -> None:
    files = _blog("<nav>{}</nav>")
    for number, post in enumerate(POSTS):
        near = {"next": POSTS[number + 1 :][:1], "prev": POSTS[max(number - 1, 0) : number]}
        head = "".join(f'<link rel="{rel}" href="{target}">' for rel, targets in near.items() for target in targets)
        files[post] = files[post].replace("</head>", f"{head}</head>")
    assert tree_made(made_of(tmp_path, files)) == SIBLINGS


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ('<a href="{}">← {}</a>', '<a href="{}">{} →</a>'),
        ('<a href="{}"><span>«</span> {}</a>', '<a href="{}">{} <span>»</span></a>'),
        ('← <a href="{}">{}</a> | ', '<a href="{}">{}</a> →'),
        ('<a href="{}">Previous: {}</a>', '<a href="{}">Next: {}</a>'),
        ('<a href="{}">Älter: {}</a>', '<a href="{}">Neuer: {}</a>'),
        ('<a href="{}">Article précédent : {}</a>', '<a href="{}">Article suivant : {}</a>'),
        ('<p>Entrada anterior: <a href="{}">{}</a></p>', '<p>Entrada siguiente: <a href="{}">{}</a></p>'),
        ('<b>上一篇：</b><a href="{}">{}</a>', '<b>下一篇：</b><a href="{}">{}</a>'),
        ('<h4>Previous post</h4> <a href="{}">{}</a>', '<h4>Next post</h4> <a href="{}">{}</a>'),
        ('<a class="post-prev" href="{}">{}</a>', '<a class="post-next" href="{}">{}</a>'),
        ('<a title="Previous post" href="{}">{}</a>', '<a title="Next post" href="{}">{}</a>'),
        ('<a aria-label="Older: {1}" href="{0}">{1}</a>', '<a aria-label="Newer: {1}" href="{0}">{1}</a>'),
    ],
)
def test_posts_in_a_row_of_titles_with_arrows_or_words_are_siblings(tmp_path: Path, older: str, newer: str) -> None:
    assert tree_made(made_of(tmp_path, _blog("<div>{}</div>", older=older, newer=newer))) == SIBLINGS


def test_teasers_with_arrows_and_links_back_are_no_neighbours(tmp_path: Path) -> None:
    more = "".join(f'<article><h2>Post {name}</h2><a href="{name}.html">Read on →</a></article>' for name in "abcd")
    files = {"index.html": page("Site", '<a href="log.html">Log</a>'), "log.html": page("Log", more)}
    files |= {f"{name}.html": page(f"Post {name}", '<a href="log.html">← Log</a>') for name in "abcd"}
    assert tree_made(made_of(tmp_path, files)) == {"index.html": {"log.html": {f"{name}.html": {} for name in "abcd"}}}


def _read_all(files: dict[str, str]) -> dict[str, Page]:
    addresses = ReferenceResolver(tuple(files))
    return {path: read_page(path, body.encode(), addresses) for path, body in files.items()}


def _pages(beside: dict[str, str]) -> dict[str, Page]:
    """Return pages by name; each is given with the names of those beside it."""
    return {
        name: Page(name, links=dict.fromkeys(others.split(), ""), beside=tuple(others.split()))
        for name, others in beside.items()
    }


def _turns(pages: dict[str, Page]) -> dict[str, dict[str, str]]:
    joined = with_neighbours(pages)
    assert all(page.links.keys().isdisjoint(page.paging) for page in joined.values())
    return {name: {**page.paging} for name, page in joined.items() if page.paging}


THREE = {"a": "b", "b": "a c", "c": "b"}
TURNS = {"a": {"b": "next"}, "b": {"a": "previous", "c": "next"}, "c": {"b": "previous"}}


def test_neighbours_turn_by_their_order() -> None:
    assert _turns(_pages(THREE)) == TURNS


def test_page_to_which_all_lead_is_no_neighbour() -> None:
    assert _turns(_pages({"a": "m b", "b": "a m c", "c": "b m", "m": ""})) == TURNS


@pytest.mark.parametrize(
    "beside",
    [
        pytest.param({"a": "b c", "b": "a c", "c": "a b"}, id="the bar of three pages"),
        pytest.param({"a": "b", "b": "a"}, id="a page and one below it"),
        pytest.param({"index.html": "a b", "a": "index.html", "b": "index.html"}, id="a start page and two below it"),
        pytest.param({"d/index.html": "d/a d/b", "d/a": "d/index.html", "d/b": "d/index.html"}, id="a folder's index"),
        pytest.param({"a": "b", "b": "c", "c": "d", "d": ""}, id="no link leads back"),
    ],
)
def test_pages_of_a_menu_are_no_neighbours(beside: dict[str, str]) -> None:
    assert not _turns(_pages(beside))


@pytest.mark.parametrize(
    "facts", [{"language": "de"}, {"trail": ("b",)}, {"alternates": {"en": "b"}}], ids=lambda facts: next(iter(facts))
)
def test_translation_of_a_page_or_page_below_it_is_no_neighbour(facts: dict[str, object]) -> None:
    pages = _pages(THREE)
    pages["c"] = replace(pages["c"], **facts)  # type: ignore[arg-type]
    assert not _turns(pages)


@pytest.mark.parametrize("link", ['<a href="{}">&lt;{}&gt;</a>', '<a href="{}">«{}»</a>', '«<a href="{}">{}</a>»'])
def test_links_in_brackets_or_quotation_marks_turn_no_pages(link: str) -> None:
    pages = _read_all(_blog("<p>See {}</p>", older=link, newer=link))
    assert not any(page.beside for page in pages.values())


def test_link_in_the_text_to_a_neighbour_stays(tmp_path: Path) -> None:
    files = _blog("<nav>{}</nav>")
    files["epsilon.html"] += '<p>See <a href="delta.html">Delta</a></p>'
    assert tree_made(made_of(tmp_path, files))["index.html"]["epsilon.html"]  # type: ignore[index]


def test_newest_posts_beside_each_post_that_are_neighbours_too_stay_links() -> None:
    """Hexo shows the newest posts on each page, and words above the titles of neighbours."""
    newest = "<aside>" + "".join(f'<a href="{post}">{post}</a>' for post in POSTS) + "</aside>"
    older, newer = (f'<a href="{{}}"><b>{word}</b><div>{{}}</div></a>' for word in ("Older", "Newer"))
    pages = _read_all(_blog(f"<nav>{{}}</nav>{newest}", older=older, newer=newer))
    assert not any(each.paging for each in with_neighbours(pages).values())


@pytest.mark.parametrize(
    ("container", "between"),
    [
        ("<ul><li>{}</li></ul>", "</li><li>"),
        ("<p>{}</p>", ""),
        ("<p>{}</p>", " | "),
        ("<div><div>{}</div></div>", "</div><div>"),
        ("<table><tr><td>{}</td></tr></table>", "</td><td>"),
        ("<p>{}</p><aside><p>By <a href='about.html'>Ada</a></p></aside>", "<br>"),
    ],
)
def test_posts_in_a_row_of_pairs_without_words_are_siblings(container: str, between: str, tmp_path: Path) -> None:
    files = _blog(container, older=f"{LINK}{between}")
    assert tree_made(made_of(tmp_path, files)) == SIBLINGS


def _with_pairs(pairs: dict[str, str], place: str = "p body", **links: str) -> dict[str, Page]:
    """Return pages by name, each with the names of its pair at a place, or those of its only link."""
    pages = {}
    for path, named in pairs.items():
        pair = tuple(named.split())
        targets = dict.fromkeys((*pair, *links.get(path, "").split()), "")
        pages[path] = Page(path, links=targets, pairs=(LinkPair(place, *pair),) if len(pair) == 2 else ())
    return pages


FOUR = {"a": "b", "b": "a c", "c": "b d", "d": "c"}


def test_pairs_of_four_pages_in_a_row_turn_by_their_order() -> None:
    turns = {"b": {"a": "previous", "c": "next"}, "c": {"b": "previous", "d": "next"}}
    assert _turns(_with_pairs(FOUR)) == turns | {"a": {"b": "next"}, "d": {"c": "previous"}}


@pytest.mark.parametrize(
    "pairs",
    [
        pytest.param({"s": "a b", "a": "s", "b": "s"}, id="a section and its two pages"),
        pytest.param({"s": "a b", "a": "s t", "t": "a u", "b": "s v", "u": "t", "v": "b"}, id="turned the other way"),
        pytest.param({"a": "b c", "b": "a c", "c": "a b"}, id="three pages that name one another"),
        pytest.param({"a": "b", "b": "a c", "c": "b d", "d": ""}, id="the end leads nowhere"),
        pytest.param(FOUR | {"e": "b c", "f": "b c"}, id="more than two pages lead to one"),
    ],
)
def test_other_pairs_are_no_neighbours(pairs: dict[str, str]) -> None:
    assert not _turns(_with_pairs(pairs))


def test_pairs_at_different_places_are_no_neighbours() -> None:
    pages = _with_pairs(FOUR)
    pages["c"] = replace(pages["c"], pairs=(LinkPair("ul body", "b", "d"),))
    assert not _turns(pages)


@pytest.mark.parametrize(
    "text",
    [
        "<p>See <a href='b.html'>B</a> and <a href='c.html'>C</a></p>",
        "<ul><li><a href='b.html'>B</a><li><a href='c.html'>C</a><li><a href='d.html'>D</a></ul>",
        "<p><a href='b.html'>B</a> <a href='c.html'>C</a></p><p><a href='c.html'>C</a> <a href='d.html'>D</a></p>",
        "<p><a href='b.html'>B</a> <a href='c.html'>C</a></p><p>See <a href='c.html'>C</a></p>",
        "<p><a href='b.html'>B</a> <a href='#c'>C</a></p>",
    ],
    ids=["words", "three links", "two at one place", "another link", "into the page"],
)
def test_links_with_words_or_others_around_them_are_no_pair(text: str) -> None:
    assert not _read_all({"a.html": page("A", text), **dict.fromkeys(("b.html", "c.html", "d.html"), "")})[
        "a.html"
    ].pairs
