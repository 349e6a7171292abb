"""The Python interface: sitemaps of every format, read and checked, from the web, from disk, or from bytes in memory.

The names that `standard_sitemap` exports from this module are stable. Names, arguments and attributes are added within
a major version, never removed. The command line is built on it.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TypeVar

from standard_sitemap import formats
from standard_sitemap.fetching.bodies import RetrievedDocument, require_xml
from standard_sitemap.fetching.file_uris import absolute, path_on_disk, uri_on_disk
from standard_sitemap.fetching.loader import Progress
from standard_sitemap.fetching.retrieving import Retriever, folder_of, load
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.file_sizes import FILE_BYTES
from standard_sitemap.model.hierarchy import ClassChange, DocumentSummary, Hierarchy, Variant, is_loop
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.model.uris import resolve
from standard_sitemap.refusals import BadUrl, NotASitemap, NotFound, Refusal, TooLarge
from standard_sitemap.sitemapsorg import FileFormat as OtherFormat
from standard_sitemap.sitemapsorg import format_at
from standard_sitemap.sitemapsorg.dates import moment_of
from standard_sitemap.ssp.names import NAMESPACE
from standard_sitemap.webmaster.checking import folders

if TYPE_CHECKING:
    from standard_sitemap.webmaster.checking.checker import CheckOptions
    from standard_sitemap.webmaster.checking.report import Report

# An http or https address, a file on disk, the bytes of a file, or an open binary file.
Source = str | os.PathLike[str] | bytes | BinaryIO

_Result = TypeVar("_Result")

# The name of bytes without an address: a file of the current folder, in the notation of shells.
GIVEN_NAME = "-"


class Node:
    """An item or group in one place of a tree, with its first variant's qualities.

    Nodes compare equal for the same element.
    """

    __slots__ = ("_above", "_hierarchy", "_number")

    def __init__(self, hierarchy: Hierarchy, number: int, above: tuple[int, ...] = ()) -> None:
        self._hierarchy = hierarchy
        self._number = number
        self._above = above

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return self._hierarchy is other._hierarchy and self._number == other._number

    def __hash__(self) -> int:
        return hash((id(self._hierarchy), self._number))

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name or self.location!r}>"

    @property
    def kind(self) -> str:
        """`item` or `group`."""
        return self._hierarchy.details.kind(self._number)

    @property
    def variants(self) -> tuple[Variant, ...]:
        """All variants, at least one: name, description, location, language and more; None for unstated qualities."""
        return self._hierarchy.details.variants(self._number)

    @property
    def name(self) -> str | None:
        """The name of the first variant."""
        return self.variants[0].name

    @property
    def location(self) -> str | None:
        """The address of the first variant, absolute."""
        return self.variants[0].location

    @property
    def description(self) -> str | None:
        """The description of the first variant."""
        return self.variants[0].description

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles, such as `tree`, `home` or `search`."""
        return self._hierarchy.details.roles_of(self._number)

    @property
    def priority(self) -> float:
        """The priority from 0.0 to 1.0; 0.5 if unstated."""
        return self._hierarchy.details.priority(self._number)

    @property
    def relation(self) -> str:
        """`sequence` if the children follow one another, else `none`."""
        return self._hierarchy.relation(self._number)

    @property
    def order(self) -> str:
        """The order of the children: `lexical`, `base10`, `base16`, `version` or `none`."""
        return self._hierarchy.order(self._number)

    @property
    def last_modified(self) -> datetime | None:
        """The moment of the page's last change, in UTC. A day means its beginning."""
        written = self._hierarchy.details.last_modified(self._number)
        return moment_of(written) if written is not None else None

    @property
    def change_frequency(self) -> str | None:
        """The page's change frequency, as written in the file."""
        return self._hierarchy.details.change_frequency(self._number)

    @property
    def document(self) -> str:
        """The address of the file that contains the node."""
        return self._hierarchy.details.document_uri(self._number)

    @property
    def line(self) -> int:
        """The line of the node in that file, from 1."""
        return self._hierarchy.details.line(self._number)

    @property
    def level(self) -> int:
        """The level of the tree, from 1, at which the node was visited."""
        return len(self._above) + 1

    @property
    def is_loop(self) -> bool:
        """Whether the node is below itself; it has no children here."""
        return is_loop(self._above, self._number)

    @property
    def children(self) -> tuple[Node, ...]:
        """The nodes below, in order; computed on demand."""
        if self.is_loop:
            return ()
        above = (*self._above, self._number)
        return tuple(Node(self._hierarchy, child, above) for child in self._hierarchy.children(self._number))


