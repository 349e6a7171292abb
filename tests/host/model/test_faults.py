"""The form of catalogues: `standard_sitemap.model.faults`."""

from __future__ import annotations

import pytest

from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.model.faults import Fault


@pytest.mark.parametrize("kind", [ssp.Fault, sitemapsorg.Fault])
def test_fault_is_explained_by_the_catalogue_of_its_format(kind: type[Fault]) -> None:
    for code, rule in kind.catalogue.items():
        fault = kind(code, "http://host.example/map.xml", 3)
        assert (fault.rule, fault.severity, fault.clause) == (rule, rule.severity, rule.clause)


def test_message_names_the_breach_and_the_remedy() -> None:
    fault = ssp.Fault("bad-method", "http://host.example/map.xml", 3, {"value": "put"})
    assert fault.message == 'A search cannot be sent with method="put"; it counts as method="get". Write get or post.'


def test_no_code_is_in_two_catalogues() -> None:
    assert ssp.CATALOGUE.keys().isdisjoint(sitemapsorg.CATALOGUE)
