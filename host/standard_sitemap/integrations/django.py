"""Django middleware that announces a sitemap on the pages of a site, whether Django runs behind WSGI or ASGI.

    MIDDLEWARE = ["standard_sitemap.integrations.django.sitemap_middleware", ...]

announces `/standard-sitemap.xml`. For another address, define a middleware in your own module and name it instead:

    map_middleware = announcing("/maps/site.xml")

Imports nothing of Django: the response is sufficient. Put it first in the list, because earlier middleware may still
change the type or the status of the response.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from standard_sitemap.webmaster.announcing.fields import USUAL_LOCATION, announcement, location_below, location_checked


class Request(Protocol):
    """The part of Django's HttpRequest that the middleware uses."""

    path: str
    path_info: str


class Response(Protocol):
    """The part of Django's HttpResponse that the middleware uses."""

    status_code: int

    def items(self) -> Any: ...
    def __setitem__(self, header: str, value: str) -> None: ...


GetResponse = Callable[[Request], Any]


def announcing(location: str = USUAL_LOCATION) -> Callable[[GetResponse], GetResponse]:
    """Return a middleware, for synchronous and asynchronous handlers, that announces the sitemap at `location`.

    Without a leading slash or scheme, the location is relative to the site's mount point.
    """
    checked = location_checked(location)

    def middleware(get_response: GetResponse) -> GetResponse:
        if _is_asynchronous(get_response):
            return _asynchronous(get_response, checked)
        return _synchronous(get_response, checked)

    # Tells Django not to adapt either kind of handler.
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
    # asgiref marks callables for inspect from Python 3.12 on, and by this attribute in earlier versions.
    return inspect.iscoroutinefunction(get_response) or getattr(get_response, "_is_coroutine", None) is not None


def _announced(request: Request, response: Response, location: str) -> Response:
    mount = request.path.removesuffix(request.path_info)
    where = location_below(mount, location)
    for name, value in announcement(response.status_code, response.items(), where, legacy=False):
        response[name] = value
    return response
