"""ARCHITECTURE.md matches the code: files exist, packages import only what it allows, and no import cycle exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, KeysView
from pathlib import Path

import pytest

PACKAGE = "standard_sitemap"
BEHAVIOURS = 24

# Both build on the formats and never import each other.
LARGE = ("reader", "webmaster")
MOST_PAIRS = 45

# Only the parser may know about fast scanning.
FENCED = {"ssp.fast_scan": {"ssp.parsing"}, "ssp.lazy_chunks": {"ssp.parsing", "ssp.fast_scan"}}

# The parts of the other format that sitemaps.org files may use: naming and links of a Standard-Sitemap.
FROM_SSP = {"ssp.discovery", "ssp.names"}

# Imports that read the clock, cache, or reach outside the process.
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

# The imports that each promise, on the page or in a docstring, forbids.
PROMISES = {"Pure": CLOCK | CACHES | OUTSIDE, "No I/O, no clock": CLOCK | OUTSIDE, "No I/O": OUTSIDE}

# The formats, whose packages may share the names of modules and classes.
FORMATS = {"ssp", "sitemapsorg"}

# The maximum number of modules in each walk, which a reader opens to follow it.
LONGEST_WALKS = {"From a response header to a row": 12, "From a file through `check` to a message": 12}

# The longest function, in lines, and the most public members of a class.
LONGEST_FUNCTION = 60
MOST_MEMBERS = 20

# Imports inside functions, each of which saves time on a common path.
MOST_INNER_IMPORTS = 60

# Class names shared by packages, the formats aside: mostly a message and its value.
MOST_SHARED_CLASSES = 8

# Names without meaning, and how often the host and the scripts may bind them.
EMPTY_NAMES = {"found", "one", "said", "those"}
MOST_EMPTY_NAMES = 5

Graph = dict[str, set[str]]


@pytest.fixture(scope="module")
def graph(root: Path) -> Graph:
    """Return the modules of the host, without the package's name, with their imports, including types."""
    host = root / "host"
    paths = {_name(path.relative_to(host)): path for path in (host / PACKAGE).rglob("*.py")}
    return {module: set(_imported(path, paths.keys())) - {module} for module, path in paths.items()}


def _name(path: Path) -> str:
    """Return a module's name without the package's, from its path below `host`."""
    return _dotted(path).partition(".")[2]


def _dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1:] == ("__init__",) else parts)


def _imported(path: Path, modules: KeysView[str]) -> Iterator[str]:
    """Yield the host's modules that a file imports, without the package's name."""
    for name in _names_imported(path):
        if name.partition(".")[0] == PACKAGE:
            own = name.partition(".")[2]
            yield own if own in modules else own.rpartition(".")[0]


def _imported_of(path: Path, modules: KeysView[str]) -> Iterator[str]:
    """Yield the given modules that a file imports, or imports from."""
    for name in _names_imported(path):
        yield from (module for module in (name, name.rpartition(".")[0]) if module in modules)


def _names_imported(path: Path) -> Iterator[str]:
    """Yield every imported module and name of a file, also in functions and under TYPE_CHECKING."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} imports relatively"
            assert node.module is not None
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def _package(module: str) -> str:
    return module.partition(".")[0]


def _inner(module: str) -> str:
    """Return a package inside one of the large ones, with its parent's name, or the package itself."""
    return ".".join(module.split(".")[:2]) if _package(module) in LARGE else _package(module)


@pytest.fixture(scope="session")
def page(root: Path) -> str:
    return (root / "ARCHITECTURE.md").read_text("utf-8")


def packages(page: str) -> dict[str, set[str]]:
    """Return the packages that each package may import, by the first table. `reader` and `webmaster` count as one."""
    return _table(page.partition("Inside the two large packages")[0])


def inner_packages(page: str) -> dict[str, set[str]]:
    """Return the siblings that each package inside `reader` and `webmaster` may import, by the second table."""
    table = _table(page.partition("Inside the two large packages")[2])
    return {name: {f"{_package(name)}.{other}" for other in allowed} for name, allowed in table.items()}


def _table(text: str) -> dict[str, set[str]]:
    lines = re.findall(r"^\| `([\w.]+)` \| [^|]+ \| ?([^|]*) ?\|$", text, re.MULTILINE)
    return {name: set(re.findall(r"`(\w+)`", allowed)) for name, allowed in lines}


def _imports_of_packages(graph: Graph, name: Callable[[str], str]) -> set[tuple[str, str]]:
    """Return the pairs of different packages, by `name`, of which the first imports the second."""
    pairs = {(name(module), name(other)) for module, imported in graph.items() for other in imported}
    return {(package, other) for package, other in pairs if package and other and package != other}


