"""The host uses the public interfaces of other distributions: no private name, no subclass of an unexported class."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

OWN = "standard_sitemap"

# Public despite their names: of named tuples, the standard library, and Sphinx's translation.
_DOCUMENTED = frozenset({"_replace", "_asdict", "_fields", "_make", "_exit", "_"})

# Without a public name: lxml's element class, in annotations.
_NAMELESS = frozenset({"_Element"})


def files(root: Path) -> list[Path]:
    return sorted((root / "host" / OWN).rglob("*.py"))


def is_private(name: str) -> bool:
    is_special = name.startswith("__") and name.endswith("__")
    return name.startswith("_") and not is_special and name not in _DOCUMENTED | _NAMELESS


def is_foreign(module: str) -> bool:
    top = module.partition(".")[0]
    return top not in sys.stdlib_module_names and top != OWN


def own_names(trees: list[ast.Module]) -> set[str]:
    """Return the private names that the host itself defines."""
    names: set[str] = set()
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _is_own(node.value):
            names.add(node.attr)
    return names


def _is_own(value: ast.expr) -> bool:
    return isinstance(value, ast.Name) and value.id in {"self", "cls"}


def imports(tree: ast.Module) -> Iterator[tuple[str, str, str]]:
    """Yield module, imported name ("" for the module itself) and local name of each import from elsewhere."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if is_foreign(alias.name):
                    yield alias.name, "", alias.asname or alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module and is_foreign(node.module):
            for alias in node.names:
                yield node.module, alias.name, alias.asname or alias.name


def breaches(tree: ast.Module, own: set[str]) -> list[str]:
    """Return the private names of other distributions that a module uses, and unexported classes that it subclasses."""
    known = list(imports(tree))
    names = [f"{module}.{name}" for module, name, _ in known if any(map(is_private, f"{module}.{name}".split(".")))]
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr):
            is_foreign_module = isinstance(node.value, ast.Name) and node.value.id in {here for _, _, here in known}
            if is_foreign_module or (node.attr not in own and not _is_own(node.value)):
                names.append(f"{ast.unparse(node.value)}.{node.attr}")
        elif isinstance(node, ast.ClassDef):
            names += [ast.unparse(base) for base in node.bases if not _is_exported(base, known)]
    return names


def _is_exported(base: ast.expr, known: list[tuple[str, str, str]]) -> bool:
    if isinstance(base, ast.Subscript):
        return _is_exported(base.value, known)
    first, *rest = ast.unparse(base).split(".")
    for module, name, here in known:
        if first != here:
            continue
        if name:
            return _is_in(importlib.import_module(module), [name, *rest])
        is_renamed = module.partition(".")[0] != here
        return _is_in(importlib.import_module(module if is_renamed else here), rest)
    return True


def _is_in(module: ModuleType, parts: list[str]) -> bool:
    exported = getattr(module, "__all__", None)
    first, rest = parts[0], parts[1:]
    if is_private(first) or (exported is not None and first not in exported and not rest):
        return False
    return not any(map(is_private, rest))


def test_host_uses_no_private_name_of_another_distribution(root: Path) -> None:
    trees = {file: ast.parse(file.read_text("utf-8")) for file in files(root)}
    own = own_names(list(trees.values()))
    assert {str(file.relative_to(root)): names for file, tree in trees.items() if (names := breaches(tree, own))} == {}


@pytest.mark.parametrize(
    "code",
    [
        "import httpcore._async",
        "import h11._connection as c",
        "from httpcore import _models",
        "from httpcore._models import Request",
        "import httpcore\nhttpcore._models",
        "import httpcore\npool = httpcore.AsyncConnectionPool()\npool._requests",
        "import httpcore\nclass A(httpcore._models.Request): ...",
        "import click\nclass A(click.core.Foo._Bar): ...",
        "from hishel._core._headers import Headers\nclass A(Headers): ...",
        "def f(response):\n    return response.stream._connection._h11_state",
        "import pydantic.main\nclass A(pydantic.main._x): ...",
    ],
)
def test_breaches_are_found(code: str) -> None:
    assert breaches(ast.parse(code), {"_own"})


@pytest.mark.parametrize(
    "code",
    [
        "import httpcore\nclass A(httpcore.AsyncNetworkStream): ...",
        "from html5lib.treebuilders import getTreeBuilder\nclass A(dict): ...",
        "class A:\n    def f(self, other):\n        return other._own + self._any",
        "import os\nos._exit(0)",
        "from collections import namedtuple\nnamedtuple('A', 'b')(1)._replace(b=2)",
        "import httpcore\nhttpcore.__version__",
    ],
)
def test_public_use_is_no_breach(code: str) -> None:
    assert not breaches(ast.parse(code), {"_own"})
