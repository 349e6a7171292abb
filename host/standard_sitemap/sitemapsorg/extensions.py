"""The required fields of news, videos and images, by the rules that search engines publish."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import unquote

from standard_sitemap.sitemapsorg.dates import is_older, is_w3c_date
from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.sitemapsorg.lenient_xml import split

if TYPE_CHECKING:
    from lxml.etree import _Element

LineLookup = Callable[["_Element"], int]

# An article counts as news for two days.
_NEWS_AGE = timedelta(hours=48)
_NEWS_LANGUAGE = re.compile(r"[A-Za-z]{2,3}|zh-(?:cn|tw)", re.IGNORECASE)
# Limits for videos, as Google documents them: characters, eight hours in seconds, stars.
_LONGEST_DESCRIPTION = 2_048
_LONGEST_SECONDS = 28_800
_HIGHEST_RATING = 5
_RATING = re.compile(r"[0-9](?:\.[0-9]*)?")
_PAGE = re.compile(r"\.x?html?$", re.IGNORECASE)
# The ending of an image's file, with the size that WordPress adds.
_ENDING_OF_IMAGE = re.compile(r"(?:-[0-9]{1,5}x[0-9]{1,5}|-scaled)?\.[A-Za-z]{3,4}$")
_WHOLE = re.compile(r"https?://[^\s/?#]+", re.IGNORECASE)


class Fields:
    """The fields of one `<news:news>`, `<video:video>` or `<image:image>`, by names without their prefix."""

    def __init__(self, element: _Element, line_of: LineLookup, faults: FaultCollector) -> None:
        self.element = element
        self.prefix = split(str(element.tag))[1].rpartition(":")[2].lower()
        self.line_of = line_of
        self.faults = faults
        self._elements: dict[str, _Element] = {}
        for child in element.iter("*"):
            self._elements.setdefault(split(str(child.tag))[1].rpartition(":")[2].lower(), child)
        self._elements.pop(self.prefix, None)

    def require(self, name: str, code: str) -> str | None:
        """Return the text of a field; record a fault and return None if it is missing or empty."""
        text = self.text(name)
        if not text:
            self.faults.add(code, self.line_of(self._elements.get(name, self.element)))
        return text or None

    def text(self, name: str) -> str:
        """Return the text of a field, "" if it is missing."""
        child = self._elements.get(name)
        return "".join(child.itertext()).strip() if child is not None else ""

    def non_empty(self, *names: str) -> Iterator[tuple[str, str, _Element]]:
        """Yield the non-empty fields among some: their names with prefix, text and element."""
        for name in names:
            text = self.text(name)
            if text:
                yield f"{self.prefix}:{name}", text, self._elements[name]

    def elements(self, *names: str) -> Iterator[tuple[str, _Element]]:
        """Return the fields among some that are present: their names with prefix, and element."""
        return ((f"{self.prefix}:{name}", self._elements[name]) for name in names if name in self._elements)

    def add(self, code: str, name: str, **params: str) -> None:
        """Record a fault of a field."""
        self.faults.add(code, self.line_of(self._elements[name]), **params)


def check_news(fields: Fields, now: datetime | None) -> None:
    """Record the faults of a `<news:news>`; `now` is None if its age does not matter. [Google News Sitemaps]"""
    if any(True for _ in fields.elements("publication")):
        fields.require("name", "news-without-name")
        language = fields.require("language", "news-without-language")
        if language is not None and _NEWS_LANGUAGE.fullmatch(language) is None:
            fields.add("bad-news-language", "language", value=language)
    else:
        fields.require("publication", "news-without-publication")
    date = fields.require("publication_date", "news-without-date")
    if date is not None and not is_w3c_date(date):
        fields.add("bad-news-date", "publication_date", value=date)
    elif date is not None and now is not None and is_older(date, now - _NEWS_AGE):
        fields.add("old-news", "publication_date", value=date)
    fields.require("title", "news-without-title")


def check_video(fields: Fields, page: str) -> None:
    """Record the faults of a `<video:video>` of a page. [Video sitemaps]"""
    fields.require("thumbnail_loc", "video-without-thumbnail")
    fields.require("title", "video-without-title")
    description = fields.require("description", "video-without-description")
    if description is not None and len(description) > _LONGEST_DESCRIPTION:
        fields.add("long-video-description", "description", length=str(len(description)))
    if not fields.text("content_loc") and not fields.text("player_loc"):
        fields.require("content_loc", "video-without-content")
    check_addresses(fields, "thumbnail_loc", "content_loc", "player_loc")
    for name, text, element in fields.non_empty("content_loc", "player_loc"):
        if text == page or (name.endswith(":content_loc") and _PAGE.search(text) is not None):
            fields.faults.add("video-at-page", fields.line_of(element), name=name)
    _check_video_values(fields)


def _check_video_values(fields: Fields) -> None:
    for names, code, is_good in _VIDEO_VALUES:
        for name, text, element in fields.non_empty(*names):
            if not is_good(text):
                fields.faults.add(code, fields.line_of(element), name=name, value=text)
    for name, element in fields.elements("restriction", "platform"):
        if (element.get("relationship") or "") not in ("allow", "deny"):
            fields.faults.add("bad-video-relationship", fields.line_of(element), name=name)


def _is_duration(value: str) -> bool:
    return re.fullmatch("[0-9]{1,5}", value) is not None and 1 <= int(value) <= _LONGEST_SECONDS


def _is_rating(value: str) -> bool:
    return _RATING.fullmatch(value) is not None and float(value) <= _HIGHEST_RATING


def _is_choice(value: str) -> bool:
    return value.lower() in ("yes", "no")


_VIDEO_VALUES: tuple[tuple[tuple[str, ...], str, Callable[[str], bool]], ...] = (
    (("duration",), "bad-video-duration", _is_duration),
    (("rating",), "bad-video-rating", _is_rating),
    (("publication_date", "expiration_date"), "bad-video-date", is_w3c_date),
    (("family_friendly", "requires_subscription", "live"), "bad-video-choice", _is_choice),
)


def check_image(fields: Fields) -> None:
    """Record the faults of an `<image:image>`. [Image sitemaps]"""
    if fields.require("loc", "image-without-location") is not None:
        check_addresses(fields, "loc")


def is_file_name(title: str, image: Fields) -> bool:
    """Return whether the title of an image is only the name of its file, as Ghost and WordPress write it by default."""
    name = unquote(image.text("loc").partition("?")[0].rpartition("/")[2])
    return title in (name, _ENDING_OF_IMAGE.sub("", name))


def check_addresses(fields: Fields, *names: str) -> None:
    """Record a fault for each media address that is not absolute."""
    for name, text, element in fields.non_empty(*names):
        if _WHOLE.match(text) is None:
            fields.faults.add("bad-media-address", fields.line_of(element), name=name, value=text)
