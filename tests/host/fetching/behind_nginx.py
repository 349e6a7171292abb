"""A real nginx on loopback, for what a web server does with caches, languages, compression and passwords."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

LOG_FORMAT = "$uri $status $http_accept_language $sent_http_content_encoding $server_protocol $http_if_none_match"


def program() -> str | None:
    """Where nginx is; None where it is not installed."""
    return shutil.which("nginx") or shutil.which("/usr/sbin/nginx")


class Nginx:
    """The running server: its address, the folder it serves from, and what it was asked for."""

    def __init__(self, folder: Path, port: int) -> None:
        self.base = f"http://127.0.0.1:{port}"
        self.folder = folder
        self.root = folder / "root"
        self.secure_port = _free_port()
        self.certificate = folder / "certificate.pem"

    @property
    def asked(self) -> list[str]:
        """A line for each request: path, status, language, encoding of the answer, protocol, validator."""
        return (self.folder / "access.log").read_text().splitlines()


@contextlib.contextmanager
def serving(files: dict[str, str]) -> Iterator[Nginx]:
    """Serves the files as they are; below `/by-language` by the first language asked for, below `/locked` to nobody."""
    with tempfile.TemporaryDirectory(prefix="standard-sitemap-nginx-") as name, _serving(Path(name), files) as server:
        yield server


@contextlib.contextmanager
def _serving(folder: Path, files: dict[str, str]) -> Iterator[Nginx]:
    server = Nginx(folder, _free_port())
    for name, text in files.items():
        file = server.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    folder.chmod(0o755)
    configuration = folder / "nginx.conf"
    configuration.write_text(_configuration(server))
    command = [str(program()), "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(configuration)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait(server, process)
        yield server
    finally:
        process.terminate()
        process.wait()


def _configuration(server: Nginx) -> str:
    folder = server.folder
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "\n".join(f"{name}_temp_path {folder}/{name};" for name in kinds)
    return f"""daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
events {{ worker_connections 64; }}
http {{
log_format asked '{LOG_FORMAT}';
access_log {folder}/access.log asked;
types {{ application/xml xml; }}
etag on;
gzip on; gzip_types application/xml; gzip_min_length 100;
map $http_accept_language $language {{ default en; ~^de de; }}
{temporary}
server {{
listen {server.base.removeprefix("http://")};
{_secured(server)}
root {server.root};
location / {{ add_header Cache-Control no-cache; }}
location /fresh/ {{ add_header Cache-Control max-age=600; }}
location = /by-language/map.xml {{
  add_header Vary Accept-Language; add_header Cache-Control no-cache; etag off;
  alias {server.root}/by-language/$language.xml;
}}
location /locked/ {{ return 401; }}
}}
}}
"""


def _secured(server: Nginx) -> str:
    """Makes a certificate; the same port takes TLS where one is asked for."""
    key, certificate = server.folder / "key.pem", server.certificate
    names = "subjectAltName=IP:127.0.0.1,DNS:www.example.org"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
    ]
    command += ["2", "-subj", "/CN=example", "-addext", names, "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    listening = f"listen 127.0.0.1:{server.secure_port} ssl http2"
    return f"{listening}; ssl_certificate {certificate}; ssl_certificate_key {key};"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(server: Nginx, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 20
    while process.poll() is None and time.monotonic() < until:
        with contextlib.suppress(urllib.error.URLError), urllib.request.urlopen(f"{server.base}/map.xml", timeout=1):
            (server.folder / "access.log").write_text("")
            return
    raise RuntimeError(f"nginx did not start (status {process.poll()}): {(server.folder / 'error.log').read_text()}")
