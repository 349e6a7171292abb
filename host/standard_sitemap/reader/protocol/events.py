"""The shapes of events: messages that the host sends unrequested. Types only; nothing is checked at run time."""

from typing_extensions import TypedDict  # pydantic supports no others before Python 3.12

from standard_sitemap.reader.protocol.replies import Progress, Site, View


class SiteProgress(TypedDict):
    """A file was loaded or refused."""

    site: str
    progress: Progress


class SiteChange(TypedDict):
    """More of a site has arrived, or all of it, or its presentation changed."""

    site: Site


class ViewChange(TypedDict):
    """A view has other rows than before; request them again."""

    view: View


class RequestingPage(TypedDict):
    """The page on whose behalf the host requests something from the browser."""

    url: str
    container: str
    private: bool


class CookieRequest(TypedDict):
    """A question for the cookies of a request to `uri`. Answered by the request `cookies`, with the same `ask`."""

    ask: str
    uri: str
    page: RequestingPage


class FetchRequest(TypedDict):
    """A document that only the browser can fetch.

    Answered by the request `fetched`, in pieces, with the same `fetch`.
    """

    fetch: str
    uri: str
    headers: list[tuple[str, str]]
    page: RequestingPage
    status: int
    """The status with which the host was refused; 0 if it had no answer."""
    bytes: int
    """The maximum useful number of bytes."""
    seconds: int
    """The host stops waiting after this time."""


class FetchEnd(TypedDict):
    """The host no longer waits for a document from the browser."""

    fetch: str
