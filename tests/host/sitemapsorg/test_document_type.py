"""Document types of sitemaps.org files: declared entities count, and none is lost without a fault (D31)."""

from __future__ import annotations

import time

import pytest

from host.sitemapsorg.samples import NAMESPACE, SITE, SITEMAP, codes, read
from standard_sitemap.model.document_types import LONGEST_DECLARATION, MOST_ATTRIBUTES
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.sitemapsorg import FileFormat, Site
from standard_sitemap.sitemapsorg.document_type import without_document_type
from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.sitemapsorg.sniffing import Text

LOCATION = "<url><loc>{}</loc></url>"


def _read(subset: str, *locations: str, head: str = "", external: str = "") -> tuple[list[str], list[str]]:
    """Return the locations of a urlset with such a declaration, and its codes."""
    entries = "".join(LOCATION.format(location) + "\n" for location in locations)
    document = read(f"{head}<!DOCTYPE urlset {external}[{subset}]>\n<urlset {NAMESPACE}>\n{entries}</urlset>")
    return [page.location.removeprefix(SITE) for page in document.pages()], codes(document)


@pytest.mark.parametrize(
    ("subset", "written", "location"),
    [
        (f'<!ENTITY h "{SITE}">', "&h;ent", "ent"),
        (f'<!ENTITY h "{SITE.removesuffix("/")}">', "&h;/ent", "ent"),
        (f'<!ENTITY h "{SITE}"><!ENTITY h "https://other.example/">', "&h;ent", "ent"),
        ("<!ENTITY host 'www.example.org'><!ENTITY h 'https://&host;/'>", "&h;ent", "ent"),
        (f'<!-- <!ENTITY h "x"> [ok]> --><!ENTITY h "{SITE}">', "&h;ent", "ent"),
        (f'<?x <!ENTITY h "x"> ]> ?><!ENTITY h "{SITE}">', "&h;ent", "ent"),
        (f'<!ENTITY o "<!ENTITY h \'x\'> ]&#62;"><!ENTITY h "{SITE}">', "&h;ent", "ent"),
        (f'<!ENTITY h "{SITE}">', "<![CDATA[&h;ent]]>", "&h;ent"),
        (f'<!ENTITY {"n" * 2_000} "{SITE}">', f"&{'n' * 2_000};ent", "ent"),
        (f'<!ENTITY Ünï "{SITE}">', "&Ünï;ent", "ent"),
        (f'<!ENTITY h "{SITE}?a=1&#38;amp;b=2">', "&h;", "?a=1&b=2"),
        (f'<!ENTITY h "{SITE}\n">', "&h;", ""),
        (f'<!ENTITY lt "&#38;#60;"><!ENTITY h "{SITE}">', "&h;a&lt;", "a%3C"),
        (f"<!ENTITY % p '<!ENTITY h \"{SITE}\">'>%p;", "&h;ent", "ent"),
    ],
)
def test_declared_entity_in_a_location_counts(subset: str, written: str, location: str) -> None:
    locations, codes_read = _read(subset, written)
    assert [address.removeprefix("/") for address in locations] == [location]
    assert "undefined-entity" not in codes_read
    assert "ignored-doctype" in codes_read


@pytest.mark.parametrize("head", ["", "<?xml version='1.0'?>\n", "<!-- a --> <?b c?>\n"])
def test_declaration_after_a_valid_prologue_is_found(head: str) -> None:
    assert _read(f'<!ENTITY h "{SITE}">', "&h;ent", head=head) == (["ent"], ["ignored-doctype"])


@pytest.mark.parametrize(
    "subset",
    ["", '<!ENTITY ext SYSTEM "file:///etc/passwd">', '<!ENTITY % p SYSTEM "p.dtd">%p;', '<!-- <!ENTITY ext "x"> -->'],
)
def test_reference_that_cannot_be_resolved_is_a_fault_and_loses_no_text(subset: str) -> None:
    locations, codes_read = _read(subset, f"{SITE}caf&ext;", external='SYSTEM "x.dtd" ')
    assert locations == ["caf&ext;"]
    assert "undefined-entity" in codes_read


def test_entities_with_markup_bring_their_elements() -> None:
    subset = f'<!ENTITY both "<url><loc>{SITE}a</loc></url><url><loc>{SITE}b</loc></url>">'
    document = read(f"<!DOCTYPE urlset [{subset}]><urlset {NAMESPACE}>&both;</urlset>")
    assert [page.location for page in document.pages()] == [f"{SITE}a", f"{SITE}b"]


