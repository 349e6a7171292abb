"""News, videos and images by their own rules: a code for every field, at the element's line."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from host.sitemapsorg.samples import NAMESPACE, SITE
from standard_sitemap.sitemapsorg import parse

GOOGLE = "http://www.google.com/schemas/sitemap-"
NOW = datetime(2024, 6, 1, tzinfo=UTC)

NEWS = """<news:news>
<news:publication>
<news:name>The Example</news:name>
<news:language>en</news:language>
</news:publication>
<news:publication_date>2024-05-31T08:00:00Z</news:publication_date>
<news:title>Tea is up</news:title>
</news:news>"""
VIDEO = """<video:video>
<video:thumbnail_loc>https://www.example.org/film.jpg</video:thumbnail_loc>
<video:title>A knot</video:title>
<video:description>With one hand.</video:description>
<video:content_loc>https://www.example.org/film.mp4</video:content_loc>
<video:duration>600</video:duration>
<video:rating>4.2</video:rating>
<video:family_friendly>yes</video:family_friendly>
</video:video>"""
IMAGE = "<image:image>\n<image:loc>https://www.example.org/tea.png</image:loc>\n</image:image>"
# The line of an extension's start in the result of `told`.
FIRST = 3


def reported(extension: str) -> list[tuple[str, int]]:
    """Return the faults of a page with an extension, each with its line relative to the extension."""
    declared = " ".join(
        f'xmlns:{name}="{GOOGLE}{name}/{version}"'
        for name, version in (("news", "0.9"), ("video", "1.1"), ("image", "1.1"))
    )
    text = f"<urlset {NAMESPACE} {declared}>\n<url><loc>{SITE}film</loc>\n{extension}\n</url></urlset>"
    faults = parse(f"{SITE}sitemap.xml", text.encode(), now=NOW).faults
    return [(fault.code, fault.line - FIRST + 1) for fault in faults]


@pytest.mark.parametrize("extension", [NEWS, VIDEO, IMAGE, NEWS + VIDEO + IMAGE])
def test_complete_extensions_have_no_fault(extension: str) -> None:
    assert reported(extension) == []


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("<news:name>The Example</news:name>", "", "news-without-name", 2),
        ("<news:language>en</news:language>", "", "news-without-language", 2),
        ("<news:language>en<", "<news:language>zh-cn<", "", 0),
        ("<news:language>en<", "<news:language>en-GB<", "bad-news-language", 4),
        ("2024-05-31T08:00:00Z", "2024-05-29T23:00:00Z", "old-news", 6),
        ("2024-05-31T08:00:00Z", "2024-05-31 08:00", "bad-news-date", 6),
        ("<news:title>Tea is up</news:title>", "<news:title/>", "news-without-title", 1),
    ],
)
def test_news_have_publication_language_date_and_title(old: str, new: str, code: str, line: int) -> None:
    assert old in NEWS
    faults = reported(NEWS.replace(old, new))
    assert [fault[0] for fault in faults] == ([code] if code else [])
    assert not code.startswith("bad") or faults[0][1] == line


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        (">600<", ">0<", "bad-video-duration", 6),
        (">600<", ">28801<", "bad-video-duration", 6),
        (">600<", ">28800<", "", 0),
        (">4.2<", ">5.1<", "bad-video-rating", 7),
        (">yes<", ">maybe<", "bad-video-choice", 8),
        ("With one hand.", "w" * 2_049, "long-video-description", 4),
        ("https://www.example.org/film.jpg", "film.jpg", "bad-media-address", 2),
        ("film.mp4", "film", "video-at-page", 5),
    ],
)
def test_values_of_videos_are_looked_at(old: str, new: str, code: str, line: int) -> None:
    assert old in VIDEO
    assert reported(VIDEO.replace(old, new)) == ([(code, line)] if code else [])


@pytest.mark.parametrize("name", ["thumbnail_loc", "title", "description", "content_loc"])
def test_missing_video_values_are_reported_at_the_video(name: str) -> None:
    lines = [line for line in VIDEO.splitlines() if f"<video:{name}>" not in line]
    code = {"thumbnail_loc": "thumbnail", "content_loc": "content"}.get(name, name)
    assert reported("\n".join(lines)) == [(f"video-without-{code}", 1)]


def test_a_player_stands_in_for_the_file_of_a_video() -> None:
    player = VIDEO.replace("content_loc", "player_loc").replace("film.mp4", "play?v=1")
    assert reported(player) == []


@pytest.mark.parametrize(
    ("image", "code", "line"),
    [
        ("<image:image>\n</image:image>", "image-without-location", 1),
        (IMAGE.replace("https://www.example.org/", "/"), "bad-media-address", 2),
    ],
)
def test_images_have_a_whole_address(image: str, code: str, line: int) -> None:
    assert reported(image) == [(code, line)]
