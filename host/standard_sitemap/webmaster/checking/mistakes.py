"""Probable mistakes of authors, which only the checker reports.

These are misspelled names, valid markup that is hardly intended, and addresses that readers should not see. Such
addresses have private hosts, test hosts, logins or session ids, or mix http and https on one host. They do not affect
the map, and the extension has no strings for them. Codes are append-only: they are never renamed or reused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar
from urllib.parse import urlsplit

from standard_sitemap.model import faults
from standard_sitemap.model.encodings import WHITE_SPACE
from standard_sitemap.model.faults import Fault, Rule, error, info, warning
from standard_sitemap.model.hierarchy import Variant
from standard_sitemap.model.page_sizes import PAGE_PARTS
from standard_sitemap.model.xml_text import escaped
from standard_sitemap.sitemapsorg.diagnosis import bounded
from standard_sitemap.sitemapsorg.locations import is_misspelled_host, unescaped_characters, valid_address
from standard_sitemap.ssp import Document
from standard_sitemap.ssp.documents import is_id
from standard_sitemap.ssp.names import INHERITED, KIND_NAMES, NODES, XML_ID, XML_LANG, Kind
from standard_sitemap.ssp.variants import each_variant

_URL = "Attribute url"

MISTAKES: Mapping[str, Rule] = {
    "nothing-shown": error(
        "Reachability and exclusion of elements",
        "Readers see an empty map: none of its {count} entries is shown.",
        "Correct the other listed faults: each entry needs a name, and each <item> a url.",
    ),
    "misspelled-element": warning(
        "Elements",
        "<{name}> is not an element of the format; it and everything in it are ignored.",
        "Write <{right}>, and </{right}> at its end.",
    ),
    "misspelled-attribute": warning(
        "Attributes", "<{element}> has no attribute “{name}”; it is ignored.", 'Write {right}="…" instead.'
    ),
    "search-without-words": warning(
        "Attribute data",
        "“{value}”, the data of “{name}”, has no placeholder for the search words.",
        'Write %s where the words belong, as in data="{right}".',
    ),
    "variants-in-one-language": warning(
        "Element <variant>",
        "Two variants of “{name}” have the language “{language}” and the same type, so readers cannot choose.",
        "Correct lang or type of one variant, or make it a separate <item>.",
    ),
    "lang-of-no-language": warning(
        "Language code",
        "“{part}” in lang=“{value}” is not the code of a language.",
        'Write a code of ISO 639, as in lang="{right}".',
    ),
    "lang-of-no-country": warning(
        "Language code",
        "“{part}” in lang=“{value}” is not the code of a country.",
        'Write lang="{right}".',
    ),
    "url-without-scheme": warning(
        _URL, "“{value}” has no scheme, so it is read as a file: {target}.", 'Write url="{right}".'
    ),
    "backslash-in-url": warning(
        _URL, "“{value}” has a backslash, which is invalid in an address.", 'Write url="{right}".'
    ),
    "url-not-escaped": warning(
        "URI reference", "“{value}” contains {characters}, which must be percent-encoded.", 'Write url="{right}".'
    ),
    "id-begins-with-digit": info(
        "Element ID",
        "The xml:id “{id}” begins with “{first}”, which XML does not allow; other programs may refuse the file.",
        'Write xml:id="{right}", and change each url that refers to it.',
    ),
    "page-too-costly": warning(
        "Sitemap discovery",
        "The page is too large or takes too long to read, so the sitemap that it names is unknown.",
        f"Keep the page below {PAGE_PARTS:,} elements and attributes, without thousands of nested elements, or of "
        "attributes on one element; or name the sitemap in a header.",
    ),
    "address-on-own-computer": warning(
        _URL,
        "Addresses that lead to the reader’s own computer or network: {count}; the first is {value}.",
        "Name the host of the site; if a generator writes the file, correct its base URL.",
    ),
    "address-on-staging-host": warning(
        _URL,
        "Addresses on {host}, which seems to be a host for tests: {count}; the first is {value}.",
        "Name the host of the site; if a generator writes the file, correct its base URL.",
    ),
    "address-with-password": error(
        _URL,
        "Addresses that contain a login, which everyone can read: {count}; the first is on {host}.",
        "Remove everything between “//” and “@”, and change the password.",
    ),
    "address-with-session": warning(
        _URL,
        "Addresses that contain the session “{name}” of one visitor: {count}; the first is {value}.",
        "Write the addresses without it; if a program writes the file, run it without cookies.",
    ),
    "address-with-two-schemes": error(
        _URL,
        "Addresses that begin with http:// or https:// twice: {count}; the first is {value}.",
        "Write {right}; if a program writes the file, correct its base URL.",
    ),
    "address-with-two-hosts": error(
        _URL,
        "Addresses that contain their own host twice: {count}; the first is {value}.",
        "Write {right}; if a program writes the file, correct its base URL.",
    ),
    "slash-missing-after-host": error(
        _URL,
        "Addresses without the slash after the host {host}: {count}; the first is {value}.",
        "Write {right}; if a program writes the file, end its base URL with a slash.",
    ),
    "addresses-of-two-schemes": warning(
        _URL,
        "Addresses on {host} that begin with http://, while others begin with https://: {count}; the first is {value}.",
        "Write https:// in all of them.",
    ),
}


@dataclass(frozen=True, slots=True)
class Mistake(faults.Fault):
    """A probable mistake of the author."""

    catalogue: ClassVar[Mapping[str, Rule]] = MISTAKES


_ELEMENTS = {
    **{name.replace("-", ""): name for kind, name in KIND_NAMES.items() if kind <= Kind.CLASS_CHANGE},
    **dict.fromkeys(("page", "url", "link", "entry", "node"), "item"),
    **dict.fromkeys(("section", "folder", "category"), "group"),
    **dict.fromkeys(("include", "reference"), "external"),
    **dict.fromkeys(("translation", "alternate"), "variant"),
}
_QUALITIES = ("name", "url", "description", "data", "method", *INHERITED)
_OF_NODES = (*_QUALITIES, "role", "tree", "priority", "relation", "order")
_OF_EACH = frozenset({"xml:id", "xml:base"})
_OF_ELEMENT = {
    "sitemap": _OF_EACH | INHERITED,
    "item": _OF_EACH | {*_OF_NODES},
    "group": _OF_EACH | {*_OF_NODES} - {"url"},
    "variant": _OF_EACH | {*_QUALITIES},
    "external": frozenset({"url"}),
    "class-change": frozenset({"elem", "attr", "prefix"}),
}
_OTHER_NAMES = {
    **dict.fromkeys(("href", "link", "src", "loc", "uri", "address", "location", "path"), "url"),
    **dict.fromkeys(("title", "label", "text", "caption"), "name"),
    **dict.fromkeys(("language", "hreflang", "locale"), "lang"),
    **dict.fromkeys(("desc", "summary"), "description"),
    **dict.fromkeys(("mime", "mimetype", "contenttype"), "type"),
    **dict.fromkeys(("base", "xmlbase"), "xml:base"),
    **dict.fromkeys(("id", "xmlid"), "xml:id"),
    **dict.fromkeys(("query", "template"), "data"),
    "encoding": "charset",
    "element": "elem",
    "attribute": "attr",
}
_WITH_ADDRESS = frozenset({*NODES, Kind.VARIANT, Kind.EXTERNAL})
# Placeholders for search words in OpenSearch, HTML and schema.org.
_PLACEHOLDER = re.compile(r"%?\{[\w:]{1,40}\??\}")
# The first segment of a relative address that is a host name rather than a folder.
_HOST = re.compile(r"(?:www\.[\w-]+\.[\w.-]+|(?:[\w-]+\.)+(?:com|org|net))(?=[/?#]|$)", re.IGNORECASE)
# The start of a web address without its colon; a folder may have the same name.
_SCHEME = re.compile(rf"(https?)(?:[.;,]//?|//|/(?=[\w-]+(?:\.[\w-]+)+/|{_HOST.pattern}))", re.IGNORECASE)
# The longest value in a message, in characters.
_SHOWN = 200
_DRIVE = re.compile(r"[a-z]:", re.IGNORECASE)
_DIGIT = re.compile(r"[0-9.-]")


def mistakes(documents: Iterable[Document], served_at: str) -> tuple[Fault, ...]:
    """Return the probable mistakes in files; `served_at` has the meaning that it has in `FileAddresses`."""
    return tuple(bounded(fault for document in documents for fault in _of_document(document, served_at)))


def with_meant_names(faults: Iterable[Fault]) -> Iterator[Fault]:
    """Yield the faults; for a misspelled element or attribute, yield a fault that suggests the right name.

    Unlisted faults count as misspelled if all listed ones are.
    """
    meant = [_with_meant_name(fault) for fault in faults]
    codes = {fault.code for fault in meant}
    for fault in meant:
        code = fault.params.get("code", "")
        if fault.code == "too-many-faults" and code not in codes and _misspelled(code) in codes:
            yield replace(fault, params={**fault.params, "code": _misspelled(code)})
        else:
            yield fault


def _with_meant_name(fault: Fault) -> Fault:
    right: str | None = None
    if fault.code == "unknown-element":
        right = _ELEMENTS.get(_bare(fault.params["name"]))
    elif fault.code == "unknown-attribute":
        local_name = fault.params["name"].rpartition("}")[2]
        right = _meant_attribute(fault.params["element"], _bare(local_name))
    params = {**fault.params, "right": right or ""}
    return Mistake(_misspelled(fault.code), fault.document, fault.line, params) if right else fault


def _misspelled(code: str) -> str:
    return code.replace("unknown", "misspelled")


def _bare(name: str) -> str:
    """Return a name normalised for comparison: lower case, without separators."""
    return re.sub(r"[-_:]", "", name).lower()


def _meant_attribute(element: str, bare: str) -> str | None:
    allowed = _OF_ELEMENT.get(element, frozenset())
    right = bare if bare in allowed else _OTHER_NAMES.get(bare)
    return right if right in allowed else None


def _of_document(document: Document, served_at: str) -> Iterator[Fault]:
    entries = [index for index, kind in enumerate(document.kinds) if kind in _WITH_ADDRESS]
    urls, names = document.attributes.columns(("url", "name"), entries)
    written = [(index, url) for index, url in zip(entries, urls, strict=True) if url]
    listed = FileAddresses(
        document.uri, [url for _, url in written], lambda row: document.lines[written[row][0]], served_at
    )
    yield from address_mistakes(listed)
    for index, url in written:
        if "\\" in url and not _DRIVE.match(url):
            yield _mistake("backslash-in-url", document, index, value=url, right=url.replace("\\", "/"))
        elif right := _with_scheme(url):
            target = document.location(index) or ""
            yield _mistake("url-without-scheme", document, index, value=url, target=target, right=right)
        elif not _DRIVE.match(url) and (characters := unescaped_characters(url.strip())):
            right = escaped(valid_address(url.strip()))
            yield _mistake("url-not-escaped", document, index, value=url, characters=characters, right=right)
    for index, name in zip(entries, names, strict=True):
        if name and not name.isascii() and is_invisible(name):
            yield document.fault("empty-name", index, element=document.name(index))
    for index in document.notables:
        yield from _of_element(document, index)
    yield from _languages_of_xml(document)
    for folded, index in document.ids.items():
        if is_id(folded) and (first := _DIGIT.match(folded)):
            written_id = document.attributes[index][XML_ID].strip()
            params = {"id": written_id, "first": first.group(), "right": f"_{written_id}"}
            yield _mistake("id-begins-with-digit", document, index, **params)


def _with_scheme(url: str) -> str | None:
    """Return an address with the scheme that its author forgot or misspelled; None if it needs none."""
    if start := _SCHEME.match(url):
        return f"{start[1]}://{url[start.end() :]}"
    is_host = "." in url and _HOST.match(url) and ":" not in url.partition("/")[0]
    return f"https://{url}" if is_host else None


def is_invisible(text: str) -> bool:
    """Return whether a text has no visible character."""
    return not any(character.isprintable() and not character.isspace() for character in text)


def _of_element(document: Document, index: int) -> Iterator[Fault]:
    attributes = document.attributes[index]
    data = attributes.get("data")
    if data is not None and "%s" not in data:
        right = _search_data(data)
        yield _mistake("search-without-words", document, index, name=_name(document, index), value=data, right=right)
    if lang := attributes.get("lang", "").strip(WHITE_SPACE):
        yield from _unregistered_language(document, index, lang)
    if document.kinds[index] in NODES and document.variant_children(index, 2):
        yield from _alike_variants(document, index)


def _languages_of_xml(document: Document) -> Iterator[Fault]:
    """Yield each `xml:lang` in a file without any `lang`, whose author therefore means that."""
    attributes = document.attributes
    if any("lang" in attributes[index] for index in document.notables):
        return
    for index in document.notables:
        kind = document.kinds[index]
        if XML_LANG in attributes[index] and (kind == Kind.SITEMAP or kind in _WITH_ADDRESS):
            element = document.name(index)
            yield _mistake("misspelled-attribute", document, index, element=element, name="xml:lang", right="lang")


def _unregistered_language(document: Document, index: int, lang: str) -> Iterator[Fault]:
    """Yield a language code of the right form that names no language, or no country. [Language code]"""
    # Loaded here because few sitemaps name languages: langcodes, which checks them, takes 24 ms.
    from standard_sitemap.sitemapsorg.hreflang_values import hreflang_value

    code, params = hreflang_value(lang).fault or ("", {})
    if code in ("unknown-language", "country-for-language"):
        right = params.get("right", "en-GB" if "-" in lang else "en")
        yield _mistake("lang-of-no-language", document, index, value=lang, part=params["part"], right=right)
    elif code == "unknown-region":
        yield _mistake("lang-of-no-country", document, index, **params)


def _search_data(data: str) -> str:
    """Return the search data with the format's placeholder for the words."""
    right = _PLACEHOLDER.sub("%s", data)
    if right == data:
        right = f"{data}%s" if data.endswith("=") else f"{data}=%s" if data and "=" not in data else "q=%s"
    return right


