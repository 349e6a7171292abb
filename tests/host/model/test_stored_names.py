"""Names of stored files, by the path rules of Linux, macOS and Windows."""

from __future__ import annotations

import ntpath
import re
import unicodedata
from pathlib import Path, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standard_sitemap.model.stored_names import place_in, readable_path, real_path, stored_path

_SEGMENTS = st.text(
    st.sampled_from('aAbBzß.~ :*?"|<>\\%=+éÉйıİſKσςΣ你\x01\x7f') | st.characters(exclude_characters="/\0"),
    min_size=1,
    max_size=12,
) | st.sampled_from(
    ["con", "CON.html", "nul.tar.gz", "com1", "LPT9.x", "aux", "conin$", "..", ".", "a.", "c:", "a:b", "x" * 260]
)
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|clock\$|conin\$|conout\$|com\d|lpt\d)(\.|$)")


def _same_for_some_system(name: str) -> tuple[str, ...]:
    """Return the forms under which systems look a name up."""
    composed, apart = unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name)
    return composed.casefold(), apart.casefold(), name.upper(), name.lower()


@given(st.lists(_SEGMENTS, min_size=1, max_size=3).map("/".join))
@pytest.mark.promise("server", "The file names of crawled pages are no paths, streams or devices of any system.")
def test_file_of_any_path_is_a_plain_file_below_the_folder_on_each_system(path: str) -> None:
    stored = stored_path(path)
    windows = PureWindowsPath("C:/site") / stored
    assert windows.drive == "C:"
    assert windows.is_relative_to("C:/site")
    for name in stored.split("/"):
        assert name not in ("", ".", "..")
        assert not re.search(r'[\x00-\x1f\x7f<>:"|?*\\]', name)
        assert not name.endswith((".", " "))
        assert not _RESERVED.match(name)
        assert len(name.encode()) <= 250
        assert ntpath.basename(name) == name


@given(_SEGMENTS, _SEGMENTS)
@pytest.mark.promise("server", "Crawled pages at two paths never share a file, on any system.")
def test_different_paths_have_different_files_on_each_system(path: str, other: str) -> None:
    first, second = _same_for_some_system(stored_path(path)), _same_for_some_system(stored_path(other))
    assert (path == other) is any(a == b for a, b in zip(first, second, strict=True))


@given(_SEGMENTS.filter(lambda segment: len(segment) < 60))
def test_path_can_be_read_from_its_file(path: str) -> None:
    if not any("\ud800" <= letter <= "\udfff" for letter in path):
        assert readable_path(stored_path(path)) == path


@pytest.mark.parametrize("path", ["/etc/passwd", "../a", "a/../../b", "link/a"])
@pytest.mark.promise("server", "No command writes a file under a sent name outside of its folder.")
def test_place_outside_of_the_folder_is_refused(path: str, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    if path.startswith("link"):
        (folder / "link").symlink_to(tmp_path)
    with pytest.raises(ValueError, match="outside"):
        place_in(folder, path)


def test_place_in_a_loop_of_links_is_itself(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    assert real_path(tmp_path / "a" / "c") in {tmp_path / "a" / "c", tmp_path / "b" / "c"}
    assert place_in(tmp_path, "a") == tmp_path / "a"


def test_place_inside_of_the_folder_is_given(tmp_path: Path) -> None:
    assert place_in(tmp_path, "a/b.html") == tmp_path / "a" / "b.html"
