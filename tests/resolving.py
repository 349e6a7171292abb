"""Resolves a sitemap in one go, fetching files one after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from standard_sitemap.model.site import RetrievedFile

H = TypeVar("H", covariant=True)


class RetrievalRefusal(Exception):
    """An unavailable file: a kebab-case code, and the reason in words."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Site(Protocol[H]):
    """A `model.Site` that makes hierarchies of one class."""

    def wanted(self) -> tuple[str, ...]: ...

    def add(self, requested_uri: str, retrieved: RetrievedFile) -> None: ...

    def fail(self, requested_uri: str, code: str, message: str) -> None: ...

    def hierarchy(self) -> H: ...


def resolve(site: Site[H], retrieve: Callable[[str], RetrievedFile]) -> H:
    """Return the hierarchy of a site; `retrieve` returns the document at an address, or raises Refused."""
    while wanted := site.wanted():
        for uri in wanted:
            try:
                site.add(uri, retrieve(uri))
            except RetrievalRefusal as refusal:
                site.fail(uri, refusal.code, refusal.message)
    return site.hierarchy()
