"""Files of every format, valid or not: readable content is kept, and the rest is reported."""

import gzip

import pytest

from host.sitemapsorg.samples import (
    ATOM,
    NAMESPACE,
    NEWS,
    REALISTIC,
    ROBOTS,
    RSS,
    SITE,
    SITEMAP,
    SPHINX,
    TEXT,
    VIDEO,
    WORDPRESS,
    codes,
    index,
    pages,
    read,
    urlset,
)
from standard_sitemap.sitemapsorg import Document, FileFormat, format_at, is_ssp, parse

URL = f"<url><loc>{SITE}a</loc></url>"


def locations(document: Document) -> list[str]:
    return [page.location.removeprefix(SITE) for page in document.pages()]


# holds: S1
@pytest.mark.parametrize("name", ["wordpress", "sphinx", "news", "video", "text"])
def test_generated_files_have_no_faults(name: str) -> None:
    home = "https://docs.example.org/sitemap.xml" if name == "sphinx" else SITEMAP
    assert codes(read(REALISTIC[name], home)) == []


# holds: S8
def test_formats_are_recognised_by_content() -> None:
    formats = {name: read(text).format for name, text in REALISTIC.items()}
    assert formats == {
        "wordpress": FileFormat.URLSET,
        "sphinx": FileFormat.URLSET,
        "news": FileFormat.URLSET,
        "video": FileFormat.URLSET,
        "rss": FileFormat.RSS,
        "atom": FileFormat.ATOM,
        "text": FileFormat.TEXT,
        "robots": FileFormat.ROBOTS,
    }
    assert read(index(SITEMAP)).format == FileFormat.INDEX
    assert read("").format == FileFormat.UNKNOWN
    assert codes(read("<!DOCTYPE html><title>x</title>")) == ["page-not-sitemap"]
    assert codes(read("{}")) == ["no-known-format"]


def test_standard_sitemaps_are_recognised() -> None:
    assert is_ssp(b'<?xml version="1.0"?><!-- x --><sitemap xmlns="http://standard-sitemap.org/2007/ns"/>')
    assert not is_ssp(WORDPRESS.encode())
    assert not format_at(b"<sitemap/>").lists_something


def test_extensions_do_not_add_pages() -> None:
    assert locations(read(WORDPRESS)) == ["", "2024/05/a-walk-by-the-lake/"]


def test_titles_come_from_news_and_videos() -> None:
    assert [page.title for page in read(NEWS).pages()] == ["Bridge opens & ferry stops"]
    assert [page.title for page in read(VIDEO).pages()] == ["How to tie a knot"]


# holds: S20
def test_feeds_bring_titles_and_links() -> None:
    rss = read(RSS, "https://www.example.org/feed")
    assert [(page.location, page.title) for page in rss.pages()] == [
        (f"{SITE}blog/", "Example blog"),
        (f"{SITE}blog/p=1", "Tea & cake"),
        (f"{SITE}blog/p=2", "Only a guid"),
    ]
    assert next(page for page in rss.pages() if page.title == "Tea & cake").last_modified == "2024-05-02T10:11:12+00:00"
    assert codes(rss) == ["entry-without-link"]
    atom = read(ATOM)
    assert [(page.location, page.title) for page in atom.pages()] == [
        (f"{SITE}blog/", "Example"),
        (f"{SITE}blog/2024/sun", "Sun & rain"),
        (f"{SITE}blog/2024/wind", "Wind"),
    ]


def test_entries_of_atom_are_linked_by_registered_names_and_by_their_content() -> None:
    entries = (
        '<entry><id>a:1</id><link rel="http://www.iana.org/assignments/relation/alternate" href="one"/></entry>'
        '<entry><id>a:2</id><content type="text/html" src="two"/></entry>'
        '<entry><id>a:3</id><content type="image/png" src="three.png"/><link rel="alternate" href="three"/></entry>'
        '<entry><id>a:4</id><content type="image/png" src="four.png"/></entry>'
    )
    atom = read(f'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="{SITE}">{entries}</feed>')
    assert locations(atom) == ["one", "two", "three"]
    assert codes(atom) == ["entry-without-link"]


