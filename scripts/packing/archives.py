"""The extension as each store wants it: the same files, and a manifest without the other browser's keys.

Only what the checkout needs to be loaded by both browsers is taken away; nothing is built.
"""

from __future__ import annotations

import hashlib
import json
import time
import zipfile
from pathlib import Path
from typing import Any

from packing import ROOT, PackingError, commit_time

_SHIPPED = ("LICENSE", "_locales", "extension")
_PLUGIN = ROOT / "host" / "standard_sitemap" / "integrations" / "wordpress" / "standard-sitemap"
STORES = ("firefox", "chrome")
#: Which the extension asks whether host and extension were installed together, by whoever answers for the computer.
_DISTRIBUTION = ROOT / "extension" / "shared" / "distribution.js"
_WITH_HOST = "export const IS_INSTALLED_WITH_HOST"

#: The other browser's keys; the Chrome Web Store refuses an archive with a `key`.
_FOREIGN = {
    "firefox": {"key", "minimum_chrome_version", "side_panel"},
    "chrome": {"key", "browser_specific_settings", "sidebar_action"},
}
#: Permissions that the browser does not know in this version of the manifest, or that are of no use there and ask the
#: reader for more: in Firefox each request says by which proxy it goes.
_UNKNOWN_PERMISSIONS = {"firefox": {"proxy", "sidePanel"}, "chrome": {"webRequestBlocking"}}


def manifest() -> dict[str, Any]:
    """The manifest of the checkout, which both browsers load."""
    loaded: dict[str, Any] = json.loads((ROOT / "manifest.json").read_text("utf-8"))
    return loaded


def manifest_for(store: str) -> dict[str, Any]:
    """The manifest for `firefox` or `chrome`, as that store demands it."""
    whole = manifest()
    background = whole["background"]
    runs = "scripts" if store == "firefox" else "service_worker"
    own = {name: value for name, value in whole.items() if name not in _FOREIGN[store]}
    permissions = [name for name in whole["permissions"] if name not in _UNKNOWN_PERMISSIONS[store]]
    return {**own, "background": {name: background[name] for name in (runs, "type")}, "permissions": permissions}


def manifest_self_hosted(address: str) -> dict[str, Any]:
    """The manifest of the archive for Firefox that asks `address` for updates; Mozilla's site refuses such a one."""
    contents = manifest_for("firefox")
    settings = contents["browser_specific_settings"]
    gecko = {**settings["gecko"], "update_url": f"{address.rstrip('/')}/updates.json"}
    return {**contents, "browser_specific_settings": {**settings, "gecko": gecko}}


def updates(archive: Path, address: str) -> str:
    """The updates.json that offers `archive`, in its signed form, below `address`."""
    contents = manifest()
    gecko = contents["browser_specific_settings"]["gecko"]
    update = {
        "version": contents["version"],
        "update_link": f"{address.rstrip('/')}/{archive.name}",
        "update_hash": f"sha256:{hashlib.sha256(archive.read_bytes()).hexdigest()}",
        "applications": {"gecko": {"strict_min_version": gecko["strict_min_version"]}},
    }
    return text_of({"addons": {gecko["id"]: {"updates": [update]}}})


def build_self_hosted(folder: Path, address: str) -> list[Path]:
    """Writes the archive that is served from `address` into `folder`, with its updates.json; returns the files.

    Signing changes the archive: `updates.json` is to be made again by `updates` from the signed one, if it is there.
    """
    name = f"standard-sitemap-navigator-{manifest()['version']}.xpi"
    signed = folder / "signed" / name
    archive = write(folder / name, manifest_self_hosted(address))
    offered = folder / "updates.json"
    offered.write_text(updates(signed if signed.is_file() else archive, address), "utf-8")
    return [archive, offered]


def shipped() -> list[Path]:
    """The files of the extension without its manifest, in an order that never changes."""
    found: list[Path] = []
    for name in _SHIPPED:
        path = ROOT / name
        found += sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    return found


def content(file: Path, *, with_host: bool) -> bytes:
    """What a file of the extension holds; `with_host` where one package brings extension and host to a computer."""
    if not with_host or file != _DISTRIBUTION:
        return file.read_bytes()
    stated = file.read_text("utf-8")
    changed = stated.replace(f"{_WITH_HOST} = false;", f"{_WITH_HOST} = true;")
    if changed == stated:
        raise PackingError(f"{file} does not state {_WITH_HOST}")
    return changed.encode()


def write(target: Path, contents: dict[str, Any], *, with_host: bool = False) -> Path:
    """Writes the extension with that manifest as an archive; returns the file."""
    moment = time.gmtime(commit_time())[:6]
    with zipfile.ZipFile(target, "w") as packed:
        _add(packed, "manifest.json", text_of(contents).encode(), moment)
        for file in shipped():
            _add(packed, file.relative_to(ROOT).as_posix(), content(file, with_host=with_host), moment)
    return target


def build_wordpress(folder: Path) -> list[Path]:
    """Writes the WordPress plugin into `folder`, within the one folder that WordPress unpacks; returns the file."""
    target = folder / f"{_PLUGIN.name}.zip"
    moment = time.gmtime(commit_time())[:6]
    with zipfile.ZipFile(target, "w") as packed:
        for file in sorted(file for file in _PLUGIN.rglob("*") if file.is_file()):
            _add(packed, file.relative_to(_PLUGIN.parent).as_posix(), file.read_bytes(), moment)
    return [target]


def text_of(contents: dict[str, Any]) -> str:
    """A manifest as it stands in its file."""
    return json.dumps(contents, indent=2, ensure_ascii=False) + "\n"


def _add(packed: zipfile.ZipFile, name: str, content: bytes, moment: tuple[int, ...]) -> None:
    year, month, day, hour, minute, second = moment
    entry = zipfile.ZipInfo(name, (year, month, day, hour, minute, second))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    packed.writestr(entry, content)


def build(folder: Path) -> list[Path]:
    """Writes an archive for each store into `folder`; returns the files."""
    version = manifest()["version"]
    return [
        write(folder / f"standard-sitemap-navigator-{version}-{store}.zip", manifest_for(store)) for store in STORES
    ]
