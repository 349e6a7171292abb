"""The sources of a conversion: recognised by content, and read from disk as if already published."""

import asyncio
import gzip
from pathlib import Path

import pytest

from host.webmaster.converting.made import locations
from standard_sitemap.refusals import NotFound
from standard_sitemap.webmaster.converting.extension_markup import Extensions
from standard_sitemap.webmaster.converting.pages import Pages
from standard_sitemap.webmaster.converting.sources import (
    MixedFormats,
    MixedPlaces,
    PackedText,
    ReadOptions,
    Source,
    read,
)

SITE = "https://www.example.org/"
SSP = '<sitemap xmlns="http://standard-sitemap.org/2007/ns">{}</sitemap>'
URLSET = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{}</urlset>'
INDEX = '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{}</sitemapindex>'


def _read(*paths: Path, root: Path | None = None, base_url: str | None = None, include_user: bool = False) -> Source:
    options = ReadOptions(root, base_url, include_user)
    return asyncio.run(read([path.as_uri() for path in paths], options, lambda _done, _requested: None))


def _locations(source: Source) -> set[str]:
    return set().union(*(locations(hierarchy) for hierarchy in source.hierarchies))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    subfolder = tmp_path / "a"
    subfolder.mkdir()
    (subfolder / "map.xml").write_text(SSP.format('<item name="x" url="x"><external url="../up.xml#u"/></item>'))
    (tmp_path / "up.xml").write_text(SSP.format('<item xml:id="u" name="u" url="u"/><item name="v" url="v"/>'))
    (subfolder / "list.xml").write_text(f"{SITE}one\n{SITE}two\n")
    listed = "".join(f"<sitemap><loc>{SITE}{name}</loc></sitemap>" for name in ("a/list.xml", "a/none.txt"))
    (subfolder / "index.txt").write_text(INDEX.format(listed))
    return subfolder


def test_formats_are_recognised_by_content(folder: Path) -> None:
    assert _read(folder / "map.xml").format == "ssp"
    assert _read(folder / "list.xml").format == "sitemaps-org"


def test_map_is_resolved_against_its_future_address(folder: Path) -> None:
    source = _read(folder / "map.xml", base_url=f"{SITE}a/")
    assert source.uris == (f"{SITE}a/map.xml",)
    assert _locations(source) == {f"{SITE}a/x"}, "not above its folder"


def test_files_above_the_folder_are_read_where_that_is_allowed(folder: Path) -> None:
    source = _read(folder / "map.xml", root=folder.parent, base_url=f"{SITE}a/")
    assert _locations(source) == {f"{SITE}a/x", f"{SITE}u"}


def test_an_address_may_be_another_than_the_files_name(folder: Path) -> None:
    assert _locations(_read(folder / "map.xml", base_url=f"{SITE}sitemap.xml")) == {f"{SITE}x"}


def test_an_index_leads_to_the_files_on_disk(folder: Path) -> None:
    source = _read(folder / "index.txt", base_url=f"{SITE}a/")
    assert _locations(source) == {f"{SITE}one", f"{SITE}two"}
    assert [fault.code for fault in source.hierarchies[0].faults if fault.severity == "error"] == [
        "sitemap-unavailable"
    ]


def test_several_files_are_one_tree_or_several(folder: Path) -> None:
    (folder / "more.txt").write_text(f"{SITE}three\n")
    joined = _read(folder / "list.xml", folder / "more.txt")
    assert (len(joined.hierarchies), _locations(joined)) == (1, {f"{SITE}{name}" for name in ("one", "two", "three")})
    assert joined.uris == ((folder / "list.xml").as_uri(), (folder / "more.txt").as_uri())
    maps = _read(folder / "map.xml", folder.parent / "up.xml")
    assert len(maps.hierarchies) == 2


def test_user_elements_are_read_on_request(folder: Path) -> None:
    (folder / "map.xml").write_text(SSP.format('<item name="x" url="x" tree="user" role="contact"/>'))
    both = [_locations(_read(folder / "map.xml", base_url=SITE, include_user=wanted)) for wanted in (True, False)]
    assert both == [{f"{SITE}x"}, set()]


def test_incompatible_sources_are_refused(folder: Path) -> None:
    with pytest.raises(MixedFormats):
        _read(folder / "map.xml", folder / "list.xml")
    with pytest.raises(MixedPlaces):
        asyncio.run(read([(folder / "map.xml").as_uri(), SITE], ReadOptions(), lambda _done, _requested: None))
    with pytest.raises(NotFound):
        _read(folder / "gone.xml")


def test_a_packed_text_is_the_same_in_every_part() -> None:
    text = b"".join(b"%x" % (number * number) for number in range(40_000))
    packed, edges = PackedText(text), [0, 1, 1 << 16, (1 << 16) + 1, 1 << 17, 200_000, len(text)]
    assert packed[:] == text
    assert all(packed[start:stop] == text[start:stop] for start in edges for stop in edges if start <= stop)


def test_only_files_that_may_hold_more_than_entries_are_looked_at_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at, add = list[str](), Extensions.add

    def noting(extensions: Extensions, uri: str, body: bytes) -> None:
        looked_at.append(uri.rpartition("/")[2])
        add(extensions, uri, body)

    monkeypatch.setattr(Extensions, "add", noting)
    entry = f"<url><loc>{SITE}{{}}</loc>{{}}</url>"
    image = '<i:image xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"><i:loc>x.png</i:loc></i:image>'
    (folder / "plain.xml").write_text(URLSET.format(entry.format("p", "")))
    (folder / "packed.xml").write_bytes(gzip.compress(URLSET.format(entry.format("q", "")).encode()))
    (folder / "image.xml").write_text(URLSET.format(entry.format("i", image)))
    (folder / "comment.xml").write_text("<!-- By hand -->" + URLSET.format(entry.format("c", "")))
    source = _read(*(folder / f"{name}.xml" for name in ("plain", "packed", "image", "comment")), base_url=f"{SITE}a/")
    assert _locations(source) == {f"{SITE}{path}" for path in "pqic"}
    assert set(looked_at) == {"robots.txt", "image.xml", "comment.xml"}
    assert source.extensions.left == {"images": 1}
    assert source.extensions.dropped["comments and instructions"] == 1


def test_extensions_of_maps_are_kept(folder: Path) -> None:
    image = '<i:image xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"><i:loc>x.png</i:loc></i:image>'
    (folder / "map.xml").write_text(SSP.format(f'<item name="x" url="x">{image}</item>'))
    assert _read(folder / "map.xml").extensions.left == {"images": 1}


def test_extensions_of_a_shared_file_are_read_once(folder: Path) -> None:
    image = '<i:image xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"><i:loc>x.png</i:loc></i:image>'
    leads = '<item name="{0}" url="{0}"><external url="{1}.xml#x"/></item>'
    (folder / "a.xml").write_text(SSP.format(leads.format("a", "b") + leads.format("c", "c")))
    (folder / "b.xml").write_text(
        SSP.format(f'<item xml:id="x" name="b" url="b">{image}</item>' + leads.format("d", "c"))
    )
    (folder / "c.xml").write_text(SSP.format(f'<item xml:id="x" name="e" url="e">{image}</item>'))
    source = _read(folder / "a.xml", folder / "b.xml", base_url=SITE)
    assert source.extensions.left == {"images": 2}
    pages = Pages(source.hierarchies, extensions=source.extensions)
    assert sum(len(page.extensions) for _, page in pages.listed()) == 2
