"""Document type declarations are read as XML asks of a processor that does not validate."""

from __future__ import annotations

import time

import pytest

from standard_sitemap.model.document_types import (
    DEEPEST,
    FREE,
    MOST_ATTRIBUTES,
    AttributeDeclaration,
    BrokenDocumentType,
    DeclarationsTooLarge,
    DocumentType,
    end_of_prolog,
    expanded_lengths,
    read_document_type,
    references,
)


def _read(subset: str, *, identifier: str = "", before: str = "") -> DocumentType:
    document_type = read_document_type(f"{before}<!DOCTYPE map{identifier} [{subset}]><map/>")
    assert document_type is not None
    return document_type


@pytest.mark.parametrize("text", ["", "<map/>", "<!-- <!DOCTYPE a> --><map/>", "<?a <!DOCTYPE a> ?><map/>", "<!-- "])
def test_file_without_declaration_has_none(text: str) -> None:
    assert read_document_type(text) is None


@pytest.mark.parametrize(
    "declaration",
    ["<!DOCTYPE map>", '<!DOCTYPE map SYSTEM "a">', "<!DOCTYPE map PUBLIC 'b>' \"c]>\" [ ] >", "<!DOCTYPE map[\n]\n>"],
)
def test_declaration_is_found_from_its_start_to_its_end(declaration: str) -> None:
    before = '<?xml version="1.0"?>\n<!-- <!DOCTYPE a> --> <?pi ?>'
    document_type = read_document_type(f"{before}{declaration}]><map/>")
    assert document_type is not None
    assert (document_type.start, document_type.end, document_type.name) == (
        len(before),
        len(before) + len(declaration),
        "map",
    )


@pytest.mark.parametrize(
    ("subset", "entities"),
    [
        ('<!ENTITY a "A"><!ENTITY a "B">', {"a": "A"}),
        ('<!-- <!ENTITY a "A"> ]> --><!ENTITY b "B">', {"b": "B"}),
        ('<?pi <!ENTITY a "A"> ]> ?><!ENTITY b "B">', {"b": "B"}),
        ("<!ENTITY a '<!ENTITY b \"]>\">'>", {"a": '<!ENTITY b "]>">'}),
        ('<!ENTITY a "1&#x26;b;&#50;\r\n\r">', {"a": "1&b;2\n\n"}),
        ('<!ELEMENT map (item*)><!NOTATION gif SYSTEM "a>"><!ENTITY a "A">', {"a": "A"}),
        ("<!ENTITY % p '<!ENTITY a \"A\">'> %p; <!ENTITY a 'B'>", {"a": "A"}),
        ("<!ENTITY % p '<!ENTITY a \"1&#37;q;2\">'><!ENTITY % q 'x'><!ENTITY % q 'y'>%p;", {"a": "1x2"}),
        ('<!ENTITY % p \'<![INCLUDE[<!ENTITY a "A">]]><![IGNORE[ <![ ]]> <!ENTITY b "B"> ]]>\'>%p;', {"a": "A"}),
        ("<!ENTITY a 'A'>%p;<!ENTITY b 'B'>", {"a": "A"}),
        ("<!ENTITY % p SYSTEM 'p.ent'>%p;<!ENTITY b 'B'><!ATTLIST a b CDATA 'c'>", {}),
        ("<!ENTITY % p '<!ENTITY a \"1&#37;q;2\">'>%p;<!ENTITY a 'A'>", {}),
        ("<!ENTITY % p '<!ENTITY a \"1&#37;q;\">'><!ENTITY % q '&#37;r;'>%p;", {}),
    ],
)
def test_entities_are_those_that_the_subset_declares(subset: str, entities: dict[str, str]) -> None:
    document_type = _read(subset)
    assert (document_type.entities, document_type.attributes) == (entities, ())


def test_entities_of_other_files_are_told_apart() -> None:
    document_type = _read('<!ENTITY a SYSTEM "a"><!ENTITY b PUBLIC "b" "b" NDATA gif><!ENTITY a "A">')
    assert (document_type.entities, document_type.external, document_type.unparsed) == ({}, {"a"}, {"b"})
    assert [document_type.is_declared(name) for name in ("a", "b", "amp", "c")] == [True, True, True, False]


def test_attributes_keep_their_type_and_the_first_default() -> None:
    document_type = _read(
        "<!ATTLIST item a CDATA 'x>' b NMTOKEN #REQUIRED c (d|e) 'd' f NOTATION (g) #FIXED \"g\">"
        "<!ATTLIST item a CDATA 'y'><!ATTLIST group>"
    )
    assert document_type.attributes == (
        AttributeDeclaration("item", "a", True, "'x>'"),
        AttributeDeclaration("item", "b", False, None),
        AttributeDeclaration("item", "c", False, "'d'"),
        AttributeDeclaration("item", "f", False, '"g"'),
    )


@pytest.mark.parametrize(
    ("subset", "identifier", "standalone", "has_all"),
    [
        ("", "", "", True),
        ("<!-- %p; -->", "", "", True),
        ("", ' SYSTEM "a"', "", False),
        ("%p;", "", "", False),
        ('<!ENTITY % p "">%p;', "", "", False),
        ("%p;", ' SYSTEM "a"', " standalone='yes'", True),
        ("%p;", ' SYSTEM "a"', " standalone='no'", False),
    ],
)
def test_everything_is_declared_here_unless_something_refers_elsewhere(
    subset: str, identifier: str, standalone: str, has_all: bool
) -> None:
    document_type = _read(subset, identifier=identifier, before=f"<?xml version='1.0'{standalone}?>")
    assert document_type.has_all is has_all


