"""Reads pages as the commands do that read a webmaster's pages. Loads no fuzzer: tests replay seeds with it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from commands.fuzzing.seeds import divided
from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.webmaster.announcing.page_files import Location, announce, undo
from standard_sitemap.webmaster.announcing.page_links import UneditablePage, restored
from standard_sitemap.webmaster.checking.checker import Checker, CheckOptions
from standard_sitemap.webmaster.checking.page_naming import naming
from standard_sitemap.webmaster.making.folder_maker import EmptySelection, MakeOptions, MissingPages, make

# Seconds of processor time for one command. Pages of 4 kB have 5 s: the fuzzer makes Python ten times as slow.
_SECONDS, _SECONDS_PER_BYTE = 1.0, 1e-3
_SITE = "https://site.example/"

#: The pages of an input by their file, with their Content-Type.
_Pages = dict[Path, tuple[str | None, bytes]]


def read_pages(data: bytes) -> None:
    """Have each command read the pages of an input. Raises any exception except refusals, and for lost time."""
    with TemporaryDirectory() as folder:
        pages = {Path(folder, f"{number or 'index'}.html"): page for number, page in enumerate(divided(data))}
        for path, (_, body) in pages.items():
            path.write_bytes(body)
        for command in (_discover, _check, _make, _announce):
            begun = time.process_time()
            command(Path(folder), pages)
            seconds = time.process_time() - begun
            assert seconds < _SECONDS + len(data) * _SECONDS_PER_BYTE, f"{command.__name__} took {seconds:.1f} s"


def _discover(_: Path, pages: _Pages) -> None:
    """Read the pages as responses, as `discover` and `verify` do."""
    for kind, body in pages.values():
        assert all(fault.message for fault in naming(RetrievedDocument(_SITE, body, kind or "text/html"), None).faults)


def _check(folder: Path, pages: _Pages) -> None:
    # With a list, pages are compared with each other, and their own statements with the list.
    (folder / "sitemap.txt").write_text("".join(f"{_SITE}{path.name}\n" for path in pages))
    reports = asyncio.run(Checker(CheckOptions(base_url=_SITE), lambda *_: None).check(str(folder)))
    assert all(fault.message for report in reports for fault in report.faults)


def _make(folder: Path, _: _Pages) -> None:
    try:
        make(folder, MakeOptions(base_url=_SITE))
    except (EmptySelection, MissingPages):
        return


def _announce(folder: Path, pages: _Pages) -> None:
    """Add links to the pages and remove them again."""
    assert len([*announce(folder, Location("/standard-sitemap.xml"))]) == len(pages)
    assert len([*undo(folder)]) == len(pages)
    for path, (_, body) in pages.items():
        assert path.read_bytes() == _without_links(body)


def _without_links(page: bytes) -> bytes:
    try:
        return restored(page)
    except UneditablePage:
        return page
