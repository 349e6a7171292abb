"""The version is the same in every file."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import standard_sitemap


def test_versions_agree(root: Path, manifest: dict[str, Any]) -> None:
    newest = re.search(r"^## (\d+\.\d+\.\d+)$", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    package = json.loads((root / "package.json").read_text("utf-8"))
    versions = {
        "manifest": manifest["version"],
        "pyproject": project["version"],
        "changelog": newest[1],
        "package.json": package["version"],
        "host": standard_sitemap.__version__,
    }
    assert set(versions.values()) == {manifest["version"]}, versions