@pytest.mark.parametrize(
    ("link", "served_as", "expected"),
    [
        (f"{SITE}blog/", None, [f"{SITE}blog/", f"{SITE}blog/one", f"{SITE}two"]),
        ("/blog/", f"{SITE}feeds/feed.xml", [f"{SITE}blog/", f"{SITE}feeds/one", f"{SITE}two"]),
        ("/blog/", None, ["file:///blog/", "file:///site/one", "file:///two"]),
    ],
)
def test_relative_links_of_a_feed_on_disk_belong_to_its_page_or_to_its_future_address(
    link: str, served_as: str | None, expected: list[str]
) -> None:
    items = "<item><link>one</link></item><item><link>/two</link></item>"
    feed = f'<rss version="2.0"><channel><link>{link}</link>{items}</channel></rss>'
    document = parse("file:///site/feed.xml", feed.encode(), served_as=served_as)
    assert sorted(page.location for page in document.pages()) == sorted(expected)


def test_older_feeds_are_read() -> None:
    rdf = (
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">'
        '<channel rdf:about="x"><link>https://www.example.org/</link></channel>'
        '<item rdf:about="https://www.example.org/a"><title>A</title></item></rdf:RDF>'
    )
    assert locations(read(rdf)) == ["", "a"]


# holds: S3 S19
def test_text_files_hold_an_address_on_each_line() -> None:
    assert locations(read(TEXT)) == ["", "file.html", "file2.html"]
    file = read("https://www.example.org/a\n# ours\n\nabout us\n/b\n")
    assert locations(file) == ["a", "b"]
    assert [(fault.code, fault.line) for fault in file.faults] == [
        ("comment-in-list", 2),
        ("bad-line", 4),
        ("relative-location", 5),
    ]


def test_links_without_relation_lead_nowhere() -> None:
    links = """<xhtml:link hreflang="de" href="https://www.example.org/de"/>
    <xhtml:link rel=" " href="https://www.example.org/fr"/>"""
    page = f'<url xmlns:xhtml="http://www.w3.org/1999/xhtml"><loc>https://www.example.org/a</loc>\n{links}</url>'
    file = read(f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{page}</urlset>')
    assert [(fault.code, fault.line) for fault in file.faults] == [
        ("link-without-relation", 2),
        ("link-without-relation", 3),
    ]
    assert not file.table.alternates


def test_robots_lists_sitemaps() -> None:
    file = read(ROBOTS, "https://www.example.org/robots.txt")
    assert [line.location for line in file.sitemaps] == [f"{SITE}a.xml", f"{SITE}b.xml"]
    assert not read("User-agent: *\n", "https://www.example.org/robots.txt").is_sitemap


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", [pages("ä"), "https://www.example.org/ä\n"])
def test_encodings_are_detected(encoding: str, text: str) -> None:
    assert locations(read(text.encode(encoding))) == ["%C3%A4"]


def test_bytes_of_windows_are_read_as_such() -> None:
    file = read(pages("a", "ä").encode("windows-1252"))
    assert locations(file) == ["a", "%C3%A4"]
    line = pages("a", "ä").partition("ä")[0].count("\n") + 1
    assert [(fault.code, fault.line) for fault in file.faults] == [("bad-bytes", line)]


def test_a_label_that_the_bytes_contradict_is_not_believed() -> None:
    assert locations(read(pages("a"), content_type="application/xml; charset=utf-16")) == ["a"]
    declared = pages("ä").replace("UTF-8", "ISO-8859-1")
    assert locations(read(declared)) == ["%C3%A4"]
    assert locations(read(declared.encode("iso-8859-1"))) == ["%C3%A4"]


@pytest.mark.parametrize(
    ("before", "code"),
    [
        ("\n\n", "white-space-before-declaration"),
        ("\ufeff \n", "white-space-before-declaration"),
        ("<br />\n<b>Warning</b>: none in x.php\n", "text-before-declaration"),
    ],
)
def test_text_before_the_declaration_is_skipped(before: str, code: str) -> None:
    file = read(before + pages("a"))
    assert locations(file) == ["a"]
    assert codes(file) == [code]
    assert next(file.pages()).line == before.count("\n") + 3


def test_comments_may_stand_before_the_first_element() -> None:
    assert codes(read(f"<!-- made by a program --><urlset {NAMESPACE}>{URL}</urlset>")) == []


# holds: S6 S34
@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"<urlset>{URL}</urlset>", "no-sitemap-namespace"),
        (f'<urlset xmlns="http://www.sitemaps.org/">{URL}</urlset>', "other-sitemap-namespace"),
        (f'<urlset xmlns="http://www.google.com/schemas/sitemap/0.84">{URL}</urlset>', "old-sitemap-namespace"),
        (f"<URLSet {NAMESPACE}>{URL}</URLSet>", "other-document-element"),
        (f"<pages {NAMESPACE}>{URL}</pages>", "other-document-element"),
        (f"<urlset {NAMESPACE}>{URL}<url>", "unclosed-file"),
        (f"<urlset {NAMESPACE}>{URL}<url><lo", "truncated-file"),
        (f"<urlset {NAMESPACE}>{URL}</urlset><p>", "text-after-end"),
        (f"<urlset {NAMESPACE}>{URL}<url></urlset>", "damaged-xml"),
        (f"<urlset {NAMESPACE}>{URL.replace('</url>', '<image:image/></url>')}</urlset>", "undeclared-extension"),
        (f'<!DOCTYPE urlset [<!ENTITY a "b">]><urlset {NAMESPACE}>{URL}</urlset>', "ignored-doctype"),
    ],
)  # fmt: skip
def test_pages_of_odd_files_are_kept(text: str, code: str) -> None:
    file = read(text)
    assert locations(file) == ["a"]
    assert code in codes(file)


