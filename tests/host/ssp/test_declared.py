"""What a document type adds is bounded by the file's own length, and small files may grow as authors have them grow."""

from __future__ import annotations

import pytest

from standard_sitemap import ssp
from standard_sitemap.ssp.declared import FREE, as_written, stand_ins, unresolved
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.parsing import parse

NAMESPACE = "http://standard-sitemap.org/2007/ns"


def _parsed(subset: str, content: str, *, scan_fast: bool = False) -> Document:
    text = f'<!DOCTYPE sitemap [{subset}]>\n<sitemap xmlns="{NAMESPACE}">\n{content}</sitemap>'
    return parse("http://site.example/map", text.encode(), "application/xml", scan_fast=scan_fast)


def _codes(document: Document) -> list[tuple[str, int]]:
    return [(fault.code, fault.line) for fault in document.faults]


def test_what_authors_write_is_expanded() -> None:
    base = '<!ENTITY site "http://site.example/"><!ATTLIST item relation CDATA "sequence">'
    found = _parsed(base, '<item name="I" url="&site;i"/>' * 1_000)
    assert found.attributes[1] == {"name": "I", "url": "http://site.example/i", "relation": "sequence"}
    assert not found.faults


@pytest.mark.parametrize("scan_fast", [False, True])
def test_references_that_are_too_long_together_are_refused_where_they_are(scan_fast: bool) -> None:
    long = f'<!ENTITY long "{"x" * 10_000}">'
    found = _parsed(long, '<item name="I" url="&long;"/>\n' * 100, scan_fast=scan_fast)
    assert _codes(found) == [("entities-too-large", 3 + (FREE + len(long) + 3_000) // 10_000)]
    assert not len(found)


def test_a_padded_file_may_not_expand_a_hundredfold() -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 7))
    padding = f"<!--{'-a' * 100_000}-->"
    found = _parsed(f'<!ENTITY l0 "ha">{laughs}', f'{padding}<item name="I" url="i">&l6;</item>')
    assert [code for code, _ in _codes(found)] == ["entities-too-large"]


@pytest.mark.parametrize("prefix", ["", "s:"])
def test_default_attributes_count_on_every_element(prefix: str) -> None:
    space = f'xmlns{":s" if prefix else ""}="{NAMESPACE}"'
    subset, items = f'<!ATTLIST {prefix}item description CDATA "{"x" * 10_000}">', f"<{prefix}item/>" * 100
    text = f"<!DOCTYPE {prefix}sitemap [{subset}]><{prefix}sitemap {space}>{items}</{prefix}sitemap>"
    found = parse("http://site.example/map", text.encode(), "application/xml")
    assert [code for code, _ in _codes(found)] == ["entities-too-large"]


def test_entities_that_nest_without_end_count_as_endless() -> None:
    nested = "".join(f'<!ENTITY n{number} "&n{number - 1};">' for number in range(1, 40))
    assert [code for code, _ in _codes(_parsed(f'<!ENTITY n0 "x">{nested}', "&n39;"))] == ["entities-too-large"]


def test_of_entities_of_one_name_the_first_counts() -> None:
    twice = f'<!ENTITY e "short"><!ENTITY e "{"x" * 10_000}">'
    assert not _parsed(twice, "&e;" * 100).faults


def test_declarations_that_multiply_are_refused_too() -> None:
    """Those of parameter entities, which Expat bounds itself."""
    multiplied = "".join(f'<!ENTITY % p{n} "{f"&#37;p{n - 1};" * 10}">' for n in range(1, 7))
    found = _parsed(f'<!ENTITY % p0 "<!--{"-a" * 100}-->">{multiplied}%p6;', "")
    assert [code for code, _ in _codes(found)] == ["entities-too-large"]


ROOT = "http://site.example/map.xml"
ELSEWHERE = '<!ENTITY % elsewhere SYSTEM "names.ent">%elsewhere;'


@pytest.mark.parametrize("subset", ["", '<!ENTITY a "b">', '<!ENTITY % here "">%here;', "<!-- %elsewhere; -->"])
def test_nothing_stands_in_where_all_declarations_are_here(subset: str) -> None:
    assert stand_ins(f"<!DOCTYPE a [{subset}]><a>&b;</a>", is_typed_elsewhere=False) is None


def test_what_is_declared_first_keeps_its_own_value() -> None:
    found = stand_ins(
        f'<!DOCTYPE a [<!ENTITY x "1">{ELSEWHERE}<!ENTITY y "2">]><a>&x;&y;</a>', is_typed_elsewhere=False
    )
    assert found is not None
    assert "<!ENTITY y " in found
    assert "<!ENTITY x " not in found


def test_what_is_no_name_is_left_to_the_parser() -> None:
    assert stand_ins('<!DOCTYPE a SYSTEM "x"><a>&1; &lt;</a>', is_typed_elsewhere=True) == ""


def test_a_reference_is_put_back_as_it_is_written() -> None:
    declared = stand_ins('<!DOCTYPE a SYSTEM "x"><a>&b;</a>', is_typed_elsewhere=True) or ""
    value = declared.split('"')[1]
    assert (unresolved(f"x{value}y"), as_written(f"x{value}y")) == (["b"], "x&b;y")


def test_a_file_that_stands_alone_has_all_that_it_declares() -> None:
    head = f'<?xml version="1.0" standalone="yes"?><!DOCTYPE sitemap [{ELSEWHERE}<!ENTITY late "Late">]>'
    body = f'{head}<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="&late;" url="a"/></sitemap>'
    found = ssp.parse(ROOT, body.encode(), "application/xml")
    assert found.attributes[1]["name"] == "Late"
    assert found.faults == []


@pytest.mark.parametrize("reference", ["&\u00d7;", "&a:b:c$;"])
def test_what_the_parser_takes_for_no_name_is_declared_nowhere(reference: str) -> None:
    assert stand_ins(f'<!DOCTYPE a SYSTEM "x"><a>{reference}</a>', is_typed_elsewhere=True) == ""
