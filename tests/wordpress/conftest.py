"""One WordPress for the tests that only read it, and one for the tests that change it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from wordpress import filling
from wordpress.site import WordPress, running


@pytest.fixture(scope="session")
def filled() -> Iterator[WordPress]:
    """Yield a site with 2,000 pages, 10,000 posts and a menu. No test changes it."""
    with running() as site:
        filling.fill(site)
        site.php(filling.MENU)
        yield site
        assert site.complaints() == []


@pytest.fixture(scope="session")
def started_small() -> Iterator[tuple[WordPress, bytes]]:
    """Yield a site for all tests that change one, and its initial state."""
    with running() as site:
        yield site, site.state()


@pytest.fixture
def small(started_small: tuple[WordPress, bytes]) -> Iterator[WordPress]:
    """Yield a site as after installation: a page, a post, a draft about privacy."""
    site, state = started_small
    site.restore(state)
    yield site
    assert site.complaints() == []
