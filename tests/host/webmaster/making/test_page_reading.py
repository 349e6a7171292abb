"""The facts of one page."""

from __future__ import annotations

import pytest
from lxml import etree

from host.webmaster.making.sites import page
from standard_sitemap.webmaster.making.page_reading import Page, markup_of, parsed, read_page
from standard_sitemap.webmaster.making.references import ReferenceResolver

PAGES = ("index.html", "a.html", "b.html", "c.html", "d/index.html", "d/e.html")


def _read(body: str | bytes, path: str = "index.html") -> Page:
    return read_page(path, body if isinstance(body, bytes) else body.encode(), ReferenceResolver(PAGES))


def test_title_heading_description_and_language() -> None:
    page_read = _read(page(" A\n B ", "<h1>Head<a>¶</a></h1>", '<meta name="Description" content=" d  e ">', "de"))
    assert (page_read.title, page_read.heading, page_read.description, page_read.language) == (
        "A B",
        "Head",
        "d e",
        "de",
    )


@pytest.mark.parametrize(
    ("body", "title"),
    [
        ("<title>ä</title>".encode(), "ä"),
        ("<title>ä</title>".encode("latin-1"), "ä"),
        ('<meta charset="iso-8859-1"><title>ä€</title>'.encode("cp1252"), "ä€"),
        ('<?xml version="1.0" encoding="utf-8"?><title>ä</title>'.encode(), "ä"),
        ("\ufeff<title>ä</title>".encode(), "ä"),
        ("\ufeff<title>ä</title>".encode("utf-16-le"), "ä"),
        ('<meta charset="EUC-KR"><title>한</title>'.encode("euc_kr"), "한"),
        ('<meta charset="shift_jis"><title>日</title>'.encode("shift_jis"), "日"),
        ('<script charset="utf-8"></script><meta charset="iso-8859-2"><title>ů</title>'.encode("iso-8859-2"), "ů"),
        ('<!-- <meta charset="utf-8"> --><meta charset="koi8-r"><title>Я</title>'.encode("koi8-r"), "Я"),
        ('<meta charset="utf-16"><title>ä</title>'.encode(), "ä"),
        ('<meta charset="hex"><title>ä</title>'.encode(), "ä"),
        ('<meta charset="punycode"><title>ä</title>'.encode(), "ä"),
        ('<meta charset="nonsense"><title>ä</title>'.encode(), "ä"),
    ],
)
def test_a_page_is_read_in_its_encoding(body: bytes, title: str) -> None:
    assert _read(body).title == title


def test_the_title_block_of_doxygen_is_a_heading_unless_there_is_one() -> None:
    block = '<div class="headertitle"><div class="title">quay::Crane Member List</div></div><h2>Details</h2>'
    assert _read(page("Quay: Member List", block)).heading == "quay::Crane Member List"
    assert _read(page("Quay: Member List", f"<h1>Crane</h1>{block}")).heading == "Crane"


@pytest.mark.parametrize("end", ["</html>", "</HTML>\n<!-- saved -->", "</body></html></html>", "</html><html><body>"])
def test_links_after_the_end_of_a_page_count(end: str) -> None:
    assert _read(f'<html><body><h1>A</h1>{end}<p>See <a href="b.html">Bee</a>.</p>').links == {"b.html": "Bee"}


@pytest.mark.parametrize("body", [b"", b"\0\0", b"<", b"\xff\xfe", b"<!-- "])
def test_empty_page_has_no_facts(body: bytes) -> None:
    assert not _read(body).is_whole


def test_links_have_the_text_of_the_first_to_each_page() -> None:
    page_read = _read(
        page("", '<a href="a.html">A <b>one</b></a><a href="a.html#x">no</a><a href="index.html">self</a>')
    )
    assert page_read.links == {"a.html": "A one"}


def test_links_are_seen_from_the_base() -> None:
    assert _read(page("", '<a href="e.html">E</a>', '<base href="d/">')).links == {"d/e.html": "E"}


def test_the_page_above_is_named_by_a_relation_or_docbooks_key() -> None:
    assert _read(page("", "", '<link rel="up" href="a.html">')).rels == {"up": "a.html"}
    assert _read(page("", '<a accesskey="u" href="b.html">Up</a>')).rels == {"up": "b.html"}


def test_translations_and_the_page_that_one_is_sent_on_to() -> None:
    head = '<link rel="alternate" hreflang="DE" href="a.html"><meta http-equiv="Refresh" content="0; URL=\'b.html\'">'
    page_read = _read(page("", "", head))
    assert (page_read.alternates, page_read.redirect) == ({"de": "a.html"}, "b.html")


def test_a_page_without_end_is_read_as_far_as_its_depth_is_sane() -> None:
    assert _read("<ul><li><a href=a.html>x</a>" * 20_000).links == {"a.html": "x"}


@pytest.mark.parametrize(("after", "heading"), [(" 2024-05-01", "News"), (" in spring", "Oars in spring")])
def test_heading_that_is_a_link_and_a_date_is_that_of_another_page(after: str, heading: str) -> None:
    body = page("Log", f'<h3><a href="index.html">Oars</a>{after}</h3><h3>News</h3>')
    assert _read(body, "log.html").heading == heading


def test_heading_without_letters_beside_a_mark_that_leads_elsewhere_is_the_pages_own() -> None:
    assert _read(page("Log", '<h1>2024<a href="index.html">#</a></h1><h2>News</h2>'), "a.html").heading == "2024"