def test_entities_in_attributes_may_hold_quotes() -> None:
    link = '<x:link rel="alternate" hreflang="&de;" href="&h;de&q;"/>'
    document = read(
        f'<!DOCTYPE urlset [<!ENTITY de "de"><!ENTITY h "{SITE}"><!ENTITY q \'"\'>]><urlset {NAMESPACE} '
        f'xmlns:x="http://www.w3.org/1999/xhtml"><url><loc>{SITE}en</loc>{link}</url></urlset>'
    )
    (page,) = document.pages()
    assert page.alternates == (("", f"{SITE}en"), ("de", f"{SITE}de%22"))


def test_default_attributes_count() -> None:
    document = read(
        f'<!DOCTYPE urlset [<!ENTITY n "sitemaps.org"><!ATTLIST urlset xmlns CDATA #FIXED '
        f'"http://www.&n;/schemas/sitemap/0.9">]>\n<urlset><url><loc>{SITE}a</loc></url></urlset>'
    )
    assert codes(document) == ["ignored-doctype"]


def test_lines_stay_where_they_are() -> None:
    document = read(
        f'<!DOCTYPE urlset [\n<!ENTITY h "{SITE}\n\n">\n]>\n<urlset {NAMESPACE}>\n<url><loc>&h;</loc></url>\n'
        "<url><loc>no address</loc></url>\n</urlset>"
    )
    assert [(fault.code, fault.line) for fault in document.faults] == [("ignored-doctype", 1), ("relative-location", 8)]


def test_declared_index_is_an_index() -> None:
    site = Site(SITEMAP)
    site.wanted()
    body = (
        f'<!DOCTYPE sitemapindex [<!-- [ok]> --><!ENTITY h "{SITE}">]>'
        f"<sitemapindex {NAMESPACE}><sitemap><loc>&h;a.xml</loc></sitemap></sitemapindex>"
    )
    site.add(SITEMAP, RetrievedFile(SITEMAP, body.encode()))
    assert site.documents[0].format == FileFormat.INDEX
    assert site.wanted() == (f"{SITE}a.xml",)


def test_entity_amplification_is_bounded_and_reported() -> None:
    bomb = "".join(f'<!ENTITY a{n + 1} "&a{n};&a{n};">' for n in range(15))
    locations, codes_read = _read(f'<!ENTITY a0 "{"x" * 100}">{bomb}', *[f"{SITE}{n}&a15;" for n in range(200)])
    assert len(locations) == 200
    assert "unpacks-to-too-much" in codes_read
    assert sum(map(len, locations)) < 1_000_000


def test_default_attributes_beyond_the_limit_cost_no_time() -> None:
    attributes = "".join(f'a{number} CDATA "{"x" * 100}" ' for number in range(MOST_ATTRIBUTES))
    start = time.process_time()
    codes_read = _read(f"<!ATTLIST loc {attributes}>", *[f"{SITE}{number}" for number in range(20_000)])[1]
    assert "unpacks-to-too-much" in codes_read
    assert time.process_time() - start < 5


@pytest.mark.parametrize("subset", ["<!ENTITY a>", '<!ENTITY a "&#0;">', "%", "<!ENTITY a 'b>"])
def test_broken_declaration_is_a_fault_and_the_pages_stay(subset: str) -> None:
    locations, codes_read = _read(subset, f"{SITE}a")
    assert locations == ["a"]
    assert {"ignored-doctype", "damaged-xml"} <= set(codes_read)


@pytest.mark.parametrize(
    "declaration", ["<!ELEMENT a EMPTY>", "<!-- a -->", f'<!ENTITY a "{"x" * LONGEST_DECLARATION}">']
)
def test_pages_after_too_many_or_too_long_declarations_stay(declaration: str) -> None:
    subset = declaration * (2 * LONGEST_DECLARATION // len(declaration))
    locations, codes_read = _read(subset, f"{SITE}a")
    assert locations == ["a"]
    assert "ignored-doctype" in codes_read
    assert {"unpacks-to-too-much", "damaged-xml"} & set(codes_read)


def test_file_without_document_type_stays_the_same_object() -> None:
    text = Text(f"<?xml version='1.0'?><!-- <!DOCTYPE x> --><urlset {NAMESPACE}/>", 1)
    assert without_document_type(text, FaultCollector(SITEMAP)) is text


def test_references_beyond_their_number_stay_with_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("standard_sitemap.sitemapsorg.document_type.MOST_REFERENCES", 3)
    faults = FaultCollector(SITE)
    text = without_document_type(Text('<!DOCTYPE a [<!ENTITY a "b">]><a>&a;&a;<b/>&a;&a;<b/>&a;</a>', 1), faults)
    assert text.value == "<a>bb<b/>b&a;<b/>&a;</a>"
    assert faults.has("unpacks-to-too-much")
