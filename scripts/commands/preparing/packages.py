"""Checks the machine's software and versions, and installs missing packages with apt.

Only as root, or by a sudo without a password; otherwise a message names the command to type.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from commands.preparing import Missing, environment, run_aloud, say
from driving import programs, screen

#: Requirements, as clauses with the version found and the one needed, and the packages that provide them.
Lacking = Mapping[str, Sequence[str]]

#: Without DejaVu, a machine without fonts shows interfaces in a monospaced font.
_BROWSER_PACKAGES = {
    "firefox": ("firefox-esr", "fonts-dejavu-core"),
    "chromium": ("chromium", "chromium-driver", "fonts-liberation", "fonts-dejavu-core"),
}
#: Requirements of tests only, with a file of each. They are web servers and PHP, Debian's linter, shells with
#: completion, the accessibility interface for screen readers, and a font for the Japanese interface. The tests start
#: the servers themselves, on their own ports; apache2-bin is Apache without its service.
_TEST_PACKAGES = {
    "/usr/sbin/apache2": "apache2-bin",
    "/usr/bin/caddy": "caddy",
    "/usr/sbin/lighttpd": "lighttpd",
    "/usr/lib/lighttpd/mod_deflate.so": "lighttpd-mod-deflate",
    "/usr/lib/lighttpd/mod_magnet.so": "lighttpd-modules-lua",
    "/usr/bin/dbus-daemon": "dbus-daemon",
    "/usr/libexec/at-spi2-registryd": "at-spi2-core",
    "/usr/lib/python3/dist-packages/gi/__init__.py": "python3-gi",
    "/usr/share/doc/gir1.2-atspi-2.0/copyright": "gir1.2-atspi-2.0",
    "/usr/bin/fish": "fish",
    "/usr/bin/lintian": "lintian",
    "/usr/bin/zsh": "zsh",
    "/usr/share/fonts/opentype/ipafont-gothic/ipag.ttf": "fonts-ipafont-gothic",
}
#: The manual of the distribution's Python, of any release: a large site that tests read.
_MANUALS = "python3.*/html/index.html"
#: Parts of PHP that WordPress on SQLite requires, and the packages that provide them.
_PHP_PARTS = {"sqlite3": "php-sqlite3", "pdo_sqlite": "php-sqlite3", "mbstring": "php-mbstring", "xml": "php-xml"}
#: How long apt waits for another run to end.
_LOCK_TIMEOUT_S = 300
#: The compiler for Windows.
MINGW, MINGW_PACKAGE = "x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64-win32"


def lacking(
    browsers: Sequence[str] = (),
    *,
    nginx: bool = False,
    keyboard: bool = False,
    git: bool = False,
    debootstrap: bool = False,
    wine: bool = False,
    for_tests: bool = False,
) -> dict[str, Sequence[str]]:
    """Return missing or outdated software: browsers and the needs of commands and tests, such as nginx."""
    lacks: dict[str, Sequence[str]] = {}
    for name in browsers:
        if obstacle := programs.obstacle(name):
            lacks[obstacle] = _BROWSER_PACKAGES[name]
    if nginx and not (shutil.which("nginx") or os.access("/usr/sbin/nginx", os.X_OK)):
        lacks["nginx is not installed"] = ("nginx-light",)
    if keyboard and (absent := [name for name in screen.PROGRAMS if not shutil.which(name)]):
        lacks[f"{' and '.join(absent)} {'are' if len(absent) > 1 else 'is'} not installed"] = (
            "xvfb", "openbox", "xdotool",
        )  # fmt: skip
    if (git or for_tests) and not shutil.which("git"):
        lacks["git is not installed"] = ("git",)
    if debootstrap and not os.access("/usr/sbin/debootstrap", os.X_OK):
        lacks["debootstrap is not installed"] = ("debootstrap",)
    if wine:
        lacks |= _lacking_of_wine()
    if for_tests:
        lacks |= _lacking_of_tests()
    if not environment.works() and importlib.util.find_spec("ensurepip") is None:
        release = f"python{sys.version_info[0]}.{sys.version_info[1]}"
        lacks[f"{release} cannot make virtual environments"] = (f"{release}-venv",)
    return lacks


def _lacking_of_tests() -> dict[str, Sequence[str]]:
    absent_files = [file for file in _TEST_PACKAGES if not Path(file).exists()]
    lacks: dict[str, Sequence[str]] = {f"{file} is not there": (_TEST_PACKAGES[file],) for file in absent_files}
    if not any(Path("/usr/share/doc").glob(_MANUALS)):
        lacks["the manual of Python is not there"] = ("python3-doc",)
    return lacks | _lacking_of_php()


def _lacking_of_wine() -> dict[str, Sequence[str]]:
    """Return what is missing to run programs for Windows; Wine before 10 lacks a library, which is compiled then."""
    if not shutil.which("wine"):
        return {"Wine is not installed": ("wine", "wine64", MINGW_PACKAGE)}
    is_whole = wine_has("bcryptprimitives.dll") or shutil.which(MINGW)
    return {} if is_whole else {"Wine lacks bcryptprimitives.dll": (MINGW_PACKAGE,)}


def wine_has(library: str) -> bool:
    """Return whether Wine has a library of 64-bit Windows."""
    return any(Path("/usr/lib").glob(f"*/wine/x86_64-windows/{library}"))


def manual_of_python() -> Path:
    """Return the folder of the manual of the distribution's Python."""
    return next(iter(sorted(Path("/usr/share/doc").glob(_MANUALS)))).parent


