"""Files that are written all or not at all."""

from pathlib import Path

import pytest

from standard_sitemap.converting.conversion import InTheWay, Staging


def test_files_are_placed_together_and_nothing_else_is_left(tmp_path: Path) -> None:
    with Staging(tmp_path, may_replace=False) as staging:
        staging.write("b", [b"1", b"2"])
        assert not (tmp_path / "b").exists()
        staging.write("a", [b"3"])
        assert staging.place() == [tmp_path / "b", tmp_path / "a"]
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"3", "b": b"12"}


def test_a_failure_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with Staging(tmp_path, may_replace=True) as staging:
        staging.write("a", [b"new"])
        with pytest.raises(ZeroDivisionError):
            staging.write("b", (bytes([1 // 0]) for _ in range(1)))
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a", "old")]


def test_nothing_is_replaced_unless_it_may_be(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with pytest.raises(InTheWay), Staging(tmp_path, may_replace=False) as staging:
        staging.write("a", [b"new"])
    with Staging(tmp_path, may_replace=True) as staging:
        staging.write("a", [b"new"])
        staging.place()
    assert (tmp_path / "a").read_text() == "new"


def test_what_came_in_the_way_meanwhile_stays(tmp_path: Path) -> None:
    with Staging(tmp_path, may_replace=False) as staging:
        staging.write("a", [b"new"])
        staging.write("b", [b"new"])
        (tmp_path / "b").write_text("another's")
        with pytest.raises(InTheWay):
            staging.place()
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("b", "another's")]


def test_a_folder_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(InTheWay), Staging(tmp_path, may_replace=True) as staging:
        staging.write("a", [b"new"])
    assert (tmp_path / "a").is_dir()


def test_a_dangling_link_is_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "nowhere")
    with pytest.raises(InTheWay), Staging(tmp_path, may_replace=False) as staging:
        staging.write("a", [b"new"])
