"""`scripts/package --deb`: host, extension and registration for all users of a Debian system.

Firefox loads extensions from its system folder; Debian's Chromium does so by its start script. The package includes the
host's dependencies, because Debian 12 has older versions of most. Their compiled modules tie it to the Python version
and the architecture of the build.
"""

from __future__ import annotations

import gzip
import json
import platform
import re
import sys
import tempfile
import textwrap
import time
from pathlib import Path
from typing import Any

from commands import ROOT
from commands.checking.steps import located
from commands.packing import PackingError, archives, commit_time, project, run, vendored, wheel
from standard_sitemap.cli.shell import COMPLETION_FILES, completion_script, manual_pages
from standard_sitemap.reader.identity import FIREFOX_ID, HOST_PROGRAM
from standard_sitemap.reader.registration.browsers import BROWSERS
from standard_sitemap.reader.registration.register import User, places_for_all, text_of

NAME = "standard-sitemap-navigator"
_LIBRARY = f"usr/lib/{NAME}"
_DOCUMENTS = f"usr/share/doc/{NAME}"
#: Firefox's own id; Mozilla's programs share a folder with a subfolder of extensions for each program.
_FIREFOX_EXTENSIONS = "usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}"
_CHROMIUM_EXTENSIONS = "usr/share/chromium/extensions"
#: Browsers that read manifests for all users from their own folder.
_REGISTERED = ("firefox", "chromium", "chrome")
#: zsh has another folder for completions from its distribution.
_COMPLETION_FILES = {shell: f"usr/share/{path}" for shell, path in COMPLETION_FILES.items()} | {
    "zsh": "usr/share/zsh/vendor-completions/_standard-sitemap"
}
_ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}

#: Isolated and without `site`, so that neither the user's modules nor Debian's interfere.
_LAUNCHER = f"""#!/usr/bin/python3 -IS
import sys

sys.path.insert(0, "/{_LIBRARY}")
from MODULE import main

sys.exit(main())
"""
_LAUNCHERS = {"standard-sitemap": "standard_sitemap.cli", HOST_PROGRAM: "standard_sitemap.reader.native.process"}

_AFTER_INSTALLING = f"""#!/bin/sh
set -e
if [ "$1" = configure ]; then
    py3compile -p {NAME} /{_LIBRARY}
fi
"""
_BEFORE_REMOVING = f"""#!/bin/sh
set -e
py3clean -p {NAME} /{_LIBRARY}
"""

_OVERRIDES = {
    "embedded-library": "wheels bring the library that they were tested with; Debian 12 has older ones",
    "dir-or-file-in-etc-opt": "Chrome reads manifests for all users nowhere else",
    "unstripped-binary-or-object": "wheels are shipped as they were published",
}


def build(folder: Path) -> Path:
    """Write the package into `folder`; return the file. Raises PackingError."""
    version = project()["version"]
    target = folder / f"{NAME}_{version}_{_architecture()}.deb"
    with tempfile.TemporaryDirectory() as made:
        tree, control = Path(made) / "tree", Path(made) / "control"
        control.mkdir()
        _fill(tree, Path(made))
        for name, text in {"postinst": _AFTER_INSTALLING, "prerm": _BEFORE_REMOVING}.items():
            (control / name).write_text(text)
        configuration = control / "nfpm.json"
        configuration.write_text(json.dumps(_configuration(tree, control, version)))
        command = [located("nfpm"), "package", "--packager", "deb", "--config", str(configuration)]
        run([*command, "--target", str(target)], SOURCE_DATE_EPOCH=str(commit_time()))
    return target


def _architecture() -> str:
    try:
        return _ARCHITECTURES[platform.machine()]
    except KeyError:
        raise PackingError(f"there is no package for {platform.machine()}: x86_64 or aarch64 is needed") from None


def _fill(tree: Path, made: Path) -> None:
    """Write all files of the package below `tree`, as they will be below the root."""
    vendored.install(wheel.build(made), tree / _LIBRARY)
    for name, module in _LAUNCHERS.items():
        _write(tree / "usr/bin" / name, _LAUNCHER.replace("MODULE", module))
    for browser in (BROWSERS[name] for name in _REGISTERED):
        file, *_ = places_for_all(browser, User("linux", Path("/root"), system=tree))
        _write(file, text_of(browser, Path("/usr/bin") / HOST_PROGRAM))
    _extension(tree)
    for shell, path in _COMPLETION_FILES.items():
        _write(tree / path, completion_script(shell))
    moment = commit_time()
    for name, text in manual_pages(moment).items():
        _write(tree / f"usr/share/man/man1/{name}.gz", text)
    _write(tree / _DOCUMENTS / "changelog.gz", changelog((ROOT / "CHANGELOG.md").read_text("utf-8"), moment))
    _write(tree / _DOCUMENTS / "copyright", vendored.copyright_file(tree / _LIBRARY))
    overrides = "".join(f"# {why}\n{NAME}: {tag} *\n" for tag, why in _OVERRIDES.items())
    _write(tree / "usr/share/lintian/overrides" / NAME, overrides)