class Sitemap:
    """A sitemap with all its files. Reading it loads the files; nodes are created on demand."""

    def __init__(self, hierarchy: Hierarchy, format_name: str) -> None:
        self.hierarchy = hierarchy
        self.format = format_name
        """`ssp` or `sitemaps-org`."""

    def __repr__(self) -> str:
        return f"<Sitemap {self.uri} ({self.format})>"

    @property
    def uri(self) -> str:
        """The address of the root file."""
        return self.hierarchy.root_uri

    @property
    def tree(self) -> tuple[Node, ...]:
        """The nodes on the first level."""
        return tuple(Node(self.hierarchy, node) for node in self.hierarchy.children(self.hierarchy.root))

    @property
    def roles(self) -> dict[str, tuple[Node, ...]]:
        """The nodes of each role except `tree`, inside the tree or not."""
        return {
            role: tuple(Node(self.hierarchy, number) for number in nodes)
            for role, nodes in self.hierarchy.roles.items()
        }

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults, by file, then by line: code, severity, message, document, line."""
        return self.hierarchy.faults

    @property
    def documents(self) -> tuple[DocumentSummary, ...]:
        """The files: address, bytes, elements."""
        return self.hierarchy.documents

    @property
    def class_changes(self) -> tuple[ClassChange, ...]:
        """The instructions by which the site's pages show their sitemap."""
        return self.hierarchy.class_changes

    def nodes(self) -> Iterator[Node]:
        """Yield every node of the tree once, each before its descendants; created one by one, to save memory."""
        hierarchy = self.hierarchy
        met = {hierarchy.root}
        path: list[int] = []
        stack = [iter(hierarchy.children(hierarchy.root))]
        while stack:
            node = next(stack[-1], None)
            if node is None:
                stack.pop()
                del path[-1:]
            elif not hierarchy.is_shared or node not in met:
                if hierarchy.is_shared:
                    met.add(node)
                yield Node(hierarchy, node, tuple(path))
                path.append(node)
                stack.append(iter(hierarchy.children(node) if hierarchy.has_children(node) else ()))

    def to_records(self) -> list[dict[str, Any]]:
        """Return a flat record of each node of the tree, for a table: `pandas.DataFrame(sitemap.to_records())`."""
        return [_record(node) for node in self.nodes()]

    def locations(self) -> Iterator[str]:
        """Yield the addresses of all variants of all nodes; repeated addresses are yielded repeatedly."""
        for node in self.nodes():
            yield from (variant.location for variant in node.variants if variant.location is not None)


def _record(node: Node) -> dict[str, Any]:
    first = node.variants[0]
    return {
        "level": node.level,
        "kind": node.kind,
        "name": first.name,
        "location": first.location,
        "description": first.description,
        "language": first.language,
        "variants": len(node.variants),
        "roles": " ".join(node.roles),
        "priority": node.priority,
        "last_modified": node.last_modified,
        "change_frequency": node.change_frequency,
        "document": node.document,
        "line": node.line,
    }


