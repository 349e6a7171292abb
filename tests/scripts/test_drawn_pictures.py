"""Pictures of the interface: drawn from today's, or named as outdated."""

from __future__ import annotations

from pathlib import Path

import pytest

from commands import drawn_pictures


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a checkout with one page of the extension, a picture of it, and a plot."""
    for name in ("scripts/images/tree.png", "docs/images/cost-by-items.png", "extension/sidebar/sidebar.css"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"1")
    (tmp_path / "_locales" / "en").mkdir(parents=True)
    (tmp_path / "_locales" / "en" / "messages.json").write_text("{}")
    return tmp_path


def test_a_picture_without_a_record_is_outdated_and_a_plot_is_not(checkout: Path) -> None:
    assert drawn_pictures.outdated(checkout) == ["scripts/images/tree.png"]


def test_a_recorded_picture_is_current_until_the_interface_changes(checkout: Path) -> None:
    drawn_pictures.record([checkout / "scripts" / "images" / "tree.png"], checkout)
    assert drawn_pictures.outdated(checkout) == []
    (checkout / "extension" / "sidebar" / "sidebar.css").write_bytes(b"2")
    assert drawn_pictures.outdated(checkout) == ["scripts/images/tree.png"]


def test_a_changed_english_string_makes_pictures_outdated(checkout: Path) -> None:
    drawn_pictures.record([checkout / "scripts" / "images" / "tree.png"], checkout)
    (checkout / "_locales" / "en" / "messages.json").write_text('{"a": {"message": "b"}}')
    assert drawn_pictures.outdated(checkout) == ["scripts/images/tree.png"]
