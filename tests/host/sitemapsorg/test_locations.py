"""Addresses: many at once, on other hosts, and outside the folder."""

from hypothesis import given
from hypothesis import strategies as st

from standard_sitemap.sitemapsorg.entries import Entries
from standard_sitemap.sitemapsorg.faults import Fault, FaultCollector
from standard_sitemap.sitemapsorg.locations import addresses, check_hosts

SITE = "https://www.example.org/"
_STARTS = st.sampled_from([SITE, "https://WWW.example.org/", "http://www.example.org/", "https://other.example/", "/"])
_WRITTEN = st.tuples(_STARTS, st.sampled_from(["a", "", "a b", "\u00e4", "x/../y", "a&amp;b", "a\nb", "#f"])).map(
    "".join
)


def _looked_at(*written: str) -> tuple[list[str | None], list[Fault]]:
    faults = FaultCollector(f"{SITE}sitemap.xml")
    return addresses(Entries(list(written), [1] * len(written)), f"{SITE}sitemap.xml", faults), faults.all()


@given(st.lists(_WRITTEN, max_size=5))
def test_many_addresses_come_to_the_same_as_each(written: list[str]) -> None:
    each = [_looked_at(location) for location in written]
    together, faults = _looked_at(*written)
    assert together == [location for locations, _ in each for location in locations]
    assert sorted(map(str, faults)) == sorted(str(fault) for _, own in each for fault in own)


def test_single_address_of_another_host_is_reported_without_a_plural() -> None:
    faults = FaultCollector(SITE)
    check_hosts([f"{SITE}x", "https://b.example/x"], range(1, 3), f"{SITE}sitemap.xml", faults)
    (fault,) = faults.all()
    assert fault.message.startswith(f"Addresses that are not on {SITE}, where this file is: 1; ")


def test_addresses_of_other_hosts_are_counted_by_what_differs() -> None:
    faults = FaultCollector(SITE)
    hosts = ("https://b.example/", "http://www.example.org/", SITE, "https://example.org/", "https://c.example/")
    check_hosts([f"{host}{path}" for path in "xy" for host in hosts], range(1, 11), f"{SITE}sitemap.xml", faults)
    counted = {fault.code: (fault.line, fault.params["count"], fault.params["location"]) for fault in faults.all()}
    assert counted == {
        "other-host": (1, "4", "https://b.example/x"),
        "other-scheme": (2, "2", "http://www.example.org/x"),
        "www-or-bare": (4, "2", "https://example.org/x"),
    }


def test_addresses_outside_the_folder_are_counted() -> None:
    faults = FaultCollector(SITE)
    check_hosts([f"{SITE}a/x", f"{SITE}b/x", f"{SITE}a"], [3, 4, 5], f"{SITE}a/sitemap.xml", faults)
    (outside,) = faults.all()
    assert (outside.code, outside.line, outside.params["count"]) == ("outside-folder", 4, "2")


def test_address_that_no_server_accepts_is_not_kept() -> None:
    kept, faults = _looked_at(f"{SITE}{'a' * 9_000}", f"{SITE}b")
    assert kept == [None, f"{SITE}b"]
    assert [fault.code for fault in faults] == ["long-location"]
