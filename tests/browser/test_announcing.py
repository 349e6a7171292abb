"""The sidebar shows the sitemap of a site announced as `standard-sitemap announce` recommends."""

from __future__ import annotations

import pytest

from driving import reading
from driving.surface import Browser, until
from host.webmaster.announcing import web_servers
from standard_sitemap.webmaster.announcing.recipes import recipe

pytestmark = pytest.mark.sidebar("shared")


@pytest.mark.parametrize("form", [name for name in web_servers.FORMS if "error page" not in name])
def test_pages_of_every_web_server_have_their_map_beside_them(browser: Browser, form: str) -> None:
    with web_servers.site() as root, web_servers.FORMS[form](root, recipe(form.partition(" ")[0])) as address:
        reading.shown(browser, f"{address}/sub/page.html")
        until(lambda: reading.names(browser)[:2] == ["Home", "Page number 0"], "the tree is there")
