"""The choice of a machine's browser, and the messages for an unsuitable one."""

from __future__ import annotations

from pathlib import Path

import pytest

from driving import programs
from scripts.conftest import Install

FIREFOX = programs.oldest("firefox")
CHROMIUM = programs.oldest("chromium")


def test_version_is_the_number_that_a_program_states(install: Install) -> None:
    assert programs.version(str(install("firefox", "Mozilla Firefox 140.12.0esr"))) == "140.12.0"
    assert programs.version(str(install("node", "v20.20.2"))) == "20.20.2"


def test_program_that_cannot_be_run_has_no_version(install: Install, tmp_path: Path) -> None:
    assert programs.version(str(tmp_path / "nothing")) is None
    assert programs.version(str(install("firefox", script="exit 1"))) is None


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize("name", programs.NAMES)
def test_browser_that_is_not_there_is_named_with_the_version_needed(name: str) -> None:
    needed = programs.oldest(name)
    assert programs.obstacle(name) == f"{name.capitalize()} is not installed ({needed} or later is needed)"


def test_old_browser_is_named_with_both_versions(install: Install) -> None:
    install("firefox-esr", f"Mozilla Firefox {FIREFOX - 1}.5.0esr")
    install("chromium", f"Chromium {CHROMIUM - 1}.0.1 built on Debian")
    assert programs.obstacle("firefox") == f"Firefox {FIREFOX - 1}.5.0 is too old ({FIREFOX} or later is needed)"
    assert programs.obstacle("chromium") == f"Chromium {CHROMIUM - 1}.0.1 is too old ({CHROMIUM} or later is needed)"


def test_browser_that_states_no_version_is_not_trusted(install: Install) -> None:
    install("firefox", "command not found")
    assert programs.obstacle("firefox") == f"Firefox does not state its version ({FIREFOX} or later is needed)"


def test_recent_browsers_are_no_obstacle(install: Install) -> None:
    install("firefox", f"Mozilla Firefox {FIREFOX}.0")
    install("chromium", f"Chromium {CHROMIUM}.0.1")
    install("chromedriver", f"ChromeDriver {CHROMIUM}.0.7 (abc)")
    assert [programs.obstacle(name) for name in programs.NAMES] == [None, None]


def test_recent_browser_is_found_behind_an_old_one(install: Install) -> None:
    install("firefox-esr", f"Mozilla Firefox {FIREFOX - 12}.0esr")
    recent = install("firefox", f"Mozilla Firefox {FIREFOX + 3}.0")
    assert programs.find("firefox") == str(recent)


@pytest.mark.parametrize("driver", [None, "ChromeDriver 140.0.1"])
def test_chromedriver_must_be_there_and_of_the_same_version(install: Install, driver: str | None) -> None:
    install("chromium", f"Chromium {CHROMIUM + 9}.0.1")
    if driver:
        install("chromedriver", driver)
    state = "is 140.0.1" if driver else "is not installed"
    assert programs.obstacle("chromium") == f"chromedriver {state} ({CHROMIUM + 9} is needed)"
