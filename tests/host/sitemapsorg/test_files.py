"""Pages below a key, in the tables of several files."""

from __future__ import annotations

import pytest

from standard_sitemap.sitemapsorg.documents import parse
from standard_sitemap.sitemapsorg.files import folded, place_of, places_below, single_pages
from standard_sitemap.sitemapsorg.sort_keys import key_of

SITE = "https://www.example.org"
FOLDER = key_of(f"{SITE}/a/")


def keys_below(*files: tuple[str, ...]) -> list[str] | None:
    """Return the keys of single pages below `/a/`; None if anything else is there."""
    bodies = ["\n".join(f"{SITE}{path}" for path in paths) for paths in files]
    documents = [parse(f"{SITE}/{number}.txt", body.encode()) for number, body in enumerate(bodies)]
    place = place_of(documents, FOLDER)
    parts = single_pages(place)
    if parts is None:
        return None
    keys = [key for document, start, stop in parts for key in document.table.keys[start:stop]]
    assert keys == list(places_below(place))
    return keys


def test_a_folder_of_single_pages_is_seen_in_several_files() -> None:
    assert keys_below(("/a/", "/a/2", "/a/1", "/b"), ("/a/3.html", "/a")) == [
        key_of(f"{SITE}/a/{n}") for n in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    "files",
    [
        (("/a/1", "/a/1/2"),),
        (("/a/1/2", "/a/3"),),
        (("/a/1", "/a/2?x"),),
        (("/a/1", "/a?x"),),
        (("/a/1", "/a/1.html"),),
        (("/a/1",), ("/a/1",)),
        (("/a/",),),
        ((),),
    ],
)
def test_folder_with_other_entries_needs_examination(files: tuple[tuple[str, ...], ...]) -> None:
    assert keys_below(*files) is None


def test_run_of_folders_ends_where_the_addresses_differ() -> None:
    address = f"{SITE}{'/a' * 4_000}"
    document = parse(f"{SITE}/map.txt", f"{address}/b\n{address}/c?d\n{address}c".encode())
    assert folded(place_of([document], "")).key == key_of(address.removesuffix("/a"))
    assert folded(place_of([document], key_of(address))).key == key_of(address)
    assert folded(place_of([document], key_of(f"{address}/c"))).key == key_of(f"{address}/c?d")
