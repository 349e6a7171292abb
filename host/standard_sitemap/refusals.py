"""Refusals: what the host declines to do or could not do, each with a stable code and parameters.

    Refusal
    ├── FetchRefusal                a document could not be had
    │   ├── BadUrl                  bad-url              no http(s) address
    │   ├── NotAllowed              not-allowed          the reader, a folder's edge or a limit forbids it
    │   ├── PrivateAddress          private-address      a public page names a machine of the reader's own network
    │   ├── Unreachable             unreachable          no connection, no name, no valid certificate
    │   │   └── NoConnection        (the same)           before any answer began: a browser may fare better
    │   ├── TimedOut                timed-out
    │   ├── TooManyRedirects        too-many-redirects
    │   ├── HttpStatus              http-status          any status but success
    │   │   └── NotFound            not-found            404 and 410
    │   ├── WrongType               wrong-type           not XML (D3)
    │   └── TooLarge                too-large
    ├── Internal                    internal             a bug of the host
    ├── NotASitemap                 not-a-sitemap        the root file's root element is no SSP <sitemap>
    ├── NotWellFormed               not-well-formed      the root file cannot be read as XML
    └── RequestRefusal              a message could not be honoured
        ├── UnknownMethod           unknown-method
        ├── BadParams               bad-params
        ├── ProtocolMismatch        protocol-mismatch
        ├── UnknownSite             unknown-site
        ├── UnknownView             unknown-view
        └── NoSearch                no-search

Codes are only ever added.
"""

from typing import Any, ClassVar


class Refusal(Exception):
    """Base of all refusals; `params` fill the sentence that people read."""

    code: ClassVar[str]
    sentence: ClassVar[str]

    def __init__(self, **params: Any) -> None:
        super().__init__(self.code, params)
        self.params = params

    def __str__(self) -> str:
        return self.sentence.format_map(_Gaps(self.params))


class _Gaps(dict[str, Any]):
    # An incomplete sentence is better than an error while it is shown.
    def __missing__(self, key: str) -> str:
        return "?"


class FetchRefusal(Refusal):
    """A document could not be had."""


class BadUrl(FetchRefusal):
    """The address is none that can be fetched."""

    code = "bad-url"
    sentence = "{uri} is not an http or https address"


class NotAllowed(FetchRefusal):
    """Something forbids the fetch: the edge of a folder, or a limit of files."""

    code = "not-allowed"
    sentence = "{uri} may not be read: {reason}"


class PrivateAddress(FetchRefusal):
    """A page may not reach this network address through the reader's machine."""

    code = "private-address"
    sentence = "{uri} leads to {address}, which pages from elsewhere may not reach"


class Unreachable(FetchRefusal):
    """No connection could be made, or it broke."""

    code = "unreachable"
    sentence = "{uri} could not be reached: {reason}"


class NoConnection(Unreachable):
    """No answer began: a proxy, a client certificate or a name that only a browser knows may be wanting."""


class TimedOut(FetchRefusal):
    """The answer took too long."""

    code = "timed-out"
    sentence = "{uri} took longer than {seconds} seconds"


class TooManyRedirects(FetchRefusal):
    """The address leads on and on."""

    code = "too-many-redirects"
    sentence = "{uri} was redirected more than {limit} times"


class HttpStatus(FetchRefusal):
    """The server answered with something other than the document."""

    code = "http-status"
    sentence = "{uri} was answered with status {status}"


class NotFound(HttpStatus):
    """The server has no such document."""

    code = "not-found"
    sentence = "{uri} does not exist ({status})"


class WrongType(FetchRefusal):
    """The document is not labelled as XML (D3)."""

    code = "wrong-type"
    sentence = "{uri} is labelled {type}; a sitemap must be application/xml or text/xml"


class TooLarge(FetchRefusal):
    """The document has more bytes, or grows more when decompressed, than is accepted."""

    code = "too-large"
    sentence = "{uri} is larger than the {limit} bytes that are accepted"


class NotASitemap(Refusal):
    """The root file is not an SSP sitemap (D1)."""

    code = "not-a-sitemap"
    sentence = "{uri} is not a Standard-Sitemap document"


class NotWellFormed(Refusal):
    """The root file is no XML that could be read."""

    code = "not-well-formed"
    sentence = "{uri} has an error in line {line}: {reason}"


class Internal(Refusal):
    """A bug of the host, which goes on and has logged it to standard error."""

    code = "internal"
    sentence = "{uri} could not be processed because of a bug"


class RequestRefusal(Refusal):
    """A message could not be honoured."""


class UnknownMethod(RequestRefusal):
    """No handler has that name."""

    code = "unknown-method"
    sentence = "there is no method {method}"


class BadParams(RequestRefusal):
    """The parameters do not have the method's shape, or name nothing that exists."""

    code = "bad-params"
    sentence = "the parameters do not fit: {reason}"


class ProtocolMismatch(RequestRefusal):
    """The other side speaks another version."""

    code = "protocol-mismatch"
    sentence = "this host speaks version {protocol}"


class UnknownSite(RequestRefusal):
    """No open site has that name; it was closed, or the host was restarted."""

    code = "unknown-site"
    sentence = "no open site is called {site}"


class UnknownView(RequestRefusal):
    """No open view has that name; it was closed, or the host was restarted."""

    code = "unknown-view"
    sentence = "no open view is called {view}"


class NoSearch(RequestRefusal):
    """The sitemap has no search node."""

    code = "no-search"
    sentence = "{uri} offers no search"


def every_refusal() -> list[type[Refusal]]:
    """Return the refusals that have a code of their own, in the order of their definition."""
    kinds, waiting = [], [Refusal]
    while waiting:
        kind = waiting.pop(0)
        waiting.extend(kind.__subclasses__())
        if "code" in vars(kind):
            kinds.append(kind)
    return kinds
