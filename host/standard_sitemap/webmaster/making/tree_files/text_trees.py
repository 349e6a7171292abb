"""Trees in script data: Javadoc's, Doxygen's, ExDoc's and pandoc's. Pure.

No script is run: only JSON after an equals sign is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.parse import quote

from standard_sitemap.webmaster.making.list_entries import AddressResolver, Entry
from standard_sitemap.webmaster.making.page_reading import parsed
from standard_sitemap.webmaster.making.rendered_text import text_of

# Returns the body of a file in the same folder; None if there is none.
FileFinder = Callable[[str], bytes | None]

# Each line begins with the white space in it: that of all lines below would be searched again from each of them.
_ASSIGNED = re.compile(r"^[^\S\n]*+(?:var\s+)?([A-Za-z_$][\w$]*+)\s*+=\s*", re.MULTILINE)
# The keys of Doxygen's menu have no quotes, which JSON demands; text in quotes stays. Text without an end is consumed,
# too: a search that began again at each quote in it would take quadratic time.
_KEY_OR_TEXT = re.compile(r'"(?:[^"\\]|\\.)*+"?|(?P<key>\b(?:text|url|children)\b)', re.DOTALL)
# Doxygen's trees follow folders, which are never this deep.
_DEEPEST = 60
# Each branch may be in its own script; this many make a tree of several hundred thousand pages.
_MOST_FILES = 20_000

# The tabs of ExDoc's sidebar, in their order; older versions have one for exceptions.
_EXDOC_PARTS = {"extras": "Pages", "modules": "Modules", "exceptions": "Exceptions", "tasks": "Mix Tasks"}


def read_javadoc(find: FileFinder, resolve: AddressResolver) -> list[Entry]:
    """Return modules with their packages and types, from the search index that Javadoc writes since Java 9.

    A class in a class stands below it.
    """
    modules = {label: _page(resolve, f"{label}/module-summary.html", label) for label in _labels(find, "module")}
    packages: dict[str, tuple[str, Entry]] = {}
    top: list[Entry] = list(modules.values())
    for record in _listed(find, "package"):
        label, module = _text(record, "l"), _text(record, "m")
        if not label or "u" in record:  # a page of all packages
            continue
        folder = f"{module}/{label.replace('.', '/')}" if module else label.replace(".", "/")
        entry = _page(resolve, f"{folder}/package-summary.html", label)
        packages[label] = folder, entry
        (modules[module].children if module in modules else top).append(entry)
    types: dict[tuple[str, str], Entry] = {}
    for record in _listed(find, "type"):
        package, label = _text(record, "p"), _text(record, "l")
        if package in packages and label:
            entry = _page(resolve, _text(record, "u") or f"{packages[package][0]}/{label}.html", label)
            if entry.target is not None:
                types[package, label] = entry
    for (package, label), entry in types.items():
        outer = types.get((package, label.rpartition(".")[0]), packages[package][1])
        outer.children.append(entry)
    return [entry for entry in top if entry.target is not None or entry.children]


def read_doxygen(body: bytes, find: FileFinder, resolve: AddressResolver) -> list[Entry]:
    """Return the tree of `navtreedata.js`, including the branches in separate files."""
    left = [_MOST_FILES]

    def entries(nodes: object, depth: int) -> list[Entry]:
        listed = []
        for node in nodes if isinstance(nodes, list) else []:
            if isinstance(node, list) and len(node) == 3 and isinstance(node[0], str) and depth < _DEEPEST:
                # A circumflex marks an address that is not relative to Doxygen's folder.
                entry = resolve(node[1].removeprefix("^")) if isinstance(node[1], str) else Entry("")
                entry.label = _rendered(node[0])
                entry.children = entries(below(node[2]), depth + 1)
                listed.append(entry)
        return listed

    def below(part: object) -> object:
        if not isinstance(part, str):
            return part
        left[0] -= 1
        other = find(f"{part}.js") if left[0] > 0 and "/" not in part else None
        return _assigned(other, part) if other is not None else None

    tree = entries(_assigned(body, "NAVTREE"), 0)
    has_cover = len(tree) == 1 and (tree[0].target or "").endswith("index.html")
    return tree[0].children if has_cover else tree


def read_doxygen_menu(body: bytes, resolve: AddressResolver) -> list[Entry]:
    """Return the menu in `menudata.js`: the bar above all pages, which Doxygen writes instead of markup."""

    def entries(nodes: object, depth: int) -> list[Entry]:
        listed = []
        for node in nodes if isinstance(nodes, list) and depth < _DEEPEST else []:
            if isinstance(node, dict) and _text(node, "text"):
                entry = resolve(_text(node, "url").removeprefix("^")) if _text(node, "url") else Entry("")
                entry.label = _rendered(_text(node, "text"))
                entry.children = entries(node.get("children"), depth + 1)
                listed.append(entry)
        return listed

    text = body.decode("utf-8", "replace")
    quoted = _KEY_OR_TEXT.sub(lambda part: f'"{part["key"]}"' if part["key"] else part[0], text)
    menu = _assigned(quoted.encode(), "menudata")
    return entries(menu.get("children"), 0) if isinstance(menu, dict) else []


def read_exdoc(body: bytes, resolve: AddressResolver) -> list[Entry]:
    """Return the parts of ExDoc's sidebar, with their groups of pages."""
    nodes = _assigned(body, "sidebarNodes")
    parts = []
    for key, label in _EXDOC_PARTS.items():
        listed = nodes.get(key) if isinstance(nodes, dict) else None
        part, groups = Entry(label), dict[str, Entry]()
        for record in listed if isinstance(listed, list) else []:
            if not isinstance(record, dict) or not _text(record, "id"):
                continue
            entry = resolve(_text(record, "url") or f"{quote(_text(record, 'id'))}.html")
            entry.label = _text(record, "title") or _text(record, "id")
            name = _text(record, "group")
            if name and name not in groups:
                groups[name] = Entry(name)
                part.children.append(groups[name])
            (groups[name] if name else part).children.append(entry)
        if part.children:
            parts.append(part)
    return parts if len(parts) > 1 else [entry for part in parts for entry in part.children]


