"""The Python interface: its sources, its results, and its exported names."""

from __future__ import annotations

import ast
import asyncio
import io
from datetime import UTC, datetime
from pathlib import Path

import pytest

import standard_sitemap
from standard_sitemap import Node, Sitemap, api

SITE = "https://www.example.org/"
MAP = b"""<sitemap xmlns="http://standard-sitemap.org/2007/ns">
<item name="Home" url="/"><external url="#b"/></item>
<group name="All" xml:id="b"><item name="B" url="b" priority="0.8"/><external url="#b"/></group>
</sitemap>"""


@pytest.fixture
def sitemap() -> Sitemap:
    return standard_sitemap.read(MAP, uri=f"{SITE}map.xml")


def test_public_names_exist_with_types() -> None:
    host = Path(api.__file__).parent
    stub = ast.parse((host / "__init__.pyi").read_text("utf-8"))
    typed = {alias.name for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert typed == set(standard_sitemap.__all__)
    assert all(getattr(standard_sitemap, name) is not None for name in typed)


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="frobnicate"):
        _ = standard_sitemap.frobnicate  # type: ignore[attr-defined]


def test_bytes_files_and_paths_give_the_same_result(tmp_path: Path) -> None:
    file = tmp_path / "map.xml"
    file.write_bytes(MAP)
    sources = [file, str(file), file.as_uri()]
    trees = [[node.location for node in standard_sitemap.read(source).nodes()] for source in sources]
    with file.open("rb") as opened:
        trees.append([node.location for node in standard_sitemap.read(opened, uri=file.as_uri()).nodes()])
    trees.append([node.location for node in standard_sitemap.read(MAP, uri=file.as_uri()).nodes()])
    assert trees == [trees[0]] * 5


def test_a_node_knows_what_its_element_says(sitemap: Sitemap) -> None:
    home, group = sitemap.tree
    assert (home.kind, home.name, home.location, home.roles) == ("item", "Home", SITE, ("tree", "home"))
    (item, _) = group.children
    assert (item.priority, item.relation, item.order, item.line) == (0.8, "none", "none", 3)
    assert (item.document, item.last_modified, item.change_frequency) == (f"{SITE}map.xml", None, None)


def test_a_loop_is_marked_and_ends(sitemap: Sitemap) -> None:
    group = sitemap.tree[1]
    again = group.children[1]
    assert again == group
    assert hash(again) == hash(group)
    assert (group.is_loop, again.is_loop, again.children) == (False, True, ())


def test_every_node_comes_once_however_often_it_is_shown(sitemap: Sitemap) -> None:
    assert [node.name for node in sitemap.nodes()] == ["Home", "All", "B"]
    assert list(sitemap.locations()) == [SITE, f"{SITE}b"]


def test_nodes_are_made_one_by_one() -> None:
    text = "".join(f"{SITE}{number}\n" for number in range(5_000)).encode()
    nodes = standard_sitemap.read(text).nodes()
    assert isinstance(next(nodes), Node)


def test_roles_documents_and_class_changes_are_there(sitemap: Sitemap) -> None:
    assert [node.name for node in sitemap.roles["home"]] == ["Home"]
    assert [document.uri for document in sitemap.documents] == [sitemap.uri]
    assert (sitemap.class_changes, sitemap.format) == ((), "ssp")


def test_the_root_that_cannot_be_had_is_refused(tmp_path: Path) -> None:
    with pytest.raises(standard_sitemap.Refusal):
        standard_sitemap.read(tmp_path / "none.xml")
    with pytest.raises(standard_sitemap.Refusal):
        standard_sitemap.read("gopher://www.example.org/")


def test_endless_source_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "FILE_BYTES", 10)
    with pytest.raises(standard_sitemap.Refusal, match="10"):
        standard_sitemap.read(io.BytesIO(MAP))


