"""The sitemap that a page names, by its response headers, then by its links.

[Sitemap discovery, D24, D25, D27, D28, D29]

The browser side gathers the evidence from the page. The command line has no browser, so this module reads the links
from the page for it: HTML with html5lib, XHTML with lxml (D42). It fetches nothing, including DTDs and entities, and
guesses no address.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from standard_sitemap.model import faults
from standard_sitemap.model.encodings import UnknownEncoding, known_type, page_media_type, to_utf8
from standard_sitemap.model.page_sizes import CostlyPage, is_crowded
from standard_sitemap.model.uris import resolve
from standard_sitemap.ssp.faults import Fault
from standard_sitemap.ssp.names import NAMESPACE, XHTML_NAMESPACE, XML_NAMESPACE

PAGE_TYPES = frozenset({"text/html", "application/xhtml+xml"})

X_HEADER = "x-standard-sitemap-location"

# A quoted string, or a run without quotes and separators. An unclosed string extends to the end of the field. Searching
# for its end from each quotation mark on would take quadratic time.
_QUOTED = r'"(?:[^"\\]|\\.?)*(?:"|\Z)'
# RFC 2774: `Opt: "URI"; ns=NN, "URI"; ns=NN`. Commas separate declarations, and semicolons their parameters. Both may
# occur in the quoted URI (D28).
_DECLARATIONS = re.compile(rf"(?:{_QUOTED}|[^,\"])+")
_PARAMETERS = re.compile(rf"(?:{_QUOTED}|[^;\"])+")
# Two digits, which begin the names of the fields that belong to the declaration, as in `15-Location`.
_PREFIX = re.compile(r"[0-9]{2}")
# A joined field: white space after the comma distinguishes it from a comma in a URI, which contains no space.
# Fetch joins fields of one name by a comma and a space, and so do many servers.
_JOINED = re.compile(r",[ \t]")

SPACES = " \t\r\n\f"  # HTML's white space, by which rel is split
# HTML folds the letters of ASCII alone. `str.lower` would make a k of the Kelvin sign.
_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")

Rule = Literal["opt-header", "x-header", "schema-link", "legacy-link"]


class Link(NamedTuple):
    """A `<link>`, or an obsolete `<meta>` (D24), of a page.

    `rel` and `href` are the attributes; for a `<meta>`, its name and content. `base` is the document's base URI.
    `xml_bases` are the `xml:base` values of this element and its ancestors in an XHTML page, outermost first (D29).
    `in_body` is true for an element in the body, which arrives after the head has decided (D41). `type` and `title`
    describe the target; discovery of SSP sitemaps ignores them.
    """

    element: Literal["link", "meta"]
    rel: str
    href: str
    base: str
    xml_bases: tuple[str, ...] = ()
    type: str = ""
    title: str = ""
    in_body: bool = False


class Evidence(NamedTuple):
    """A page's address and type, its response header fields in order, and its links in document order."""

    url: str
    content_type: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    links: tuple[Link, ...] = ()


def opt_location(headers: Iterable[tuple[str, str]]) -> str | None:
    """Return the value of the `NN-Location` field whose prefix an `Opt` field ties to the format's namespace.

    >>> opt_location([("Opt", '"http://standard-sitemap.org/2007/ns"; ns=15'), ("15-Location", "/map.xml")])
    '/map.xml'
    """
    fields = list(headers)
    for prefix, _ in _declarations(fields):
        location = field(fields, f"{prefix}-location")
        if location is not None:
            return location
    return None


def field(headers: Iterable[tuple[str, str]], name: str) -> str | None:
    """Return the first value of a header field, trimmed; None if there is none or it is empty (D63).

    `name` is in lower case. Browsers join the fields of one name, so an empty field hides the ones after it.
    """
    value = next((value for candidate, value in headers if candidate.lower() == name), "")
    return _JOINED.split(value.strip(), maxsplit=1)[0].strip() or None


def _declarations(headers: Iterable[tuple[str, str]]) -> Iterator[tuple[str, bool]]:
    """Yield the prefixes that declarations of the format's namespace give, in order (D28), and whether it is quoted."""
    for name, value in headers:
        if name.lower() != "opt":
            continue
        for declaration in _DECLARATIONS.findall(value):
            extension, *parameters = _PARAMETERS.findall(declaration) or [""]
            if _unquote(extension).strip() == NAMESPACE:
                yield from ((prefix, extension.lstrip().startswith('"')) for prefix in _ns(parameters))


