"""Disks that are full: a command says so, and each file is as before or complete."""

from __future__ import annotations

import asyncio
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hostile.corpus import NAMESPACE
from standard_sitemap.fetching.cache_store import CacheStore, StoredResponse

PAGES = 40

#: Commands by name; the folder `site` has pages and an earlier map, and `map.xml` is a Standard-Sitemap.
_COMMANDS = {
    "make": "make site --force",
    "make elsewhere": "make site -o made.xml --force",
    "announce": "announce site",
    "announce undone": "announce site --undo",
    "convert": "convert map.xml --to sitemaps-org --base-url http://site.example/ -o made.xml --force",
    "convert to pages": "convert map.xml --to html -o made.html --force",
    "convert to a picture": "convert map.xml --to picture -o made.html --force",
    "convert to files": "convert pages.txt --to ssp --split 10 --base-url http://site.example/ -o made --force",
    "install": "install --browser firefox --home .",
}


def _page(number: int) -> str:
    links = "".join(f'<li><a href="{other}.html">Page {other}</a></li>' for other in range(PAGES))
    return (
        f"<!DOCTYPE html><html><head><title>Page {number}</title></head><body><nav><ul>{links}</ul></nav></body></html>"
    )


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with everything that the commands read, and files that they replace."""
    folder = tmp_path_factory.mktemp("prepared")
    (folder / "site").mkdir()
    for number in range(PAGES):
        (folder / "site" / f"{number}.html").write_text(_page(number))
    shutil.copyfile(folder / "site" / "0.html", folder / "site" / "index.html")
    items = "".join(f'<item name="Page {number}" url="{number}.html"/>' for number in range(PAGES))
    (folder / "map.xml").write_text(f'<sitemap xmlns="{NAMESPACE}">{items}</sitemap>')
    (folder / "pages.txt").write_text("".join(f"http://site.example/{n % 4}/{n}.html\n" for n in range(PAGES)))
    for old in ("site/standard-sitemap.xml", "made.xml", "made.html"):
        shutil.copyfile(folder / "map.xml", folder / old)
    _run("announce site", folder, None)
    return folder


def _run(command: str, folder: Path, most: int | None) -> subprocess.CompletedProcess[str]:
    """Run a command that can write `most` bytes to each file."""

    def limit() -> None:
        if most is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    words = [sys.executable, "-B", "-m", "standard_sitemap", *command.split()]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, preexec_fn=limit)


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize("command", _COMMANDS.values(), ids=_COMMANDS)
@pytest.mark.parametrize(
    "most",
    [1_000, *(pytest.param(most, marks=pytest.mark.thorough) for most in (0, 1, 100, 500, 2_000, 4_000, 100_000))],
)
@pytest.mark.promise("author", "On a full disk, a command says so, and leaves each file as before or complete.")
def test_full_disk_leaves_each_file_as_before_or_complete(
    command: str, most: int, prepared: Path, tmp_path: Path
) -> None:
    whole, limited = (shutil.copytree(prepared, tmp_path / name) for name in ("whole", "limited"))
    before = _contents(whole)
    assert _run(command, whole, None).returncode == 0
    after = _contents(whole)
    done = _run(command, limited, most)
    assert "Traceback" not in done.stderr
    left = _contents(limited)
    half = {name for name, body in left.items() if body not in (before.get(name), after.get(name))}
    assert half == set()
    assert before.keys() <= left.keys()
    if done.returncode == 0:
        assert left == after
    else:
        assert "File too large" in done.stderr


@pytest.mark.parametrize("most", [0, 1, 1_000, 4_096, 10_000, 32_768, 50_000, 100_000])
@pytest.mark.promise(
    "author", "On a full disk, maps are fetched without the cache, which is used again once there is room."
)
def test_cache_on_a_full_disk_has_whole_responses_or_none(most: int, tmp_path: Path) -> None:
    bodies = {b"%d" % number: bytes([number]) * 20_000 for number in range(5)}

    async def restored() -> list[StoredResponse]:
        store = CacheStore(tmp_path, 1_000_000)
        for key, body in bodies.items():
            store.store(key, b"", b"head", body)
        entries = [entry for key in bodies for entry in await store.find(key, lambda _: True)]
        await store.close()
        return entries

    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, unlimited[1]))
    try:
        entries = asyncio.run(restored())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
    assert {entry.body for entry in entries} <= {*bodies.values()}
    assert {entry.head for entry in entries} <= {b"head"}
    assert [entry.body for entry in asyncio.run(restored())] == [*bodies.values()]
