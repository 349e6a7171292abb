"""Looks whether browsers will find and reach the host: what `standard-sitemap doctor` reports. Changes nothing."""

import json
import os
import struct
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from standard_sitemap import __version__
from standard_sitemap.native.framing import dumps
from standard_sitemap.protocol.greeting import MESSAGE_BYTES_OUT, PROTOCOL
from standard_sitemap.registration.places import Browser, Registry, User, manifest, place_of
from standard_sitemap.registration.register import ProgramMissing, host_program, registered

_PATIENCE_S = 20


@dataclass(frozen=True)
class Finding:
    """One thing looked at: whether it is as it should be, what was found, and what to do."""

    code: str
    is_fine: bool
    text: str
    remedy: str = ""


def findings(browsers: Iterable[Browser], user: User, registry: Registry) -> list[Finding]:
    """All findings, the host's own first."""
    try:
        program = host_program()
    except ProgramMissing:
        return [Finding("no-program", False, "standard-sitemap-host is not installed", "install the package again")]
    found = [host_answers(program)]
    seen = [_registration(browser, user, registry) for browser in browsers]
    found += seen
    if seen and all(finding.code == "not-registered" for finding in seen):
        found.append(Finding("nowhere-registered", False, "no browser knows the host", "run: standard-sitemap install"))
    return found


def host_answers(program: Path) -> Finding:
    """Whether the host starts and answers the handshake with this version."""
    again = "install the package again, and look at the message above"
    body = dumps({"id": 1, "method": "hello", "params": {"protocol": PROTOCOL, "extension": __version__}})
    try:
        done = subprocess.run(
            [str(program)],
            input=struct.pack("=I", len(body)) + body,
            capture_output=True,
            timeout=_PATIENCE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return Finding("host-silent", False, f"{program} does not start: {error}", again)
    result = _result(done.stdout)
    if result is None:
        return Finding(
            "host-silent", False, f"{program} does not answer: {done.stderr.decode(errors='replace')}", again
        )
    if result.get("host") != __version__:
        text = f"{program} is version {result.get('host')}, this is {__version__}"
        return Finding("host-version", False, text, "run: standard-sitemap install")
    return Finding("host-answers", True, f"{program} answers, version {__version__}")


def _result(stdout: bytes) -> dict[str, object] | None:
    if len(stdout) < 4 or struct.unpack("=I", stdout[:4])[0] > MESSAGE_BYTES_OUT:
        return None
    try:
        answer = json.loads(stdout[4:])
    except ValueError:
        return None
    result = answer.get("result") if isinstance(answer, dict) else None
    return result if isinstance(result, dict) else None


def _registration(browser: Browser, user: User, registry: Registry) -> Finding:
    name, file = browser.value, place_of(browser, user).file
    again = f"run: standard-sitemap install --browser {name}"
    known = registered(browser, user, registry)
    if known is None:
        return Finding("not-registered", True, f"{name}: not registered", f"if you use it, {again}")
    program = Path(str(known.get("path", "")))
    if not known:
        return Finding("manifest-unreadable", False, f"{name}: {file} cannot be read", again)
    if not (program.is_file() and os.access(program, os.X_OK)):
        return Finding("program-missing", False, f"{name}: {file} names {program}, which cannot be started", again)
    if known != manifest(browser, program):
        return Finding("manifest-outdated", False, f"{name}: {file} is of another version", again)
    return Finding("registered", True, f"{name}: registered in {file}")