def test_a_list_right_below_the_pages_heading_has_no_caption_and_others_have() -> None:
    lists = "<ul><li><a href='a.html'>A</a><li><a href='b.html'>B</a></ul>"
    page_read = _read(page("", f"<h1>Head</h1><span></span>{lists}<h2>Part</h2>{lists}"))
    assert [contents_list.caption for contents_list in page_read.lists] == [None, "Part"]


def _tags(body: str, *, whole: bool = False) -> list[str]:
    root = parsed(markup_of(body.encode(), whole=whole))
    assert root is not None
    return [element.tag for element in root.find("body").iter()][1:]


def _text(body: str) -> str:
    root = parsed(markup_of(body.encode()))
    assert root is not None
    return "".join(root.itertext())


def test_elements_within_a_line_are_passed_over_and_their_text_stays() -> None:
    body = '<p>a <code class="x y"><span class="pre">b</span></code> <em>c</em> <a href="#d"><tt>d</tt></a> e</p>'
    assert _tags(body) == ["p", "a"]
    assert _text(body) == "a b c d e"


def test_a_webmasters_selector_sees_all_elements() -> None:
    assert _tags("<p><span>a</span></p>", whole=True) == ["p", "span"]


@pytest.mark.parametrize("name", ["spanner", "emphasis", "video", "strong", "b"])
def test_elements_of_other_names_stay(name: str) -> None:
    assert _tags(f"<p><{name}>a</{name}></p>") == ["p", name]


@pytest.mark.parametrize(
    "body",
    [
        "<p>a</p><!-- <span --><p>b</p>",
        "<p>a</p><!-- <span --><p>b</p><!-- x -->",
        "<p>a</p><!-- </span --><p>b</p>",
        '<p>a</p><!-- <span class="x" --><p>b</p>',
        '<p><span title="a > b">a</span></p>',
        '<p><span title="a > b" class="c">a</span><em>b</em></p>',
        "<p><span title='a > b'>a</span><i>c</i></p>",
        '<p><span title="a<b">a</span></p>',
        '<p><span data-x="<ul><li>">a</span></p><p>b</p>',
        "<p><span",
        "<p><span <b>a</b></p>",
        "<p><SPAN>a</span></p><p>b</p>",
    ],
)
def test_other_elements_are_parsed_unchanged(body: str) -> None:
    passed_over = {"span", "code", "em", "tt", "var"}
    assert [tag for tag in _tags(body) if tag not in passed_over] == [
        tag for tag in _tags(body, whole=True) if tag not in passed_over
    ]


def test_commented_markup_stays_hidden_and_later_markup_counts() -> None:
    assert "shown" in _text("<p><!-- <span -->shown</p>")
    assert "hidden" not in _text("<p><!-- <span>hidden</span> -->shown</p>")


def test_many_beginnings_without_an_end_take_no_time() -> None:
    body = b'<span a="' * 200_000
    assert parsed(markup_of(body)) is not None


@pytest.mark.parametrize("named", ['class="pager"', "class=pager", "id=pager"])
def test_links_in_a_pager_turn_pages_also_in_minified_markup(named: str) -> None:
    links = '<a href="a.html">The anchor</a> <a href="b.html">The buoy</a>'
    assert _read(page("A", f"<div {named}>{links}</div>")).paging == {"a.html": "previous", "b.html": "next"}


@pytest.mark.parametrize("attribute", ["a# ", "a#=1 ", 'a#="1" ', "a#='1'", "/a#"])
def test_attributes_after_the_first_thousand_of_a_tag_are_not_compared_with_each_other(attribute: str) -> None:
    crowd = "".join(attribute.replace("#", str(number)) for number in range(100_000))
    root = parsed(f"<title>A</title><p {crowd}>shown<h1>B</h1>".encode())
    assert root is not None
    paragraph = root.find("body/p")
    assert (len(paragraph.attrib), paragraph.text, root.find("body/h1").text) == (1_000, "shown", "B")


@pytest.mark.parametrize(
    "around", ["<!--#-->", "<!--#", "<script>#</script>", "<style>#</style>", '<p title="#">', "<p title='#'>"]
)
def test_long_text_beside_tags_does_not_change_a_page(around: str) -> None:
    text = around.replace("#", " a<b c=d" + " e=f" * 5_000)
    body = f'<p class="x" id="y">shown</p>{text}'.encode()
    root = parsed(body)
    assert root is not None
    assert dict(root.find("body/p").attrib) == {"class": "x", "id": "y"}
    plain = etree.fromstring(body, etree.HTMLParser(remove_comments=True))
    assert etree.tostring(root) == etree.tostring(plain)


def test_links_are_relative_to_a_base_only_if_it_is_short() -> None:
    def links(base: str) -> dict[str, str]:
        return _read(page("A", '<p><a href="e.html">E</a>', f'<base href="{base}">'), "a.html").links

    assert list(links("d/")) == ["d/e.html"]
    assert list(links("./" * 1_000 + "d/")) == []


def test_a_long_address_is_sought_only_as_deep_as_there_are_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    addresses = ReferenceResolver(PAGES)
    sought: list[str] = []
    candidates = ReferenceResolver._candidates

    def counted(self: ReferenceResolver, path: str) -> object:
        sought.append(path)
        return candidates(self, path)

    monkeypatch.setattr(ReferenceResolver, "_candidates", counted)
    target = addresses.target("", "/x/" * 10_000 + "d/e.html")
    assert target is not None
    assert target.page == "d/e.html"
    assert sought == ["d/e.html"]
