"""Python's documentation as Debian ships it: a map made by the command, announced by nginx, in both browsers."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands.preparing import packages
from driving import reading
from driving.surface import Browser, until
from host.webmaster.announcing import web_servers
from standard_sitemap.webmaster.announcing.recipes import recipe

pytestmark = pytest.mark.program("nginx and the manual of Python")
_COMMAND = Path(sys.executable).with_name("standard-sitemap")


@pytest.fixture(scope="module")
def manual() -> Iterator[str]:
    """Yield the manual's address; it has about 530 pages."""
    with tempfile.TemporaryDirectory(prefix="standard-sitemap-manual-") as name:
        Path(name).chmod(0o755)
        root = Path(name) / "html"
        # Files shared with other packages may be missing.
        shutil.copytree(packages.manual_of_python(), root, ignore_dangling_symlinks=True)
        subprocess.run([_COMMAND, "make", root], check=True, capture_output=True)
        with web_servers.behind_nginx(root, recipe("nginx")) as address:
            yield address


def test_links_sequence_and_headings_of_the_manual_are_followed(browser: Browser, manual: str) -> None:
    reading.shown(browser, f"{manual}/tutorial/modules.html")
    until(lambda: reading.current(browser) == ["6. Modules"], "the chapter is marked")
    browser.page.eval("document.querySelector('.related a[href=\"inputoutput.html\"]').click()")
    until(lambda: reading.current(browser) == ["7. Input and Output"], "a link of the page itself is followed")
    browser.sidebar.click("#next")
    until(lambda: reading.current(browser) == ["8. Errors and Exceptions"], "and the sequence of the map")
    until(lambda: "8.3. Handling Exceptions" in " ".join(reading.page_names(browser)), "its headings are below it")
    browser.sidebar.click('.heading a[href$="#handling-exceptions"]')
    until(lambda: browser.address().endswith("errors.html#handling-exceptions"), "the page is at its heading")
