"""`scripts/package`: archives of the extension and the host's wheel; `--deb` makes the Debian package instead."""

from __future__ import annotations

import argparse
import sys

from packing import ROOT, PackingError, archives, debian, wheel


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/package", description=__doc__)
    parser.add_argument("--deb", action="store_true", help="the Debian package: host, extension and registration")
    wants_deb = parser.parse_args(arguments).deb
    folder = ROOT / "dist"
    folder.mkdir(exist_ok=True)
    try:
        made = [debian.build(folder)] if wants_deb else [*archives.build(folder), wheel.build(folder)]
    except PackingError as error:
        print(error, file=sys.stderr)
        return 1
    for file in made:
        print(file.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
