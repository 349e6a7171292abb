"""Entities that only what is never fetched may declare: `standard_sitemap.ssp.entities`. [D31]"""

from __future__ import annotations

import pytest

from standard_sitemap import ssp
from standard_sitemap.ssp.entities import as_written, stand_ins, unresolved

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