def _lacking_of_php() -> dict[str, Sequence[str]]:
    program = shutil.which("php")
    if program is None:
        return {"PHP is not installed": sorted({"php-cli", *_PHP_PARTS.values()})}
    listed = subprocess.run([program, "-m"], check=False, capture_output=True, text=True, errors="replace")
    present = {line.strip().lower() for line in listed.stdout.splitlines()}
    absent = [part for part in _PHP_PARTS if part not in present]
    return {f"PHP is without {' and '.join(absent)}": sorted({_PHP_PARTS[part] for part in absent})} if absent else {}


def provide(look: Callable[[], Lacking]) -> None:
    """Install what `look` reports, all at once, and look again. Raises Missing if something is still missing."""
    before = look()
    if not before:
        return
    reason = _install(before)
    if after := look():
        raise Missing(_sentence(after, reason))


def _install(lacking: Lacking) -> str:
    """Update the package lists, then install or upgrade; return the reason of a failure, or ""."""
    prefix = become_root()
    if prefix is None or not shutil.which("apt-get"):
        return ""
    say("updating the package lists")
    if _apt(prefix, "update").returncode:
        say("they could not be updated; continuing with the present ones")
    packages = _packages(lacking)
    say(f"installing {', '.join(packages)}, since {' and '.join(lacking)}")
    done = _apt(prefix, "install", "--yes", "--no-install-recommends", *packages)
    return _last_line(done) if done.returncode else "apt has no later version"


def _sentence(lacking: Lacking, reason: str) -> str:
    """Return a sentence: what was found, what is needed, why apt failed, and the command to type."""
    command = f"apt-get install {' '.join(_packages(lacking))}"
    typed = f"sudo apt-get update && sudo {command}" if shutil.which("sudo") else f"apt-get update && {command}"
    request = "type" if shutil.which("sudo") else "type as root"
    why = f" ({reason})" if reason else ""
    return f"{' and '.join(lacking)}{why}; on Debian, {request}: {typed}"


def _packages(lacking: Lacking) -> list[str]:
    return sorted({package for packages in lacking.values() for package in packages})


def _apt(prefix: Sequence[str], verb: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    options = ["--quiet", "-o", f"DPkg::Lock::Timeout={_LOCK_TIMEOUT_S}"]
    command = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *options, verb, *arguments]
    return run_aloud(command, name="apt-get")


def _last_line(done: subprocess.CompletedProcess[str]) -> str:
    lines = done.stdout.strip().splitlines()
    return f"apt-get: {lines[-1]}" if lines else f"apt-get ended with status {done.returncode}"


def become_root() -> list[str] | None:
    """Return the prefix that runs a command as root; None if that would need a password."""
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], check=False, capture_output=True).returncode == 0:
        return [sudo, "-n"]
    return None
