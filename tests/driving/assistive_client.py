"""What an assistive technology gets of the browsers, over AT-SPI.

Run by the system's own Python, which alone has its library; imports nothing of the project's. Each line of input is a
command, each line of output its answer, as JSON.
"""

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

_DEPTH = 60
_CHILDREN = 400
_STATES = {
    "expandable": Atspi.StateType.EXPANDABLE,
    "expanded": Atspi.StateType.EXPANDED,
    "focused": Atspi.StateType.FOCUSED,
    "enabled": Atspi.StateType.ENABLED,
}
#: What a screen reader reads aloud of its own accord: what is written into a live region, and what is announced.
_SPOKEN = ("object:text-changed:insert", "object:announcement", "object:notification")
_announced: list[str] = []
_listeners: list[Any] = []


def enable() -> None:
    """Says to all programs of the session that somebody listens."""
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    for name in ("IsEnabled", "ScreenReaderEnabled"):
        wanted = GLib.Variant("(ssv)", ("org.a11y.Status", name, GLib.Variant("b", True)))
        target = ("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set")
        bus.call_sync(*target, wanted, None, Gio.DBusCallFlags.NONE, 30_000, None)


def under(node: Any, depth: int = 0) -> Iterator[Any]:
    """A node and all below it; what vanishes meanwhile is left out."""
    if node is None or depth > _DEPTH:
        return
    yield node
    try:
        count = min(node.get_child_count(), _CHILDREN)
    except GLib.Error:
        return
    for index in range(count):
        try:
            child = node.get_child_at_index(index)
        except GLib.Error:
            continue
        yield from under(child, depth + 1)


def described(node: Any) -> dict[str, Any]:
    """Role, name, description, attributes and states of a node."""
    states = node.get_state_set()
    return {
        "role": node.get_role_name(),
        "name": node.get_name(),
        "description": node.get_description(),
        "attributes": dict(node.get_attributes() or {}),
        "states": [name for name, state in _STATES.items() if states.contains(state)],
    }


def nodes(document: str, roles: list[str]) -> list[dict[str, Any]]:
    """The nodes of these roles, any if there are none, in the documents of that title."""
    found = []
    for root in under(Atspi.get_desktop(0)):
        try:
            if root.get_role_name() != "document web" or root.get_name() != document:
                continue
            found += [described(node) for node in under(root) if not roles or node.get_role_name() in roles]
        except GLib.Error:
            continue
    return found


def listen() -> None:
    """Records from now on what is read aloud of its own accord."""

    def record(event: Any) -> None:
        try:
            attributes = dict(event.source.get_attributes() or {})
        except GLib.Error:
            return  # it has gone
        is_live = (attributes.get("container-live") or attributes.get("live")) in ("polite", "assertive")
        if is_live or not event.type.startswith("object:text-changed"):
            _announced.append(str(event.any_data or ""))

    for name in _SPOKEN:
        listener = Atspi.EventListener.new(record)
        listener.register(name)
        _listeners.append(listener)  # one that nobody holds hears nothing


def announced() -> list[str]:
    """What was read aloud since the last question."""
    said = list(_announced)
    _announced.clear()
    return said


_COMMANDS: dict[str, Callable[..., Any]] = {"enable": enable, "nodes": nodes, "listen": listen, "announced": announced}


def main() -> None:
    loop = GLib.MainLoop()

    def answer(_source: Any, condition: Any) -> bool:
        line = sys.stdin.readline()
        if not line:
            loop.quit()
            return False
        name, *arguments = json.loads(line)
        sys.stdout.write(json.dumps(_COMMANDS[name](*arguments)) + "\n")
        sys.stdout.flush()
        return True

    Atspi.init()
    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, answer)
    loop.run()


if __name__ == "__main__":
    main()
