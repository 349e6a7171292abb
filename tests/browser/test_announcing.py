"""The sidebar shows the sitemap of a site announced as `standard-sitemap announce` recommends."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from commands.preparing import packages
from driving import reading
from driving.surface import Browser, until
from host.webmaster.announcing import web_servers
from standard_sitemap.webmaster.announcing import page_files
from standard_sitemap.webmaster.announcing.recipes import recipe

pytestmark = pytest.mark.sidebar("shared")

_MANUAL = packages.manual_of_python()
_MAP = """<sitemap xmlns="http://standard-sitemap.org/2007/ns">
<item name="Start" url="index.html"/><item name="Operating system" url="library/os.html"/>
</sitemap>"""


@pytest.mark.parametrize("form", [name for name in web_servers.FORMS if "error page" not in name])
def test_pages_of_every_web_server_have_their_map_beside_them(browser: Browser, form: str) -> None:
    with web_servers.site() as root, web_servers.FORMS[form](root, recipe(form.partition(" ")[0])) as address:
        reading.shown(browser, f"{address}/sub/page.html")
        until(lambda: reading.names(browser)[:2] == ["Home", "Page number 0"], "the tree is there")


def test_pages_of_php_have_their_map_beside_them(browser: Browser) -> None:
    with web_servers.site() as root, web_servers.behind_php(root, recipe("php")) as address:
        reading.shown(browser, f"{address}/page.php")
        until(lambda: reading.names(browser)[:2] == ["Home", "Page number 0"], "the tree is there")


def test_a_manual_with_links_in_its_pages_has_its_map_beside_them(browser: Browser, tmp_path: Path) -> None:
    with web_servers.site() as root:
        shutil.rmtree(root)
        shutil.copytree(_MANUAL, root)
        (root / "404.html").unlink(missing_ok=True)  # newer manuals have an error page, which is left as it is
        (root / "standard-sitemap.xml").write_text(_MAP)
        outcomes = {
            edited.outcome for edited in page_files.announce(root, page_files.Location("/standard-sitemap.xml"))
        }
        assert outcomes == {page_files.Outcome.CHANGED}
        with web_servers.behind_nginx(root, web_servers.SILENT) as address:
            reading.shown(browser, f"{address}/library/os.html")
            until(lambda: reading.names(browser) == ["Start", "Operating system"], "the tree is there")