def read(
    source: Source,
    *,
    uri: str | None = None,
    root: str | os.PathLike[str] | None = None,
    include_user: bool = False,
    allow_private: bool = False,
    progress: Progress | None = None,
) -> Sitemap:
    """Return the sitemap at `source`, in any format, with all files that it leads to.

    For a folder, the sitemap is `standard-sitemap.xml`, else another Standard-Sitemap on its top level, else the one
    that a page there names, else the first other sitemap there. `uri` is the address of bytes, by default a file in the
    current folder. Files on disk may lead to others in their folder and below it, or below `root`. `include_user`
    includes elements whose `tree` is `user`. The server that `source` names is reached at any address; others on
    private addresses only with `allow_private`.

    Raises a Refusal if the root file is unavailable or no sitemap; other missing files are faults. Raises TypeError
    for a `source` of another type.
    """
    file = in_folder(opened(source, uri))
    folder = Path(root) if root else None
    return _result_of(_read(file, folder, include_user, allow_private, progress, is_any=False))


def read_any(
    file: OpenedSource, root: Path | None, include_user: bool, allow_private: bool, progress: Progress | None = None
) -> Sitemap:
    """Return the sitemap in a file as `read` does, but an empty one with the fault for a file that is no sitemap."""
    return _result_of(_read(file, root, include_user, allow_private, progress, is_any=True))


def check(
    source: Source,
    *,
    uri: str | None = None,
    root: str | os.PathLike[str] | None = None,
    include_user: bool = False,
    explain: Sequence[str] = (),
    base_url: str = "",
    robots: str | os.PathLike[str] | None = None,
    allow_private: bool = False,
    progress: Progress | None = None,
) -> tuple[Report, ...]:
    """Return reports on one sitemap, or on all below a folder: see `webmaster.checking.report.Report`.

    The arguments are as for `read`; `explain` are ids or names of elements to explain. `base_url` is the address of the
    folder on disk once it is served. `robots` is the path of the site's robots.txt, by default the one in that folder.
    Files that cannot be fetched are noted in the report. Raises BadUrl if `base_url` is no web address, OSError if
    `robots` cannot be read.
    """
    # Saves 20 ms for every program that only reads.
    from standard_sitemap.webmaster.checking.checker import CheckOptions

    options = CheckOptions(
        Path(root).resolve() if root else None,
        include_user,
        tuple(explain),
        base_url=folder_address(base_url),
        robots=folders.read_robots(Path(robots)) if robots else None,
        allow_private=allow_private,
    )
    return reports([opened(source, uri)], options, progress)


def reports(
    sources: Sequence[OpenedSource], options: CheckOptions, progress: Progress | None = None
) -> tuple[Report, ...]:
    """Return the reports on several sources, in order."""
    # Saves 20 ms for every program that only reads.
    from standard_sitemap.webmaster.checking.checker import Checker

    bodies = {uri: body for source in sources for uri, body in source.bodies.items()}
    checker = Checker(replace(options, bodies=bodies), progress or (lambda *_: None))
    # Passed by a variable, not returned: asyncio formats a task's result, which takes long for a million faults.
    checked: list[Report] = []

    async def run() -> None:
        for source in sources:
            checked.extend(await checker.check(source.argument))

    _result_of(run())
    return tuple(checked)


