"""ASGI middleware that announces a sitemap on the pages of an application, such as Starlette's or FastAPI's.

    app = SitemapMiddleware(app, "/standard-sitemap.xml")
    app.add_middleware(SitemapMiddleware, location="/standard-sitemap.xml")

The middleware examines only the start of a response; bodies stream through unchanged.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from standard_sitemap.webmaster.announcing.fields import USUAL_LOCATION, announcement, location_below, location_checked

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]


class SitemapMiddleware:
    """Middleware that announces the sitemap at `location`.

    Without a leading slash or scheme, the location is relative to the application's mount point.
    """

    def __init__(self, app: Application, location: str = USUAL_LOCATION) -> None:
        self._app = app
        self._location = location_checked(location)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Respond as the application does, and add the announcement to pages."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        # Read now, because nested applications change it, some of them in this same scope.
        location = location_below(scope.get("root_path", ""), self._location)

        async def announcing(message: Message) -> None:
            await send(_announced(message, location) if message["type"] == "http.response.start" else message)

        await self._app(scope, receive, announcing)


def _announced(message: Message, location: str) -> Message:
    headers = [(bytes(name), bytes(value)) for name, value in message.get("headers", ())]
    known = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in headers]
    added = announcement(message["status"], known, location, legacy=False)
    # ASGI requires header names in lower case.
    fields = [(field.name.lower().encode("latin-1"), field.value.encode("latin-1")) for field in added]
    return {**message, "headers": [*headers, *fields]}
