"""A document type's expansion is bounded by the file's length, and small files may expand as usual."""

from __future__ import annotations

import pytest

from standard_sitemap.model.document_types import FREE
from standard_sitemap.ssp import document_type
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.parsing import parse

NAMESPACE = "http://standard-sitemap.org/2007/ns"


def _parsed(subset: str, content: str, *, scan_fast: bool = False) -> Document:
    text = f'<!DOCTYPE sitemap [{subset}]>\n<sitemap xmlns="{NAMESPACE}">\n{content}</sitemap>'
    return parse("http://site.example/map", text.encode(), "application/xml", scan_fast=scan_fast)


def _codes(document: Document) -> list[tuple[str, int]]:
    return [(fault.code, fault.line) for fault in document.faults]


def test_ordinary_entities_are_expanded() -> None:
    base = '<!ENTITY site "http://site.example/"><!ATTLIST item relation CDATA "sequence">'
    sitemap = _parsed(base, '<item name="I" url="&site;i"/>' * 1_000)
    assert sitemap.attributes[1] == {"name": "I", "url": "http://site.example/i", "relation": "sequence"}
    assert not sitemap.faults


@pytest.mark.parametrize("scan_fast", [False, True])
def test_references_that_are_too_long_together_are_refused_where_they_are(scan_fast: bool) -> None:
    long = f'<!ENTITY long "{"x" * 10_000}">'
    sitemap = _parsed(long, '<item name="I" url="&long;"/>\n' * 100, scan_fast=scan_fast)
    assert _codes(sitemap) == [("entities-too-large", 3 + (FREE + len(long) + 3_000) // 10_000)]
    assert not len(sitemap)


@pytest.mark.promise("author", "Entities at most double a file, even if the file is padded.")
def test_a_padded_file_may_not_expand_a_hundredfold() -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 7))
    padding = f"<!--{'-a' * 100_000}-->"
    sitemap = _parsed(f'<!ENTITY l0 "ha">{laughs}', f'{padding}<item name="I" url="i">&l6;</item>')
    assert [code for code, _ in _codes(sitemap)] == ["entities-too-large"]


@pytest.mark.parametrize("prefix", ["", "s:"])
@pytest.mark.promise("author", "Entities and default attributes at most double a file.")
def test_default_attributes_count_on_every_element(prefix: str) -> None:
    space = f'xmlns{":s" if prefix else ""}="{NAMESPACE}"'
    subset, items = f'<!ATTLIST {prefix}item description CDATA "{"x" * 10_000}">', f"<{prefix}item/>" * 100
    text = f"<!DOCTYPE {prefix}sitemap [{subset}]><{prefix}sitemap {space}>{items}</{prefix}sitemap>"
    sitemap = parse("http://site.example/map", text.encode(), "application/xml")
    assert [code for code, _ in _codes(sitemap)] == ["entities-too-large"]


def test_entities_that_nest_without_end_count_as_endless() -> None:
    nested = "".join(f'<!ENTITY n{number} "&n{number - 1};">' for number in range(1, 40))
    assert [code for code, _ in _codes(_parsed(f'<!ENTITY n0 "x">{nested}', "&n39;"))] == ["entities-too-large"]


def test_of_entities_of_one_name_the_first_counts() -> None:
    twice = f'<!ENTITY e "short"><!ENTITY e "{"x" * 10_000}">'
    assert [code for code, _ in _codes(_parsed(twice, "&e;" * 100))] == ["text-in-element"]


def test_declarations_that_multiply_are_refused_too() -> None:
    """Check parameter entities, which Expat itself bounds."""
    multiplied = "".join(f'<!ENTITY % p{n} "{f"&#37;p{n - 1};" * 10}">' for n in range(1, 7))
    sitemap = _parsed(f'<!ENTITY % p0 "<!--{"-a" * 100}-->">{multiplied}%p6;', "")
    assert [code for code, _ in _codes(sitemap)] == ["entities-too-large"]