def _alike_variants(document: Document, index: int) -> Iterator[Fault]:
    """Yield the first language in which a node has two variants of one type."""
    known: set[tuple[str, str, str]] = set()
    for variant in each_variant(document, index):
        if variant.language:
            key = _distinction(variant)
            if key in known:
                name = variant.name or _name(document, index)
                yield _mistake("variants-in-one-language", document, index, name=name, language=variant.language)
                return
            known.add(key)


def _distinction(variant: Variant) -> tuple[str, str, str]:
    """Return the qualities by which a reader distinguishes variants."""
    qualities = variant.language, variant.content_type, variant.charset
    return tuple((quality or "").strip().lower() for quality in qualities)  # type: ignore[return-value]


def _name(document: Document, index: int) -> str:
    return document.attributes[index].get("name", "")


def _mistake(code: str, document: Document, index: int, **params: str) -> Mistake:
    shown = {name: value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…" for name, value in params.items()}
    return Mistake(code, document.uri, document.lines[index], shown)


_START = re.compile(r"(https?)://([^/?#\n]*)", re.IGNORECASE)
# A second scheme, as browsers read it: `https://https://a/` becomes `https://https//a/`.
_TWO_SCHEMES = re.compile(
    r"https?:/*(?P<host>[^/?#]*?)/*(?P<scheme>https?)(?::/|:?//)/*(?P<rest>[^/].*)", re.IGNORECASE | re.DOTALL
)
_TWO_HOSTS = re.compile(
    r"(?P<start>https?://(?P<host>[^/?#]++))/+(?P=host)(?P<rest>(?:[/?#].*)?)$", re.IGNORECASE | re.DOTALL
)
# All lines in succession that start alike: matching each of a million lines takes several times as long.
_ALIKE = re.compile(rf"^{_START.pattern}.*+(?:\n\1://\2(?![^/?#\n]).*+)*+", re.IGNORECASE | re.MULTILINE)
_OWN_COMPUTER = re.compile(
    r"localhost|.+\.(?:localhost|local|internal|lan)|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|10(?:\.\d+){3}"
    r"|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+"
)
_STAGING = re.compile(r"(?:.+[.-])?(?:staging|stage|preprod|preview|uat)\d*[.-].+\..+|.+\.(?:test|invalid)")
_SESSION = re.compile(
    r"[?&;](?:(PHPSESSID|JSESSIONID|ASPSESSIONID\w*|CFTOKEN)=\w{4}|(sid|session_?id)=\w{16})", re.IGNORECASE
)
# The longest host name in DNS, in characters.
_LONGEST_HOST = 253


@dataclass(frozen=True, slots=True)
class FileAddresses:
    """The addresses in the file at `uri`, as written; `line_of` maps an index to a line.

    `served_at` is the site's address, or "" if it is unknown. The site's own host is never a mistake.
    """

    uri: str
    addresses: Sequence[str]
    line_of: Callable[[int], int]
    served_at: str = ""

    @property
    def own(self) -> str:
        """The host that serves the file, or "" if it is unknown."""
        return urlsplit(self.uri if self.uri.startswith("http") else self.served_at).netloc.lower()


@dataclass(slots=True)
class _MistakeGroup:
    """Addresses with the same mistake: their number, and the index of the first."""

    row: int
    params: dict[str, str] = field(default_factory=dict)
    count: int = 0


def address_mistakes(listed: FileAddresses) -> Iterator[Mistake]:
    """Yield the mistakes in a file's addresses, one per kind and host, with the number of addresses."""
    text = "\n".join(listed.addresses)
    starts = {(scheme.lower(), authority.lower()) for scheme, authority in _ALIKE.findall(text)}
    yield from _doubled_starts(listed, starts)
    codes = {start: list(_codes(start, starts, listed.own)) for start in starts}
    has_session = _SESSION.search(text) is not None
    mistakes: dict[tuple[str, str], _MistakeGroup] = {}
    for row, address in enumerate(listed.addresses) if has_session or any(codes.values()) else ():
        for code, name, params in _of_address(address, codes):
            alike = mistakes.setdefault((code, name), _MistakeGroup(row, params))
            alike.count += 1
    for (code, _), alike in mistakes.items():
        value = "…" if code == "address-with-password" else _cut(listed.addresses[alike.row])
        params = {"count": f"{alike.count:,}", "value": value, **alike.params}
        yield Mistake(code, listed.uri, listed.line_of(alike.row), params)


def _doubled_starts(listed: FileAddresses, starts: set[tuple[str, str]]) -> Iterator[Mistake]:
    """Yield the mistakes of programs that join a site's address with an address, one per kind."""
    own = listed.own or _usual_host(listed.addresses, {authority for _, authority in starts})
    has_longer = any(is_misspelled_host(f"https://{host}/", f"https://{own}/") for _, host in starts)
    mistakes: dict[str, _MistakeGroup] = {}
    for row, address in enumerate(listed.addresses):
        # Nearly all addresses have neither of them, and a sitemap lists a million.
        if not has_longer and "http" not in address[7:] and address.count(own or "//") < 2:
            continue
        code, right = _meant_start(address, own)
        if code:
            params = {"host": own, "right": valid_address(right)}
            mistakes.setdefault(code, _MistakeGroup(row, params)).count += 1
    for code, alike in mistakes.items():
        value = _cut(listed.addresses[alike.row])
        params = {"count": f"{alike.count:,}", "value": value, **alike.params}
        yield Mistake(code, listed.uri, listed.line_of(alike.row), params)


def _usual_host(addresses: Sequence[str], hosts: set[str]) -> str:
    """Return the host of most addresses; "" if there is none."""
    if len(hosts) < 2:  # in most files
        return next(iter(hosts), "")
    counts = Counter(start[2].lower() for address in addresses if (start := _START.match(address)))
    host, count = counts.most_common(1)[0]
    return host if 2 * count > len(addresses) else ""


def _meant_start(address: str, own: str) -> tuple[str, str]:
    """Return the code of the mistake in the start of an address, and the address that is meant; "" without one."""
    if (twice := _TWO_SCHEMES.match(address)) and twice["host"].lower() in ("", own, _authority(twice["rest"])):
        return "address-with-two-schemes", f"{twice['scheme']}://{twice['rest']}"
    if (twice := _TWO_HOSTS.match(address)) and "." in twice["host"]:
        return "address-with-two-hosts", f"{twice['start']}{twice['rest'] or '/'}"
    start = _START.match(address)
    if start and own and is_misspelled_host(f"https://{start[2].lower()}/", f"https://{own}/"):
        # Browsers end a host with a slash, which the author did not write.
        rest = re.sub(r"^([^/?#]+)/(?=[?#]|$)", r"\1", address[len(start[1]) + 3 + len(own) :])
        return "slash-missing-after-host", f"{start[1]}://{own}/{rest}"
    return "", ""


def _authority(text: str) -> str:
    return re.split(r"[/?#]", text, maxsplit=1)[0].lower()


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _of_address(address: str, codes: dict[tuple[str, str], list[str]]) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield each mistake in an address: its code, the key that groups it with others, and its parameters."""
    start = _START.match(address)
    if start is not None:
        scheme, authority = start.group(1).lower(), start.group(2).lower()
        for code in codes.get((scheme, authority), ()):
            host = _host_name(authority)
            yield code, host, {"host": host}
    session = _SESSION.search(address)
    if session is not None:
        name = session.group(1) or session.group(2)
        yield "address-with-session", name.lower(), {"name": name}


def _codes(start: tuple[str, str], starts: set[tuple[str, str]], own: str) -> Iterator[str]:
    """Yield the codes of mistakes in an address's scheme and host; `starts` holds those of all addresses."""
    scheme, authority = start
    name = _host_name(authority)
    if "@" in authority:
        yield "address-with-password"
    if len(name) <= _LONGEST_HOST and authority != own:
        if _OWN_COMPUTER.fullmatch(name):
            yield "address-on-own-computer"
        elif _STAGING.fullmatch(name):
            yield "address-on-staging-host"
    if not own and scheme == "http" and ("https", authority) in starts:
        yield "addresses-of-two-schemes"


def _host_name(authority: str) -> str:
    """Return the host of an authority, without login and port."""
    host = authority.rpartition("@")[2]
    return host if host.endswith("]") else re.sub(r":\d*$", "", host)
