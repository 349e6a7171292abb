"""Two versions of extension and host, built from this tree around a protocol change."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from driving import programs, reading, start
from driving.profile import HOST_PROGRAM, ROOT, Place
from driving.surface import Browser, until, wait_for

_ITEMS = '<item name="Home" url="/"/><item name="Away" url="p/away"/>'
_NEWER = "9.0.0"


def changed(file: Path, **constants: object) -> None:
    """Replace constants of a module; each must occur once."""
    text = file.read_text("utf-8")
    for name, value in constants.items():
        text, count = re.subn(rf"\b{name} = [^;\n]+(;?)$", rf"{name} = {value}\1", text, flags=re.MULTILINE)
        assert count == 1, f"{name} in {file}"
    file.write_text(text, "utf-8")


def host_of(folder: Path, *, protocol: int, oldest: int) -> Path:
    """Return a host program of a later version that supports the protocols from `oldest` to `protocol`."""
    shutil.copytree(ROOT / "host", folder / "host", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    package = folder / "host" / "standard_sitemap"
    changed(package / "__init__.py", __version__=f'"{_NEWER}"')
    changed(package / "reader" / "protocol" / "greeting.py", PROTOCOL=protocol, OLDEST_PROTOCOL=oldest)
    path = f"import sys; sys.path.insert(0, {str(folder / 'host')!r})"
    run = f"{path}\nfrom standard_sitemap.reader.native.process import main"
    program = folder / "later-host"
    program.write_text(f"#!{sys.executable}\n{run}\nmain()\n")
    program.chmod(0o755)
    return program


def extension_of(folder: Path, *, protocol: int, oldest: int) -> Path:
    """Return the extension of a later version."""
    made = folder / "later-extension"
    for part in ("extension", "_locales"):
        shutil.copytree(ROOT / part, made / part)
    manifest = json.loads((ROOT / "manifest.json").read_text("utf-8"))
    (made / "manifest.json").write_text(json.dumps({**manifest, "version": _NEWER}), "utf-8")
    changed(made / "extension" / "background" / "host" / "host-port.js", PROTOCOL=protocol, OLDEST_PROTOCOL=oldest)
    return made


@contextlib.contextmanager
def beside(name: str, address: str, *, host: Path | None = None, extension: Path = ROOT) -> Iterator[Browser]:
    """Yield a browser at a page that names a map, with one side in another version."""

    def register(place: Place) -> None:
        for manifest in place.home.rglob("org.standard_sitemap.navigator.json"):
            registered = json.loads(manifest.read_text())
            manifest.write_text(json.dumps({**registered, "path": str(host or registered["path"])}))

    with start.browser(name, prepare=register, extension=extension) as browser:
        browser.open(address)
        browser.open_sidebar()
        yield browser


def said(browser: Browser) -> str:
    """Return the text in place of the tree."""
    wait_for(browser.sidebar, "return document.body.dataset.state === 'no-host'")
    return str(wait_for(browser.sidebar, "return document.querySelector('#message').innerText"))


@pytest.mark.parametrize("name", programs.NAMES)
def test_host_that_is_too_new_says_how_to_update_the_extension_and_one_that_speaks_the_old_protocol_works(
    name: str, site: HTTPServer, tmp_path: Path
) -> None:
    for folder in ("too-new", "newer"):
        (tmp_path / folder).mkdir()
    installed = tmp_path / "installed-host"
    installed.symlink_to(host_of(tmp_path / "too-new", protocol=2, oldest=2))
    with beside(name, sites.serve(site, _ITEMS), host=installed) as browser:
        words = said(browser)
        assert "This extension is older than the sitemap program" in words
        assert _NEWER in words
        assert {"firefox": "about:addons", "chromium": "chrome://extensions"}[name] in words
        installed.unlink()
        installed.symlink_to(host_of(tmp_path / "newer", protocol=2, oldest=1))
        until(lambda: reading.names(browser) == ["Home", "Away"], "the tree is there")


@pytest.mark.parametrize("name", programs.NAMES)
def test_outdated_host_shows_the_update_command_and_works_after_it(name: str, site: HTTPServer, tmp_path: Path) -> None:
    later = host_of(tmp_path, protocol=2, oldest=1)
    installed = tmp_path / "installed-host"
    installed.symlink_to(Path(sys.executable).with_name(HOST_PROGRAM))
    newer = extension_of(tmp_path, protocol=2, oldest=2)
    with beside(name, sites.serve(site, _ITEMS), host=installed, extension=newer) as browser:
        words = said(browser)
        assert "The sitemap program is older than this extension" in words
        assert "pipx upgrade standard-sitemap-navigator" in words
        installed.unlink()
        installed.symlink_to(later)
        until(lambda: reading.names(browser) == ["Home", "Away"], "the tree is there by itself")