ROOT = "http://site.example/map.xml"
ELSEWHERE = '<!ENTITY % elsewhere SYSTEM "names.ent">%elsewhere;'


def _typed(head: str, name: str) -> Document:
    """Return a sitemap with a document type, and one item of this name on line 2."""
    body = f'{head}\n<sitemap xmlns="{NAMESPACE}"><item name="{name}" url="a"/></sitemap>'
    return parse(ROOT, body.encode(), "application/xml")


def _read(head: str, name: str) -> tuple[str, list[str]]:
    """Return the item's name, and the unresolved references."""
    document = _typed(head, name)
    assert {(fault.code, fault.line) for fault in document.faults} <= {("unresolved-reference", 2)}
    return document.attributes[1]["name"], [fault.params["name"] for fault in document.faults]


@pytest.mark.parametrize(
    ("subset", "name", "shown", "unresolved"),
    [
        ('<!-- <!ENTITY eacute "e"> -->', "Caf&eacute;", "Caf&eacute;", ["eacute"]),
        ('<?pi <!ENTITY eacute "e"> ]> ?>', "Caf&eacute;", "Caf&eacute;", ["eacute"]),
        ("""<!ENTITY o '<!ENTITY eacute "e">'>""", "Caf&eacute;", "Caf&eacute;", ["eacute"]),
        ('<!-- ]><a --><!ENTITY a "A">', "&a;", "A", []),
        ('<!-- [ok]> --><!ENTITY a "A">', "&a;", "A", []),
        ("""<!ENTITY b "]><x"><!ENTITY a 'A'>""", "&a;", "A", []),
        ('<!ENTITY a "x&#38;und;y">', "&a;", "x&und;y", ["und"]),
        ('<!ENTITY a "x&#38;#38;und;y">', "&a;", "x&und;y", []),
        ('<!ENTITY % p "&#37;outside;">%p;<!ENTITY late "Late">', "&late;", "&late;", ["late"]),
        ('<!ENTITY % p "">%p;<!ENTITY late "Late">', "&late;&und;", "Late&und;", ["und"]),
        ("<!ENTITY % p \"<!ENTITY a 'A'>\">%p;", "&a;", "A", []),
        ('<!ENTITY % p "<!ENTITY a \'1&#37;q;2\'>"><!ENTITY % q "-">%p;', "&a;", "1-2", []),
        ("<!ENTITY % p \"<!ENTITY a '1&#37;outside;2'>\">%p;", "&a;", "&a;", ["a"]),
        ('<!ENTITY a "&b;"><!ENTITY b "B"><!ENTITY b "C">', "&a;", "B", []),
        ("<!ENTITY a '&#34;&#37;&#38;#13;'>", "&a;", '"%\r', []),
    ],
)
def test_references_are_resolved_or_restored_with_a_fault(
    subset: str, name: str, shown: str, unresolved: list[str]
) -> None:
    assert _read(f'<!DOCTYPE sitemap SYSTEM "x.dtd" [{subset}]>', name) == (shown, unresolved)


def test_reference_with_a_name_of_any_length_is_restored() -> None:
    name = "n" * 5_000
    assert _read('<!DOCTYPE sitemap SYSTEM "x.dtd">', f"1&{name};2") == (f"1&{name};2", [name[:100]])


def test_document_type_that_stands_alone_declares_everything_itself() -> None:
    head = f'<?xml version="1.0" standalone="yes"?><!DOCTYPE sitemap [{ELSEWHERE}<!ENTITY late "Late">]>'
    assert _read(head, "&late;") == ("Late", [])
    assert _codes(_typed(head, "&und;")) == [("not-well-formed", 2)]


def test_reference_without_declaration_is_not_well_formed_where_nothing_is_elsewhere() -> None:
    assert _codes(_typed('<!DOCTYPE sitemap [<!ENTITY a "A">]>', "&b;")) == [("not-well-formed", 2)]