# holds: S11
def test_broken_entities_do_not_break_addresses() -> None:
    file = read(urlset(f"{SITE}?a=1&b=2", f"{SITE}caf&eacute;", f"{SITE}x&y;z", f"{SITE}q&#xD800;"))
    assert locations(file) == ["?a=1&b=2", "caf%C3%A9", "x&y;z", "q"]
    assert {"unescaped-ampersand", "undefined-entity"} <= set(codes(file))


def test_entities_are_not_followed() -> None:
    bomb = "".join(f'<!ENTITY a{n + 1} "&a{n};&a{n};">' for n in range(60))
    file = read(
        f'<!DOCTYPE urlset [<!ENTITY a0 "x">{bomb}]><urlset {NAMESPACE}><url><loc>{SITE}&a60;</loc></url></urlset>'
    )
    assert locations(file) == ["&a60;"]


def test_a_file_that_ends_in_an_address_keeps_those_before() -> None:
    text = pages(*map(str, range(50)))
    for end in range(100, len(text), 97):
        file = read(text[:end])
        assert locations(file)[: text[:end].count("</loc>")] == [str(n) for n in range(text[:end].count("</loc>"))]


# holds: S13 S15
def test_values_are_held_to_the_protocol() -> None:
    entry = (
        f"<url><loc>{SITE}a</loc><lastmod>{{}}</lastmod><changefreq>{{}}</changefreq><priority>{{}}</priority></url>"
    )
    good = entry.format("2024-05-31T14:30+02:00", "daily", "1.0")
    bad = entry.format("yesterday", "Daily", "1.5").replace("/a<", "/b<")
    file = read(f"<urlset {NAMESPACE}>\n{good}\n{bad}\n</urlset>")
    assert [(fault.code, fault.line) for fault in file.faults] == [
        ("bad-lastmod", 3), ("bad-changefreq", 3), ("priority-out-of-range", 3)
    ]  # fmt: skip
    assert [page.priority for page in file.pages()] == [1.0, 1.0]


@pytest.mark.parametrize(("zeros", "codes"), [(98, []), (99, ["priority-out-of-range"])])
def test_a_number_has_a_hundred_bytes_at_the_most(zeros: int, codes: list[str]) -> None:
    file = read(f"<urlset {NAMESPACE}><url><loc>{SITE}a</loc><priority>1.{'0' * zeros}</priority></url></urlset>")
    assert [fault.code for fault in file.faults] == codes


