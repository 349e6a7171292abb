"""The network and name-server requests of a host process, observed by an audit hook."""

import os
from pathlib import Path

_HOOK = """
import os, sys
_SEEN = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.connect", "socket.sendto")
def _note(event, given):
    # Without its own pairs of sockets, Windows connects two on loopback for each event loop.
    if event in _SEEN and sys._getframe(1).f_code.co_name != "socketpair":
        what = given[1] if event in ("socket.connect", "socket.sendto") else given[0]
        line = f"{event.partition('.')[2]} {what}\\n"
        with_out = os.open(os.environ["NETWORK_WATCH"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(with_out, line.encode())
        os.close(with_out)
if "NETWORK_WATCH" in os.environ:
    sys.addaudithook(_note)
"""


class NetworkWatch:
    """Records the requests of processes started with its `environment`."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        (folder / "sitecustomize.py").write_text(_HOOK)
        self._notes = folder / "notes"
        path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
        self.environment = {"PYTHONPATH": path, "NETWORK_WATCH": str(self._notes)}

    def seen(self) -> list[str]:
        """Return each look-up and connection, as `getaddrinfo NAME` or `connect ADDRESS`."""
        return self._notes.read_text().splitlines() if self._notes.exists() else []
