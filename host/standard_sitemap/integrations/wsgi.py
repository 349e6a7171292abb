"""WSGI middleware that announces a sitemap on the pages of an application, such as Flask's.

    app.wsgi_app = SitemapMiddleware(app.wsgi_app, "/standard-sitemap.xml")

It sends the two fields of the protocol's first rule, `Opt` and `15-Location`. Servers accept them; the validator of the
standard library, `wsgiref.validate`, refuses names that begin with a digit. To test an application behind it, use
`numbered=False`, which sends the obsolete `X-Standard-Sitemap-Location` instead; `check` warns about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from standard_sitemap.webmaster.announcing.fields import USUAL_LOCATION, announcement, location_below, location_checked

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    ExcInfo = tuple[type[BaseException], BaseException, TracebackType] | tuple[None, None, None]


class SitemapMiddleware:
    """Middleware that announces the sitemap at `location`.

    Without a leading slash or scheme, the location is relative to the application's mount point.
    """

    def __init__(self, app: WSGIApplication, location: str = USUAL_LOCATION, *, numbered: bool = True) -> None:
        self._app = app
        self._location = location_checked(location)
        self._numbered = numbered

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Respond as the application does; its iterable is returned unchanged, so bodies stream and are closed."""
        # PEP 3333 passes bytes as Latin-1 characters. Read now, because mounting changes it in place.
        mount = environ.get("SCRIPT_NAME", "").encode("latin-1", "replace").decode("utf-8", "replace")
        location = location_below(mount, self._location)

        def announcing(
            status: str, headers: list[tuple[str, str]], exc_info: ExcInfo | None = None, /
        ) -> Callable[[bytes], Any]:
            added = announcement(int(status[:3]), headers, location, legacy=not self._numbered)
            fields = [*headers, *((field.name, field.value) for field in added)]
            return start_response(status, fields) if exc_info is None else start_response(status, fields, exc_info)

        return self._app(environ, announcing)
