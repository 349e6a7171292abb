"""Reports as GitHub's workflow commands, which annotate lines of a pull request.

GitHub shows ten errors and ten warnings a step: like faults become few annotations that say how many there are.
"""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from standard_sitemap.checking.report import Addresses, Place, Report, local_path
from standard_sitemap.checking.wording import Group, counted, grouped, nothing_found

# Of each code; ten such groups fit into what GitHub shows.
ANNOTATIONS = 3
# Workflow commands of GitHub's runner: it knows no `info`.
_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def write(reports: tuple[Report, ...], start: Path, stream: TextIO) -> None:
    """Writes one line an annotation, paths as seen from `start`."""
    for report in reports:
        if report.refused is not None:
            stream.write(_command("error", report.refused.code, report.refused.message, Place(""), start))
        elif report.sitemap is None:
            stream.write(_command("error", "no-sitemap", nothing_found(report), Place(""), start))
        addresses = Addresses(report.sitemap, start)
        for group in grouped(report.faults, addresses.short):
            for line in _annotations(group, start):
                stream.write(line)


def _annotations(group: Group, start: Path) -> list[str]:
    each = [
        (f"{alike.problem} {alike.remedy}", place) for alike in group.alike for place in alike.places[:ANNOTATIONS]
    ][:ANNOTATIONS]
    beyond = group.count - len(each)
    title = f"{group.code} ({group.rule.clause})"
    messages = [message for message, _ in each]
    if beyond:
        messages[-1] += (
            f" There {'is' if beyond == 1 else 'are'} {counted(beyond, 'more place', 'more places')} like this."
        )
    command = _COMMANDS[group.rule.severity]
    return [_command(command, title, message, at, start) for message, (_, at) in zip(messages, each, strict=True)]


def _command(command: str, title: str, message: str, place: Place, start: Path) -> str:
    path = local_path(place.document, start)
    properties = {"title": title}
    if path is not None:
        properties = {"file": path, **({"line": str(place.line)} if place.line else {}), "title": title}
    elif place.document:
        message = f"{place.document}{f':{place.line}' if place.line else ''}: {message}"
    written = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{command} {written}::{_data(message)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
