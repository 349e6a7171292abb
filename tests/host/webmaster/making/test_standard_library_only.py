"""Code that runs in a site's build imports only the standard library, the tool, and light modules of ours."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, packages_distributions, requires

import pytest

_REPORT = """
import sys
before = set(sys.modules)
import {module}
modules = {{name.partition(".")[0] for name in set(sys.modules) - before}}
ours = {{name for name in sys.modules if name.startswith("standard_sitemap")}}
print(*sorted(modules - sys.stdlib_module_names - {{"standard_sitemap"}}))
print(*sorted(ours))
"""
_PLUGIN = {"standard_sitemap.webmaster.making.navigation"}
_OWN = {
    "standard_sitemap",
    "standard_sitemap.webmaster",
    "standard_sitemap.webmaster.making",
    "standard_sitemap.webmaster.making.outline",
    "standard_sitemap.webmaster.making.writing",
    "standard_sitemap.model",
    "standard_sitemap.model.display_text",
    "standard_sitemap.model.words",
    "standard_sitemap.model.xml_text",
}


def _imported(module: str) -> tuple[set[str], set[str]]:
    """Return the packages that a module imports, and our own modules among them."""
    command = [sys.executable, "-c", _REPORT.format(module=module)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    others, ours = done.stdout.split("\n")[:2]
    return set(others.split()), set(ours.split())


@pytest.mark.parametrize("module", ["outline", "writing", "navigation"])
def test_shared_modules_import_only_the_standard_library(module: str) -> None:
    others, ours = _imported(f"standard_sitemap.webmaster.making.{module}")
    assert others == set()
    assert ours <= _OWN | _PLUGIN


@pytest.mark.parametrize("tool", ["sphinx", "mkdocs", "properdocs"])
def test_an_extension_needs_its_tool_besides(tool: str) -> None:
    others, ours = _imported(f"standard_sitemap.integrations.{tool}")
    known = packages_distributions()
    needed = {_plain(name) for package in others for name in known.get(package, ())}
    assert needed <= _needed_by(tool)
    assert "lxml" not in needed
    assert ours <= _OWN | {"standard_sitemap.integrations", f"standard_sitemap.integrations.{tool}", *_PLUGIN}


def _needed_by(tool: str) -> set[str]:
    """Return the distributions that a tool requires, and the optional ones in use."""
    names, waiting = {"babel", "pillow", "pytz", "typing-extensions"}, [tool]
    while waiting:
        name = waiting.pop()
        if name not in names and _is_installed(name):
            waiting.extend(_plain(requirement) for requirement in requires(name) or () if "extra ==" not in requirement)
        names.add(name)
    return names


def _is_installed(name: str) -> bool:
    try:
        requires(name)
    except PackageNotFoundError:
        return False
    return True


def _plain(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-")
