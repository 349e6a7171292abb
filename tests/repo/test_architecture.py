"""ARCHITECTURE.md says what is: files exist, rooms import what it allows, no module imports itself over others."""

from __future__ import annotations

import ast
import re
import statistics
from collections.abc import Iterator, KeysView
from pathlib import Path

import pytest

PACKAGE = "standard_sitemap"
BEHAVIOURS = 12

# The one reader of documents may know how they are scanned fast.
FENCED = {"ssp.fast_scan": {"ssp.parsing"}, "ssp.lazy_chunks": {"ssp.parsing", "ssp.fast_scan"}}

# Of the other format, sitemaps.org files need what names a Standard-Sitemap, and how pages link to things.
FROM_SSP = {"ssp.discovery", "ssp.names"}

# What a module imports that looks at the clock, keeps something between calls, or reaches out of the process.
CLOCK = {"time", "datetime.now"}
CACHES = {"functools.lru_cache", "functools.cache"}
OUTSIDE = {
    "asyncio",
    "httpcore",
    "logging",
    "os",
    "platformdirs",
    "shutil",
    "socket",
    "subprocess",
    "tempfile",
    "threading",
}

# What each promise on the page, or in a module's docstring, leaves no room for.
PROMISES = {"Pure": CLOCK | CACHES | OUTSIDE, "No I/O, no clock": CLOCK | OUTSIDE, "No I/O": OUTSIDE}

# Modules of one name: the two formats' versions of the same thing, and the interface of both where that has one.
FORMATS = {"ssp", "sitemapsorg"}
TWINS = {
    "diagnosis": FORMATS,
    "documents": FORMATS,
    "faults": {*FORMATS, "model"},
    "files": FORMATS,
    "hierarchy": {*FORMATS, "model"},
    "lookup": FORMATS,
    "site": {*FORMATS, "model"},
}

# A module is what one reads in one sitting: the middle one within these lines, nearly all within the outer bounds.
MEDIAN = range(100, 251)
SHORTEST, LONGEST = 60, 400

# Longer ones are tables, in which one looks something up. Shorter ones are names that others have documented, what runs
# in a process of its own or before all else, what several rooms or modules share and none of them owns, one rule on its
# own, and what alone needs a large table: a check does not load the examples that `checking.codes` prints.
TABLES = {"sitemapsorg.faults", "ssp.faults"}
SHORT = {
    "__main__",
    "announcing.asgi",
    "announcing.wsgi",
    "checking.codes",
    "fetching.single_flight",
    "formats",
    "identity",
    "making.mkdocs",
    "making.properdocs",
    "model.xml_text",
    "protocol.greeting",
    "sitemapsorg.page_titles",
    "verifying.elements",
}

Graph = dict[str, set[str]]


@pytest.fixture(scope="module")
def graph(root: Path) -> Graph:
    """The modules of the host, without the package's name, and the modules that each imports, for types or not."""
    host = root / "host"
    paths = {_name(path.relative_to(host)): path for path in (host / PACKAGE).rglob("*.py")}
    return {module: set(_imported(path, paths.keys())) - {module} for module, path in paths.items()}


def _name(path: Path) -> str:
    """A module without the package's name, by its path below `host`."""
    return _dotted(path).partition(".")[2]


def _dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1:] == ("__init__",) else parts)


def _imported(path: Path, modules: KeysView[str]) -> Iterator[str]:
    """The modules of ours that one imports, without the package's name."""
    for name in _names_imported(path):
        if name.partition(".")[0] == PACKAGE:
            own = name.partition(".")[2]
            yield own if own in modules else own.rpartition(".")[0]


def _imported_of(path: Path, modules: KeysView[str]) -> Iterator[str]:
    """Those of some modules that one imports, or something out of them."""
    for name in _names_imported(path):
        yield from (one for one in (name, name.rpartition(".")[0]) if one in modules)


