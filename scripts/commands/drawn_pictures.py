"""Records from which interface each picture of README and guide was drawn, so that older ones are noticed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from commands import ROOT

_RECORD = Path("scripts/images/drawn-from.json")
_PICTURES = ("scripts/images/*.png", "docs/images/*.png", "extension/welcome/view.png")
#: These show no interface: `scripts/bench --plots` draws them.
_PLOTS = "cost-by-"
_INTERFACE = ("sidebar", "popup", "options", "welcome", "shared")
_KINDS = {".html", ".css", ".js"}


def interface(root: Path = ROOT) -> str:
    """Return a digest of all files that decide what the extension's pages show, English strings included."""
    files = [file for page in _INTERFACE for file in (root / "extension" / page).rglob("*") if file.suffix in _KINDS]
    digest = hashlib.sha256()
    for file in [*sorted(files), root / "_locales" / "en" / "messages.json"]:
        content = file.read_bytes()
        digest.update(f"{file.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]


def record(pictures: Iterable[Path], root: Path = ROOT) -> None:
    """Note that these pictures show the interface as it is now."""
    drawn = _drawn(root) | {picture.relative_to(root).as_posix(): interface(root) for picture in pictures}
    (root / _RECORD).write_text(json.dumps(drawn, indent=0, sort_keys=True) + "\n", "utf-8")


def outdated(root: Path = ROOT) -> list[str]:
    """Return the paths of pictures that show another interface than today's, or of which nothing is recorded."""
    drawn, today = _drawn(root), interface(root)
    paths = (file.relative_to(root).as_posix() for pattern in _PICTURES for file in sorted(root.glob(pattern)))
    return [path for path in paths if _PLOTS not in path and drawn.get(path) != today]


def _drawn(root: Path) -> dict[str, str]:
    try:
        drawn: dict[str, str] = json.loads((root / _RECORD).read_text("utf-8"))
    except FileNotFoundError:
        return {}
    return drawn