def test_every_file_that_is_named_exists(root: Path, page: str) -> None:
    named = set(re.findall(r"`((?:host|extension|tests|_locales|docs)/[\w./-]+)`", page))
    assert len(named) > 2 * BEHAVIOURS
    assert sorted(name for name in named if not (root / name).exists()) == []


def test_every_package_is_on_the_page(graph: Graph, page: str) -> None:
    assert {_package(module) for module in graph} - {""} == packages(page).keys()
    assert {_inner(module) for module in graph if _package(module) in LARGE} - {*LARGE} == inner_packages(page).keys()


def test_packages_import_exactly_what_the_page_allows(graph: Graph, page: str) -> None:
    allowed = {(package, other) for package, others in packages(page).items() for other in others}
    assert _imports_of_packages(graph, _package) == allowed


def test_inner_packages_import_exactly_what_the_page_allows(graph: Graph, page: str) -> None:
    inside = {module: imported for module, imported in graph.items() if _package(module) in LARGE}
    used = {
        (package, other)
        for package, other in _imports_of_packages(inside, _inner)
        if _package(other) == _package(package) and package not in LARGE and other not in LARGE
    }
    assert used == {(package, other) for package, others in inner_packages(page).items() for other in others}


def test_large_packages_never_import_each_other(graph: Graph) -> None:
    pairs = _imports_of_packages(graph, _package)
    assert {pair for pair in pairs if set(pair) == set(LARGE)} == set()
    assert {package for package, other in pairs if other == "cli"} == {"__main__"}


def test_few_pairs_of_packages_import_each_other(graph: Graph) -> None:
    assert len(_imports_of_packages(graph, _package)) <= MOST_PAIRS


def test_host_has_no_import_cycle(graph: Graph) -> None:
    assert _circles(graph) == {}


@pytest.mark.parametrize("folder", ["scripts", "tests"])
def test_scripts_and_tests_have_no_import_cycle(root: Path, folder: str) -> None:
    paths = {_dotted(path.relative_to(root / folder)): path for path in (root / folder).rglob("*.py")}
    graph = {module: set(_imported_of(path, paths.keys())) - {module} for module, path in paths.items()}
    assert any(graph.values())
    assert _circles(graph) == {}


def _circles(graph: Graph) -> Graph:
    """Return the modules of import cycles, with the modules that they import."""
    left = {module: set(imported) for module, imported in graph.items()}
    while free := {module for module, imported in left.items() if not imported & left.keys()}:
        left = {module: imported for module, imported in left.items() if module not in free}
    return {module: imported & left.keys() for module, imported in left.items()}


@pytest.mark.parametrize("promise", PROMISES)
def test_packages_keep_the_promises_of_the_page(root: Path, page: str, promise: str) -> None:
    promised = re.findall(rf"^\| `([\w.]+)` \| [^|]+\. {promise} \|", page, re.MULTILINE)
    assert promised
    files = [file for name in promised for file in (root / "host" / PACKAGE / name.replace(".", "/")).rglob("*.py")]
    assert [(file.name, used) for file in files if (used := _names_used(file) & PROMISES[promise])] == []


def test_modules_described_as_pure_are_pure(root: Path) -> None:
    files = [file for file in (root / "host" / PACKAGE).rglob("*.py") if "Pure." in _docstring(file)]
    assert files
    assert [(file.name, used) for file in files if (used := _names_used(file) & PROMISES["Pure"])] == []


def test_package_docstrings_name_existing_modules(graph: Graph, root: Path) -> None:
    """Check the package docstrings, which are easily forgotten when a module moves."""
    folders = {path.name for path in (root / "host" / PACKAGE / "integrations").iterdir()}
    known = {name for module in graph for name in module.split(".")} | {"model", "read", "check"} | folders
    files = (root / "host" / PACKAGE).rglob("__init__.py")
    named = {(file.parent.name, name) for file in files for name in re.findall(r"`([a-z_]+)`", _docstring(file))}
    assert {(package, name) for package, name in named if name not in known} == set()


def _docstring(file: Path) -> str:
    return ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""


def _names_used(file: Path) -> set[str]:
    """Return the imported modules and names of a file, and its attributes accessed by one dot."""
    modules: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            modules.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            modules.update({node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)})
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            modules.add(f"{node.value.id}.{node.attr}")
    return modules


def test_the_other_format_uses_little_of_the_first(graph: Graph) -> None:
    used = {other for module in graph if _package(module) == "sitemapsorg" for other in graph[module]}
    assert {module for module in used if _package(module) == "ssp"} <= FROM_SSP


def test_the_fast_scan_is_known_to_the_reader_of_documents_alone(graph: Graph) -> None:
    known = {fenced: {module for module, imported in graph.items() if fenced in imported} for fenced in FENCED}
    assert known == FENCED


