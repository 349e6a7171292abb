"""The examples in docstrings of the pure core."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import iter_modules

import pytest

PACKAGES = ("model", "ssp", "sitemapsorg")


def _examples() -> list[doctest.DocTest]:
    """Return the docstrings of the core that have an example."""
    packages = [import_module(f"standard_sitemap.{name}") for name in PACKAGES]
    names = [f"{package.__name__}.{module.name}" for package in packages for module in iter_modules(package.__path__)]
    tests = [test for name in names for test in doctest.DocTestFinder().find(import_module(name))]
    return [test for test in tests if test.examples]


EXAMPLES = _examples()


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.name for example in EXAMPLES])
def test_example_prints_its_result(example: doctest.DocTest) -> None:
    output: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(example, out=output.append)
    assert results.failed == 0, "".join(output)


def test_core_has_examples_in_every_package() -> None:
    assert len(EXAMPLES) >= 10
    assert {example.name.split(".")[1] for example in EXAMPLES} == {*PACKAGES}
