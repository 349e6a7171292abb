"""Maps made of a few lines of XML."""

from collections.abc import Callable

import pytest

from resolving import resolve
from standard_sitemap import ssp
from standard_sitemap.model.site import RetrievedFile

ROOT = "http://www.example.org/map.xml"


@pytest.fixture
def hierarchy_of() -> Callable[..., ssp.Hierarchy]:
    """Return a function that makes the hierarchy of a sitemap; `others` are further files by name."""

    def build(content: str, attributes: str = "", **others: str) -> ssp.Hierarchy:
        files = {ROOT: _document(content, attributes)}
        files |= {f"http://www.example.org/{name}.xml": _document(text, "") for name, text in others.items()}

        def retrieve(uri: str) -> RetrievedFile:
            return RetrievedFile(uri, files[uri], "application/xml")

        return resolve(ssp.Site(ROOT), retrieve)

    return build


def _document(content: str, attributes: str) -> bytes:
    return f'<sitemap xmlns="http://standard-sitemap.org/2007/ns" {attributes}>{content}</sitemap>'.encode()
