"""How an input is divided: one or more files; the first line of each may be a Content-Type field.

Imports nothing of the core: what is imported before the target says so is not watched by the fuzzer.
"""

from __future__ import annotations

_DIVIDER = b"\n%%%%\n"
_FIELD = b"Content-Type:"


def joined(files: list[tuple[str | None, bytes]]) -> bytes:
    """The input that holds these files, each with its Content-Type if it has one."""
    parts = [body if kind is None else _FIELD + f" {kind}\n".encode() + body for kind, body in files]
    return _DIVIDER.join(parts)


def divided(data: bytes) -> list[tuple[str | None, bytes]]:
    """The files of an input, at least one."""
    return [_file(part) for part in data.split(_DIVIDER)]


def _file(part: bytes) -> tuple[str | None, bytes]:
    if not part.startswith(_FIELD):
        return None, part
    field, _, body = part[len(_FIELD) :].partition(b"\n")
    return field.decode("latin-1").strip(), body