def _ns(parameters: Iterable[str]) -> Iterator[str]:
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        prefix = _unquote(value)
        if name.strip().lower() == "ns" and _PREFIX.fullmatch(prefix):
            yield prefix


def _unquote(text: str) -> str:
    trimmed = text.strip()
    if len(trimmed) >= 2 and trimmed[0] == trimmed[-1] == '"':
        return re.sub(r"\\(.)", r"\1", trimmed[1:-1])
    return trimmed


def relations(link: Link) -> frozenset[str]:
    """Return the tokens of a link's `rel`, in lower case for ASCII letters (D27).

    A `<meta>` has none unless its name begins with `schema.`, as in the extension (D24).
    """
    rel = link.rel.translate(_LOWER)
    if link.element == "meta" and not rel.startswith("schema."):
        return frozenset()
    for space in SPACES[1:]:
        rel = rel.replace(space, " ")
    return frozenset(token for token in rel.split(" ") if token)


def schema_prefixes(links: Iterable[Link]) -> frozenset[str]:
    """Return the prefixes that a page ties to the format's namespace, in head or body."""
    return frozenset(
        token.removeprefix("schema.")
        for link in links
        if link.href.strip(SPACES) == NAMESPACE
        for token in relations(link)
        if token.startswith("schema.") and token != "schema."
    )


def schema_links(links: Iterable[Link]) -> Iterator[Link]:
    """Return the links that name a sitemap under a prefix of the format's namespace, in order of completion (D41)."""
    every = tuple(links)
    return (every[place] for _, place in completions(every))


def completions(links: Sequence[Link]) -> list[tuple[int, int]]:
    """Return two positions for each link that names a sitemap under a declared prefix.

    The first is the position at which both the link and the declaration are present, the second is the link's position.
    """
    # The declaration may follow the link that uses its prefix. Which of two links is complete first then decides.
    declared: dict[str, list[int]] = {}
    for place, link in enumerate(links):
        for prefix in schema_prefixes([link]):
            places = declared.setdefault(f"{prefix}.location", [])
            if len(places) < 2:  # the first, and one for a first link that would declare its own prefix
                places.append(place)
    completed = []
    for place, link in enumerate(links):
        # A `<meta>` may declare a prefix (D24), but only a `<link>` names a sitemap. A link cannot declare its own
        # prefix: its `href` would be both the namespace and the address of a sitemap (D64).
        if link.element == "link":
            named = declared.keys() & relations(link)
            declarations = [other for name in named for other in declared[name] if other != place]
            if declarations:
                completed.append((max(place, min(declarations)), place))
    return sorted(completed)


# Behaviour: legacy links. Also: old links, link element, rel, schema.ssp, ssp.location.
def legacy_links(links: Iterable[Link]) -> Iterator[Link]:
    """Return the links that name a sitemap in the formerly usual way, in document order (D25)."""
    return (link for link in links if link.element == "link" and "standard-sitemap" in relations(link))


def address(link: Link) -> str | None:
    """Return the address of a link, resolved against the base in effect on its element (D29).

    None if it is empty or does not resolve (D63): an empty reference would name the page itself.
    """
    reference = link.href.strip(SPACES)
    base = _base(link.base, link.xml_bases)
    return resolve(base, reference) if base and reference else None


@lru_cache(maxsize=16)
def _base(base: str, xml_bases: tuple[str, ...]) -> str:
    """Return the base in effect within elements that set one.

    Cached, as the links of a page mostly share their ancestors.
    """
    for reference in xml_bases:
        base = (base and resolve(base, reference)) or base
    return base


class Discovery(NamedTuple):
    """The address of the root file and the rule that found it; both None if the page names no sitemap."""

    rule: Rule | None
    sitemap: str | None


