"""Refusals: what the host declines to do or could not do, each with a stable code and parameters.

    Refusal
    ├── FetchRefusal                a document is unavailable
    │   ├── BadUrl                  bad-url              no http(s) address
    │   ├── NotAllowed              not-allowed          the reader, a folder's edge or a limit forbids it
    │   │   └── OtherSite           (the same)           it is of another site than the one that a crawl stays at
    │   ├── PrivateAddress          private-address      a public page names a machine of the reader's own network
    │   ├── Unreachable             unreachable          no connection, no name, no valid certificate
    │   │   └── NoConnection        (the same)           no response at all: a browser may succeed
    │   ├── TimedOut                timed-out
    │   ├── TooManyRedirects        too-many-redirects
    │   ├── HttpStatus              http-status          any status but success
    │   │   └── NotFound            not-found            404 and 410
    │   ├── WrongType               wrong-type           not XML (D3)
    │   └── TooLarge                too-large
    ├── Internal                    internal             a bug of the host
    ├── NotASitemap                 not-a-sitemap        the root file's root element is no SSP <sitemap>
    ├── NotWellFormed               not-well-formed      the root file cannot be read as XML
    ├── NothingListed               nothing-listed       a list of pages without a page
    └── RequestRefusal              a message could not be processed
        ├── UnknownMethod           unknown-method
        ├── BadParams               bad-params
        ├── ProtocolMismatch        protocol-mismatch
        ├── UnknownSite             unknown-site
        ├── UnknownView             unknown-view
        └── NoSearch                no-search

Codes are only ever added.
"""

from functools import partial
from typing import Any, ClassVar


class Refusal(Exception):
    """Base of all refusals; `params` fill the sentence that people read."""

    code: ClassVar[str]
    sentence: ClassVar[str]

    def __init__(self, **params: Any) -> None:
        super().__init__(self.code, params)
        self.params = params

    def __reduce__(self) -> tuple[Any, ...]:
        # An exception is pickled with its `args`, which the constructor does not take; processes exchange refusals.
        return partial(type(self), **self.params), (), self.__dict__

    def __str__(self) -> str:
        return self.sentence.format_map(_Gaps(self.params))

    def about(self, uri: str) -> str:
        """Return the sentence for a message that names the address already: `it does not exist (404)`."""
        own = {"uri": "it"} if self.params.get("uri") == uri else {}
        return self.sentence.format_map(_Gaps(self.params | own))


class _Gaps(dict[str, Any]):
    # An incomplete sentence is better than an error while it is shown.
    def __missing__(self, key: str) -> str:
        return "?"


class FetchRefusal(Refusal):
    """A document that is unavailable."""


class BadUrl(FetchRefusal):
    """An address that cannot be fetched."""

    code = "bad-url"
    sentence = "{uri} is not an http or https address"


class NotAllowed(FetchRefusal):
    """A fetch that is forbidden by the edge of a folder or by a limit on files."""

    code = "not-allowed"
    sentence = "{uri} may not be read: {reason}"


class OtherSite(NotAllowed):
    """A fetch from another site than the only one that is asked for; `uri` is the absolute address there."""


class PrivateAddress(FetchRefusal):
    """A network address that the page may not reach through the reader's machine."""

    code = "private-address"
    sentence = "{uri} leads to {address}, which pages of other networks may not reach"


class Unreachable(FetchRefusal):
    """A connection that could not be made, or that broke."""

    code = "unreachable"
    sentence = "{uri} could not be reached: {reason}"


class NoConnection(Unreachable):
    """No response at all: the browser may have the proxy, client certificate or name that is needed."""


class TimedOut(FetchRefusal):
    """A response that took too long."""

    code = "timed-out"
    sentence = "{uri} took longer than {seconds} seconds"


class TooManyRedirects(FetchRefusal):
    """An address with too many redirects."""

    code = "too-many-redirects"
    sentence = "{uri} was redirected more than {limit} times"


class HttpStatus(FetchRefusal):
    """A response with a status other than success; `retry_after` is the header field of that name."""

    retry_after: str | None = None

    code = "http-status"
    sentence = "the server answered {uri} with status {status}"


class NotFound(HttpStatus):
    """A document that does not exist on the server."""

    code = "not-found"
    sentence = "{uri} does not exist ({status})"


class WrongType(FetchRefusal):
    """A document that is not labelled as XML (D3)."""

    code = "wrong-type"
    sentence = "{uri} is labelled {type}; a sitemap must be application/xml or text/xml"


class TooLarge(FetchRefusal):
    """A document that exceeds the accepted size, received or decompressed."""

    code = "too-large"
    sentence = "{uri} is larger than the limit of {limit} bytes"


class NotASitemap(Refusal):
    """A root file that is not an SSP sitemap (D1)."""

    code = "not-a-sitemap"
    sentence = "{uri} is not a Standard-Sitemap document"


class NotWellFormed(Refusal):
    """A root file that is not well-formed XML."""

    code = "not-well-formed"
    sentence = "{uri} has an error in line {line}: {reason}"


class NothingListed(Refusal):
    """A site's list of pages, complete with its parts, that lists no page (D71)."""

    code = "nothing-listed"
    sentence = "{uri} lists no page"


class Internal(Refusal):
    """A bug of the host. The host logged it to standard error and continues."""

    code = "internal"
    sentence = "{uri} could not be processed because of a bug"


class RequestRefusal(Refusal):
    """A message that could not be processed."""


class UnknownMethod(RequestRefusal):
    """A method without a handler."""

    code = "unknown-method"
    sentence = "the method {method} does not exist"


class BadParams(RequestRefusal):
    """Parameters that do not have the method's shape, or that name a missing object."""

    code = "bad-params"
    sentence = "the parameters are invalid: {reason}"


class ProtocolMismatch(RequestRefusal):
    """A protocol version that this host does not support."""

    code = "protocol-mismatch"
    sentence = "this host supports protocol version {protocol}"


class UnknownSite(RequestRefusal):
    """A name without an open site, because the site was closed or the host was restarted."""

    code = "unknown-site"
    sentence = "there is no open site {site}"


class UnknownView(RequestRefusal):
    """A name without an open view, because the view was closed or the host was restarted."""

    code = "unknown-view"
    sentence = "there is no open view {view}"


class NoSearch(RequestRefusal):
    """A sitemap without a search node."""

    code = "no-search"
    sentence = "{uri} offers no search"
