"""`scripts/package`: archives of the extension and the wheel of the host; options make others instead."""

from __future__ import annotations

import argparse
import sys

from commands import ROOT, drawn_pictures
from commands.packing import PackingError, archives, debian, wheel


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/package", description=__doc__)
    parser.add_argument("--deb", action="store_true", help="the Debian package: host, extension and registration")
    parser.add_argument(
        "--self-hosted", metavar="URL",
        help="the archive for Firefox that updates itself from below this address, and its updates.json",
    )  # fmt: skip
    parser.add_argument("--wordpress", action="store_true", help="the plugin for WordPress, as it is uploaded there")
    given = parser.parse_args(arguments)
    folder = ROOT / "dist"
    folder.mkdir(exist_ok=True)
    try:
        if given.deb:
            made = [debian.build(folder)]
        elif given.wordpress:
            made = archives.build_wordpress(folder)
        elif given.self_hosted:
            made = archives.build_self_hosted(folder, given.self_hosted)
        else:
            _require_true_pictures()
            made = [*archives.build(folder), wheel.build(folder)]
    except PackingError as error:
        print(error, file=sys.stderr)
        return 1
    for file in made:
        print(file.relative_to(ROOT))
    if given.deb:
        print(f"install it with: sudo apt update && sudo apt install ./{made[0].relative_to(ROOT)}", file=sys.stderr)
    return 0


def _require_true_pictures() -> None:
    """Raise PackingError if a picture of README, guide or first page shows an earlier interface."""
    if old := drawn_pictures.outdated():
        commands = "scripts/screenshots --readme && scripts/screenshots --guide"
        raise PackingError(f"These pictures show an earlier interface: {', '.join(old)}. Renew them: {commands}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