# holds: S12
@pytest.mark.parametrize(
    ("value", "is_date"),
    [("2006-02-28", True), ("2006-02-30", False), ("2024-02-29", True), ("2023-02-29", False), ("2024-04-31", False)],
)
def test_dates_are_those_of_the_calendar(value: str, is_date: bool) -> None:
    for end in ("", "T10:00Z"):
        file = read(f"<urlset {NAMESPACE}><url><loc>{SITE}a</loc><lastmod>{value}{end}</lastmod></url></urlset>")
        assert codes(file) == ([] if is_date else ["bad-lastmod"])


# holds: S18
@pytest.mark.parametrize("empty", ["<lastmod/>", "<changefreq></changefreq>", "<priority> </priority>"])
def test_empty_elements_are_reported(empty: str) -> None:
    file = read(f"<urlset {NAMESPACE}>\n{URL}\n<url><loc>{SITE}b</loc>\n{empty}</url></urlset>")
    assert [(fault.code, fault.line) for fault in file.faults] == [("empty-element", 4)]


# holds: S9 S14 S17
def test_page_values_in_an_index_are_reported() -> None:
    values = "<lastmod>2024-05-31</lastmod>\n<changefreq>daily</changefreq>\n<priority>0.8</priority>"
    file = read(f"<sitemapindex {NAMESPACE}><sitemap><loc>{SITE}a.xml</loc>{values}</sitemap></sitemapindex>")
    reported = [(fault.code, fault.line, fault.params["name"]) for fault in file.faults]
    assert reported == [("page-value-in-index", 2, "changefreq"), ("page-value-in-index", 3, "priority")]


# holds: S29
@pytest.mark.parametrize(
    ("value", "count"),
    [("'q'", 2), ('"', 1), (">", 1), ("&apos;&quot;&gt;", 0), ("<!-- ' -->", 0), ("<![CDATA[']]>", 0), ("<?p '?>", 0)],
)
def test_characters_that_the_protocol_wants_escaped_are_noted(value: str, count: int) -> None:
    title = f'<t:title xmlns:t="urn:titles">{value}</t:title>'
    file = read(f"<urlset {NAMESPACE}>\n{URL}\n<url><loc>{SITE}b</loc>{title}</url></urlset>")
    noted = [(fault.line, fault.params["count"]) for fault in file.faults if fault.code == "unescaped-character"]
    assert noted == ([(3, str(count))] if count else [])


def test_unescaped_address_characters_are_reported_once() -> None:
    file = read(f'<urlset {NAMESPACE}>\n{URL}\n<url><loc>{SITE}?q="q"</loc></url></urlset>')
    assert [(fault.code, fault.line) for fault in file.faults] == [("unescaped-location", 3)]


@pytest.mark.parametrize("character", ["\0", "\x08", "\uffff"])
def test_characters_that_xml_does_not_allow_are_reported_and_left_out(character: str) -> None:
    file = read(f"<urlset {NAMESPACE}>\n{URL}\n<url><loc>{SITE}a{character}b</loc></url></urlset>")
    assert [(fault.code, fault.line, fault.params) for fault in file.faults] == [
        ("forbidden-character", 3, {"character": f"U+{ord(character):04X}", "count": "1"})
    ]
    assert locations(file)[-1].endswith("ab")


def test_capitals_in_the_names_of_elements_are_reported_and_read() -> None:
    file = read(f"<urlset {NAMESPACE}>\n<URL><loc>{SITE}a</loc></URL>\n<url><Loc>{SITE}b</Loc></url></urlset>")
    reported = [(fault.code, fault.line, fault.params["right"]) for fault in file.faults]
    assert reported == [("capital-letters", 2, "url"), ("capital-letters", 3, "loc")]
    assert len(file.table) == 2


def test_a_file_that_is_compressed_twice_is_reported_and_read() -> None:
    file = read(gzip.compress(gzip.compress(pages("a").encode())))
    assert (codes(file), locations(file)) == (["twice-compressed"], ["a"])


def test_a_second_byte_order_mark_stands_before_the_declaration() -> None:
    file = read(b"\xef\xbb\xbf\xef\xbb\xbf" + pages("a").encode())
    assert [(fault.code, fault.line) for fault in file.faults] == [("white-space-before-declaration", 1)]


@pytest.mark.parametrize("start", ["<?xml vers", '<?xml version="1.0"?>\n', "<!-- made by", "<", "<urls"])
def test_a_file_that_is_cut_off_before_it_begins_is_reported_as_such(start: str) -> None:
    assert codes(read(start)) == ["truncated-file"]


