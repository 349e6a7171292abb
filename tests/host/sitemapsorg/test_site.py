"""The files of a sitemap as they arrive."""

import pytest

from host.sitemapsorg.samples import SITE, SITEMAP, codes, index, outline, pages, resolved
from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.model.site import RetrievedFile

ONE, TWO = f"{SITE}1.xml", f"{SITE}2.xml"


def site_with(root: str, **options: int) -> sitemapsorg.Site:
    site = sitemapsorg.Site(SITEMAP, **options)  # type: ignore[arg-type]
    assert site.wanted() == (SITEMAP,)
    site.add(SITEMAP, RetrievedFile(SITEMAP, root.encode()))
    return site


# holds: S5
def test_files_of_an_index_are_wanted_once() -> None:
    site = site_with(index(ONE, TWO, f"{ONE}#x"))
    assert site.wanted() == (ONE, TWO)
    assert site.wanted() == ()


def test_unavailable_file_is_a_fault() -> None:
    site = site_with(index(ONE))
    site.wanted()
    site.fail(ONE, "not-found", "it does not exist")
    (fault,) = site.hierarchy().faults
    assert (fault.code, fault.document) == ("sitemap-unavailable", ONE)
    assert "it does not exist" in fault.message


def test_nested_indexes_are_followed_and_reported() -> None:
    tree = resolved({"sitemap.xml": index(ONE), "1.xml": index(TWO, SITEMAP), "2.xml": pages("a", "b")})
    assert outline(tree) == ["A a", "B b"]
    assert codes(tree) == ["nested-index", "sitemap-listed-again"]


@pytest.mark.parametrize(
    ("files", "empty"),
    [
        ({"sitemap.xml": index()}, [SITEMAP]),
        ({"sitemap.xml": index(SITEMAP)}, [SITEMAP]),
        ({"sitemap.xml": index(ONE), "1.xml": index(SITEMAP)}, [SITEMAP, ONE]),
        ({"sitemap.xml": index(ONE), "1.xml": pages()}, [SITEMAP]),
        ({"sitemap.xml": index(ONE, TWO), "1.xml": index(ONE), "2.xml": pages("a", "b")}, [ONE]),
        ({"sitemap.xml": index(ONE), "1.xml": index(TWO), "2.xml": pages("a", "b")}, []),
    ],
)
def test_index_under_which_no_page_is_listed_is_an_error(files: dict[str, str], empty: list[str]) -> None:
    faults = [fault for fault in resolved(files).faults if fault.code == "index-without-pages"]
    assert [(fault.document, fault.severity) for fault in faults] == [(uri, "error") for uri in empty]


def test_index_of_a_missing_file_may_list_pages() -> None:
    site = site_with(index(ONE))
    assert "index-without-pages" not in codes(site.hierarchy())
    site.wanted()
    site.fail(ONE, "not-found", "it does not exist")
    assert codes(site.hierarchy()) == ["sitemap-unavailable"]


def test_indexes_in_robots_are_not_nested() -> None:
    robots = f"Sitemap: {ONE}\n"
    tree = resolved({"robots.txt": robots, "1.xml": index(TWO), "2.xml": pages("a")}, f"{SITE}robots.txt")
    assert outline(tree) == ["A a"]
    assert codes(tree) == []


# holds: S30
@pytest.mark.parametrize(
    "named", [f"Sitemap: {ONE}\n", f"Sitemap: {ONE}\nSitemap: {TWO}\n", f"Sitemap: {TWO}\nSitemap: {ONE}\n"]
)
def test_an_index_within_an_index_is_reported_however_it_is_found(named: str) -> None:
    files = {"robots.txt": named, "1.xml": index(TWO), "2.xml": index(f"{SITE}3.xml"), "3.xml": pages("a")}
    tree = resolved(files, f"{SITE}robots.txt")
    assert [(fault.code, fault.document) for fault in tree.faults if fault.code == "nested-index"] == [
        ("nested-index", TWO)
    ]


def test_an_index_that_another_address_leads_to_is_nested_all_the_same() -> None:
    site = site_with(index(ONE, f"{SITE}3.xml"))
    for uri in site.wanted():
        site.add(uri, RetrievedFile(TWO, index(f"{SITE}4.xml").encode()))
    assert codes(site.hierarchy()) == ["nested-index"]


def test_a_file_that_two_addresses_lead_to_counts_once() -> None:
    site = site_with(index(ONE, TWO))
    site.wanted()
    for uri in (ONE, TWO):
        site.add(uri, RetrievedFile(f"{SITE}both.xml", pages("a", "b").encode()))
    assert len(site.hierarchy().documents) == 2


def test_there_is_a_bound_on_files() -> None:
    site = site_with(index(ONE, TWO), max_documents=2)
    assert site.wanted() == (ONE,)
    assert codes(site.hierarchy()) == ["too-many-files"]


def test_faults_are_in_the_order_of_the_index() -> None:
    site = site_with(index(ONE, TWO))
    site.wanted()
    for uri in (TWO, ONE):
        site.add(uri, RetrievedFile(uri, b"https://www.example.org/a\nno\n"))
    assert [fault.document for fault in site.hierarchy().faults] == [ONE, TWO]


def test_non_sitemap_root_is_reported() -> None:
    assert not resolved("<html>").is_sitemap
    assert not sitemapsorg.Site(SITEMAP).hierarchy().is_sitemap
    assert list(resolved("<html>").children(0)) == []


def test_document_of_another_format_is_no_part_of_a_site() -> None:
    with pytest.raises(TypeError):
        sitemapsorg.Site(SITE).add_document(SITE, ssp.parse(SITE, b"<sitemap/>"))


@pytest.mark.parametrize("written", [SITEMAP, f"{SITEMAP}#x", "/sitemap.xml"])
def test_an_index_that_lists_itself_is_nested(written: str) -> None:
    site = site_with(index(ONE, written))
    (fault,) = (fault for fault in site.hierarchy().faults if "location" not in fault.code)
    assert (fault.code, fault.document, fault.line) == ("nested-index", SITEMAP, 4)
    assert site.wanted() == (ONE,)


def test_an_inner_index_that_lists_itself_is_nested_twice() -> None:
    tree = resolved({"sitemap.xml": index(ONE), "1.xml": index(ONE, TWO), "2.xml": pages("a", "b")})
    assert [(fault.code, fault.line) for fault in tree.faults] == [("nested-index", 0), ("nested-index", 3)]
    assert outline(tree) == ["A a", "B b"]


def test_an_index_that_lists_its_address_before_a_redirect_is_nested() -> None:
    site = site_with(index(ONE))
    site.wanted()
    site.add(ONE, RetrievedFile(TWO, index(ONE, f"{SITE}3.xml").encode()))
    assert [fault.code for fault in site.hierarchy().faults] == ["nested-index", "nested-index"]
