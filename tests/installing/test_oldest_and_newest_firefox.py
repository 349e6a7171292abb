"""The oldest Firefox that the distribution's archive still offers, and its newest: both show a page's tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from demo.server import served
from driving import programs, reading, start
from installing.offered import Archive

_PACKAGE = "firefox-esr"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    return Archive(tmp_path_factory.mktemp("archive"))


@pytest.fixture
def version(archive: Archive, request: pytest.FixtureRequest) -> str:
    """Return the oldest or newest offered version that the manifest admits."""
    bound = programs.oldest("firefox")
    admitted = [offered for offered in archive.versions(_PACKAGE) if int(offered.partition(".")[0]) >= bound]
    which: int = request.param
    return admitted[which]


def _provide(archive: Archive, version: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put Firefox in that version first in the path, unless it is already installed."""
    if version.startswith(programs.version(programs.find("firefox") or "") or "?"):
        return
    program = archive.unpacked(_PACKAGE, version) / "usr/lib/firefox-esr/firefox-esr"
    wrapper = folder / _PACKAGE
    wrapper.write_text(f'#!/bin/sh\nexec {program} "$@"\n')
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")


@pytest.mark.parametrize("version", [0, -1], ids=["oldest", "newest"], indirect=True)
def test_shows_the_tree_of_a_page(
    archive: Archive, version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _provide(archive, version, tmp_path, monkeypatch)
    assert version.startswith(programs.version(programs.find("firefox") or "") or "?")
    assert programs.obstacle("firefox") is None
    with served() as address, start.browser("firefox") as browser:
        reading.shown(browser, f"{address}/en/")
        assert len(reading.names(browser)) > 3
        assert len(reading.current(browser)) == 1
        assert reading.levels(reading.body_classes(browser)) == {"sitemap": 100}