def test_files_above_the_folder_are_read_only_below_a_root_that_is_given(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "more.xml").write_bytes(MAP)
    file = tmp_path / "inner" / "map.xml"
    file.write_bytes(MAP.replace(b'<external url="#b"/></item>', b'<external url="../more.xml#b"/></item>'))
    assert len(standard_sitemap.read(file).documents) == 1
    assert len(standard_sitemap.read(file, root=tmp_path).documents) == 2


@pytest.mark.parametrize(
    "body", [b"", b"  ", b"%PDF-1.4", b'{"a": 1}', b"\x00\xff", b"<a><b/></a>", b"<!doctype html>"]
)
def test_read_of_what_is_no_sitemap_raises(body: bytes) -> None:
    with pytest.raises(standard_sitemap.Refusal):
        standard_sitemap.read(body)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_read_of_a_sitemap_that_breaks_off_has_its_fault(encoding: str) -> None:
    body = '<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item'.encode(encoding)
    assert [fault.code for fault in standard_sitemap.read(body).faults] == ["cut-off"]


def test_folder_is_read_on_its_top_level_only(tmp_path: Path) -> None:
    folder = tmp_path / "below"
    folder.mkdir()
    (folder / "standard-sitemap.xml").write_bytes(MAP)
    (folder / "list.txt").write_text(f"{SITE}a\n")
    with pytest.raises(standard_sitemap.Refusal):
        standard_sitemap.read(tmp_path)


def test_folder_is_read_by_the_sitemap_that_its_page_names(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "site.xml").write_bytes(MAP)
    (tmp_path / "list.txt").write_text(f"{SITE}a\n")
    declaration = '<link rel="schema.s" href="http://standard-sitemap.org/2007/ns">'
    (tmp_path / "index.html").write_text(f'{declaration}<link rel="s.location" href="/maps/site.xml"><title>A</title>')
    assert standard_sitemap.read(tmp_path).uri == (tmp_path / "maps" / "site.xml").as_uri()


def test_read_works_inside_a_running_event_loop(sitemap: Sitemap) -> None:
    async def notebook() -> Sitemap:
        return standard_sitemap.read(MAP, uri=f"{SITE}map.xml")

    assert asyncio.run(notebook()).uri == sitemap.uri


def test_check_reports_on_bytes_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "map.xml").write_bytes(MAP)
    reports_of_sources = [standard_sitemap.check(source) for source in (MAP, tmp_path / "map.xml", tmp_path)]
    assert [[report.number_of("error") for report in reports] for reports in reports_of_sources] == [[0], [0], [0]]
    (report,) = standard_sitemap.check(MAP, explain=["b"])
    assert report.explanations[0].found == 1


def test_check_reports_what_cannot_be_fetched(tmp_path: Path) -> None:
    (report,) = standard_sitemap.check(tmp_path / "none.xml")
    assert report.refused is not None


def test_check_compares_files_with_their_future_address(tmp_path: Path) -> None:
    (tmp_path / "robots.txt").write_text("User-agent: *\nDisallow: /\n")
    (tmp_path / "sitemap.txt").write_text("https://www.example.org/\nhttps://shop.example.net/\n")
    (report,) = standard_sitemap.check(tmp_path / "sitemap.txt", base_url="https://www.example.org")
    assert {fault.code for fault in report.faults} == {"sitemap-disallowed", "page-disallowed", "other-host"}
    with pytest.raises(standard_sitemap.Refusal):
        standard_sitemap.check(tmp_path / "sitemap.txt", base_url="www.example.org")
    with pytest.raises(FileNotFoundError):
        standard_sitemap.check(tmp_path / "sitemap.txt", robots=tmp_path / "none.txt")


def test_public_names_are_listed() -> None:
    assert set(standard_sitemap.__all__) <= set(dir(standard_sitemap))


@pytest.mark.parametrize("source", [42, None, ["map.xml"], io.StringIO("<sitemap/>"), object()])
def test_source_of_another_type_is_a_type_error(source: object) -> None:
    with pytest.raises(TypeError, match="cannot be read"):
        standard_sitemap.read(source)  # type: ignore[arg-type]


