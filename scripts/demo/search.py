"""Finds words in the texts of the bookshop: plain, without regard to case."""

from __future__ import annotations

from html import escape

from demo.pages import Text

_AROUND = 90


def found(texts: list[Text], language: str, term: str) -> list[tuple[str, str, str]]:
    """Path, title and excerpt of each page in `language` that has `term`, those with most first."""
    wanted = term.strip().casefold()
    if not wanted:
        return []
    hits = [text for text in texts if text.language == language and wanted in text.words.casefold()]
    hits.sort(key=lambda text: -text.words.casefold().count(wanted))
    return [(text.path, text.title, _excerpt(text.words, wanted)) for text in hits]


def _excerpt(words: str, wanted: str) -> str:
    at = max(words.lower().find(wanted), 0)
    end = at + len(wanted)
    before, after = words[max(at - _AROUND, 0) : at], words[end : end + _AROUND]
    return f"… {escape(before)}<mark>{escape(words[at:end])}</mark>{escape(after)} …"
