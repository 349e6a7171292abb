"""A real nginx on loopback, with the bookshop behind it (without search), to test a web server's effect on headers."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

from demo import pages
from driving.surface import until

_PATIENCE_S = 60.0


@contextlib.contextmanager
def running(http: Callable[[Path, str], str]) -> Iterator[tuple[Path, str]]:
    """Yield the folder and the address, without a trailing slash, of a running nginx.

    `http` receives both and returns the content of the `http` block, which contains at least one server on that
    address.
    """
    with tempfile.TemporaryDirectory(prefix="standard-sitemap-nginx-") as name:
        folder, port = Path(name), free_port()
        folder.chmod(0o755)
        address = f"http://127.0.0.1:{port}"
        (folder / "nginx.conf").write_text(_configuration(folder, http(folder, address)))
        process = subprocess.Popen(
            [program(), "-p", name, "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait(f"{address}/", process, folder)
            yield folder, address
        finally:
            process.terminate()
            process.wait()


def program() -> str:
    """Return the path of nginx."""
    return shutil.which("nginx") or "/usr/sbin/nginx"


def free_port() -> int:
    """Return a free port on loopback."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def served(login: tuple[str, str] | None = None) -> Iterator[str]:
    """Yield the address of the running shop, without a trailing slash; `login` is the required name and password."""
    with running(lambda folder, address: _shop(folder, address, login)) as (_, address):
        yield address


def _shop(folder: Path, address: str, login: tuple[str, str] | None) -> str:
    locations = []
    for number, (path, answer) in enumerate(pages.site().items()):
        file = folder / f"{number}.body"
        file.write_bytes(answer.body)
        fields = "".join(f" add_header {name} '{value}';" for name, value in answer.headers)
        kind = f"types {{ }} default_type '{answer.content_type}';"
        locations.append(f"location = {path} {{ root {folder}; try_files /{file.name} =404; {kind}{fields} }}")
    server = [f"listen {address.removeprefix('http://')};", _protection(folder, login), *locations]
    return "access_log off; etag on;\nserver {\n" + "\n".join(server) + "\n}"


def _protection(folder: Path, login: tuple[str, str] | None) -> str:
    if login is None:
        return ""
    name, password = login
    logins = folder / "logins"
    logins.write_text(f"{name}:{{PLAIN}}{password}\n")
    return f'auth_basic "shop"; auth_basic_user_file {logins};'


def _configuration(folder: Path, http: str) -> str:
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "\n".join(f"{name}_temp_path {folder}/{name};" for name in kinds)
    return f"""daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
events {{ worker_connections 256; }}
http {{
{temporary}
{http}
}}
"""


def _wait(url: str, process: subprocess.Popen[bytes], folder: Path) -> None:
    """Wait for a response at `url`."""

    def answers() -> bool:
        if process.poll() is not None:
            log = (folder / "error.log").read_text()
            raise RuntimeError(f"nginx did not start (status {process.returncode}): {log}")
        try:
            with urllib.request.urlopen(url, timeout=_PATIENCE_S):
                return True
        except urllib.error.HTTPError as refusal:
            refusal.close()
            return True  # a refusal also shows that it is running

    until(answers, "nginx answers", _PATIENCE_S, despite=(OSError,))