# Behaviour: which of two headers wins. Also: precedence, Opt, 15-Location, conflicting headers.
def discover(evidence: Evidence) -> Discovery:
    """Return the sitemap that a page names, by the first rule that names one."""
    links = _links(evidence)
    head = tuple(link for link in links if not link.in_body)
    named: tuple[tuple[Rule, str | None], ...] = (
        ("opt-header", _header_address(evidence, opt_location(evidence.headers))),
        ("x-header", _header_address(evidence, field(evidence.headers, X_HEADER))),
        *_by_links(head),
        *_by_links(links),
    )
    # A rule without a usable address gives way to the next. An address that resolves is final: the text forbids seeking
    # another, even if nothing is found there.
    for rule, sitemap in named:
        if sitemap is not None:
            return Discovery(rule, sitemap)
    return Discovery(None, None)


def _by_links(links: tuple[Link, ...]) -> tuple[tuple[Rule, str | None], ...]:
    """Return the results of the last two rules for links. The links of the head do not wait for the body (D41)."""
    return ("schema-link", _first(schema_links(links))), ("legacy-link", _first(legacy_links(links)))


def discovery_faults(evidence: Evidence) -> list[Fault]:
    """Return a fault for each wrong or obsolete way in which a page names its sitemap, used or not (D24, D25, D63)."""
    all_faults = []
    if any(not is_quoted for _, is_quoted in _declarations(evidence.headers)):
        all_faults.append(Fault("opt-without-quotes", evidence.url))
    if field(evidence.headers, X_HEADER) is not None:
        all_faults.append(Fault("obsolete-x-header", evidence.url))
    links = _links(evidence)
    prefixes = {f"schema.{prefix}" for prefix in schema_prefixes(links)}
    metas = [link for link in links if link.element == "meta" and prefixes & relations(link)]
    all_faults.extend(Fault("obsolete-meta-schema", evidence.url, 0, {"name": link.rel}) for link in metas)
    all_faults.extend(Fault("obsolete-legacy-link", evidence.url) for _ in legacy_links(links))
    return all_faults


def _links(evidence: Evidence) -> tuple[Link, ...]:
    """Return the links of an HTML or XHTML page; none for other types. `read_page` decides for sniffed pages."""
    kind = known_type(evidence.content_type)
    return evidence.links if kind is None or kind.essence in PAGE_TYPES else ()


def _header_address(evidence: Evidence, value: str | None) -> str | None:
    # A page on a disk has no response, so header fields that are given for it do not count.
    is_http = evidence.url.lower().startswith(("http://", "https://"))
    return resolve(evidence.url, value) if is_http and value is not None else None


def _first(links: Iterable[Link]) -> str | None:
    return next((uri for link in links if (uri := address(link)) is not None), None)


_ATTRIBUTES = {"link": ("rel", "href"), "meta": ("name", "content")}
# Browsers keep the content of templates apart from the page, and take that of `<noscript>` as text (D42).
_INERT = (f"{{{XHTML_NAMESPACE}}}template", f"{{{XHTML_NAMESPACE}}}noscript")
_BASE = f"{{{XHTML_NAMESPACE}}}base"
_XML_BASE = f"{{{XML_NAMESPACE}}}base"


class PageContent(NamedTuple):
    """The links and metas of a page in document order, and the fault for which browsers do not show it, if any."""

    links: tuple[Link, ...] = ()
    fault: faults.Fault | None = None


def read_content(body: bytes, url: str, content_type: str | None) -> PageContent:
    """Return the content of a page; empty if its type is neither HTML nor XHTML. (D45, D65)

    `content_type` is the value of the HTTP field, empty for a response without one, None for a page known to be HTML.
    Raises CostlyPage.
    """
    name, charset = ("text/html", None) if content_type is None else page_media_type(content_type, body)
    if name == "text/html":
        return PageContent(_html_links(body, url, charset))
    return _read_xhtml(body, url, charset) if name in PAGE_TYPES else PageContent()


def read_page(body: bytes, url: str, content_type: str | None) -> tuple[Link, ...]:
    """Return the links and metas of a page, as `read_content` does."""
    return read_content(body, url, content_type).links


# Bytes at the start of a page that show whether its characters have several bytes.
_START_BYTES = 1_024
# The tags that matter here: `<frameset>` removes the body, with its links.
_LAST_TAG = re.compile(rb"<(?:link|meta|base|frameset)(?=[\s/>])", re.IGNORECASE)
# A tag in the usual form. Any other extends to a place that only a tokenizer knows.
_USUAL_TAG = re.compile(
    rb"<\w++(?:\s++[^\s\"'<>/=`\0]++(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'=<>`]++))?+)*+\s*+/?+>"
)


