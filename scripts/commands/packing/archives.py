"""The extension's archive for each store: the same files, and a manifest without the other browser's keys.

Removes only parts that the checkout needs to load in both browsers; nothing is built.
"""

from __future__ import annotations

import hashlib
import json
import time
import zipfile
from pathlib import Path
from typing import Any

from commands import ROOT
from commands.packing import PackingError, commit_time

_SHIPPED = ("LICENSE", "_locales", "extension")
_PLUGIN = ROOT / "host" / "standard_sitemap" / "integrations" / "wordpress" / "standard-sitemap"
STORES = ("firefox", "chrome")
#: The extension reads here whether host and extension were installed together, by the computer's administrator.
_DISTRIBUTION = ROOT / "extension" / "shared" / "distribution.js"
_WITH_HOST = "export const IS_INSTALLED_WITH_HOST"

#: The other browser's keys. The Chrome Web Store refuses an archive with a `key`.
_FOREIGN = {
    "firefox": {"key", "minimum_chrome_version", "side_panel"},
    "chrome": {"key", "browser_specific_settings", "sidebar_action"},
}
#: Permissions that the browser does not know in this manifest version, or that ask the reader for more without a
#: benefit. In Firefox, each request already states its proxy.
_UNKNOWN_PERMISSIONS = {"firefox": {"proxy", "sidePanel"}, "chrome": {"webRequestBlocking"}}


def manifest() -> dict[str, Any]:
    """Return the manifest of the checkout, which both browsers load."""
    loaded: dict[str, Any] = json.loads((ROOT / "manifest.json").read_text("utf-8"))
    return loaded


def manifest_for(store: str) -> dict[str, Any]:
    """Return the manifest for `firefox` or `chrome`, as its store requires it."""
    whole = manifest()
    background = whole["background"]
    runs = "scripts" if store == "firefox" else "service_worker"
    own = {name: value for name, value in whole.items() if name not in _FOREIGN[store]}
    permissions = [name for name in whole["permissions"] if name not in _UNKNOWN_PERMISSIONS[store]]
    return {**own, "background": {name: background[name] for name in (runs, "type")}, "permissions": permissions}


def manifest_self_hosted(address: str) -> dict[str, Any]:
    """Return the manifest of the Firefox archive that requests updates from `address`; Mozilla's site refuses it."""
    contents = manifest_for("firefox")
    settings = contents["browser_specific_settings"]
    gecko = {**settings["gecko"], "update_url": f"{address.rstrip('/')}/updates.json"}
    return {**contents, "browser_specific_settings": {**settings, "gecko": gecko}}


def updates(archive: Path, address: str) -> str:
    """Return the updates.json that offers `archive`, in its signed form, below `address`."""
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
    """Write the archive served from `address`, and its updates.json, into `folder`; return the files.

    Signing changes the archive, so `updates` makes `updates.json` from the signed archive if it exists.
    """
    name = f"standard-sitemap-navigator-{manifest()['version']}.xpi"
    signed = folder / "signed" / name
    archive = write(folder / name, manifest_self_hosted(address))
    offered = folder / "updates.json"
    offered.write_text(updates(signed if signed.is_file() else archive, address), "utf-8")
    return [archive, offered]


def shipped() -> list[Path]:
    """Return the files of the extension without its manifest, in a fixed order."""
    files: list[Path] = []
    for name in _SHIPPED:
        path = ROOT / name
        files += sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    return files


def content(file: Path, *, with_host: bool) -> bytes:
    """Return the content of a file; `with_host` applies to a package that installs extension and host together."""
    if not with_host or file != _DISTRIBUTION:
        return file.read_bytes()
    stated = file.read_text("utf-8")
    changed = stated.replace(f"{_WITH_HOST} = false;", f"{_WITH_HOST} = true;")
    if changed == stated:
        raise PackingError(f"{file} does not state {_WITH_HOST}")
    return changed.encode()


def write(target: Path, contents: dict[str, Any], *, with_host: bool = False) -> Path:
    """Write the extension with that manifest as an archive; return the file."""
    moment = time.gmtime(commit_time())[:6]
    with zipfile.ZipFile(target, "w") as packed:
        _add(packed, "manifest.json", text_of(contents).encode(), moment)
        for file in shipped():
            _add(packed, file.relative_to(ROOT).as_posix(), content(file, with_host=with_host), moment)
    return target


def build_wordpress(folder: Path) -> list[Path]:
    """Write the WordPress plugin into `folder`, inside the one folder that WordPress unpacks; return the file."""
    target = folder / f"{_PLUGIN.name}.zip"
    moment = time.gmtime(commit_time())[:6]
    with zipfile.ZipFile(target, "w") as packed:
        for file in sorted(file for file in _PLUGIN.rglob("*") if file.is_file()):
            _add(packed, file.relative_to(_PLUGIN.parent).as_posix(), file.read_bytes(), moment)
    return [target]


def text_of(contents: dict[str, Any]) -> str:
    """Return a manifest as text."""
    return json.dumps(contents, indent=2, ensure_ascii=False) + "\n"


def _add(packed: zipfile.ZipFile, name: str, content: bytes, moment: tuple[int, ...]) -> None:
    year, month, day, hour, minute, second = moment
    entry = zipfile.ZipInfo(name, (year, month, day, hour, minute, second))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    packed.writestr(entry, content)


def build(folder: Path) -> list[Path]:
    """Write an archive for each store into `folder`; return the files."""
    version = manifest()["version"]
    return [
        write(folder / f"standard-sitemap-navigator-{version}-{store}.zip", manifest_for(store)) for store in STORES
    ]
