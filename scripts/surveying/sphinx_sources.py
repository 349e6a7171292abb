"""`python -m surveying.sphinx_sources FOLDER`: builds a documentation with the extension, incrementally, and in
parallel.

FOLDER holds a conf.py, whose requirements must be installed for this Python. Reports whether the sitemap contains every
document of a toctree once, and whether all three builds produced the same bytes.
"""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from xml.etree import ElementTree

_NAME = "standard-sitemap.xml"
_ITEM = "{http://standard-sitemap.org/2007/ns}item"


def main() -> int:
    source = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="standard-sitemap-survey-") as place:
        # Some documentations import the documented code from the parent folder.
        copy = Path(place, "tree")
        shutil.copytree(source.parent, copy, symlinks=True)
        docs = copy / source.name
        with (docs / "conf.py").open("a") as conf:
            conf.write(
                '\nextensions = [*extensions, "standard_sitemap.integrations.sphinx"]\nintersphinx_mapping = {}\n'
            )
        return _survey(source.parent.name, docs, Path(place))


def _survey(name: str, docs: Path, place: Path) -> int:
    first, seconds = _build(docs, place / "whole")
    touched = sorted(docs.rglob("*.txt") if any(docs.glob("index.txt")) else docs.rglob("*.rst"))[::10]
    for path in touched:
        path.touch()
        path.write_bytes(path.read_bytes() + b"\n")
    again, _ = _build(docs, place / "whole")
    parallel, _ = _build(docs, place / "parallel", "-j2")
    wanted, listed = _documents(place / "whole"), _listed(first)
    missing = [document for document in wanted if listed.count(f"{document}.html") != 1]
    print(
        f"| {name} | {len(wanted)} documents of toctrees | {len(wanted) - len(missing)} in the sitemap once | "
        f"{len(touched)} touched: {'same' if again == first else 'OTHER'} bytes | "
        f"-j2: {'same' if parallel == first else 'OTHER'} bytes | {seconds:.0f} s |"
    )
    print(*missing[:20], sep="\n", end="\n" if missing else "")
    return 1 if missing or again != first or parallel != first else 0


def _build(docs: Path, out: Path, *options: str) -> tuple[bytes, float]:
    start = time.monotonic()
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", *options, str(docs), str(out)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr[-2000:]}")
    return (out / _NAME).read_bytes(), time.monotonic() - start


def _documents(out: Path) -> list[str]:
    """Return the documents of toctrees, and the root, as Sphinx knows them."""
    environment = pickle.loads((out / ".doctrees" / "environment.pickle").read_bytes())
    met, waiting = {environment.config.root_doc}, [environment.config.root_doc]
    while waiting:
        fresh = [
            document
            for document in environment.toctree_includes.get(waiting.pop(), ())
            if document in environment.titles
        ]
        waiting.extend(document for document in fresh if document not in met)
        met.update(fresh)
    return sorted(met)


def _listed(sitemap: bytes) -> list[str]:
    root = ElementTree.fromstring(sitemap)
    return [url for element in root.iter(_ITEM) if (url := element.get("url")) is not None]


if __name__ == "__main__":
    sys.exit(main())
