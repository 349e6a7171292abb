"""Writes the made files into the folder, all or none."""

from __future__ import annotations

from pathlib import Path

from standard_sitemap.webmaster.converting.staging import StagingArea
from standard_sitemap.webmaster.making.outline import Outline
from standard_sitemap.webmaster.making.writing import MARK, documents

# The mark is in the first comment, after the declaration.
_MARK_BYTES = 1_000


def publish(outline: Outline, place: Path, split_above: int | None, *, may_replace: bool) -> list[Path]:
    """Write the files of an outline; `place` is the root file. Raises ExistingFiles or OSError.

    Files made by this program are replaced without asking.
    """
    made = documents(outline, place.name, split_above)
    may_replace = may_replace or all(_is_ours(place.parent / name, place) for name in made)
    with StagingArea(place.parent, may_replace=may_replace) as staging:
        staging.refuse_replacing(place.name)
        for name, document in made.items():
            staging.write(name, [document])
        return staging.place()


def _is_ours(path: Path, root_file: Path) -> bool:
    """Return whether a file is absent or was made by this program; further files follow the root file."""
    if not path.exists():
        return True
    marked = root_file if path != root_file and root_file.exists() else path
    try:
        if not marked.is_file():  # opening a pipe would wait for its writer
            return False
        with marked.open("rb") as file:
            return MARK.encode() in file.read(_MARK_BYTES)
    except OSError:
        return False