def test_bytes_of_any_kind_are_read() -> None:
    trees = [standard_sitemap.read(kind(MAP)).tree for kind in (bytes, bytearray, memoryview, io.BytesIO)]
    assert {len(tree) for tree in trees} == {2}


def test_file_that_returns_less_than_asked_is_read_to_its_end() -> None:
    class Pipe(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            return super().read(7)

    assert len(standard_sitemap.read(Pipe(MAP)).tree) == 2


@pytest.mark.parametrize(
    "page",
    [
        b"<!doctype html><title>A</title>",
        b'<html xmlns="http://www.w3.org/1999/xhtml"/>',
        b"<meta charset=utf-8><p>A",
        b"<title>A</title>",
    ],
)
def test_page_in_place_of_a_sitemap_is_refused(page: bytes) -> None:
    with pytest.raises(standard_sitemap.Refusal) as refused:
        standard_sitemap.read(page)
    assert refused.value.code == "not-a-sitemap"


def test_folder_is_read_by_its_sitemap(tmp_path: Path) -> None:
    with pytest.raises(standard_sitemap.Refusal) as refused:
        standard_sitemap.read(tmp_path)
    assert refused.value.code == "not-found"
    assert f"{tmp_path.name}/standard-sitemap.xml does not exist" in str(refused.value)
    (tmp_path / "list.txt").write_text(f"{SITE}a\n")
    assert standard_sitemap.read(tmp_path).format == "sitemaps-org"
    (tmp_path / "a.xml").write_bytes(MAP)
    assert standard_sitemap.read(tmp_path).uri == (tmp_path / "a.xml").as_uri()
    (tmp_path / "standard-sitemap.xml").write_bytes(MAP)
    assert standard_sitemap.read(str(tmp_path)).uri == (tmp_path / "standard-sitemap.xml").as_uri()


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2024-05-31", datetime(2024, 5, 31, tzinfo=UTC)),
        ("2024", datetime(2024, 1, 1, tzinfo=UTC)),
        ("2024-05-31T10:20:30.5+02:00", datetime(2024, 5, 31, 8, 20, 30, 500_000, tzinfo=UTC)),
        ("20240531T102030Z", datetime(2024, 5, 31, 10, 20, 30, tzinfo=UTC)),
        ("2024-05-31T24:00", datetime(2024, 6, 1, tzinfo=UTC)),
        ("9999-12-31T24:00", None),
        ("9999-12-31T23:59-12:00", None),
        ("0000", None),
        ("soon", None),
    ],
)
def test_date_of_a_page_is_a_moment(written: str, moment: datetime | None) -> None:
    entry = f"<url><loc>{SITE}</loc><lastmod>{written}</lastmod></url>"
    text = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entry}</urlset>'
    (node,) = standard_sitemap.read(text.encode(), uri=f"{SITE}sitemap.xml").nodes()
    assert node.last_modified == moment
    assert moment is None or node.last_modified.tzinfo is UTC, "a table's column has one time zone"


def test_records_are_rows_of_a_table(sitemap: Sitemap) -> None:
    records = sitemap.to_records()
    assert [(record["level"], record["name"], record["location"]) for record in records] == [
        (node.level, node.name, node.location) for node in sitemap.nodes()
    ]
    assert len({tuple(record) for record in records}) == 1
    assert {"language", "roles", "last_modified", "document", "line"} <= set(records[0])


@pytest.mark.parametrize("address", ["http://[", "https://[::1", "file://[", "http://", "ftp://a.example/"])
def test_invalid_address_is_a_refusal(address: str, tmp_path: Path) -> None:
    for call in (standard_sitemap.read, standard_sitemap.check):
        with pytest.raises(standard_sitemap.Refusal):
            call(address)
    with pytest.raises(standard_sitemap.Refusal):
        standard_sitemap.check(tmp_path, base_url=address)