@pytest.mark.parametrize(
    ("namespace", "code", "line"),
    [("", "no-sitemap-namespace", 2), ('\n xmlns="urn:other"', "other-sitemap-namespace", 3)],
)
def test_the_line_of_a_start_tag_on_several_lines_is_that_of_what_is_wrong(
    namespace: str, code: str, line: int
) -> None:
    file = read(f'\n<urlset{namespace}\n xmlns:x="urn:x"\n>{URL}</urlset>')
    assert [(fault.code, fault.line) for fault in file.faults] == [(code, line)]


# holds: S29
def test_values_of_attributes_are_to_be_escaped_too() -> None:
    link = "<xhtml:link rel='alternate' hreflang=\"de\" href=\"https://www.example.org/de?q='a'\"/>"
    spaces = f'{NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    file = read(f"<urlset {spaces}>\n<url><loc>{SITE}a</loc>\n{link}</url></urlset>")
    (fault,) = (fault for fault in file.faults if fault.code == "unescaped-character")
    assert (fault.line, fault.params) == (3, {"count": "2", "characters": "'"})


def test_feeds_may_write_quotes_as_they_are() -> None:
    assert codes(read(RSS.replace("Example blog", "Bob's blog"), "https://www.example.org/feed")) == codes(
        read(RSS, "https://www.example.org/feed")
    )


# holds: S2
@pytest.mark.parametrize(
    ("declared", "content_type", "lines"),
    [
        ("UTF-8", None, []),
        ("utf-8", "application/xml; charset=UTF-8", []),
        ("ISO-8859-1", None, [1]),
        ("US-ASCII", "application/xml", [1]),
        ("UTF-8", "application/xml; charset=iso-8859-1", [0]),
    ],
)
def test_another_encoding_is_reported_though_the_bytes_are_utf_8(
    declared: str, content_type: str | None, lines: list[int]
) -> None:
    text = f'<?xml version="1.0" encoding="{declared}"?>\n' + pages("a").partition("?>\n")[2]
    file = parse(SITEMAP, text.encode(), content_type)
    assert [(fault.code, fault.line) for fault in file.faults] == [("other-encoding-declared", line) for line in lines]


# holds: S10
def test_addresses_are_held_to_the_protocol() -> None:
    file = read(urlset(f"{SITE}a", "https://else.example.com/", f"{SITE}{'x' * 3000}", f"{SITE}a", f"{SITE}a b"))
    assert sorted(codes(file)) == ["long-location", "other-host", "page-listed-again", "unescaped-location"]
    assert len(file) == 5
    assert codes(read(pages("a", "maps/b"), f"{SITE}maps/sitemap.xml")) == ["outside-folder"]


# holds: S26 S28
def test_limits_are_checked_and_not_enforced() -> None:
    file = read(pages(*map(str, range(50_001))))
    assert len(file) == 50_001
    assert codes(file) == ["too-many-urls"]
    assert "too-many-bytes" in codes(read(pages("a") + " " * 53_000_000))
    assert codes(read(index(*(f"{SITE}{n}.xml" for n in range(50_001))))) == ["too-many-sitemaps"]


# holds: S7
def test_odd_entries_are_named_by_line() -> None:
    file = read(
        f"<urlset {NAMESPACE}>\n<url><lastmod>2024-01-01</lastmod></url>\n<url><loc/></url>\n"
        f"<url><loc>{SITE}a</loc><loc>{SITE}b</loc></url>\n<loc>{SITE}c</loc>\n<url><loc>mailto:x@y</loc></url>\n</urlset>"
    )
    assert locations(file) == ["a", "b", "c"]
    assert [(fault.code, fault.line) for fault in file.faults] == [
        ("no-location", 2),
        ("empty-location", 3),
        ("second-location", 4),
        ("misplaced-location", 5),
        ("bad-location", 6),
    ]


def test_values_before_the_address_belong_to_it() -> None:
    file = read(f"<urlset {NAMESPACE}><url><priority>0.9</priority><loc>{SITE}a</loc></url></urlset>")
    assert [page.priority for page in file.pages()] == [0.9]


