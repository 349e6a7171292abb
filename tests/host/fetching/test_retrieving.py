"""Files on disk: never above the folder."""

from pathlib import Path

import pytest

from standard_sitemap import refusals
from standard_sitemap.fetching import retrieving
from standard_sitemap.fetching.retrieving import read_below


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret.xml").write_text("secret")
    inner = tmp_path / "site"
    (inner / "below").mkdir(parents=True)
    (inner / "below" / "a b.xml").write_text("here")
    return inner


def test_reads_below(folder: Path) -> None:
    assert read_below((folder / "below" / "a b.xml").as_uri(), folder) == b"here"


def test_never_above(folder: Path) -> None:
    for uri in (folder.parent / "secret.xml").as_uri(), folder.as_uri() + "/below/../../secret.xml":
        with pytest.raises(refusals.NotAllowed):
            read_below(uri, folder)


def test_never_above_by_a_link(folder: Path) -> None:
    (folder / "link.xml").symlink_to(folder.parent / "secret.xml")
    with pytest.raises(refusals.NotAllowed):
        read_below((folder / "link.xml").as_uri(), folder)


def test_a_wider_root_allows_more(folder: Path) -> None:
    assert read_below((folder.parent / "secret.xml").as_uri(), folder.parent) == b"secret"


def test_what_is_no_file(folder: Path) -> None:
    for uri in (folder / "missing.xml").as_uri(), (folder / "below").as_uri():
        with pytest.raises(refusals.NotFound):
            read_below(uri, folder)
    for uri in "http://x/", "file://server/share/x.xml", folder.as_uri() + "/a%00b":
        with pytest.raises(refusals.BadUrl):
            read_below(uri, folder)


def test_what_is_too_large(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrieving, "FILE_BYTES", 3)
    with pytest.raises(refusals.TooLarge):
        read_below((folder / "below" / "a b.xml").as_uri(), folder)
