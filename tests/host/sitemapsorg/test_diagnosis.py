"""Faults that need several files: pages in two files, missing return links, hosts."""

from host.sitemapsorg.samples import NAMESPACE, SITE
from standard_sitemap.sitemapsorg import Document, parse
from standard_sitemap.sitemapsorg.diagnosis import host_faults, site_faults, usual_origin
from standard_sitemap.sitemapsorg.faults import MOST_OF_ONE_CODE


def document(name: str, **pages: str) -> Document:
    """Return a file on disk with pages, each with its versions: `de:a en:b`."""
    entries = []
    for page, versions in pages.items():
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang="{tag}" href="{SITE}{to}"/>'
            for tag, _, to in (version.partition(":") for version in versions.split())
        )
        entries.append(f"<url><loc>{SITE}{page}</loc>{links}</url>\n")
    xhtml = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    return parse(f"file:///{name}.xml", f"<urlset {NAMESPACE} {xhtml}>\n{''.join(entries)}</urlset>".encode())


def reported(*documents: Document) -> list[tuple[str, str, int]]:
    return [(fault.code, fault.document.removeprefix("file:///"), fault.line) for fault in site_faults(documents)]


def test_versions_that_name_each_other_are_right_within_a_file_and_between_two() -> None:
    versions = "de:a en:b"
    assert reported(document("x", a=versions, b=versions)) == []
    assert reported(document("x", a=versions), document("y", b=versions)) == []
    assert reported(document("x", a="de:a en:b x-default:b", b="x-default:b en:b de:a")) == []


def test_entries_of_feeds_and_texts_need_not_name_back() -> None:
    versions = "de:a en:b"
    feed = f"<rss version='2.0'><channel><item><title>B</title><link>{SITE}b</link></item></channel></rss>"
    for uri, body in (("file:///feed.xml", feed), ("file:///list.txt", f"{SITE}b\n")):
        other = parse(uri, body.encode())
        assert other.table.listed() == [f"{SITE}b"]
        codes = [fault.code for fault in site_faults([other, document("x", a=versions, b=versions)])]
        assert "alternate-without-return" not in codes


def test_a_version_that_does_not_name_back_is_reported_at_its_entry_with_the_link_to_add() -> None:
    faults = site_faults([document("x", a="de:a en:b&amp;c"), parse("file:///y.xml", (
        f"<urlset {NAMESPACE}>\n<url><loc>{SITE}b&amp;c</loc></url></urlset>").encode())])  # fmt: skip
    (fault,) = faults
    assert (fault.code, fault.document, fault.line) == ("alternate-without-return", "file:///y.xml", 2)
    assert fault.params == {"uri": f"{SITE}a", "language": "en", "own": "de", "location": f"{SITE}a"}


def test_versions_that_no_file_lists_may_name_back_on_their_pages() -> None:
    assert reported(document("x", a="de:a en:elsewhere")) == []


def test_a_page_in_two_files_is_reported_with_both_lines() -> None:
    first, second = document("x", a="", b=""), document("y", c="", b="")
    (fault,) = site_faults([first, second])
    assert (fault.document, fault.line, fault.params["target"], fault.params["first"]) == (
        "file:///y.xml", 3, "file:///x.xml", "3",
    )  # fmt: skip


def test_first_faults_of_each_kind_are_listed_and_the_rest_counted() -> None:
    pages = dict.fromkeys((f"p{number}" for number in range(MOST_OF_ONE_CODE + 7)), "")
    faults = site_faults([document("x", **pages), document("y", **pages)])
    assert len(faults) == MOST_OF_ONE_CODE + 1
    assert faults[-1].params == {"code": "page-in-two-files", "count": "7"}


def test_hosts_are_held_against_the_usual_one() -> None:
    pages = parse("file:///x.xml", b"https://a.org/1\nhttp://a.org/2\nhttps://www.a.org/3\nhttps://a.org/4\n")
    assert usual_origin(pages.table.locations) == "https://a.org/"
    assert [(fault.code, fault.line, fault.params["right"]) for fault in host_faults([pages], "https://a.org/")] == [
        ("other-scheme", 2, "https://a.org/2"),
        ("www-or-bare", 3, "https://a.org/3"),
    ]
    assert usual_origin(document("x").table.locations) is None
