"""Reads sitemaps from disk for the command line: never above the folder they were found in, links resolved."""

from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from standard_sitemap.fetching.limits import FILE_BYTES
from standard_sitemap.refusals import BadUrl, NotAllowed, NotFound, TooLarge, Unreachable


def read_below(uri: str, root: Path) -> bytes:
    """The bytes of the file that a `file:` URI names; raises NotAllowed above `root`, else a FetchRefusal."""
    path = _path(uri)
    try:
        real, edge = path.resolve(), root.resolve()
        if not real.is_relative_to(edge):
            raise NotAllowed(uri=uri, reason=f"it is not below {edge}")
        if not real.is_file():
            raise NotFound(uri=uri, status="no such file")
        if real.stat().st_size > FILE_BYTES:
            raise TooLarge(uri=uri, limit=FILE_BYTES)
        return real.read_bytes()
    except (OSError, RuntimeError, ValueError) as error:
        raise Unreachable(uri=uri, reason=getattr(error, "strerror", None) or str(error)) from error


def _path(uri: str) -> Path:
    parts = urlsplit(uri)
    if parts.scheme != "file" or parts.netloc not in {"", "localhost"}:
        raise BadUrl(uri=uri)
    if "\0" in unquote(parts.path):
        raise BadUrl(uri=uri)
    return Path(url2pathname(parts.path))


def page_type(uri: str, body: bytes) -> str:
    """What a web server would label the page: XHTML by its name, or where it begins as XML; else HTML."""
    suffix = PurePosixPath(unquote(urlsplit(uri).path)).suffix.lower()
    is_xhtml = suffix in {".xhtml", ".xht"} or body.lstrip().startswith(b"<?xml")
    return "application/xhtml+xml" if is_xhtml else "text/html"
