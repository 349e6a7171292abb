"""The shapes of events: what the host sends unrequested. Types only; nothing is checked at run time."""

from typing import Any

from typing_extensions import TypedDict  # pydantic reads no others before Python 3.12

from standard_sitemap.reader.protocol.replies import Progress, Site, View


class SiteProgress(TypedDict):
    """A file was loaded or refused."""

    site: str
    progress: Progress


class SiteChanged(TypedDict):
    """More of a site is there, or all of it, or what is shown of it is otherwise."""

    site: Site


class ViewChanged(TypedDict):
    """A view has other rows than before: they are to be requested again."""

    view: View


class RequestingPage(TypedDict):
    """The page on whose account the host wants something of the browser."""

    url: str
    container: str
    private: bool


class CookiesWanted(TypedDict):
    """Which cookies go along with a request to `uri`? Answered by the request `cookies`, with the same `ask`."""

    ask: str
    uri: str
    page: RequestingPage


class FetchWanted(TypedDict):
    """What only the browser can fetch. Answered by the request `fetched`, in pieces, with the same `fetch`."""

    fetch: str
    uri: str
    headers: list[tuple[str, str]]
    page: RequestingPage
    status: int
    """How the host was refused; 0 where it had no answer at all."""
    bytes: int
    """More than this is of no use."""
    seconds: int
    """After this nobody waits any more."""


class FetchEnded(TypedDict):
    """Nobody waits any more for what the browser was to fetch."""

    fetch: str


EVENTS: dict[str, Any] = {
    "site.progress": SiteProgress,
    "site.changed": SiteChanged,
    "view.changed": ViewChanged,
    "cookies": CookiesWanted,
    "fetch": FetchWanted,
    "fetch.end": FetchEnded,
}
"""What each event carries."""
