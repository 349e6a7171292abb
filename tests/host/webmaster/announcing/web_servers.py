"""Real web servers on loopback, each with a recipe as printed; started and ended by the tests."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

from demo import nginx
from demo.loopback import QuietHandler, serving
from driving.surface import until

_HEADING = re.compile(r"^# --- (.*?) -+\n", re.MULTILINE)
_PATIENCE_S = 60.0
PAGE = "<!DOCTYPE html><title>A page</title><p>Hello"
MAP = (
    '<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="Home" url="./"/>'
    + "".join(f'<item name="Page number {n}" url="{n}.html"/>' for n in range(200))
    + "</sitemap>"
)


def parts(recipe: str) -> dict[str, str]:
    """Return the parts of a recipe by heading; a part without a heading is under ""."""
    first, *others = _HEADING.split(recipe)
    return dict(zip(others[::2], others[1::2], strict=True)) or {"": first}


@contextlib.contextmanager
def site(sitemap: str = "standard-sitemap.xml") -> Iterator[Path]:
    """Yield a folder with a site that every server may read."""
    with tempfile.TemporaryDirectory(prefix="standard-sitemap-site-") as name:
        root = Path(name) / "site"
        files = {"index.html": PAGE, "sub/index.html": PAGE, "sub/page.html": PAGE, "x.xhtml": PAGE, "404.html": PAGE}
        for path, text in {**files, "style.css": "p { margin: 0 }", sitemap: MAP}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        Path(name).chmod(0o755)
        yield root


class _Application(QuietHandler):
    """An application with pages, a stylesheet and an error page."""

    def do_GET(self) -> None:
        kind = "text/css" if self.path.endswith(".css") else "text/html; charset=utf-8"
        self.send_response(404 if "none" in self.path else 200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(PAGE.encode())


@contextlib.contextmanager
def application() -> Iterator[str]:
    """Yield the address of an application without sitemap support."""
    with serving(_Application) as address:
        yield address


@contextlib.contextmanager
def behind_nginx(root: Path, recipe: str, inside: str = "") -> Iterator[str]:
    http, server = parts(recipe).values()
    kinds = "types { text/html html; application/xhtml+xml xhtml; text/css css; text/xml xml; }"

    def configuration(_: Path, address: str) -> str:
        listen = address.removeprefix("http://")
        return f"{kinds}\naccess_log off;\n{http}\nserver {{\nlisten {listen}; root {root};\n{inside}\n{server}\n}}"

    with nginx.running(configuration) as (_, address):
        yield address


@contextlib.contextmanager
def behind_apache(root: Path, recipe: str, form: str, inside: str = "") -> Iterator[str]:
    """Yield the address of a site behind Apache; `form` is `.htaccess` or `httpd.conf`."""
    (text,) = (part for heading, part in parts(recipe).items() if heading.startswith(form))
    if form == ".htaccess":
        (root / ".htaccess").write_text(text)
        text = ""
    port, folder = nginx.free_port(), root.parent
    modules = ("mpm_event", "mime", "dir", "headers", "deflate", "filter", "authz_core", "proxy", "proxy_http")
    lines = [f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so" for name in modules]
    lines += [f"Listen 127.0.0.1:{port}", "ServerName 127.0.0.1", f"PidFile {folder}/apache.pid"]
    lines += [f"ErrorLog {folder}/apache.log", f"DefaultRuntimeDir {folder}", "DirectoryIndex index.html"]
    lines += ["AddType text/html .html", "AddType application/xhtml+xml .xhtml", "AddType text/css .css"]
    lines += ["TypesConfig /dev/null", "AddType text/xml .xml", "User www-data\nGroup www-data" * (os.geteuid() == 0)]
    lines += [f'<Directory "{root}">\nAllowOverride FileInfo\nRequire all granted\n</Directory>']
    lines += [f'<VirtualHost 127.0.0.1:{port}>\nDocumentRoot "{root}"\n{inside}\n{text}\n</VirtualHost>']
    (folder / "httpd.conf").write_text("\n".join(lines) + "\n")
    command = [_program("apache2"), "-d", str(folder), "-f", str(folder / "httpd.conf"), "-DFOREGROUND"]
    with _running(command, port, folder) as address:
        yield address


@contextlib.contextmanager
def behind_caddy(root: Path, recipe: str, upstream: str | None = None) -> Iterator[str]:
    """Yield the address of pages on disk behind Caddy; with `upstream`, of the application's pages."""
    disk, proxy = parts(recipe).values()
    port, folder = nginx.free_port(), root.parent
    site_block = f"root * {root}\n{disk}\nfile_server\nhandle_errors {{\nrewrite * /404.html\nfile_server\n}}"
    if upstream is not None:
        site_block = f"reverse_proxy {upstream} {{\n{proxy}\n}}"
    options = "{\nadmin off\nauto_https off\n}"
    (folder / "Caddyfile").write_text(f"{options}\nhttp://127.0.0.1:{port} {{\n{site_block}\n}}\n")
    command = [_program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with _running(command, port, folder, XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder)) as address:
        yield address


