"""Serves the files of a folder by a real nginx on loopback."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from demo.nginx import free_port, wait


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of the running server, without a slash at its end."""
    with tempfile.TemporaryDirectory(prefix="standard-sitemap-nginx-") as name:
        Path(name).chmod(0o755)
        port = free_port()
        configuration = Path(name, "nginx.conf")
        configuration.write_text(_configuration(Path(name), folder, port))
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        process = subprocess.Popen(
            [program, "-p", name, "-e", f"{name}/error.log", "-c", str(configuration)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait(f"http://127.0.0.1:{port}/", process)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait()


def _configuration(own: Path, folder: Path, port: int) -> str:
    temporary = "".join(
        f"{name}_temp_path {own}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return f"""daemon off;
worker_processes 1;
pid {own}/nginx.pid;
events {{ worker_connections 256; }}
http {{
access_log off;
types {{ application/xml xml; }}
{temporary}
server {{ listen 127.0.0.1:{port}; root {folder}; }}
}}
"""
