"""Diagnosis for `standard-sitemap doctor`: whether browsers can find and reach the host. Changes nothing."""

import json
import os
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from standard_sitemap import __version__
from standard_sitemap.reader.native.framing import dumps
from standard_sitemap.reader.protocol.greeting import MESSAGE_BYTES_OUT, PROTOCOL
from standard_sitemap.reader.registration import browsers
from standard_sitemap.reader.registration.browsers import Browser
from standard_sitemap.reader.registration.own_command import command_line
from standard_sitemap.reader.registration.register import (
    ProgramMissing,
    Registry,
    User,
    host_program,
    in_sandboxes,
    is_there,
    manifest,
    profile_folders,
    registered,
)

# A cold Python on a slow disk takes seconds; the extension gives up on a slower host, too (15 s).
_PATIENCE_S = 20
_RUN = "run this command:"
# The beginning of what a program printed that is not the host.
_SHOWN_BYTES = 500


@dataclass(frozen=True)
class Finding:
    """The result of one check: whether it passed, the observation, the remedy, and its command to be pasted."""

    code: str
    is_fine: bool
    text: str
    remedy: str = ""
    command: str = ""


def findings(browsers: Sequence[Browser], user: User, registry: Registry) -> list[Finding]:
    """Return all findings, first the findings about the host itself."""
    try:
        program = host_program()
    except ProgramMissing:
        return [Finding("no-program", False, "standard-sitemap-host is not installed", "install the package again")]
    answers = {program.resolve(): host_answers(program)}
    all_findings = list(answers.values())
    seen = [_registration(browser, user, registry, answers) for browser in browsers]
    for browser, registration in zip(browsers, seen, strict=True):
        all_findings += [registration, *_extension(browser, user), *_sandboxes(browser, user)]
    if all(finding.code == "not-registered" for finding in seen):
        all_findings.append(
            Finding(
                "nowhere-registered",
                False,
                "the host is not registered with any browser",
                _RUN,
                command_line("install"),
            )
        )
    return all_findings


def host_answers(program: Path) -> Finding:
    """Return whether the host starts and answers the handshake with this version."""
    again = "read the message above, and install the package again"
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
        printed = (done.stderr or done.stdout)[:_SHOWN_BYTES].decode(errors="replace").strip()
        reason = f"it ended with status {done.returncode}" + (f" and printed: {printed}" if printed else "")
        return Finding("host-silent", False, f"{program} does not respond as the host does: {reason}", again)
    if result.get("host") != __version__:
        text = f"{program} has version {result.get('host')}, but this program has version {__version__}"
        return Finding("host-version", False, text, _RUN, command_line("install"))
    return Finding("host-answers", True, f"{program} responds, version {__version__}")


def _result(stdout: bytes) -> dict[str, object] | None:
    # The program registered under our name may print anything, so no length is trusted.
    if len(stdout) < 4 or struct.unpack("=I", stdout[:4])[0] > MESSAGE_BYTES_OUT:
        return None
    try:
        answer = json.loads(stdout[4:])
    except (ValueError, RecursionError):
        return None
    result = answer.get("result") if isinstance(answer, dict) else None
    return result if isinstance(result, dict) else None


def _registration(browser: Browser, user: User, registry: Registry, answers: dict[Path, Finding]) -> Finding:
    """Return whether a browser finds a host that answers; `answers` has the programs that were started already."""
    title, again = browser.title, command_line(f"install --browser {browser.name}")
    known = registered(browser, user, registry)
    if known is None:
        here = (
            "installed, but the host is not registered" if is_there(browser, user) else "not installed, not registered"
        )
        return Finding("not-registered", True, f"{title}: {here}", f"if you use this browser, {_RUN}", again)
    file, content = known
    program = Path(str(content.get("path", "")))
    if not content:
        return Finding("manifest-unreadable", False, f"{title}: {file} cannot be read", _RUN, again)
    if not (program.is_file() and os.access(program, os.X_OK)):
        text = f"{title}: {file} names {program}, which cannot be started"
        return Finding("program-missing", False, text, _RUN, again)
    if content != manifest(browser, program):
        return Finding("manifest-outdated", False, f"{title}: {file} belongs to another version", _RUN, again)
    own = program.resolve()
    answer = answers.get(own) or host_answers(program)
    answers[own] = answer
    if not answer.is_fine:
        return Finding(answer.code, False, f"{title}: {file} names another program: {answer.text}", _RUN, again)
    return Finding("registered", True, f"{title}: registered in {file}")


def _extension(browser: Browser, user: User) -> Iterator[Finding]:
    """Yield whether the extension is in one of the browser's profiles, with the version of this host."""
    folders = profile_folders(browser, user)
    versions = browsers.versions(browser, folders)
    if folders and not versions:
        yield Finding(
            "extension-not-seen", True, f"{browser.title}: the extension is not installed in any profile",
            "install it, and start the browser once; extensions loaded for one session are not visible here",
        )  # fmt: skip
    for version in versions:
        if version == __version__:
            yield Finding("extension-seen", True, f"{browser.title}: the extension is installed, version {version}")
        else:
            text = f"{browser.title}: the extension is version {version or 'unknown'}, the host is {__version__}"
            yield Finding("extension-version", False, text, *_update(version))


def _update(version: str, platform: str = sys.platform) -> tuple[str, str]:
    """Return the remedy for different versions, to update the older one, and its command."""
    if _ordered(version) <= _ordered(__version__):
        return "update the extension in the browser, on its page of extensions", ""
    if platform == "win32":
        remedy = "close all browsers, since Windows replaces no program that runs, and update the host:"
        return remedy, "py -m pip install --user --upgrade standard-sitemap-navigator"
    return "update the host in the way you installed it, such as:", "pipx upgrade standard-sitemap-navigator"


def _ordered(version: str) -> list[int]:
    return [int(part) if part.isdecimal() else 0 for part in version.split(".")]


def _sandboxes(browser: Browser, user: User) -> Iterator[Finding]:
    """Yield findings about browsers installed as a snap or a flatpak, which restrict the programs they start."""
    # Only if it was started in one: the same browser may be installed twice.
    for kind in in_sandboxes(browser, user):
        title = f"{browser.title} as a {kind}"
        if not browser.is_firefox:
            yield Finding(
                "sandboxed", False, f"{title}: it cannot start a host",
                "install the browser from your distribution or from its maker instead",
            )  # fmt: skip
        elif kind == "snap":
            yield Finding(
                "sandboxed", True, f"{title}: it starts the host through its portal, and asks for permission once"
            )
        else:
            yield Finding(
                "sandboxed", True, f"{title}: it can start the host since version 157, with xdg-native-messaging-proxy",
                "install that package, or the browser from your distribution",
            )  # fmt: skip
