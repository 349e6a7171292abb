"""Probable mistakes in a Standard-Sitemap: valid markup that is hardly intended, and misspelled names.

They do not affect the map; only the checker looks for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from standard_sitemap.model.faults import Fault
from standard_sitemap.model.hierarchy import Variant
from standard_sitemap.sitemapsorg.diagnosis import bounded
from standard_sitemap.ssp import Document
from standard_sitemap.ssp.documents import is_id
from standard_sitemap.ssp.names import INHERITED, KIND_NAMES, NODES, XML_ID, Kind
from standard_sitemap.ssp.variants import each_variant
from standard_sitemap.webmaster.checking.mistake_rules import Mistake
from standard_sitemap.webmaster.checking.mistaken_addresses import FileAddresses, address_mistakes

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
# The longest value in a message, in characters.
_SHOWN = 200
_DRIVE = re.compile(r"[a-z]:", re.IGNORECASE)
_DIGIT = re.compile(r"[0-9.-]")


def mistakes(documents: Iterable[Document], served_at: str) -> tuple[Fault, ...]:
    """Return the probable mistakes in files; `served_at` has the meaning that it has in `FileAddresses`."""
    return tuple(bounded(fault for document in documents for fault in _of_document(document, served_at)))


def with_meant_names(faults: Iterable[Fault]) -> Iterator[Fault]:
    """Yield the faults; for a misspelled element or attribute, yield a fault that suggests the right name."""
    for fault in faults:
        right: str | None = None
        if fault.code == "unknown-element":
            right = _ELEMENTS.get(_bare(fault.params["name"]))
        elif fault.code == "unknown-attribute":
            right = _meant_attribute(fault.params["element"], _bare(fault.params["name"]))
        code = fault.code.replace("unknown", "misspelled")
        yield Mistake(code, fault.document, fault.line, {**fault.params, "right": right}) if right else fault


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
        elif "." in url and _HOST.match(url) and ":" not in url.partition("/")[0]:
            target = document.location(index) or ""
            yield _mistake("url-without-scheme", document, index, value=url, target=target, right=f"https://{url}")
    for index, name in zip(entries, names, strict=True):
        if name and not name.isascii() and is_invisible(name):
            yield document.fault("empty-name", index, element=document.name(index))
    for index in document.notables:
        yield from _of_element(document, index)
    for folded, index in document.ids.items():
        if is_id(folded) and (first := _DIGIT.match(folded)):
            written_id = document.attributes[index][XML_ID].strip()
            params = {"id": written_id, "first": first.group(), "right": f"_{written_id}"}
            yield _mistake("id-begins-with-digit", document, index, **params)


def is_invisible(text: str) -> bool:
    """Return whether a text has no visible character."""
    return not any(character.isprintable() and not character.isspace() for character in text)


def _of_element(document: Document, index: int) -> Iterator[Fault]:
    attributes = document.attributes[index]
    data = attributes.get("data")
    if data is not None and "%s" not in data:
        right = _search_data(data)
        yield _mistake("search-without-words", document, index, name=_name(document, index), value=data, right=right)
    if document.kinds[index] in NODES and document.variant_children(index, 2):
        yield from _alike_variants(document, index)


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