def _names_imported(path: Path) -> Iterator[str]:
    """Modules, and what is imported out of them, anywhere in a file; in functions and under TYPE_CHECKING, too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} imports relatively"
            assert node.module is not None
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def _room(module: str) -> str:
    return module.partition(".")[0]


@pytest.fixture(scope="session")
def page(root: Path) -> str:
    return (root / "ARCHITECTURE.md").read_text("utf-8")


def rooms(page: str, *, is_written_out: bool = False) -> dict[str, set[str]]:
    """What each room may import, by the table of rooms; `is_written_out` leaves out those that may nearly all."""
    lines = re.findall(r"^\| `(\w+)` \| [^|]+ \| ?([^|]*) ?\|$", page, re.MULTILINE)
    found = {room: set(re.findall(r"`(\w+)`", allowed)) for room, allowed in lines}
    if is_written_out:
        return {room: found[room] for room, allowed in lines if not allowed.startswith("all but")}
    all_but = {room for room, allowed in lines if allowed.startswith("all but")}
    return {room: found.keys() - allowed if room in all_but else allowed for room, allowed in found.items()}


def test_every_file_that_is_named_exists(root: Path, page: str) -> None:
    named = set(re.findall(r"`((?:host|extension|tests|_locales|docs)/[\w./-]+)`", page))
    assert len(named) > 2 * BEHAVIOURS
    assert sorted(name for name in named if not (root / name).exists()) == []


def test_every_room_is_on_the_page(graph: Graph, page: str) -> None:
    assert {_room(module) for module in graph} - {""} == rooms(page).keys()


def test_rooms_import_only_what_the_page_allows(graph: Graph, page: str) -> None:
    allowed = rooms(page)
    wrong = {
        (module, other)
        for module, imported in graph.items()
        for other in imported
        if _room(module) and _room(other) not in {"", _room(module), *allowed[_room(module)]}
    }
    assert wrong == set()


def test_modules_of_one_name_are_the_versions_of_one_thing(graph: Graph) -> None:
    """Whoever looks for a name finds one file, or the same thing in both formats."""
    found: dict[str, set[str]] = {}
    for module in graph:
        found.setdefault(module.rpartition(".")[2], set()).add(module.rpartition(".")[0])
    # The package itself is a module without a name here.
    assert {name: places for name, places in found.items() if name and len(places) > 1} == TWINS


def test_the_page_allows_no_import_that_there_is_not(graph: Graph, page: str) -> None:
    used = {(_room(module), _room(other)) for module, imported in graph.items() for other in imported}
    named = rooms(page, is_written_out=True)
    assert {(room, other) for room, allowed in named.items() for other in allowed} - used == set()


def test_modules_are_read_in_one_sitting(root: Path) -> None:
    package = root / "host" / PACKAGE
    lines = {
        _dotted(path.relative_to(package)): len(path.read_text("utf-8").splitlines())
        for path in package.rglob("*.py")
        if path.name != "__init__.py"
    }
    assert statistics.median_low(lines.values()) in MEDIAN
    assert {module for module, number in lines.items() if number > LONGEST} == TABLES
    assert {module for module, number in lines.items() if number < SHORTEST} <= SHORT


def test_no_module_imports_itself_over_others(graph: Graph) -> None:
    assert _circles(graph) == {}


@pytest.mark.parametrize("folder", ["scripts", "tests"])
def test_nor_does_one_of_the_scripts_and_tests(root: Path, folder: str) -> None:
    paths = {_dotted(path.relative_to(root / folder)): path for path in (root / folder).rglob("*.py")}
    graph = {module: set(_imported_of(path, paths.keys())) - {module} for module, path in paths.items()}
    assert any(graph.values())
    assert _circles(graph) == {}


def _circles(graph: Graph) -> Graph:
    """The modules that import themselves over others, with what leads there."""
    left = {module: set(imported) for module, imported in graph.items()}
    while free := {module for module, imported in left.items() if not imported & left.keys()}:
        left = {module: imported for module, imported in left.items() if module not in free}
    return {module: imported & left.keys() for module, imported in left.items()}


@pytest.mark.parametrize("promise", PROMISES)
def test_a_room_keeps_what_the_page_promises_of_it(root: Path, page: str, promise: str) -> None:
    promised = re.findall(rf"^\| `(\w+)` \| [^|]+\. {promise} \|", page, re.MULTILINE)
    assert promised
    files = [file for room in promised for file in (root / "host" / PACKAGE / room).rglob("*.py")]
    assert [(file.name, used) for file in files if (used := _names_used(file) & PROMISES[promise])] == []


def test_a_module_that_calls_itself_pure_is(root: Path) -> None:
    files = [file for file in (root / "host" / PACKAGE).rglob("*.py") if "Pure." in _docstring(file)]
    assert files
    assert [(file.name, used) for file in files if (used := _names_used(file) & PROMISES["Pure"])] == []


def test_what_a_room_says_of_its_modules_names_those_that_are_there(graph: Graph, root: Path) -> None:
    """Their docstrings are tables of contents, which a module that moves is easily forgotten in."""
    known = {name for module in graph for name in module.split(".")} | {"model", "read", "check"}
    files = (root / "host" / PACKAGE).rglob("__init__.py")
    named = {(file.parent.name, name) for file in files for name in re.findall(r"`([a-z_]+)`", _docstring(file))}
    assert {(room, name) for room, name in named if name not in known} == set()


def _docstring(file: Path) -> str:
    return ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""


def _names_used(file: Path) -> set[str]:
    """The modules that a file imports, what it imports from them, and the attributes that it looks up by one dot."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.update({node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)})
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found.add(f"{node.value.id}.{node.attr}")
    return found


def test_the_other_format_uses_little_of_the_first(graph: Graph) -> None:
    used = {other for module in graph if _room(module) == "sitemapsorg" for other in graph[module]}
    assert {module for module in used if _room(module) == "ssp"} <= FROM_SSP


def test_the_fast_scan_is_known_to_the_reader_of_documents_alone(graph: Graph) -> None:
    known = {fenced: {module for module, imported in graph.items() if fenced in imported} for fenced in FENCED}
    assert known == FENCED


@pytest.mark.parametrize("way", ["From a response header to a row", "From a fault to a message"])
def test_a_way_has_ten_lines_and_crosses_at_most_twelve_rooms(page: str, way: str) -> None:
    lines = page.partition(f"## {way}\n")[2].partition("\n## ")[0]
    assert 0 < len(re.findall(r"^\d+\. ", lines, re.MULTILINE)) <= 10
    assert 2 < len({name.rpartition("/")[0] for name in re.findall(r"`([\w./-]+\.(?:py|js))`", lines)}) <= 12


def test_for_each_behaviour_one_file_decides(page: str) -> None:
    table = page.partition("## One rule, one file")[2]
    assert len(re.findall(r"^\| [a-z][^|]+ \| `[\w./-]+` \|$", table, re.MULTILINE)) >= BEHAVIOURS