def test_file_that_stands_alone_declares_what_follows_a_reference_elsewhere() -> None:
    subset = '%p;<!ENTITY % q "<!ENTITY a \'&#37;p;\'>">%q;<!ENTITY b "B">'
    document_type = _read(subset, before="<?xml version='1.0' standalone='yes'?>")
    assert (document_type.entities, document_type.is_declared("a")) == ({"b": "B"}, False)


@pytest.mark.parametrize(
    "text",
    [
        "<!DOCTYPE", "<!DOCTYPE map", "<!DOCTYPE map [", "<!DOCTYPE map [] x>", '<!DOCTYPE map SYSTEM "a>',
        "<!DOCTYPE map [<!-- ]>", "<!DOCTYPE map [<?a ]>", "<!DOCTYPE map [x]>", "<!DOCTYPE map [<!ENTITY a>]>",
        "<!DOCTYPE map [<!ENTITY a 'b]>", "<!DOCTYPE map [<!ATTLIST item a>]>", "<!DOCTYPE map [<!ELEMENT a ']>",
        "<!DOCTYPE map [<![INCLUDE[]]>]>", "<!DOCTYPE map [<!ENTITY a '%p;'>]>", "<!DOCTYPE map [<!ENTITY a '&#0;'>]>",
        "<!DOCTYPE map [<!ENTITY a '&#xD800;'>]>", "<!DOCTYPE map [<!ENTITY a '&#99999999999;'>]>",
        "<!DOCTYPE map [<!ENTITY % p '<!ENTITY a'>%p;]>", "<!DOCTYPE map [<!ENTITY % p '&#37;p;'>%p;]>",
        "<!DOCTYPE map [<!ENTITY % p '<![IGNORE['>%p;]>", "<!DOCTYPE map [<!ENTITY % p '<![INCLUDE['>%p;]>",
    ],
)  # fmt: skip
def test_broken_declaration_is_refused_where_it_is_broken(text: str) -> None:
    with pytest.raises(BrokenDocumentType) as caught:
        read_document_type(text)
    assert 0 <= caught.value.place <= len(text)


def test_parameter_entities_may_double_a_file_and_no_more() -> None:
    multiplied = "".join(f'<!ENTITY % p{n} "{f"&#37;p{n - 1};" * 10}">' for n in range(1, 7))
    with pytest.raises(DeclarationsTooLarge) as caught:
        _read(f'<!ENTITY % p0 "<!--{"-a" * 100}-->">{multiplied}%p6;')
    assert caught.value.place > len(multiplied)


def test_parameter_entities_and_sections_nest_to_a_bound() -> None:
    sections = "<![INCLUDE[" * (DEEPEST + 1)
    with pytest.raises(DeclarationsTooLarge):
        _read(f"<!ENTITY % p '{sections}'>%p;")


def test_attributes_of_one_element_are_bounded() -> None:
    attributes = [f"<!ATTLIST a b{number} CDATA #IMPLIED>" for number in range(MOST_ATTRIBUTES + 1)]
    declared = _read("".join(attributes[1:]) + "<!ATTLIST c d CDATA #IMPLIED>")
    assert len(declared.attributes) == MOST_ATTRIBUTES + 1
    with pytest.raises(DeclarationsTooLarge):
        _read("".join(attributes))


@pytest.mark.parametrize("start", ["<!ELEMENT a ", "<!ENTITY a '", "<!NOTATION a "])
def test_declaration_longer_than_the_bound_is_refused(start: str) -> None:
    end = "'>" if start.endswith("'") else ">"
    _read(start + "a" * 900_000 + end)
    with pytest.raises(BrokenDocumentType):
        _read(start + "a" * 1_000_000 + end)


@pytest.mark.parametrize(
    ("prolog", "rest"),
    [
        ("", "<map/>"),
        ("<?xml version='1.0'?>\n<!-- <map> -- > --><?a <!-- ?>\t", "<map/>"),
        ("<!-- a --><!--->-->", "<!DOCTYPE map>"),
        ("<!-- <map/>", ""),
        ("<?a <map/>", ""),
        (" ", "text <!-- -->"),
    ],
)
def test_prolog_ends_before_the_first_declaration_element_or_text(prolog: str, rest: str) -> None:
    assert end_of_prolog(prolog + rest) == len(prolog)


def test_lengths_are_of_whole_expansions() -> None:
    lengths = expanded_lengths({"a": "12&b;&b;&und;", "b": "123", "c": "&c;", "d": "x" * 99}, 50)
    assert lengths == {"a": len("12&b;&b;&und;") + 6, "b": 3, "c": 51, "d": 51}


def test_references_have_names_of_any_length() -> None:
    name = "n" * 5_000
    assert list(references(f"&{name}; &#38; & a; &b&c;")) == [name, "c"]


@pytest.mark.parametrize(
    "part",
    ["<!-- ", "<?", '<!ENTITY a "', "<!ENTITY a SYSTEM ", "<!ATTLIST a b CDATA ", "%p;", "<![", "]", "<!ELEMENT '"],
)
def test_time_is_linear_in_what_never_ends(part: str) -> None:
    text = f"<!DOCTYPE map [{part * (FREE // len(part))}"
    start = time.process_time()
    with pytest.raises(BrokenDocumentType):
        read_document_type(text)
    assert time.process_time() - start < 2
