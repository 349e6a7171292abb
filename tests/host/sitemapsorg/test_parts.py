"""Large files in parts: the same result as the whole, with memory bounded by the file's size."""

from __future__ import annotations

import gzip

import pytest

from standard_sitemap.model.site import Bounds
from standard_sitemap.sitemapsorg import documents, parts, reading
from standard_sitemap.sitemapsorg.documents import Document, parse
from standard_sitemap.sitemapsorg.entries import Alternate, Entries

SITE = "http://www.example.org/"
HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<!-- a comment -->\n<urlset\n'
    '  xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"\n  xmlns:x="http://www.w3.org/1999/xhtml">\n'
)
LINK = "".join(f'<x:link rel="alternate" hreflang="{tag}" href="{SITE}{tag}/#"/>' for tag in ("de", "en"))
PLAIN = f"<url>\n<loc>{SITE}#</loc>\n<lastmod>2024-01-0#</lastmod><changefreq>now</changefreq></url>\n"
KINDS = {
    "plain": PLAIN,
    "with-languages": f"<url><loc>{SITE}#</loc>{LINK}</url>\n",
    "with-sections": f"<url><loc><![CDATA[{SITE}#]]></loc><!-- url --></url>\n",
    "with-umlauts": f"<url><loc>{SITE}ä#</loc></url>\n",
    "without-address": "<url>\n<loc/></url>\n<url/>\n<url><changefreq>daily</changefreq></url>",
    "unknown": f"<url><loc>{SITE}#</loc><odd>1</odd></url>",
}
BOUNDED = Bounds(room=1 << 30)


def _body(entry: str, count: int = 30) -> bytes:
    return (HEAD + "".join(entry.replace("#", str(number)) for number in range(count)) + "</urlset>\n").encode()


@pytest.fixture
def in_small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGE", 0)
    small = parts.parts_of
    monkeypatch.setattr(reading, "parts_of", lambda body, charset: small(body, charset, 400))


def _seen(document: Document) -> tuple[object, ...]:
    return list(document.pages()), [(fault.code, fault.line, fault.params) for fault in document.faults]


@pytest.mark.usefixtures("in_small_parts")
@pytest.mark.parametrize("kind", KINDS)
def test_parts_come_to_the_same_as_the_whole(kind: str) -> None:
    body = _body(KINDS[kind])
    divided = parts.parts_of(body, None, 400)
    assert divided is not None
    assert len(list(divided)) > 2
    assert _seen(parse(f"{SITE}map", body, bounds=BOUNDED)) == _seen(parse(f"{SITE}map", body))


@pytest.mark.parametrize(
    "body",
    [
        _body(PLAIN).replace(b"</urlset>", b""),
        _body(PLAIN).replace(b"<url>", b"<!-- <url>", 1),
        _body(f"<url><loc>{SITE}#</loc><!-- {'</url>' * 90} --></url>"),
        _body(PLAIN).decode().encode("utf-16"),
        _body(f"<url><loc>{SITE}#</loc>{'<a/>' * 400}</url>"),
        _body(PLAIN).replace(b"UTF-8", b"klingon"),
        b"<sitemapindex></sitemapindex>",
    ],
)
def test_indivisible_file_is_read_as_a_whole(body: bytes) -> None:
    assert parts.parts_of(body, None, 400) is None


@pytest.mark.usefixtures("in_small_parts")
def test_entries_beyond_the_memory_limit_are_omitted_with_a_fault() -> None:
    file = parse(f"{SITE}map", _body(PLAIN), bounds=Bounds(room=3_000))
    assert 0 < len(file) < 30
    [fault] = [fault for fault in file.faults if fault.code == "unpacks-to-too-much"]
    assert 0 < int(fault.params["limit"]) < len(_body(PLAIN))


@pytest.mark.promise("author", "A compressed list of pages is read up to the memory limit.")
def test_compressed_file_is_read_up_to_the_memory_limit() -> None:
    body = b"/a\n" * 100_000
    whole = parse(f"{SITE}list", body, "text/plain", bounds=Bounds(room=20_000_000))
    assert len(whole) == 100_000  # it arrived uncompressed
    cut = parse(f"{SITE}list", body, "text/plain", bounds=Bounds(room=20_000_000), received=1_000)
    assert 0 < len(cut) < 50_000
    assert {"unpacks-to-too-much"} < {fault.code for fault in cut.faults}


