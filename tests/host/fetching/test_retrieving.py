"""Only files below the folder, and only servers that the user named or public ones, are read."""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Response

import system
from standard_sitemap import refusals
from standard_sitemap.fetching import look_ups, retrieving
from standard_sitemap.fetching.file_uris import path_on_disk, uri_on_disk
from standard_sitemap.fetching.retrieving import Retriever, read_below


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret.xml").write_text("secret")
    inner = tmp_path / "site"
    (inner / "below").mkdir(parents=True)
    (inner / "below" / "a b.xml").write_text("here")
    return inner


def test_files_below_the_folder_are_read(folder: Path) -> None:
    assert read_below((folder / "below" / "a b.xml").as_uri(), folder) == b"here"


INVALID = pytest.param("\udcff.xml", marks=system.not_on_windows("names are text"))


@pytest.mark.parametrize("name", ["map.xml", "a b#c?d%20é~.xml", INVALID])
def test_file_has_the_uri_that_pathlib_gives_it(tmp_path: Path, name: str) -> None:
    uri = uri_on_disk(tmp_path / name)
    assert uri == (tmp_path / name).as_uri()
    assert path_on_disk(uri) == tmp_path / name


def test_files_above_the_folder_are_refused(folder: Path) -> None:
    for uri in (folder.parent / "secret.xml").as_uri(), folder.as_uri() + "/below/../../secret.xml":
        with pytest.raises(refusals.NotAllowed):
            read_below(uri, folder)


def test_symbolic_links_out_of_the_folder_are_refused(folder: Path) -> None:
    (folder / "link.xml").symlink_to(folder.parent / "secret.xml")
    with pytest.raises(refusals.NotAllowed):
        read_below((folder / "link.xml").as_uri(), folder)


def test_a_wider_root_allows_more(folder: Path) -> None:
    assert read_below((folder.parent / "secret.xml").as_uri(), folder.parent) == b"secret"


def test_each_of_several_roots_allows_its_files(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    roots = folder, tmp_path / "other"
    assert read_below(uri_on_disk(folder / "below" / "a b.xml"), *roots) == b"here"
    with pytest.raises(refusals.NotAllowed, match=" or "):
        read_below(uri_on_disk(tmp_path / "secret.xml"), *roots)


def test_path_on_another_drive_is_refused_before_it_is_looked_at(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[Path] = []
    monkeypatch.setattr(retrieving, "is_on_drive", lambda path, _: looked_at.append(path))
    uri = uri_on_disk(folder / "below" / "a b.xml")
    with pytest.raises(refusals.NotAllowed):
        read_below(uri, folder)
    assert set(looked_at) == {path_on_disk(uri)}


def test_non_file_is_refused(folder: Path) -> None:
    for name, reason in ("missing.xml", r"\(no such file\)"), ("below", r"\(no such file, but a folder\)"):
        with pytest.raises(refusals.NotFound, match=reason):
            read_below((folder / name).as_uri(), folder)
    for uri in "http://x/", "file://server/share/x.xml", folder.as_uri() + "/a%00b":
        with pytest.raises(refusals.BadUrl):
            read_below(uri, folder)


def test_pipe_is_refused_as_a_pipe(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    with pytest.raises(refusals.NotFound, match=r"\(no such file, but a pipe or device\)"):
        read_below((folder / "pipe").as_uri(), folder)


def test_oversized_file_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrieving, "FILE_BYTES", 3)
    with pytest.raises(refusals.TooLarge):
        read_below((folder / "below" / "a b.xml").as_uri(), folder)


def _got(uri: str, named: Sequence[str] | None) -> bytes:
    async def get() -> bytes:
        async with Retriever(None, named=named) as retriever:
            return (await retriever.get(uri)).body

    return asyncio.run(get())


@pytest.fixture
def map_address(httpserver: HTTPServer) -> str:
    httpserver.expect_request("/map.xml").respond_with_data(b"<a/>", content_type="application/xml")
    return httpserver.url_for("/map.xml")


@pytest.mark.parametrize("named", [None, ["{}"], ["http://127.0.0.1/other", "https://public.invalid/"]])
def test_retriever_reaches_a_private_server_that_was_named(map_address: str, named: list[str] | None) -> None:
    assert _got(map_address, None if named is None else [uri.format(map_address) for uri in named]) == b"<a/>"


@pytest.mark.parametrize("named", [[], ["https://public.invalid/map.xml"], ["file:///map.xml"], ["http://10.0.0.1/"]])
@pytest.mark.promise("author", "A command reaches only servers that its user named, and public servers.")
def test_retriever_reaches_no_private_server_that_was_not_named(map_address: str, named: list[str]) -> None:
    for uri in (map_address, map_address.replace("127.0.0.1", "localhost")):
        with pytest.raises(refusals.PrivateAddress):
            _got(uri, named)


@pytest.mark.promise("author", "A name that changes its address during a command keeps its first address.")
def test_name_that_changes_its_address_keeps_the_first(map_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([["127.0.0.99"], ["127.0.0.1"]])

    async def look_up(*_: object) -> list[str]:
        return next(answers)

    monkeypatch.setattr(look_ups, "system_addresses", look_up)
    address = map_address.replace("127.0.0.1", "rebinding.test").replace("localhost", "rebinding.test")
    with pytest.raises(refusals.NoConnection):
        _got(address, [address])


@pytest.mark.parametrize("elsewhere", ["http://10.0.0.1/", "http://169.254.169.254/", "http://8.8.8.8/"])
@pytest.mark.promise("author", "A redirect from this machine reaches no other machine.")
def test_retriever_is_redirected_from_this_machine_to_no_other(httpserver: HTTPServer, elsewhere: str) -> None:
    httpserver.expect_request("/on").respond_with_response(Response(status=302, headers={"Location": elsewhere}))
    with pytest.raises(refusals.PrivateAddress):
        _got(httpserver.url_for("/on"), [httpserver.url_for("/")])