@pytest.mark.parametrize("reference", ["&\u00d7;", "&a:b:c$;", "&!--;", "&?a;", "&1;"])
def test_reference_to_what_is_no_name_is_not_well_formed(reference: str) -> None:
    codes = _codes(_typed('<!DOCTYPE sitemap SYSTEM "x">', reference))
    assert codes in ([("not-well-formed", 2)], [("bare-ampersand", 2)])


def test_entity_of_another_file_may_not_stand_in_an_attribute() -> None:
    for declaration in ('<!ENTITY a SYSTEM "a">', '<!ENTITY a SYSTEM "a.gif" NDATA gif>'):
        assert _codes(_typed(f"<!DOCTYPE sitemap [{declaration}]>", "&a;")) == [("not-well-formed", 2)]


def test_types_and_defaults_of_attributes_are_kept() -> None:
    subset = '<!ATTLIST item xml:id NMTOKEN #IMPLIED name CDATA "first"><!ATTLIST item name CDATA "second">'
    sitemap = _parsed(subset, '<item xml:id="  a "/>')
    assert list(sitemap.attributes[1].values()) == ["a", "first"]


def test_lines_after_a_document_type_are_those_of_the_file() -> None:
    sitemap = _typed('<!DOCTYPE sitemap [\n<!ENTITY a "A">\n\n]\n>', "&a;")
    assert [sitemap.lines[index] for index in range(len(sitemap))] == [6, 6]


@pytest.mark.parametrize(
    "head",
    [
        "<!DOCTYPE sitemap [<!ENTITY a>]>",
        "<!DOCTYPE sitemap [",
        '<!DOCTYPE sitemap [<!ENTITY % p "<!ENTITY a">%p;]>',
        '<!DOCTYPE sitemap [<!ENTITY % p "&#37;p;">%p;]>',
    ],
)
def test_broken_declarations_are_not_well_formed_where_they_stand(head: str) -> None:
    assert [fault.code for fault in _typed(head, "a").faults] == ["not-well-formed"]


def test_bad_names_beyond_a_few_are_left_to_the_parser() -> None:
    text = "".join(f"&\u00d7{number};" for number in range(200))
    body = (
        f'<!DOCTYPE sitemap SYSTEM "x"><sitemap xmlns="{NAMESPACE}"><!-- {text} --><item name="&a;" url="a"/></sitemap>'
    )
    assert _codes(parse(ROOT, body.encode(), "application/xml")) == [("unresolved-reference", 1)]


def test_multiplying_parameter_entities_are_refused_on_their_line() -> None:
    multiplied = "".join(f'<!ENTITY % p{n} "{f"&#37;p{n - 1};" * 10}">' for n in range(1, 9))
    document = _parsed(f'\n<!ENTITY % p0 " ">{multiplied}\n%p8;', "")
    assert _codes(document) == [("entities-too-large", 3)]


def test_comment_that_holds_a_declaration_is_none() -> None:
    assert _read('<!-- <!DOCTYPE sitemap SYSTEM "x.dtd"> -->', "A") == ("A", [])


def test_entity_of_another_file_is_a_fault_in_content() -> None:
    sitemap = _parsed('<!ENTITY chapter SYSTEM "chapter.xml">', "\n&chapter;")
    assert _codes(sitemap) == [("unresolved-reference", 4)]


@pytest.mark.parametrize("subset", ['<!ENTITY a "">', '<!ENTITY % a SYSTEM "b"> %a;'])
@pytest.mark.promise("author", "References to entities are limited in number.")
def test_references_beyond_their_number_are_refused_where_they_are(
    monkeypatch: pytest.MonkeyPatch, subset: str
) -> None:
    monkeypatch.setattr(document_type, "MOST_REFERENCES", 5)
    assert _codes(_parsed(subset, "\n&a;" * 6))[0] == ("entities-too-large", 9)
