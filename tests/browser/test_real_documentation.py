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
from driving.surface import Browser, until, wait_for, write
from host.webmaster.announcing import web_servers
from standard_sitemap.webmaster.announcing.recipes import recipe

_MANUAL = packages.manual_of_python()
_COMMAND = Path(sys.executable).with_name("standard-sitemap")


@pytest.fixture(scope="module")
def manual() -> Iterator[str]:
    """Yield the manual's address; it has about 530 pages."""
    with tempfile.TemporaryDirectory(prefix="standard-sitemap-manual-") as name:
        Path(name).chmod(0o755)
        root = Path(name) / "html"
        # Files shared with other packages may be missing.
        shutil.copytree(_MANUAL, root, ignore_dangling_symlinks=True)
        subprocess.run([_COMMAND, "make", root], check=True, capture_output=True)
        with web_servers.behind_nginx(root, recipe("nginx")) as address:
            yield address


def test_pages_of_all_parts_are_marked_in_their_places(browser: Browser, manual: str) -> None:
    reading.shown(browser, f"{manual}/index.html")
    for path, name, trail in [
        ("tutorial/controlflow.html", "4. More Control Flow Tools", "Tutorial"),
        ("library/os.html", "os — Miscellaneous operating system interfaces", "Generic Operating System Services"),
        ("c-api/list.html", "List Objects", "Concrete Objects Layer"),
        ("howto/regex.html", "Regular Expression HOWTO", "Python HOWTOs"),
        ("faq/design.html", "Design and History FAQ", "FAQs"),
    ]:
        browser.open(f"{manual}/{path}")
        until(lambda name=name: _current(browser) == [name.casefold()], f"{name} is marked")  # type: ignore[misc]
        wait_for(browser.sidebar, "return document.querySelector('#said').textContent.includes(arguments[0])", trail)


def _current(browser: Browser) -> list[str]:
    # Editions of the manual differ in the case of their titles.
    return [label.casefold() for label in reading.current(browser)]


def test_links_sequence_and_headings_of_the_manual_are_followed(browser: Browser, manual: str) -> None:
    reading.shown(browser, f"{manual}/tutorial/modules.html")
    until(lambda: reading.current(browser) == ["6. Modules"], "the chapter is marked")
    browser.page.eval("document.querySelector('.related a[href=\"inputoutput.html\"]').click()")
    until(lambda: reading.current(browser) == ["7. Input and Output"], "a link of the page itself is followed")
    browser.sidebar.click("#next")
    until(lambda: reading.current(browser) == ["8. Errors and Exceptions"], "and the sequence of the map")
    browser.sidebar.click("[aria-current=page] .outline")
    until(lambda: "8.3. Handling Exceptions" in " ".join(reading.names(browser)), "its headings are below it")
    browser.sidebar.click('.heading a[href$="#handling-exceptions"]')
    until(lambda: browser.address().endswith("errors.html#handling-exceptions"), "the page is at its heading")


def test_a_module_is_found_and_visited(browser: Browser, manual: str) -> None:
    reading.shown(browser, f"{manual}/index.html")
    write(browser.sidebar, "#filter", "regular expression op")
    found = "re — Regular expression operations"
    until(lambda: found in reading.names(browser), "the module is found")
    browser.sidebar.press("Enter", "ArrowDown")
    wait_for(browser.sidebar, "return document.activeElement.getAttribute('aria-label')?.startsWith('re —')")
    browser.sidebar.press("Enter")
    until(lambda: browser.address() == f"{manual}/library/re.html", "the page is there")
    until(lambda: set(reading.current(browser)) == {found}, "and marked wherever it stands")