def relevant_part(body: bytes) -> bytes:
    """Return an HTML page up to the end of its last tag that matters; the rest names nothing and changes nothing."""
    if b"\0" in body[:_START_BYTES]:
        return body  # UTF-16, perhaps
    last = deque(_LAST_TAG.finditer(body), maxlen=1)
    if not last:
        return b""
    tag = _USUAL_TAG.match(body, last[0].start())
    return body[: tag.end()] if tag else body


def _html_links(body: bytes, url: str, charset: str | None) -> tuple[Link, ...]:
    body = relevant_part(body)
    if not body:
        return ()
    # Saves 26 ms of the first map: only the command line reads pages.
    from standard_sitemap.ssp.html_parsing import parsed

    return _links_of(parsed(body, charset, "etree").iter(), url, lambda _: ())


def _read_xhtml(body: bytes, url: str, charset: str | None) -> PageContent:
    # Browsers do not show a page that is not well-formed, so it names nothing (D65).
    try:
        tree = _xhtml_tree(body, charset)
    except (UnknownEncoding, UnicodeError) as error:
        return PageContent((), Fault("broken-xhtml", url, 0, {"reason": str(error)}))
    except SyntaxError as error:  # lxml's
        return PageContent((), Fault("broken-xhtml", url, error.lineno or 0, {"reason": error.msg or ""}))
    for inert in list(tree.iter(*_INERT)):
        inert.clear(keep_tail=True)
    return PageContent(_links_of(tree.iter("*"), url, _xml_bases))


def _xhtml_tree(body: bytes, charset: str | None) -> Any:
    from lxml import etree  # saves 6 ms of the first map: only the command line reads pages

    # `huge_tree` lifts bounds on depth and text that browsers do not have; references are not expanded at all.
    parser = etree.XMLParser(encoding="utf-8", resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)
    markup = to_utf8(body, charset)
    if is_crowded(markup):
        raise CostlyPage
    return etree.fromstring(markup, parser)


def _links_of(elements: Iterable[Any], url: str, xml_bases: Callable[[Any], tuple[str, ...]]) -> tuple[Link, ...]:
    """Return the links in document order, each with the document's base at the time when the link takes effect."""
    all_links: list[Link] = []
    base: str | None = None
    first_based, is_base_in_body, in_body = 0, False, False
    for element in elements:
        in_body = in_body or str(element.tag).rpartition("}")[2] == "body"
        if element.tag == _BASE and base is None and element.get("href") is not None:
            base, first_based, is_base_in_body = _document_base(url, element.get("href")), len(all_links), in_body
        elif (link := _link(element, url, xml_bases(element))) is not None:
            all_links.append(link._replace(in_body=in_body))
    if base is None:
        return tuple(all_links)
    head = [link for link in all_links if not link.in_body]
    early = {place for at, place in completions(head) if at < first_based}  # final before the base arrived (D41)
    late = {place for place, link in enumerate(all_links) if is_base_in_body and not link.in_body}
    return tuple(link if place in early | late else link._replace(base=base) for place, link in enumerate(all_links))


def _document_base(url: str, href: str) -> str:
    """Return the base that `<base href>` sets; HTML ignores an invalid URI and these schemes."""
    base = resolve(url, href)
    return url if base is None or base.startswith(("data:", "javascript:")) else base


def _link(element: Any, base: str, xml_bases: tuple[str, ...]) -> Link | None:
    namespace, _, name = str(element.tag).rpartition("}")
    if name not in _ATTRIBUTES or namespace != f"{{{XHTML_NAMESPACE}":
        return None
    rel, href = (element.get(attribute) for attribute in _ATTRIBUTES[name])
    if rel is None or href is None:
        return None
    kind, title = element.get("type") or "", element.get("title") or ""
    return Link("link" if name == "link" else "meta", rel, href, base, xml_bases, kind, title)


def _xml_bases(element: Any) -> tuple[str, ...]:
    around = [element, *element.iterancestors()]
    return tuple(value for ancestor in reversed(around) if (value := ancestor.get(_XML_BASE)) is not None)
