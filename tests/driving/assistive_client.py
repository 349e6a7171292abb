"""An AT-SPI client: the browsers as an assistive technology sees them.

Run by the system's own Python, which alone has the library; imports nothing of the project. Each input line is a
command, each output line its JSON answer.
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
#: Events that a screen reader reads aloud: text inserted into a live region, and announcements.
_SPOKEN = ("object:text-changed:insert", "object:announcement", "object:notification")
_announced: list[str] = []
_listeners: list[Any] = []


def enable() -> None:
    """Tell all programs of the session that an assistive technology is running."""
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    for name in ("IsEnabled", "ScreenReaderEnabled"):
        wanted = GLib.Variant("(ssv)", ("org.a11y.Status", name, GLib.Variant("b", True)))
        target = ("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set")
        try:
            bus.call_sync(*target, wanted, None, Gio.DBusCallFlags.NONE, 30_000, None)
        except GLib.Error as error:
            # Newer buses have no property for screen readers: one for all assistive technologies.
            if not error.matches(Gio.DBusError.quark(), Gio.DBusError.INVALID_ARGS) or name == "IsEnabled":
                raise


def under(node: Any, depth: int = 0) -> Iterator[Any]:
    """Yield a node and its descendants; skip vanished ones."""
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
    """Return role, name, description, attributes and states of a node."""
    states = node.get_state_set()
    return {
        "role": node.get_role_name(),
        "name": node.get_name(),
        "description": node.get_description(),
        "attributes": dict(node.get_attributes() or {}),
        "states": [name for name, state in _STATES.items() if states.contains(state)],
    }


def nodes(document: str, roles: list[str]) -> list[dict[str, Any]]:
    """Return the nodes with these roles, by default any, in the documents with that title."""
    descriptions = []
    for root in under(Atspi.get_desktop(0)):
        try:
            if root.get_role_name() != "document web" or root.get_name() != document:
                continue
            descriptions += [described(node) for node in under(root) if not roles or node.get_role_name() in roles]
        except GLib.Error:
            continue
    return descriptions


def listen() -> None:
    """Start recording announcements."""

    def record(event: Any) -> None:
        try:
            attributes = dict(event.source.get_attributes() or {})
        except GLib.Error:
            return  # it has vanished
        is_live = (attributes.get("container-live") or attributes.get("live")) in ("polite", "assertive")
        if is_live or not event.type.startswith("object:text-changed"):
            _announced.append(str(event.any_data or ""))

    for name in _SPOKEN:
        listener = Atspi.EventListener.new(record)
        listener.register(name)
        _listeners.append(listener)  # an unreferenced listener receives nothing


def announced() -> list[str]:
    """Return the announcements since the last call."""
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
        is_answered = False
        try:
            sys.stdout.write(json.dumps(_COMMANDS[name](*arguments)) + "\n")
            sys.stdout.flush()
            is_answered = True
        finally:
            if not is_answered:  # GLib only prints an exception, and the caller would wait for the answer
                loop.quit()
        return True

    Atspi.init()
    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, answer)
    loop.run()


if __name__ == "__main__":
    main()