def _result_of(work: Coroutine[Any, Any, _Result]) -> _Result:
    """Return the result of a coroutine. If an event loop runs in this thread, such as a notebook's, another runs it."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    # asyncio refuses to run a second loop in a thread, and a notebook's loop must not be blocked.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


class OpenedSource(NamedTuple):
    """The address of a source, its name as given, and the bytes available already, by address."""

    uri: str
    argument: str
    bodies: Mapping[str, bytes]


def opened(source: Source, uri: str | None = None) -> OpenedSource:
    """Return a source with its address; raises BadUrl if it has none, TooLarge for an endless file."""
    if isinstance(source, str | os.PathLike):
        argument = os.fsdecode(source)
        return OpenedSource(uri_of(argument), argument, {})
    address = uri or uri_on_disk(Path.cwd() / GIVEN_NAME)
    body = _bytes_of(source)
    if len(body) > FILE_BYTES:
        raise TooLarge(uri=address, limit=FILE_BYTES)
    return OpenedSource(address, address, {address: body})


def _bytes_of(source: object) -> bytes:
    """Return the bytes of a source that is no address; raises TypeError if it has none."""
    if isinstance(source, bytes | bytearray | memoryview):
        return bytes(source)
    read_some = getattr(source, "read", None)
    body = bytearray()
    # One byte more than the limit, since a pipe does not report its length. A pipe may also return less than asked.
    while isinstance(part := read_some(FILE_BYTES + 1 - len(body)) if callable(read_some) else None, bytes):
        body += part
        if not part or len(body) > FILE_BYTES:
            return bytes(body)
    hint = "open the file in binary mode" if isinstance(part, str) else "pass an address, a path, bytes or a file"
    raise TypeError(f"a sitemap cannot be read from {type(source).__name__}: {hint}")


def in_folder(source: OpenedSource) -> OpenedSource:
    """Return the sitemap of a folder in place of the folder; raises NotFound if it has none."""
    folder = path_on_disk(source.uri) if source.uri.startswith("file:") and not source.bodies else None
    if folder is None or not folder.is_dir():
        return source
    # Saves 20 ms for every program that reads no folder.
    from standard_sitemap.webmaster.checking.page_naming import main_sitemap

    file = main_sitemap(folder)
    if file is None:
        raise NotFound(
            uri=f"{source.uri.rstrip('/')}/standard-sitemap.xml", status="and the folder has no other sitemap"
        )
    return OpenedSource(uri_on_disk(file), source.argument, {})


def uri_of(argument: str) -> str:
    """Return an argument that is a URL, or the URI of a file; raises BadUrl for another scheme."""
    scheme = argument.partition(":")[0].lower()
    if scheme in {"http", "https", "file"} and resolve("", argument) is not None:
        path = path_on_disk(argument) if scheme == "file" else None
        return uri_on_disk(path) if path is not None and path.drive.startswith("\\\\") else argument
    if "://" in argument:
        raise BadUrl(uri=argument)
    return uri_on_disk(Path(absolute(argument)))


def folder_address(base_url: str) -> str:
    """Return the address of a folder, with a final slash; "" if empty. Raises BadUrl if it is no web address."""
    address = resolve("", base_url)
    if base_url and (address is None or not address.startswith(("http://", "https://"))):
        raise BadUrl(uri=base_url)
    return f"{address.rstrip('/')}/" if address else ""


async def _read(
    file: OpenedSource,
    root: Path | None,
    include_user: bool,
    allow_private: bool,
    progress: Progress | None,
    *,
    is_any: bool,
) -> Sitemap:
    folder = folder_of(file.uri)
    named = None if allow_private else (file.uri,)
    async with Retriever(folder and (root or folder), file.bodies, named) as retriever:
        document = await retriever.get(file.uri)
        form = formats.detect_format(RetrievedFile(document.uri, document.body, document.content_type))
        _require_sitemap(document, form)
        site = form.site(file.uri, include_user)
        refused = await load(site, retriever, {site.root_uri: document}, progress)
    if site.root_uri in refused:
        raise refused[site.root_uri]
    hierarchy = site.hierarchy()
    # A damaged Standard-Sitemap is one all the same: its faults say what to correct.
    is_damaged = form is not formats.STANDARD or NAMESPACE.encode() in document.body.replace(b"\0", b"")
    if not hierarchy.is_sitemap and not is_damaged and not is_any:
        raise NotASitemap(uri=document.uri)
    return Sitemap(hierarchy, form.name)


def _require_sitemap(document: RetrievedDocument, form: formats.Format) -> None:
    """Raise WrongType for a Standard-Sitemap that is not labelled as XML (D3), and NotASitemap for a page."""
    if form is formats.STANDARD and document.content_type is not None:
        require_xml(document.content_type, document.uri)
    if format_at(document.body, document.uri) == OtherFormat.PAGE:
        raise NotASitemap(uri=document.uri)


__all__ = ["ClassChange", "DocumentSummary", "Fault", "Node", "Refusal", "Sitemap", "Variant", "check", "read"]
