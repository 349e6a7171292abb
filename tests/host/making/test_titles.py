"""Titles of a built site, by the addresses at which its pages will be."""

from pathlib import Path

import pytest

from standard_sitemap.making.titles import titles_in


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "teas").mkdir()
    for name in ("index", "teas/index", "teas/assam", "contact"):
        (tmp_path / f"{name}.html").write_text(f"<title>{name.title()} – Tea shop</title><p>")
    (tmp_path / "bare.html").write_text("<p>")
    return tmp_path


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("", "Index"), ("index.html", "Index"), ("teas/", "Teas/Index"), ("teas", "Teas/Index"),
        ("teas/assam", "Teas/Assam"), ("teas/assam.html?page=2#top", "Teas/Assam"), ("bare", None), ("none", None),
        ("../etc/passwd", None),
    ],
)  # fmt: skip
def test_an_address_has_the_title_of_the_file_that_is_served_there(folder: Path, path: str, title: str | None) -> None:
    assert titles_in(folder, None)(f"https://www.example.org/{path}") == title


def test_a_site_in_a_folder_of_its_host_is_seen_from_there(folder: Path) -> None:
    title_of = titles_in(folder, "https://www.example.org/shop/")
    assert title_of("https://www.example.org/shop/contact") == "Contact"
    assert title_of("https://www.example.org/contact") is None
