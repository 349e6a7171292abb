"""`make`, `announce` and `check` leave out the same files: `standard_sitemap.webmaster.announcing.folder_pages`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from host.webmaster.making.sites import page, written
from standard_sitemap.webmaster.announcing.page_files import Location, Outcome, announce, undo
from standard_sitemap.webmaster.checking.checker import Checker, CheckOptions
from standard_sitemap.webmaster.making.folder_maker import MakeOptions, make
from standard_sitemap.webmaster.making.writing import documents

MAP = "standard-sitemap.xml"


def _linking(*paths: str) -> str:
    return "".join(f'<li><a href="{path}">{path}</a>' for path in paths)


_HOME = page("Kit", f"<ul>{_linking('a.html', 'b.html')}</ul>")
_LISTS = _linking("class_list.html", "file_list.html")
_FRAME = '<iframe id="nav" src="class_list.html?1"></iframe>'
_JAVADOC = page("Oars", "<frameset><FRAME SRC=overview-frame.html><frame src=allclasses-frame.html></frameset>")
SITES: dict[str, tuple[dict[str, str], dict[str, Outcome]]] = {
    "copies of the start page": (
        {"index.html": _HOME, "home.html": _HOME, "200.html": page("Kit", "<script></script>")},
        {"home.html": Outcome.COPY, "200.html": Outcome.COPY},
    ),
    "an equal file in a folder is a page": ({"index.html": _HOME, "b/home.html": _HOME}, {}),
    "lists of YARD": (
        {
            "index.html": page("Kit", _FRAME),
            "a.html": page("A", _FRAME),
            "class_list.html": page("Classes", f"{_LISTS}{_linking('a.html', 'b.html')}"),
            "file_list.html": page("Files", f"{_LISTS}{_linking('b.html')}"),
        },
        {"class_list.html": Outcome.FOR_FRAMES, "file_list.html": Outcome.FOR_FRAMES},
    ),
    "frames of Javadoc": (
        {
            "index.html": _JAVADOC,
            "overview-frame.html": page(
                "Packages", '<A HREF="oar/package-frame.html">oar</A> <A HREF="allclasses-frame.html">All</A>'
            ),
            "allclasses-frame.html": page("All", _linking("a.html", "b.html")),
            "allclasses-noframe.html": page("All", _linking("a.html", "b.html")),
            "oar/package-frame.html": page("oar", _linking("package-summary.html", "../a.html")),
            "oar/package-summary.html": page("oar", _linking("../a.html")),
        },
        dict.fromkeys(["overview-frame.html", "allclasses-frame.html", "oar/package-frame.html"], Outcome.FOR_FRAMES),
    ),
    "a page that frames show and links lead to": (
        {
            "index.html": page("Kit", _linking("a.html", "b.html", "demo/")),
            "a.html": page("A", '<iframe src="/demo/"></iframe>'),
            "demo/index.html": page("Demo", _linking("../a.html", "../b.html")),
        },
        {},
    ),
    "a start page in a frame": (
        {"index.html": _HOME, "b.html": page("B", '<frameset><frame src="index.html"></frameset>')},
        {},
    ),
    "pages of tools": (
        {
            "index.html": _HOME,
            **dict.fromkeys(("js/full_list.js", "book-a0b12cfe.js"), ""),
            **{name: page("Kit", _linking("a.html")) for name in ("frames.html", "print.html")},
        },
        {"frames.html": Outcome.FOR_TOOLS, "print.html": Outcome.FOR_TOOLS},
    ),
    "hidden pages": (
        {"index.html": _HOME, ".old.html": page("Old"), ".trash/a.html": page("A")},
        {".old.html": Outcome.HIDDEN, ".trash/a.html": Outcome.HIDDEN},
    ),
}


def _made(folder: Path) -> dict[str, bytes]:
    return documents(make(folder, MakeOptions()).outline)


def _announced(folder: Path) -> dict[str, Outcome]:
    edits = announce(folder, Location(f"/{MAP}"))
    return {edit.page.relative_to(folder).as_posix(): edit.outcome for edit in edits}


def _missed(folder: Path) -> set[str]:
    """Return the pages that `check` wants to have in a map of the start page alone."""
    (folder / MAP).write_text(
        '<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="Kit" url="index.html"/></sitemap>'
    )
    reports = asyncio.run(Checker(CheckOptions(), lambda *_: None).check(str(folder)))
    missed = [fault.document for report in reports for fault in report.faults if fault.code == "page-not-listed"]
    return {urlsplit(uri).path.removeprefix(f"{folder.as_posix()}/") for uri in missed}


@pytest.mark.parametrize("site", SITES)
def test_make_announce_and_check_leave_out_the_same_pages(site: str, tmp_path: Path) -> None:
    files, left_out = SITES[site]
    folder = written(tmp_path, {"a.html": page("A"), "b.html": page("B")} | files)
    before = _made(folder)
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*.html")}
    left_out_by_make = {name for names in make(folder, MakeOptions()).left_out.values() for name in names}
    # `make` does not look into hidden folders.
    assert left_out_by_make == {name for name in left_out if not name.startswith(".trash/")}
    assert _missed(folder) == names - left_out.keys() - {"index.html"}
    # Announcing makes a page differ from its copies, which must not change the answer.
    assert _announced(folder) == {name: left_out.get(name, Outcome.CHANGED) for name in names}
    assert _announced(folder) == {name: left_out.get(name, Outcome.SAME) for name in names}
    assert _made(folder) == before
    assert _missed(folder) == names - left_out.keys() - {"index.html"}


def test_links_in_a_copy_from_an_earlier_announcement_are_removed_by_undo(tmp_path: Path) -> None:
    written(tmp_path, {"index.html": _HOME, "home.html": _HOME})
    for _ in announce(tmp_path, Location(f"/{MAP}")):
        pass
    announced = (tmp_path / "index.html").read_bytes()
    (tmp_path / "home.html").write_bytes(announced)
    assert _announced(tmp_path)["home.html"] == Outcome.COPY
    for _ in undo(tmp_path):
        pass
    assert (tmp_path / "home.html").read_text() == _HOME


@pytest.mark.parametrize("text", ["<html><head><title>\x1b$B</title>", "<html><title>Kit</title>"])
def test_copies_in_any_encoding_are_compared(text: str, tmp_path: Path) -> None:
    for encoding in ("utf-16", "latin-1"):
        body = f"{text}<body>{_linking('a.html')}".encode(encoding)
        written(tmp_path, {"index.html": body, "home.html": body, "a.html": page("A")})
        assert _announced(tmp_path)["home.html"] == Outcome.COPY
        assert make(tmp_path, MakeOptions()).left_out == {"copies of the start page": ["home.html"]}
