"""Django middleware that announces a sitemap on the pages of a site, whether Django runs behind WSGI or ASGI.

    MIDDLEWARE = ["standard_sitemap.integrations.django.sitemap_middleware", ...]

announces `/standard-sitemap.xml`. For another address make your own in a module of yours, and name that:

    map_middleware = announcing("/maps/site.xml")

Imports nothing of Django: a response has all that is needed. It should come first in the list, as what stands before
it in the list may still change the type or the status.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from standard_sitemap.webmaster.announcing.fields import USUAL_LOCATION, announcement, location_below, location_checked


class Request(Protocol):
    """What is looked at of Django's HttpRequest."""

    path: str
    path_info: str


class Response(Protocol):
    """What is looked at of Django's HttpResponse."""

    status_code: int

    def items(self) -> Any: ...
    def __setitem__(self, header: str, value: str) -> None: ...


GetResponse = Callable[[Request], Any]


def announcing(location: str = USUAL_LOCATION) -> Callable[[GetResponse], GetResponse]:
    """A middleware, for synchronous and asynchronous handlers, that announces the sitemap at `location`.

    Without a slash or scheme at its start the location is below where the site is mounted.
    """
    checked = location_checked(location)

    def middleware(get_response: GetResponse) -> GetResponse:
        if _is_asynchronous(get_response):
            return _asynchronous(get_response, checked)
        return _synchronous(get_response, checked)

    # How Django learns that it need not adapt either kind of handler.
    middleware.sync_capable = True  # type: ignore[attr-defined]
    middleware.async_capable = True  # type: ignore[attr-defined]
    return middleware


sitemap_middleware = announcing()


def _synchronous(get_response: GetResponse, location: str) -> Callable[[Request], Response]:
    def handle(request: Request) -> Response:
        return _announced(request, get_response(request), location)

    return handle


def _asynchronous(get_response: GetResponse, location: str) -> Callable[[Request], Awaitable[Response]]:
    async def handle(request: Request) -> Response:
        return _announced(request, await get_response(request), location)

    return handle


def _is_asynchronous(get_response: GetResponse) -> bool:
    # asgiref marks callables for inspect from Python 3.12 on, and by this attribute before.
    return inspect.iscoroutinefunction(get_response) or getattr(get_response, "_is_coroutine", None) is not None


def _announced(request: Request, response: Response, location: str) -> Response:
    mount = request.path.removesuffix(request.path_info)
    where = location_below(mount, location)
    for name, value in announcement(response.status_code, response.items(), where, legacy=False):
        response[name] = value
    return response