@pytest.mark.parametrize("walk", LONGEST_WALKS)
def test_a_walk_is_short_and_each_module_follows_from_an_earlier_one(graph: Graph, page: str, walk: str) -> None:
    steps = re.findall(r"^\d+\. .+(?:\n   .+)*", page.partition(f"## {walk}\n")[2].partition("\n## ")[0], re.MULTILINE)
    modules = [name for step in steps for name in re.findall(r"`([\w./-]+\.(?:py|js))`", step)]
    assert 0 < len(steps) <= 10
    assert len(modules) == len(set(modules)) <= LONGEST_WALKS[walk]
    host = [_name(Path(name).relative_to("host")) for name in modules if name.startswith("host/")]
    assert [module for at, module in enumerate(host) if at and not _follows(module, host[:at], graph)] == []


def _follows(module: str, earlier: list[str], graph: Graph) -> bool:
    """Return whether an earlier module imports this one, directly or through one other module."""
    direct = {other for name in earlier for other in graph[name]}
    return module in direct or any(module in graph.get(other, ()) for other in direct)


def test_each_behaviour_is_found_by_its_words_in_the_file_that_decides_it(root: Path, page: str) -> None:
    table = page.partition("## One behaviour, one place")[2]
    stated = dict(re.findall(r"^\| ([^|`]+) \| `([\w./-]+)` \|$", table, re.MULTILINE))
    assert len(stated) >= BEHAVIOURS
    files = [*(root / "host").rglob("*.py"), *(root / "extension").rglob("*.js")]
    marked = [
        (words, file.relative_to(root).as_posix())
        for file in files
        for words in re.findall(r"(?:#|//) Behaviour: (.+)\. Also: .+\.$", file.read_text("utf-8"), re.MULTILINE)
    ]
    assert sorted(marked) == sorted(stated.items())


def test_the_page_lists_every_module_that_starts_a_program(root: Path, page: str) -> None:
    starts = re.compile(r"subprocess\.(?:run|Popen|call|check_)|create_subprocess|os\.(?:exec|spawn|system|popen)")
    modules = (root / "host" / "standard_sitemap").rglob("*.py")
    starting = {file.relative_to(root).as_posix() for file in modules if starts.search(file.read_text("utf-8"))}
    table = page.split("## Programs that the host starts")[1].split("\n## ")[0]
    assert set(re.findall(r"`(host/\S+\.py)`", table)) == starting


def test_functions_have_at_most_sixty_lines(root: Path) -> None:
    lengths = {
        f"{file.name}:{node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for file, node in _definitions(root)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert lengths
    assert {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION} == {}


def test_classes_have_at_most_twenty_public_members(root: Path) -> None:
    counts = {
        f"{file.name}:{node.name}": len(set(_public_members(node)))
        for file, node in _definitions(root)
        if isinstance(node, ast.ClassDef)
    }
    assert any(counts.values())
    assert {name: count for name, count in counts.items() if count > MOST_MEMBERS} == {}


def test_few_imports_stand_inside_functions(root: Path) -> None:
    inner = {
        (file.name, node.lineno)
        for file in (root / "host" / PACKAGE).rglob("*.py")
        for function in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert 0 < len(inner) <= MOST_INNER_IMPORTS, sorted(inner)


def _definitions(root: Path) -> Iterator[tuple[Path, ast.AST]]:
    """Yield every node of the modules of the host and the scripts, with its file."""
    for folder in (root / "host" / PACKAGE, root / "scripts"):
        for file in folder.rglob("*.py"):
            yield from ((file, node) for node in ast.walk(ast.parse(file.read_text("utf-8"))))


def _public_members(definition: ast.ClassDef) -> Iterator[str]:
    """Yield the methods, properties and fields that a class body names."""
    for node in definition.body:
        names: list[str] = []
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names = [node.name]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names = [node.target.id]
        elif isinstance(node, ast.Assign):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        yield from (name for name in names if not name.startswith("_"))


def test_few_class_names_stand_in_several_packages(root: Path) -> None:
    packages: dict[str, set[str]] = {}
    for file in (root / "host" / PACKAGE).rglob("*.py"):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                packages.setdefault(node.name, set()).add(_inner(_name(file.relative_to(root / "host"))))
    shared = {name for name, inner in packages.items() if len(inner) > 1 and not inner <= {*FORMATS, "model"}}
    assert len(shared) <= MOST_SHARED_CLASSES, shared


def test_variables_are_named_for_their_content(root: Path) -> None:
    empty = [(file.name, name) for file, node in _definitions(root) if (name := _bound_name(node)) in EMPTY_NAMES]
    assert len(empty) <= MOST_EMPTY_NAMES, empty


def _bound_name(node: ast.AST) -> str:
    """Return the name that a node binds: a variable or a parameter."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return node.id
    return node.arg if isinstance(node, ast.arg) else ""
