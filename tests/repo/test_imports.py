"""Which module of the host may import which: no rings, and only downwards."""

from __future__ import annotations

import ast
from collections.abc import Iterator, KeysView
from pathlib import Path

import pytest

PACKAGE = "standard_sitemap"

# What each room may import beside itself; rooms are the folders and modules right below the package.
SMALL = {"refusals", "identity"}
MAY_IMPORT: dict[str, set[str]] = {
    "identity": set(),
    "refusals": set(),
    "model": set(),
    "ssp": {"model"},
    "sitemapsorg": {"model", "ssp"},
    "formats": {"model", "ssp", "sitemapsorg"},
    "tree_json": {"model", "ssp"},
    "protocol": {"model", *SMALL},
    "fetching": {"model", *SMALL},
    "views": {"model"},
    "sites": {"model", "formats", "views", "fetching", "ssp", "sitemapsorg", *SMALL},
    "checking": {"model", "formats", "fetching", "ssp", "sitemapsorg", *SMALL},
    "converting": {"model", "formats", "fetching", "ssp", "sitemapsorg", *SMALL},
    "making": {"model", "converting", "fetching", "ssp", *SMALL},
    "announcing": {"checking", "fetching", "ssp"},
    "submitting": {"model", "converting", "fetching", "sitemapsorg", *SMALL},
    "verifying": {"model", "checking", "converting", "fetching", "ssp", *SMALL},
    "registration": SMALL,
    "native": {
        "model",
        "formats",
        "fetching",
        "protocol",
        "registration",
        "sites",
        "ssp",
        "sitemapsorg",
        "views",
        *SMALL,
    },
    "cli": {
        *("model", "ssp", "sitemapsorg", "formats", "tree_json", "fetching", "checking", "converting", "making"),
        *("registration", "sites", "protocol", "native", "announcing", "submitting", "verifying"),
        *SMALL,
    },
    "": set(),
}

# The one reader of documents may know how they are scanned fast.
FENCED = {"ssp.fast_scan": {"ssp.parsing"}, "ssp.lazy_chunks": {"ssp.parsing", "ssp.fast_scan"}}

# Of the other format, sitemaps.org files need what names a Standard-Sitemap, and how pages link to things.
FROM_SSP = {"ssp.discovery", "ssp.names", "ssp.repetition"}

# Imports that break the table and are to go: module, and what it imports.
TO_DO: set[tuple[str, str]] = {
    ("protocol.greeting", "native.framing"),
    ("protocol.requests", "fetching.limits"),
    ("registration.health", "native.framing"),
    ("registration.health", "protocol.greeting"),
}

Graph = dict[str, set[str]]


@pytest.fixture(scope="module")
def graph(root: Path) -> Graph:
    """The modules of the host, without the package's name, and the modules that each imports, for types or not."""
    host = root / "host"
    paths = {_name(path.relative_to(host)): path for path in (host / PACKAGE).rglob("*.py")}
    return {module: set(_imported(module, path, paths.keys())) - {module} for module, path in paths.items()}


def _name(path: Path) -> str:
    parts = path.with_suffix("").parts[1:]
    return ".".join(parts[:-1] if parts[-1:] == ("__init__",) else parts)


def _imported(module: str, path: Path, modules: KeysView[str]) -> Iterator[str]:
    """The modules of ours that one imports anywhere in it; in functions and under TYPE_CHECKING, too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module} imports relatively"
            assert node.module is not None
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            if name.partition(".")[0] == PACKAGE:
                own = name.partition(".")[2]
                yield own if own in modules else own.rpartition(".")[0]


def _room(module: str) -> str:
    return module.partition(".")[0]


def test_no_module_imports_itself_over_others(graph: Graph) -> None:
    left = {module: set(imported) for module, imported in graph.items()}
    while free := {module for module, imported in left.items() if not imported & left.keys()}:
        left = {module: imported for module, imported in left.items() if module not in free}
    assert {module: imported & left.keys() for module, imported in left.items()} == {}


def test_every_room_is_in_the_table(graph: Graph) -> None:
    assert {_room(module) for module in graph} <= MAY_IMPORT.keys()


def test_rooms_import_only_what_the_table_allows(graph: Graph) -> None:
    broken = {
        (module, other)
        for module, imported in graph.items()
        for other in imported
        if _room(other) not in MAY_IMPORT[_room(module)] | {_room(module), ""}
    }
    assert broken == TO_DO


def test_the_other_format_uses_little_of_the_first(graph: Graph) -> None:
    used = {other for module in graph if _room(module) == "sitemapsorg" for other in graph[module]}
    assert {module for module in used if _room(module) == "ssp"} <= FROM_SSP


def test_the_fast_scan_is_known_to_the_reader_of_documents_alone(graph: Graph) -> None:
    known = {fenced: {module for module, imported in graph.items() if fenced in imported} for fenced in FENCED}
    assert known == FENCED
