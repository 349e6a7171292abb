"""WSGI middleware that announces a sitemap on the pages of an application, such as one of Flask.

    app.wsgi_app = SitemapMiddleware(app.wsgi_app, "/standard-sitemap.xml")

It sends the two fields of the protocol's first rule, `Opt` and `15-Location`. Servers accept them; the validator of the
standard library, `wsgiref.validate`, refuses names that begin with a digit. For an application that is tested behind
it, `numbered=False` sends the obsolete `X-Standard-Sitemap-Location` instead, which `check` warns about.
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
    """Announces the sitemap at `location`; with no slash or scheme at its start it is below the application's mount."""

    def __init__(self, app: WSGIApplication, location: str = USUAL_LOCATION, *, numbered: bool = True) -> None:
        self._app = app
        self._location = location_checked(location)
        self._numbered = numbered

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer as the application does; its iterable is handed on as it is, so bodies stream and are closed."""
        # Bytes in the clothes of characters, as PEP 3333 has them. Taken now: mounting changes it in place.
        mount = environ.get("SCRIPT_NAME", "").encode("latin-1", "replace").decode("utf-8", "replace")
        location = location_below(mount, self._location)

        def announcing(
            status: str, headers: list[tuple[str, str]], exc_info: ExcInfo | None = None, /
        ) -> Callable[[bytes], Any]:
            added = announcement(int(status[:3]), headers, location, legacy=not self._numbered)
            fields = [*headers, *((field.name, field.value) for field in added)]
            return start_response(status, fields) if exc_info is None else start_response(status, fields, exc_info)

        return self._app(environ, announcing)
