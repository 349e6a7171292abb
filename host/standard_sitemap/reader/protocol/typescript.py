"""The generator of the types of all messages for the extension.

Run it with `python -m standard_sitemap.reader.protocol.typescript`. The types are in `extension/shared/protocol.d.ts`,
which nothing loads: only the type checker reads it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from standard_sitemap.reader.protocol.events import EVENTS
from standard_sitemap.reader.protocol.methods import ABOUT, METHODS
from standard_sitemap.reader.protocol.shapes import Member, Shape, every_shape, type_text

_HEAD = """\
// The messages between extension and host (protocol 1). Written by
// `python -m standard_sitemap.reader.protocol.typescript > extension/shared/protocol.d.ts`, not by hand.
"""

_FOOT = """\
/** A header field of a request or response. */
export type Header = [string, string];

/** A node: a place in the tree by its key, or a role node by role and index. */
export type NodeNamed = Omit<Visit, 'site' | 'variant' | 'page_url'>;

/** A piece of what the browser fetched, whichever request it belongs to. */
export type Piece = Required<Omit<FetchedByBrowser, 'fetch' | 'hops' | 'ip'>> & Pick<FetchedByBrowser, 'hops' | 'ip'>;

/** A function for each event. */
export type EventHandlers = { [E in keyof Events]: (params: Events[E]) => void };
"""


def typescript() -> str:
    """Return the whole file."""
    return "\n".join([_HEAD, *map(_interface, every_shape()), _methods(), _events(), _FOOT])


def _interface(shape: Shape) -> str:
    if not shape.members:
        return f"/** {shape.about} */\nexport type {shape.name} = Record<string, never>;\n"
    lines = [line for member in shape.members for line in _member(member)]
    return "\n".join([f"/** {shape.about} */", f"export interface {shape.name} {{", *lines, "}", ""])


def _member(member: Member) -> Iterator[str]:
    if member.about:
        yield f"  /** {member.about} */"
    yield f"  {member.name}{'?' if member.is_optional else ''}: {type_text(member.type)};"


def _methods() -> str:
    lines = (
        f"  /** {ABOUT[name]} */\n  '{name}': {{ params: {method.request.__name__}, result: {method.reply.__name__} }};"
        for name, method in METHODS.items()
    )
    return "\n".join(["/** The methods of the host. */", "export interface Methods {", *lines, "}", ""])


def _events() -> str:
    lines = (f"  '{name}': {kind.__name__};" for name, kind in EVENTS.items())
    return "\n".join(["/** The events of the host. */", "export interface Events {", *lines, "}", ""])


if __name__ == "__main__":
    sys.stdout.write(typescript())
