"""Serves the bookshop by a real nginx on loopback, for what a web server does to headers. Has no search."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from demo import pages

_TRIES = 200


@contextlib.contextmanager
def served(login: tuple[str, str] | None = None) -> Iterator[str]:
    """The address of the running shop, without a slash at its end; with `login`, only that name and password get in."""
    with tempfile.TemporaryDirectory(prefix="standard-sitemap-nginx-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        port = free_port()
        configuration = folder / "nginx.conf"
        configuration.write_text(_configuration(folder, port, _protection(folder, login)))
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        process = subprocess.Popen(
            [program, "-p", name, "-e", str(folder / "error.log"), "-c", str(configuration)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait(f"http://127.0.0.1:{port}/style.css", process)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait()


def _protection(folder: Path, login: tuple[str, str] | None) -> str:
    if login is None:
        return ""
    name, password = login
    logins = folder / "logins"
    logins.write_text(f"{name}:{{PLAIN}}{password}\n")
    return f'auth_basic "shop"; auth_basic_user_file {logins};'


def _configuration(folder: Path, port: int, protection: str) -> str:
    locations = []
    for number, (path, answer) in enumerate(pages.site().items()):
        file = folder / f"{number}.body"
        file.write_bytes(answer.body)
        fields = "".join(f" add_header {name} '{value}';" for name, value in answer.headers)
        kind = f"types {{ }} default_type '{answer.content_type}';"
        locations.append(f"location = {path} {{ root {folder}; try_files /{file.name} =404; {kind}{fields} }}")
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return f"""daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
events {{ worker_connections 64; }}
http {{
access_log off;
etag on;
{temporary}
server {{
listen 127.0.0.1:{port};
{protection}
{chr(10).join(locations)}
}}
}}
"""


def free_port() -> int:
    """A port on loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait(url: str, process: subprocess.Popen[bytes]) -> None:
    """Waits until something answers at `url`."""
    for _ in range(_TRIES):
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(url, timeout=1):
                return
        except urllib.error.HTTPError:
            return  # it refuses, so it is there
        except urllib.error.URLError:
            continue
    raise RuntimeError(f"nginx did not start (status {process.poll()})")
