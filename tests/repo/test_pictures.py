"""The README's and guide's pictures: all are shown, none is large, and compression changes no pixel."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from PIL import Image

from commands.picturing.kinds import KINDS
from commands.picturing.scenes import SCENES, composed
from commands.picturing.views import STORE_SIZE, TILE_SIZE, fitted, shrunk

MOST_BYTES = 200_000


def test_pictures_that_are_kept_are_shown(root: Path, readme: str) -> None:
    pictures = {file.name for file in (root / "scripts" / "images").glob("*.png")}
    assert pictures == set(re.findall(r"scripts/images/([a-z-]+\.png)", readme))


def test_each_scene_of_the_sidebar_is_kept_and_shown(root: Path) -> None:
    files = {file.name for file in (root / "docs" / "images").glob("reading-*.png")}
    shown = re.findall(r"images/(reading-[a-z-]+\.png)", (root / "docs" / "reading.rst").read_text("utf-8"))
    assert sorted(shown) == sorted(files) == sorted(f"reading-{name}.png" for name in SCENES)


def test_each_kind_of_site_is_kept_and_shown(root: Path) -> None:
    files = {file.name for file in (root / "docs" / "images").glob("kind-*.png")}
    shown = re.findall(r"images/(kind-[a-z-]+\.png)", (root / "docs" / "kinds.rst").read_text("utf-8"))
    assert sorted(shown) == sorted(files) == sorted(f"kind-{name}.png" for name in KINDS)
    assert len(shown) == 15


def test_a_scene_has_light_beside_dark_and_browsers_below_one_another() -> None:
    colours = ["#ffffff", "#000000", "#0000ff", "#ff0000"]
    whole = composed(
        [Image.new("RGB", (340, height), colour) for colour, height in zip(colours, (200, 200, 100, 90), strict=True)]
    )
    assert whole.size == (690, 310)
    corners = [(0, 0), (689, 0), (0, 309), (689, 299)]
    assert [whole.convert("RGB").getpixel(at) for at in corners] == [
        (255, 255, 255), (0, 0, 0), (0, 0, 255), (255, 0, 0),
    ]  # fmt: skip


def test_pictures_are_small(root: Path) -> None:
    pictures = [*(root / "scripts" / "images").iterdir(), *(root / "docs" / "images").iterdir()]
    large = [file.name for file in pictures if file.stat().st_size > MOST_BYTES]
    assert large == []


def png(alpha: int) -> bytes:
    """Return a poorly compressed picture with a colour gradient, as transparent as `alpha`."""
    image = Image.linear_gradient("L").convert("RGBA")
    image.putalpha(alpha)
    written = io.BytesIO()
    image.save(written, "PNG", compress_level=0)
    return written.getvalue()


@pytest.mark.parametrize("alpha", [255, 128])
def test_shrinking_changes_no_pixel(alpha: int) -> None:
    before = png(alpha)
    after = shrunk(before)
    assert len(after) < len(before)
    shown = [Image.open(io.BytesIO(content)).convert("RGBA").tobytes() for content in (before, after)]
    assert shown[0] == shown[1]


def test_alpha_goes_only_where_nothing_shows_through() -> None:
    assert Image.open(io.BytesIO(shrunk(png(255)))).mode == "RGB"
    assert Image.open(io.BytesIO(shrunk(png(128)))).mode == "RGBA"


@pytest.mark.parametrize("size", [STORE_SIZE, TILE_SIZE])
@pytest.mark.parametrize("taken", [(1280, 860), (1280, 720), (900, 900)])
def test_pictures_for_stores_have_exactly_their_size_and_no_alpha(
    size: tuple[int, int], taken: tuple[int, int]
) -> None:
    written = io.BytesIO()
    Image.new("RGBA", taken, "red").save(written, "PNG")
    made = Image.open(io.BytesIO(fitted(written.getvalue(), size)))
    assert (made.size, made.mode) == (size, "RGB")
