"""A real nginx on loopback, to test caches, languages, compression and passwords."""

from __future__ import annotations

import contextlib
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from demo import nginx

LOG_FORMAT = "$uri $status $http_accept_language $sent_http_content_encoding $server_protocol $http_if_none_match"


class Nginx:
    """The running server: its address, its folder, and its request log."""

    def __init__(self, folder: Path, base: str) -> None:
        self.base = base
        self.folder = folder
        self.root = folder / "root"
        self.secure_port = nginx.free_port()
        self.certificate = folder / "certificate.pem"

    @property
    def requested(self) -> list[str]:
        """A line for each request: path, status, language, encoding of the response, protocol, validator.

        A line is written after the response and before the next request, so a further request is made.
        """
        with urllib.request.urlopen(f"{self.base}/unlogged"):
            return (self.folder / "access.log").read_text().splitlines()


@contextlib.contextmanager
def serving(files: dict[str, str]) -> Iterator[Nginx]:
    """Serve the files; below `/by-language` by the first language requested, below `/locked` with 401."""
    servers: list[Nginx] = []

    def http(folder: Path, base: str) -> str:
        servers.append(Nginx(folder, base))
        return _configuration(servers[0], files)

    with nginx.running(http) as (folder, _):
        assert servers[0].requested  # the start-up check
        (folder / "access.log").write_text("")
        yield servers[0]


def _configuration(server: Nginx, files: dict[str, str]) -> str:
    for name, text in files.items():
        file = server.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return f"""log_format asked '{LOG_FORMAT}';
access_log {server.folder}/access.log asked;
types {{ application/xml xml; }}
etag on;
gzip on; gzip_types application/xml; gzip_min_length 100;
map $http_accept_language $language {{ default en; ~^de de; }}
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
keepalive_requests 30;
location = /unlogged {{ access_log off; return 204; }}
}}
"""


def _secured(server: Nginx) -> str:
    """Make a certificate; the same port also accepts TLS."""
    key = server.folder / "key.pem"
    make_certificate(key, server.certificate)
    listening = f"listen 127.0.0.1:{server.secure_port} ssl"
    return f"{listening}; ssl_certificate {server.certificate}; ssl_certificate_key {key};"


def make_certificate(key: Path, certificate: Path) -> None:
    """Write a key and a self-signed certificate for loopback and www.example.org."""
    names = "subjectAltName=IP:127.0.0.1,DNS:www.example.org"
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=example"]
    command = ["openssl", "req", "-x509", *kind, "-addext", names, "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
