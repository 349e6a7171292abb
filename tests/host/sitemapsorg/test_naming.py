"""Names made of addresses."""

import pytest

from standard_sitemap.sitemapsorg.naming import (
    host_name,
    in_natural_order,
    name_of_key,
    name_of_run,
    names_of_keys,
    whole_name_of_key,
)
from standard_sitemap.sitemapsorg.sort_keys import QUERY, SEGMENT, key_of


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("getting-started", "Getting started"),
        ("getting_started.html", "Getting started"),
        ("Mixed-Case", "Mixed Case"),
        ("iPhone-guide", "iPhone guide"),
        ("caf%C3%A9-au-lait", "Café au lait"),
        ("%E6%97%A5%E6%9C%AC", "日本"),
        ("%FF%FE", "\ufffd\ufffd"),
        ("a%0Ab", "A b"),
        ("product-name-123456", "Product name"),
        ("deadbeef-dead-beef-dead-beefdeadbeef-123456", "deadbeef-dead-beef-dead-beefdeadbeef-123456"),
        (
            "a-name-of-so-many-words-that-it-is-longer-than-a-code-123456",
            "A name of so many words that it is longer than a code",
        ),
        ("98765-product-name", "Product name"),
        ("lamp-p1234567", "Lamp"),
        ("note-3f2a9c81", "Note"),
        ("3f2504e0-4f89-11d3-9a0c-0305e82c3301", "3f2504e0-4f89-11d3-9a0c-0305e82c3301"),
        ("3f2504e0-4f89-11d3-9a0c-0305e82c3301-lamp", "Lamp"),
        ("12345678", "12345678"),
        ("windows-11", "Windows 11"),
        ("v0-3-2-released", "v0.3.2 released"),
        ("Release-v1-2-0", "Release v1.2.0"),
        ("v0-2-1", "v0.2.1"),
        ("v2-10-tips", "V2 10 tips"),
        ("mts_selectWhere.html", "mts_selectWhere"),
        ("Ronald_McDonald", "Ronald McDonald"),
        ("2024", "2024"),
        ("2024/05", "2024-05"),
        ("2024/5/3", "2024-05-03"),
        ("2024-05-12-hello-world", "2024-05-12 Hello world"),
        ("20240512", "2024-05-12"),
        ("list?page=2&sort=a+b", "page: 2, sort: a b"),
        ("list?x", "x"),
        ("list?&", "?"),
        ("report.pdf", "Report.pdf"),
        ("a//", "A"),
        ("//blog//first-post", "First post"),
        ("summerschool2024-lectures", "Summerschool2024 lectures"),
        ("windows2019server-setup", "Windows2019server setup"),
        ("decade2020-review", "Decade2020 review"),
        ("2024conference-talks", "2024conference talks"),
        ("kubernetes-1a3301f8", "Kubernetes"),
        ("lamp-3435cf36", "Lamp"),
        ("x1y2z3w4v5u6-lamp", "Lamp"),
        ("vcruntime140_1.dll.html", "vcruntime140_1.dll"),
        ("c2r32.dll", "c2r32.dll"),
        ("chrome-launcher.exe.html", "Chrome launcher.exe"),
        ("my_report.pdf", "My report.pdf"),
        ("v0.10.0", "v0.10.0"),
        ("3.11", "3.11"),
        ("mosn-0.1.0-report", "Mosn 0.1.0 report"),
        ("release-v1.2.0-rc1", "Release v1.2.0 rc1"),
        ("intro-to-node.js", "Intro to node.js"),
        ("tags/css", "CSS"),
        ("faq.html", "FAQ"),
        ("st-moritz", "St moritz"),
        ("gym", "Gym"),
        ("pdf-12345", "PDF"),
    ],
)
def test_names(path: str, name: str) -> None:
    assert name_of_key(key_of(f"https://www.example.org/{path}")) == name


def test_hosts_are_named_as_people_call_them() -> None:
    assert name_of_key(key_of("https://www.example.org/")) == "example.org"
    assert host_name("user@xn--bcher-kva.example") == "bücher.example"
    assert host_name("xn--\xff.example") == "xn--\xff.example"
    assert host_name("www.") == "www."
    assert name_of_key(key_of("https://www.example.org//")) == "example.org"
    assert name_of_key(key_of("file:///")) == "/"


def test_runs_of_folders_are_named_by_all_of_them() -> None:
    key = key_of("https://www.example.org/shop/2024/05")
    assert name_of_run(key, 0) == "example.org / Shop / 2024-05"
    assert name_of_run(key, len("www.example.org")) == "Shop / 2024-05"
    assert name_of_run(key_of("https://www.example.org/a?b=c"), len("www.example.org")) == "A / b: c"


@pytest.mark.promise("author", "Only the part of a long address that forms its name is read.")
def test_long_address_is_read_only_up_to_its_name() -> None:
    name, other = (name_of_key(key_of(f"http://a.example/{'x' * 499}-{digit * 60_000}")) for digit in "12")
    assert name == other
    assert len(name_of_run(key_of(f"http://a.example/{'ab/' * 20_000}"), 0)) < 12_000


def test_names_stand_without_regard_to_case_and_by_the_size_of_their_numbers() -> None:
    names = ["Item 10", "item 9", "Item 09b", "Apple", "item"]
    nodes = in_natural_order([*range(len(names))], names)
    assert [names[node] for node in nodes] == ["Apple", "item", "item 9", "Item 09b", "Item 10"]


@pytest.mark.parametrize(
    "ends",
    [
        ("some-words", "a", "part-12", "post-12345", "page-2024-123456"),
        ("some-words", "css", "pdf-12345", "faq", "faqs", "st-moritz"),
        ("some-words", "Some-Words", "2024", "a--b", "f%C3%BCr", "", "x-1a", "a1"),
        ("f81d4fae-abcd-abcd-abcd-abcdefabcdef", "words"),
        ("w" * 600, "words"),
        (),
    ],
)
def test_names_made_together_are_those_made_one_by_one(ends: tuple[str, ...]) -> None:
    keys = [f"www.example.org{SEGMENT}a{SEGMENT}{end}" for end in ends]
    for some in (keys, [*keys, "localhost"], [*keys, f"localhost{SEGMENT}a{QUERY}b=12345"]):
        assert names_of_keys(some) == list(map(name_of_key, some))
        assert names_of_keys(some, keeps_numbers=True) == list(map(whole_name_of_key, some))
