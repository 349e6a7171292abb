"""One WordPress for the tests that only read it, and one for those that change it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from wordpress import filling
from wordpress.site import WordPress, running


@pytest.fixture(scope="session")
def filled() -> Iterator[WordPress]:
    """With 2,000 pages, 10,000 posts and a menu. No test changes it."""
    with running() as site:
        filling.fill(site)
        site.php(filling.MENU)
        yield site
        assert site.complaints() == []


@pytest.fixture(scope="session")
def started_small() -> Iterator[tuple[WordPress, bytes]]:
    """A site for all tests that change one, and what it has stored before they do."""
    with running() as site:
        yield site, site.state()


@pytest.fixture
def small(started_small: tuple[WordPress, bytes]) -> Iterator[WordPress]:
    """As after installation: a page, a post, a draft about privacy."""
    site, state = started_small
    site.restore(state)
    yield site
    assert site.complaints() == []