def read_pandoc(body: bytes, resolve: AddressResolver) -> list[Entry]:
    """Return the sections in the `sitemap.json` of a book that pandoc divided into pages."""

    def entries(nodes: object, depth: int) -> list[Entry]:
        listed = []
        for node in nodes if isinstance(nodes, list) and depth < _DEEPEST else []:
            section = node.get("section") if isinstance(node, dict) else None
            if isinstance(section, dict) and _text(section, "path"):
                entry = _page(resolve, _text(section, "path"), " ".join(_text(section, "title").split()))
                entry.children = entries(node.get("subsections"), depth + 1)
                listed.append(entry)
        return listed

    try:
        book = json.loads(body.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        return []
    return entries(book.get("subsections"), 0) if isinstance(book, dict) else []


def _rendered(markup: str) -> str:
    """Return the text of an HTML fragment."""
    root = parsed(f"<p>{markup}".encode()) if "<" in markup or "&" in markup else None
    return text_of(root) if root is not None else " ".join(markup.split())


def _page(resolve: AddressResolver, path: str, label: str) -> Entry:
    entry = resolve(path)
    entry.label = label
    return entry


def _labels(find: FileFinder, kind: str) -> list[str]:
    return [label for record in _listed(find, kind) if "u" not in record and (label := _text(record, "l"))]


def _listed(find: FileFinder, kind: str) -> list[dict[str, object]]:
    body = find(f"{kind}-search-index.js")
    records = _assigned(body, f"{kind}SearchIndex") if body is not None else None
    return [record for record in records if isinstance(record, dict)] if isinstance(records, list) else []


def _text(record: dict[str, object], key: str) -> str:
    value = record.get(key)
    return value if isinstance(value, str) else ""


def _assigned(body: bytes, name: str) -> object:
    """Return the JSON that a script assigns to a variable; None if it assigns none."""
    text = body.decode("utf-8", "replace")
    for assignment in _ASSIGNED.finditer(text):
        if assignment[1] == name:
            try:
                return json.JSONDecoder().raw_decode(text, assignment.end())[0]
            except (ValueError, RecursionError):
                return None
    return None
