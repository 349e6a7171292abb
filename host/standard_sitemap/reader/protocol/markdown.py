"""The generator of `docs/protocol.md`, which documents all messages.

Run it with `python -m standard_sitemap.reader.protocol.markdown`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from standard_sitemap.reader.protocol.events import EVENTS
from standard_sitemap.reader.protocol.greeting import MESSAGE_BYTES_OUT, PROTOCOL, ROWS_AT_ONCE
from standard_sitemap.reader.protocol.methods import ABOUT, METHODS
from standard_sitemap.reader.protocol.shapes import Member, Shape, every_shape, type_text
from standard_sitemap.refusals import RequestRefusal, every_refusal

_HEAD = f"""\
# The messages between extension and host

Written by `python -m standard_sitemap.reader.protocol.markdown`; what it says is what the code checks.
This is protocol {PROTOCOL}.

The browser starts `standard-sitemap-host` and speaks with it by native messaging: 32 bits of length in the machine's
byte order, then an object in JSON and UTF-8.

- The extension asks: `{{"id": 1, "method": "locate", "params": {{…}}}}`.
- Each request has one reply with the same id: `{{"id": 1, "result": {{…}}}}`, or
  `{{"id": 1, "error": {{"code": "…", "params": {{…}}}}}}`. Requests are handled side by side:
  replies come in any order.
- An unrequested message of the host is an event: `{{"event": "site.changed", "params": {{…}}}}`.

The first request is `hello`; any other is refused until it has succeeded. No message of the host is longer than
{MESSAGE_BYTES_OUT:,} bytes, and no request may ask for more than {ROWS_AT_ONCE} rows. A parameter that is not listed
here is refused.
"""


def markdown() -> str:
    """Return the whole page."""
    shapes = {shape.name: shape for shape in every_shape()}
    messages = {*(method.request.__name__ for method in METHODS.values()), *(kind.__name__ for kind in EVENTS.values())}
    parts = [
        _HEAD,
        "## Requests\n",
        *(_method(name, shapes) for name in METHODS),
        "## Events\n",
        *(_event(name, shapes) for name in EVENTS),
        "## Objects\n",
        *(_object(shape) for name, shape in sorted(shapes.items()) if name not in messages and shape.members),
        "## Errors\n",
        *_errors(),
    ]
    return "\n".join(parts)


def _method(name: str, shapes: dict[str, Shape]) -> str:
    method = METHODS[name]
    where = "Sent for the sidebar and the popup, too." if method.caller == "ui" else "Sent by the background alone."
    request = shapes[method.request.__name__]
    reply = _linked(method.reply.__name__, shapes)
    return "\n".join(
        [f"### `{name}`\n", f"{ABOUT[name]} {where}\n", f"{request.about} Reply: {reply}.\n", *_table(request)]
    )


def _event(name: str, shapes: dict[str, Shape]) -> str:
    shape = shapes[EVENTS[name].__name__]
    return "\n".join([f"### `{name}` (event)\n", f"{shape.about}\n", *_table(shape)])


def _object(shape: Shape) -> str:
    return "\n".join([f"### {shape.name}\n", f"{shape.about}\n", *_table(shape)])


def _table(shape: Shape) -> Iterator[str]:
    if shape.members:
        yield "| member | type | |"
        yield "|---|---|---|"
        yield from map(_line, shape.members)
        yield ""


def _line(member: Member) -> str:
    about = " ".join(filter(None, ["May be left out." if member.is_optional else "", member.about]))
    kind = type_text(member.type).replace("|", "\\|")
    return f"| `{member.name}` | `{kind}` | {about} |"


def _linked(name: str, shapes: dict[str, Shape]) -> str:
    return f"[{name}](#{name.lower()})" if shapes[name].members else "an empty object"


def _errors() -> Iterator[str]:
    yield "Codes are permanent; `params` give details. The first group may be the error of any request. The others say"
    yield "why a sitemap is unavailable, and also occur in `refusal` of a [Site](#site).\n"
    for refusal in sorted(every_refusal(), key=lambda kind: (not issubclass(kind, RequestRefusal), kind.code)):
        yield f"- `{refusal.code}`: {refusal.__doc__}"
    yield ""


if __name__ == "__main__":
    sys.stdout.write(markdown())
