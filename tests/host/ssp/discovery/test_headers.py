"""Header fields that name a sitemap. [D25, D28]"""

from __future__ import annotations

import pytest

from standard_sitemap.ssp.discovery import field, opt_location

NS = "http://standard-sitemap.org/2007/ns"


@pytest.mark.parametrize(
    "opt",
    [
        f'"{NS}"; ns=15',
        f'" {NS} " ; NS = "15"',
        f"{NS};ns=15",
        f'"urn:a,b"; ns=1, "{NS}"; x="a;ns=99"; ns=15',
        f'"{NS}"; ns=44, "{NS}"; ns=15',
    ],
)
def test_declaration_gives_the_prefix(opt: str) -> None:
    assert opt_location([("OPT", opt), ("15-location", " /map.xml ")]) == "/map.xml"


@pytest.mark.parametrize("opt", ["", ";", '"', ",;=", f'"{NS}"', f'"{NS}"; ns', f'"{NS}/"; ns=15', f'"{NS}"; ns=１５'])
def test_what_is_no_declaration_gives_none(opt: str) -> None:
    assert opt_location([("Opt", opt), ("15-Location", "/map.xml"), ("１５-Location", "/map.xml")]) is None


def test_joined_fields_give_their_first() -> None:
    assert field([("X", ""), ("X", "/a,b.xml, /c.xml")], "x") == "/a,b.xml"
    assert field([], "x") is None
