"""The guide, built once as `scripts/docs` builds it."""

from __future__ import annotations

import os
import pickle
import resource
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from docutils import nodes

ROOT = Path(__file__).resolve().parents[2]


class Guide(NamedTuple):
    """The built pages, their documents by name, and the output of the build."""

    place: Path
    documents: dict[str, nodes.document]
    status: int
    output: str
    cpu_seconds: float

    def blocks(self, language: str) -> list[tuple[str, nodes.literal_block]]:
        """Return the blocks in a language, each with its document's name."""
        return [
            (name, block)
            for name, document in sorted(self.documents.items())
            for block in document.findall(nodes.literal_block)
            if block.get("language") == language
        ]

    def pages(self) -> list[Path]:
        return sorted(self.place.rglob("*.html"))


@pytest.fixture(scope="session")
def guide(tmp_path_factory: pytest.TempPathFactory) -> Guide:
    """Return the guide, built in a folder of its own."""
    place = tmp_path_factory.mktemp("guide") / "html"
    paths = os.pathsep.join([str(ROOT / "scripts"), str(ROOT / "tests")])
    before = _cpu_seconds()
    built = subprocess.run(
        [sys.executable, "-P", "-m", "commands.documenting", "--output", str(place)],
        env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    cpu_seconds = _cpu_seconds() - before
    doctrees = place.parent / "doctrees"
    documents = {
        path.relative_to(doctrees).with_suffix("").as_posix(): pickle.loads(path.read_bytes())
        for path in doctrees.rglob("*.doctree")
    }
    return Guide(place, documents, built.returncode, built.stdout + built.stderr, cpu_seconds)


def _cpu_seconds() -> float:
    """Return the CPU time of all ended child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
