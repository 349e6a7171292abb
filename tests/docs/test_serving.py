"""The applications of the page about serving, run as printed."""

from __future__ import annotations

import functools
import http.server
import json
import os
import re
import shlex
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from generators import handbook

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "serving.rst").read_text("utf-8")
OPT = '"http://standard-sitemap.org/2007/ns"; ns=15'
MAP = b'<sitemap xmlns="http://standard-sitemap.org/2007/ns"/>'
# A separate application, with requests for a page, a script, and a missing page.
_IN_NODE = """
const http = require('node:http');
const { announceSitemap } = require('./express_application.js');
const server = http.createServer((request, response) => announceSitemap(request, response, () => {
  const type = request.url === '/a.js' ? 'text/javascript' : 'text/html; charset=utf-8';
  response.setHeader('Content-Type', type);
  response.writeHead(request.url === '/gone' ? 404 : 200);
  response.end('<p>');
}));
server.listen(0, '127.0.0.1', async () => {
  const found = {};
  for (const path of ['/', '/a.js', '/gone']) {
    const answer = await fetch(`http://127.0.0.1:${server.address().port}${path}`);
    found[path] = [answer.headers.get('opt'), answer.headers.get('15-location')];
  }
  console.log(JSON.stringify(found));
  server.close();
});
"""
# A separate process: Django can be configured only once in each.
_IN_DJANGO = """
import json
import django
from django.conf import settings
middleware = ["standard_sitemap.integrations.django.sitemap_middleware"]
settings.configure(ROOT_URLCONF="urls", ALLOWED_HOSTS=["*"], MIDDLEWARE=middleware)
django.setup()
from django.test import Client
sitemap = Client().get("/standard-sitemap.xml")
print(json.dumps([sitemap.headers["Content-Type"], sitemap.getvalue().decode(), "Opt" in sitemap.headers]))
"""
# A separate process, without the suite's settings for warnings of other projects.
_IN_FASTAPI = """
import json
from fastapi.testclient import TestClient
from fastapi_application import app
client = TestClient(app)
answers = [client.get(path) for path in ("/", "/gone", "/openapi.json", "/standard-sitemap.xml")]
fields = [[answer.status_code, answer.headers.get("Opt"), answer.headers.get("15-Location")] for answer in answers]
print(json.dumps([fields, answers[-1].headers["Content-Type"], answers[-1].text]))
"""


def printed(name: str) -> str:
    """Return the code with a caption."""
    block = re.search(rf"   :caption: {re.escape(name)}\n\n((?:   .*\n|\n)+)", PAGE)
    assert block is not None, name
    return re.sub(r"^   ", "", block.group(1), flags=re.MULTILINE)


def test_application_of_flask_announces_and_serves_the_sitemap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "standard-sitemap.xml").write_bytes(MAP)
    scope: dict[str, Any] = {"__name__": "flask_application", "__file__": str(tmp_path / "flask_application.py")}
    exec(printed("flask_application.py"), scope)
    scope["app"].root_path = str(tmp_path)
    with scope["app"].test_client() as client, client.get("/standard-sitemap.xml") as sitemap:
        page = client.get("/")
        assert (page.headers["Opt"], page.headers["15-Location"]) == (OPT, "/standard-sitemap.xml")
        # The type of a file written by `make` is correct.
        assert (sitemap.content_type, sitemap.data) == ("application/xml; charset=utf-8", MAP)
        assert "Opt" not in sitemap.headers


def _answers(folder: Path, module: str, program: str) -> Any:
    """Return the JSON that a program prints about a module of the guide, beside a map."""
    (folder / "standard-sitemap.xml").write_bytes(MAP)
    (folder / module).write_text(printed(module), "utf-8")
    (folder / "run.py").write_text(program, "utf-8")
    done = subprocess.run([sys.executable, "run.py"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_application_of_fastapi_announces_and_serves_the_sitemap(tmp_path: Path) -> None:
    fields, content_type, sitemap = _answers(tmp_path, "fastapi_application.py", _IN_FASTAPI)
    assert fields == [
        [200, OPT, "/standard-sitemap.xml"], [404, None, None], [200, None, None], [200, None, None],
    ]  # fmt: skip
    assert (content_type, sitemap) == ("application/xml", MAP.decode())


def test_urls_of_django_serve_the_sitemap(tmp_path: Path) -> None:
    assert _answers(tmp_path, "urls.py", _IN_DJANGO) == ["application/xml", MAP.decode(), False]


def test_middleware_of_express_announces_on_pages_only(tmp_path: Path) -> None:
    (tmp_path / "express_application.js").write_text(printed("express_application.js"), "utf-8")
    (tmp_path / "run.js").write_text(_IN_NODE, "utf-8")
    done = subprocess.run(["node", "run.js"], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(done.stdout) == {
        "/": [OPT, "/standard-sitemap.xml"],
        "/a.js": [None, None],
        "/gone": [None, None],
    }


def _typed(command: str, folder: Path) -> str:
    """Return the standard output of a line of a console, which must succeed without a fault."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    done = subprocess.run(
        shlex.split(command), cwd=folder, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def test_steps_for_a_service_without_headers_work_below_a_projects_name(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: The kiln\nsite_url: https://ann.github.io/shop/\nsite_dir: shop/public\nplugins: []\n"
    )
    for page in handbook.PAGES:
        place = tmp_path / "docs" / page.path / "index.md"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"# {page.title}\n\n{page.text}\n", "utf-8")
    _typed("mkdocs build --quiet", tmp_path)
    section = PAGE.partition("GitHub Pages and GitLab Pages\n")[2].partition("Netlify")[0]
    steps = re.findall(r"^   \$ (.+)$", section, re.MULTILINE)
    assert [step.split()[1] for step in steps] == ["make", "announce", "check"]
    outputs = [_typed(step, tmp_path / "shop") for step in steps]
    assert f"Shown {len(handbook.PAGES)} of {len(handbook.PAGES)} items" in outputs[-1]
    assert "✓ no faults" in outputs[-1]
    serving = functools.partial(_Quiet, directory=tmp_path)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serving) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        project = f"http://127.0.0.1:{server.server_port}/shop/public"
        answer = _typed(f"standard-sitemap discover {project}/glazes/ash/ --json", tmp_path)
        server.shutdown()
        thread.join()
    assert json.loads(answer)["sitemap"] == f"{project}/standard-sitemap.xml"