def test_too_many_alike_faults_are_counted() -> None:
    file = read(f"<urlset {NAMESPACE}>{'<url/>' * 700}</urlset>")
    assert codes(file).count("no-location") == 500
    (more,) = [fault for fault in file.faults if fault.code == "more-of-the-same"]
    assert more.params == {"code": "no-location", "count": "200"}
    assert codes(read("https://www.example.org/\n" + "x\n" * 700)).count("bad-line") == 700, "what is lost is named"


# holds: S32
def test_too_many_images_and_news_are_reported() -> None:
    image = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
    news = 'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
    images = "<image:image><image:loc>https://x/</image:loc></image:image>" * 1001
    publication = "<news:publication><news:name>x</news:name><news:language>en</news:language></news:publication>"
    date = "<news:publication_date>2024-05-31</news:publication_date>"
    entry = f"<news:news>{publication}{date}<news:title>x</news:title></news:news>"
    assert codes(read(f"<urlset {NAMESPACE} {image}><url><loc>{SITE}</loc>{images}</url></urlset>")) == [
        "too-many-images"
    ]
    many = "".join(f"<url><loc>{SITE}{n}</loc>{entry}</url>" for n in range(1001))
    assert codes(read(f"<urlset {NAMESPACE} {news}>{many}</urlset>")) == ["too-much-news"]


# holds: S4
def test_compressed_files_are_recognised_by_content() -> None:
    packed = gzip.compress(SPHINX.encode())
    home = "https://docs.example.org/sitemap.xml"
    assert len(read(packed, home)) == 4
    assert codes(read(packed, home, "application/gzip")) == []
    assert codes(read(packed[:-20], home))[0] == "damaged-gzip"
    assert len(read(gzip.compress(packed), home)) == 4
    assert len(read(SPHINX, "https://docs.example.org/sitemap.xml.gz")) == 4, "a name says nothing"


def test_files_that_unpack_to_too_much_are_cut() -> None:
    bomb = gzip.compress(pages("a").encode() + b" " * 40_000_000)
    assert "unpacks-to-too-much" in codes(read(bomb))
    assert locations(read(bomb)) == ["a"]


def test_labels_that_do_not_fit_are_reported() -> None:
    assert codes(read(pages("a"), content_type="text/html; charset=utf-8")) == ["unlikely-type"]
    assert codes(read(TEXT, content_type="text/plain")) == []
    assert codes(read(pages("a"), content_type="application/rss+xml")) == []


def test_an_address_without_a_scheme_is_of_a_host_on_disk_as_well() -> None:
    body = b"//www.example.org/a\nhttps://www.example.org/b\n"
    for uri in ("file:///site/list.txt", "https://www.example.org/list.txt"):
        file = read(body, uri)
        assert [page.location for page in file.pages()] == [f"{SITE}a", f"{SITE}b"]


@pytest.mark.parametrize(("count", "title"), [(10, "End"), (20_000, "<b")])
def test_title_with_markup_is_read_up_to_a_limit(count: int, title: str) -> None:
    item = f"<item><title>{'&lt;b&gt;' * count}End</title><link>{SITE}a</link></item>"
    document = read(f'<rss version="2.0"><channel>{item}</channel></rss>', f"{SITE}feed")
    assert document.table.titles.get(0, "") == title


def test_document_for_readers_has_no_addresses_that_are_no_pages() -> None:
    paths = ("404.html", "google6617d5ae949483b8.html", "index.json", "tides/", "offline/", "tides/page/2/")
    document = parse(SITEMAP, pages(*paths).encode(), for_readers=True)
    assert document.table.listed() == [f"{SITE}tides/"]
    assert len(parse(SITEMAP, pages(*paths).encode())) == len(paths)


def test_document_for_readers_that_lists_no_page_keeps_its_addresses() -> None:
    assert len(parse(SITEMAP, pages("feed/", "index.json").encode(), for_readers=True)) == 2


@pytest.mark.parametrize(
    "name", ["attachment-sitemap.xml", "attachment-sitemap2.xml", "wp-sitemap-posts-attachment-1.xml"]
)
def test_file_of_attachments_lists_no_pages_for_readers(name: str) -> None:
    assert len(parse(SITE + name, pages("a-picture/").encode(), for_readers=True)) == 0
