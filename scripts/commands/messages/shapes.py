"""The shapes of messages, read from the types by which the host checks them, for `typescript` and `markdown`."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from commands.messages.methods import EVENTS, METHODS
from standard_sitemap.reader.protocol import requests

_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", object: "unknown"}


class Member(NamedTuple):
    """One member of an object: its name in JSON, its type, whether it is optional, and its description."""

    name: str
    type: Any
    is_optional: bool
    about: str


class Shape(NamedTuple):
    """The JSON object for a type."""

    name: str
    about: str
    members: tuple[Member, ...]


def every_shape() -> list[Shape]:
    """Return all shapes: of requests, then of replies, then of events, each after the shapes it contains."""
    shapes: dict[str, Shape] = {}
    # Requests first: a reader of the page begins with the possible requests.
    for method in METHODS.values():
        _collect(method.request, shapes)
    for kind in (*(method.reply for method in METHODS.values()), *EVENTS.values()):
        _collect(kind, shapes)
    return list(shapes.values())


def type_text(kind: Any) -> str:
    """Return a type in TypeScript's notation, which is as readable as any other."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if origin is Annotated:
        return type_text(arguments[0])
    if origin is Literal:
        return " | ".join(f"'{value}'" for value in arguments)
    if origin in (Union, UnionType):
        return " | ".join(map(type_text, arguments))
    if origin is list:
        # `a | b[]` would mean a or many b.
        inner = type_text(arguments[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {type_text(arguments[1])}>"
    if origin is tuple:
        return f"[{', '.join(map(type_text, arguments))}]"
    return str(kind.__name__)


def _collect(kind: Any, shapes: dict[str, Shape]) -> None:
    if kind.__name__ in shapes:
        return
    shape = _shape(kind)
    for member in shape.members:
        for part in _parts(member.type):
            _collect(part, shapes)
    shapes[kind.__name__] = shape


def _parts(kind: Any) -> Iterator[Any]:
    """Yield the shapes in a type."""
    if isinstance(kind, type) and (hasattr(kind, "__required_keys__") or issubclass(kind, requests.Shape)):
        yield kind
    # The arguments of a Literal are values, which contain no shapes.
    elif get_origin(kind) is not Literal:
        for argument in get_args(kind):
            yield from _parts(argument)


def _shape(kind: Any) -> Shape:
    about, members = _texts(kind)
    if issubclass(kind, requests.Shape):
        fields = kind.model_fields.items()
        own = ((field.alias or name, field.annotation, not field.is_required()) for name, field in fields)
    else:
        hints = get_type_hints(kind)
        own = ((name, hints[name], name in kind.__optional_keys__) for name in hints)
    return Shape(kind.__name__, about, tuple(Member(*member, members.get(member[0], "")) for member in own))


def _texts(kind: Any) -> tuple[str, dict[str, str]]:
    """Return the source's description of a type, and of its members: the string after the definition of each."""
    module = inspect.getmodule(kind)
    assert module is not None
    statements = ast.parse(inspect.getsource(module)).body
    members: dict[str, str] = {}
    # A TypedDict does not know its bases, and each member's description is with its definition.
    for base in getattr(kind, "__orig_bases__", ()):
        if getattr(base, "__name__", "TypedDict") != "TypedDict":
            members |= _texts(base)[1]
    for statement, after in zip(statements, [*statements[1:], None], strict=True):
        if isinstance(statement, ast.ClassDef) and statement.name == kind.__name__:
            return _one_line(ast.get_docstring(statement) or ""), members | _members(statement)
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == kind.__name__:
            return _one_line(_string(after)), members
    raise AssertionError(f"{kind} is defined nowhere in {module.__name__}")


def _members(definition: ast.ClassDef) -> dict[str, str]:
    body = definition.body
    pairs = zip(body, [*body[1:], None], strict=True)
    return {
        ast.unparse(statement.target): _one_line(_string(description))
        for statement, description in pairs
        if isinstance(statement, ast.AnnAssign)
    }


def _string(statement: ast.stmt | None) -> str:
    value = statement.value if isinstance(statement, ast.Expr) else None
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())