@contextlib.contextmanager
def behind_lighttpd(root: Path, recipe: str, inside: str = "") -> Iterator[str]:
    port, folder = nginx.free_port(), root.parent
    configuration, script = parts(recipe).values()
    (folder / "standard-sitemap.lua").write_text(script)
    kinds = '".html" => "text/html", ".xhtml" => "application/xhtml+xml", ".css" => "text/css", ".xml" => "text/xml"'
    lines = [f'server.document-root = "{root}"', 'server.bind = "127.0.0.1"', f"server.port = {port}"]
    lines += [f'server.errorlog = "{folder}/lighttpd.log"', 'index-file.names = ( "index.html" )']
    lines += [f"mimetype.assign = ( {kinds} )", 'server.modules = ( "mod_indexfile", "mod_staticfile" )', inside]
    lines += [configuration.replace("/etc/lighttpd/", f"{folder}/")]
    (folder / "lighttpd.conf").write_text("\n".join(lines))
    with _running([_program("lighttpd"), "-D", "-f", str(folder / "lighttpd.conf")], port, folder) as address:
        yield address


@contextlib.contextmanager
def behind_php(root: Path, recipe: str) -> Iterator[str]:
    """Yield the address of PHP's own server; `page.php` is a page, `style.php` is not, `gone.php` is an error page."""
    prepended = root.parent / "standard-sitemap.php"
    prepended.write_text(recipe)
    (root / "page.php").write_text(f"{PAGE} <?php echo 'from PHP';")
    (root / "style.php").write_text("<?php header('Content-Type: text/css'); echo 'p {}';")
    (root / "gone.php").write_text("<?php http_response_code(404); echo 'gone';")
    port = nginx.free_port()
    command = [_program("php"), "-d", f"auto_prepend_file={prepended}", "-S", f"127.0.0.1:{port}", "-t", str(root)]
    with _running(command, port, root.parent) as address:
        yield address


def _program(name: str) -> str:
    return shutil.which(name) or f"/usr/sbin/{name}"


@contextlib.contextmanager
def _running(command: list[str], port: int, folder: Path, **variables: str) -> Iterator[str]:
    log = folder / "started.log"
    with log.open("wb") as stream:
        process = subprocess.Popen(command, stdout=stream, stderr=stream, env=os.environ | variables, cwd=folder)
    address = f"http://127.0.0.1:{port}"

    def answers() -> bool:
        if process.poll() is not None:
            raise RuntimeError(f"{command[0]} did not start (status {process.returncode}): {log.read_text()}")
        try:
            with urllib.request.urlopen(f"{address}/", timeout=_PATIENCE_S):
                return True
        except urllib.error.HTTPError as refusal:
            refusal.close()
            return True  # a refusal also shows that it is running

    try:
        until(answers, f"{command[0]} answers", _PATIENCE_S, despite=(OSError,))
        yield address
    finally:
        process.terminate()
        process.wait()


FORMS: dict[str, Callable[[Path, str], contextlib.AbstractContextManager[str]]] = {
    "nginx": behind_nginx,
    "nginx with an error page": lambda root, text: behind_nginx(root, text, "error_page 404 /404.html;"),
    "apache .htaccess": lambda root, text: behind_apache(root, text, ".htaccess"),
    "apache httpd.conf": lambda root, text: behind_apache(root, text, "httpd.conf"),
    "apache with an error page": lambda root, text: behind_apache(
        root, text, "httpd.conf", "ErrorDocument 404 /404.html"
    ),
    "caddy": behind_caddy,
    "lighttpd": behind_lighttpd,
    "lighttpd with an error page": lambda root, text: behind_lighttpd(root, text, 'server.error-handler = "/404.html"'),
}
"""The servers with a site on disk; the start of each name is a server of the recipes."""