def _extension(tree: Path) -> None:
    """Write the extension for Firefox as an archive, for Chromium as a folder with the key that determines its id."""
    firefox = tree / _FIREFOX_EXTENSIONS / f"{FIREFOX_ID}.xpi"
    firefox.parent.mkdir(parents=True)
    archives.write(firefox, archives.manifest_for("firefox"), with_host=True)
    chromium = tree / _CHROMIUM_EXTENSIONS / NAME
    contents = archives.manifest_for("chrome") | {"key": archives.manifest()["key"]}
    _write(chromium / "manifest.json", archives.text_of(contents))
    for file in archives.shipped():
        target = chromium / file.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(archives.content(file, with_host=True))


def _write(file: Path, text: str) -> None:
    """Write a file, compressed if its name says so, without a timestamp."""
    file.parent.mkdir(parents=True, exist_ok=True)
    content = text.encode()
    file.write_bytes(gzip.compress(content, 9, mtime=0) if file.suffix == ".gz" else content)


def _configuration(tree: Path, control: Path, version: str) -> dict[str, Any]:
    """Return nfpm's configuration: each file with its owner, mode and time."""
    here, following = sys.version_info[:2], (sys.version_info[0], sys.version_info[1] + 1)
    moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(commit_time()))
    return {
        "name": NAME,
        "version": version,
        "arch": _architecture(),
        "platform": "linux",
        "disable_globbing": True,
        "section": "web",
        "priority": "optional",
        "maintainer": _maintainer(),
        "description": _description(),
        "license": "MIT",
        "mtime": moment,
        "depends": [
            f"python3 (>= {here[0]}.{here[1]})",
            f"python3 (<< {following[0]}.{following[1]})",
            f"libc6 (>= {vendored.oldest_libc(tree / _LIBRARY)})",
            "libgcc-s1",
            "libstdc++6",
        ],
        "recommends": ["firefox-esr | firefox | chromium"],
        "scripts": {"postinstall": str(control / "postinst"), "preremove": str(control / "prerm")},
        "deb": {"compression": "xz"},
        "contents": [_entry(file, tree, moment) for file in sorted(tree.rglob("*")) if file.is_file()],
    }


def _maintainer() -> str:
    """Return the package's maintainer from pyproject.toml. Raises PackingError."""
    try:
        [maintainer, *_] = project()["maintainers"]
        return f"{maintainer['name']} <{maintainer['email']}>"
    except (KeyError, ValueError):
        raise PackingError("pyproject.toml names no maintainer with an address") from None


def _entry(file: Path, tree: Path, moment: str) -> dict[str, Any]:
    path = file.relative_to(tree).as_posix()
    mode = 0o755 if path.startswith("usr/bin/") else 0o644
    return {
        "src": str(file),
        "dst": f"/{path}",
        "type": "config" if path.startswith("etc/") else "file",
        "file_info": {"mode": mode, "owner": "root", "group": "root", "mtime": moment},
    }


def changelog(text: str, moment: int) -> str:
    """Return the project's changelog in Debian's form; all versions get `moment`, as their own dates are unknown."""
    date = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(moment))
    return "\n".join(
        f"{NAME} ({version}) unstable; urgency=medium\n\n{_points(body)}\n -- {_maintainer()}  {date}\n"
        for version, body in re.findall(r"^## (\d[\w.]*)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    )


def _points(body: str) -> str:
    points = [" ".join(point.split()) for point in re.split(r"^- ", body, flags=re.MULTILINE) if point.strip()]
    return "".join(textwrap.fill(point, 78, initial_indent="  * ", subsequent_indent="    ") + "\n" for point in points)


def _description() -> str:
    """Return the package description: one line, then the first paragraph of the README."""
    opening = (ROOT / "README.md").read_text("utf-8").partition("# Standard-Sitemap Navigator\n")[2]
    prose = re.search(r"\A\s*(.+?)\n\n", opening, re.DOTALL)
    if prose is None:
        raise PackingError("README.md does not begin with the purpose of the program")
    return f"web site's own hierarchy beside the page\n{textwrap.fill(prose[1], 76)}"
