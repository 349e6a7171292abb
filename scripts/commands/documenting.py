"""The implementation of `scripts/docs`: builds the guide and its sitemap, and optionally serves them.

Also writes the documentation and the types of the messages between extension and host.
"""

from __future__ import annotations

import argparse
import functools
import subprocess
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from commands import ROOT
from commands.messages.markdown import markdown
from commands.messages.typescript import TYPES, typescript

_SOURCE = ROOT / "docs"
_USUAL_PLACE = _SOURCE / "_build" / "html"


def build(place: Path) -> int:
    """Build the guide into `place`; return the exit status, which is nonzero after a warning."""
    doctrees = ["-d", str(place.parent / "doctrees")]
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-W",
        "--keep-going",
        "-q",
        "-a",
        "-E",
        *doctrees,
        str(_SOURCE),
        str(place),
    ]
    return subprocess.run(command, check=False).returncode


def _serve(place: Path, port: int) -> None:
    """Serve the guide until interrupted: the sidebar shows sitemaps only for pages from http."""
    handler = functools.partial(SimpleHTTPRequestHandler, directory=str(place))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(
            f"http://127.0.0.1:{server.server_port}/  (Ctrl-C ends it; scripts/run with this address shows its sidebar)"
        )
        server.serve_forever()


def _write_protocol() -> int:
    for path, text in {_SOURCE / "protocol.md": markdown(), ROOT / TYPES: typescript()}.items():
        path.write_text(text, "utf-8")
        print(path)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/docs", description="Builds the webmaster's guide.")
    parser.add_argument("--output", type=Path, default=_USUAL_PLACE, help="the folder for the pages")
    parser.add_argument("--serve", action="store_true", help="serve it on this machine afterwards")
    parser.add_argument("--port", type=int, default=8000, help="with --serve: the port, by default 8000")
    parser.add_argument("--protocol", action="store_true", help="renew docs/protocol.md and protocol.d.ts instead")
    options = parser.parse_args()
    if options.protocol:
        return _write_protocol()
    place = options.output.absolute()
    status = build(place)
    if status:
        return status
    print(place / "index.html")
    if options.serve:
        try:
            _serve(place, options.port)
        except KeyboardInterrupt:
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