def test_a_list_that_is_cut_ends_with_a_whole_line() -> None:
    body = f"{SITE}a-long-address\n".encode() * 20_000
    cut = parse(f"{SITE}list", body, "text/plain", bounds=Bounds(room=1_000_000), received=1_000)
    assert {page.location for page in cut.pages()} == {f"{SITE}a-long-address"}


def test_a_file_that_is_compressed_by_itself_unpacks_to_no_more_than_its_bound() -> None:
    body = gzip.compress(_body(PLAIN, 1_000))
    cut = parse(f"{SITE}map", body, bounds=Bounds(unpacked=5_000))
    assert 0 < len(cut) < 100
    assert len(parse(f"{SITE}map", body)) == 1_000


@pytest.mark.promise("author", "The content of a compressed file counts against its memory.")
def test_content_of_a_file_that_is_compressed_by_itself_counts_against_its_memory() -> None:
    plain = _body(PLAIN, 5_000)
    packed, room = gzip.compress(plain), 2_000_000
    sent_plain = parse(f"{SITE}map", plain, bounds=Bounds(room=room - len(plain) + len(packed)), received=len(packed))
    assert 0 < len(sent_plain) < 5_000
    assert len(parse(f"{SITE}map", packed, bounds=Bounds(room=room))) == len(sent_plain)


@pytest.mark.promise("author", "A list of the maximum length that sitemaps.org allows is read completely.")
def test_a_file_as_long_as_sitemaps_org_allows_is_read_whole() -> None:
    links = "".join(f'<x:link rel="alternate" hreflang="{tag}" href="{SITE}{tag}/#"/>' for tag in ("de", "en", "fr"))
    body = _body(f"<url><loc>{SITE}{'p' * 60}/#</loc>{links}<x:image>{'i' * 600}</x:image></url>\n", 20_000)
    file = parse(f"{SITE}map", body, bounds=Bounds(room=64 << 20), received=len(body) // 40)
    assert "unpacks-to-too-much" not in {fault.code for fault in file.faults}
    assert len(file) == 20_000


def test_alike_addresses_are_one_object() -> None:
    links = [
        Alternate(language, f"{SITE}{language}", line) for line, language in enumerate(map(str.lower, ("DE", "De")), 1)
    ]
    plain = Entries(["x"], [1], [""], [""], [""], alternates={0: links})
    compacted = parts.compact(plain, {}, ())
    first, second = compacted.alternates[0]
    assert first.href is second.href
    assert parts.memory_of(compacted) < parts.memory_of(plain)


def test_document_reports_its_memory_use() -> None:
    few, many = (parse(f"{SITE}map", _body(PLAIN, count)) for count in (10, 1_000))
    assert documents.Document(SITE, 5).weight == 0
    assert few.weight < many.weight / 10
    assert many.weight < 200 * 1_000  # a site of two million pages stays below the limit of a map


def test_addresses_of_alternates_that_no_other_page_names_take_more_memory() -> None:
    def entries(form: str) -> Entries:
        alternates = {row: [Alternate("de", form.format(row), 1)] for row in range(100)}
        return Entries(["x"] * 100, [1] * 100, [""] * 100, [""] * 100, [""] * 100, alternates=alternates)

    alike, different = (parts.compact(entries(form), {}, ()) for form in (f"{SITE}aa", f"{SITE}{{:02}}"))
    for memory in (parts.memory_of, parts.memory_beside_table):
        assert memory(different) - memory(alike) > 100 * 450


def test_memory_of_titles_and_alternates_counts() -> None:
    news = 'xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"'
    titled = PLAIN.replace("</url>", f"<n:news {news}><n:title>#: a title</n:title></n:news></url>")
    plain, with_titles, with_languages = (
        parse(f"{SITE}map", _body(entry, 1_000)).weight for entry in (PLAIN, titled, KINDS["with-languages"])
    )
    assert plain + 1_000 * 50 < with_titles < with_languages
