"""A site as its files arrive."""

from __future__ import annotations

import pytest

from conformance.in_memory import ROOT, faults, names, written
from resolving import RetrievalRefusal, resolve
from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.model.site import RetrievedFile

TWO, THREE = "http://site.example/two.xml", "http://site.example/three.xml"


def retrieved(uri: str, content: str) -> RetrievedFile:
    return RetrievedFile(uri, written(content), "application/xml")


def site_with(content: str) -> ssp.Site:
    site = ssp.Site(ROOT)
    site.wanted()
    site.add(ROOT, retrieved(ROOT, content))
    return site


def test_root_file_is_wanted_without_its_fragment() -> None:
    assert ssp.Site("http://SITE.example/map.xml#part").wanted() == (ROOT,)
    assert ssp.Site("no address#x").wanted() == ("no address",)


def test_every_address_is_wanted_once_ever() -> None:
    site = site_with('<external url="two.xml#a"/><external url="two.xml#b"/><external url="three.xml#a"/>')
    assert site.wanted() == (TWO, THREE)
    assert site.wanted() == ()
    site.add(
        TWO, retrieved(TWO, '<item xml:id="a" name="A"><external url="map.xml#x"/><external url="three.xml#c"/></item>')
    )
    assert site.wanted() == ()


def test_only_what_is_reached_and_not_plainly_excluded_is_requested() -> None:
    site = site_with(
        '<item name="A" tree="exclude"><external url="1.xml#x"/></item><item><external url="2.xml#x"/></item>'
        '<item name="B"><external url="3.xml#x"/><variant><external url="4.xml#x"/></variant></item>'
    )
    assert site.wanted() == ("http://site.example/3.xml",)


def test_redirected_document_answers_to_both_addresses() -> None:
    site = site_with('<external url="old.xml#x"/><external url="two.xml#x"/>')
    assert site.wanted() == ("http://site.example/old.xml", TWO)
    site.add("http://site.example/old.xml", retrieved(TWO, '<item xml:id="x" name="X" url="x"/>'))
    site.add(TWO, retrieved(TWO, '<item xml:id="x" name="X" url="x"/>'))
    tree = site.hierarchy()
    assert [document.uri for document in tree.documents] == [ROOT, TWO]
    first, second = tree.children(tree.root)
    assert first == second


@pytest.mark.parametrize("fails_first", [True, False])
def test_file_that_one_address_refuses_may_come_by_another(fails_first: bool) -> None:
    site = site_with('<external url="two.xml#x"/><external url="old.xml#y"/>')
    body = retrieved(
        TWO, '<item xml:id="x" name="X" url="x"/><item xml:id="y" name="Y"><external url="three.xml#z"/></item>'
    )
    site.wanted()
    for fails in (fails_first, not fails_first):
        if fails:
            site.fail(TWO, "timed-out", "It took too long.")
            names(site.hierarchy())
        else:
            site.add("http://site.example/old.xml", body)
    assert names(site.hierarchy()) == ["X"]
    assert site.wanted() == (THREE,)


def test_document_parsed_elsewhere_is_taken_in() -> None:
    site = ssp.Site(ROOT)
    site.add_document(ROOT, ssp.parse(ROOT, written('<item name="A" url="a"/>')))
    assert names(site.hierarchy()) == ["A"]


def test_files_beyond_the_bound_are_left_out_and_that_is_said_once() -> None:
    site = ssp.Site(ROOT, max_documents=2)
    site.add(
        ROOT,
        retrieved(ROOT, '<external url="two.xml#x"/>\n<external url="three.xml#x"/>\n<external url="three.xml#y"/>'),
    )
    assert site.wanted() == (ROOT, TWO)
    codes = [code for code, _ in faults(site.hierarchy())]
    assert codes.count("too-many-documents") == 1


def test_refusal_costs_that_file_alone() -> None:
    def retrieve(uri: str) -> RetrievedFile:
        if uri != ROOT:
            raise RetrievalRefusal("not-found", "There is nothing there.")
        return retrieved(ROOT, '<external url="two.xml#x"/>\n<item name="A" url="a"/>')

    tree = resolve(ssp.Site(ROOT), retrieve)
    assert names(tree) == ["A"]
    (fault,) = [fault for fault in tree.faults if fault.code == "unavailable"]
    assert "There is nothing there." in fault.message
    assert fault.document == TWO


def test_hierarchy_is_a_view_of_what_was_known_when_it_was_taken() -> None:
    site = site_with('<item name="A"><external url="two.xml#x"/></item>')
    before = site.hierarchy()
    assert names(before) == []
    site.add(TWO, retrieved(TWO, '<group xml:id="x"/>'))
    assert names(site.hierarchy()) == ["A"]


def test_document_of_another_format_is_no_part_of_a_site() -> None:
    with pytest.raises(TypeError):
        ssp.Site(ROOT).add_document(ROOT, sitemapsorg.parse(ROOT, b"<urlset/>"))
