"""What is sent of a site beside its tree."""

from collections.abc import Callable

import pytest

from standard_sitemap import ssp
from standard_sitemap.model.hierarchy import MOST_OF_ROLE
from standard_sitemap.sites import summary

Make = Callable[..., ssp.Hierarchy]


def test_the_key_of_a_role_node_names_it() -> None:
    assert summary.role_of_key(summary.role_key("x.y", 3)) == ("x.y", 3)


@pytest.mark.parametrize("key", ["", "abc.def", "@", "@1", "@x.contact", "@-1.contact"])
def test_other_keys_name_no_role_node(key: str) -> None:
    assert summary.role_of_key(key) is None


def test_roles_are_listed_with_their_nodes(hierarchy_of: Make) -> None:
    hierarchy = hierarchy_of('<item name="A" url="/a" role="contact"/><item name="B" url="/b" role="contact"/>')
    roles = summary.roles(hierarchy, ())
    assert [(link["key"], link["name"]) for link in roles["contact"]] == [("@0.contact", "A"), ("@1.contact", "B")]


def test_of_very_many_nodes_of_a_role_the_first_are_listed(hierarchy_of: Make) -> None:
    hierarchy = hierarchy_of('<item name="A" url="/a" role="x"/>' * (MOST_OF_ROLE + 5))
    assert len(summary.roles(hierarchy, ())["x"]) == MOST_OF_ROLE


def test_counts_of_nothing_are_none() -> None:
    assert summary.counts(None, ()) == {
        "documents": 0,
        "elements": 0,
        "faults": {"error": 0, "warning": 0, "info": 0},
    }


def test_a_fault_is_sent_with_its_clause_and_place(hierarchy_of: Make) -> None:
    (found,) = (one for one in hierarchy_of('<item name="A" url="a" priority="much"/>').faults if one.params)
    sent = summary.fault(found)
    assert (sent["code"], sent["clause"], sent["line"]) == (found.code, found.clause, 1)
    assert sent["params"] == dict(found.params)
