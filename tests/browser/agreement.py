"""Random pages and sitemaps, compared field by field between the command line and a browser.

The tests compare the same maps with the oracle. The pages name them in every way that discovery knows, and in some
invalid ways.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

from click.testing import CliRunner
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from browser.sites import ANYTHING, NAMESPACE
from conformance.oracle import used_prefixes
from conformance.random_sitemaps import MOVED, random_site
from driving.surface import Browser
from standard_sitemap.cli.discover import discover
from standard_sitemap.webmaster.checking.mistakes import MISTAKES

_SCHEMA = f'<link rel="schema.m" href="{NAMESPACE}"/>'
_NEW, _OLD = '<link rel="m.location" href="map.xml"/>', '<link rel="standard-sitemap" href="map.xml"/>'
_OTHER = '<link rel="standard-sitemap" href="other.xml"/>'
_OPT = ("Opt", f'"{NAMESPACE}"; ns=42')
_X = ("X-Standard-Sitemap-Location", "map.xml")
_XHTML = '<html xmlns="http://www.w3.org/1999/xhtml">'


# Some shared maps have many thousands of rows, too many to expand in a sidebar.
_MOST_ROWS = 300


# Protected attributes in the class changes of random maps; `resolve` reports all of them.
_SPARED = {"id"}


class PageKind(NamedTuple):
    """The content of a page's head and body, its headers, and its way of being served."""

    head: str = ""
    body: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    status: int = 200
    is_xhtml: bool = False
    has_type: bool = True


KINDS = (
    PageKind(headers=(_OPT, ("42-Location", "map.xml"))),
    PageKind(headers=(_X,)),
    PageKind(_SCHEMA + _NEW),
    PageKind(_OLD),
    PageKind(_OTHER, headers=(("Opt", f'"urn:x"; ns=41, "{NAMESPACE}"; ns=42'), ("42-Location", "map.xml"))),
    PageKind(_OTHER + _SCHEMA + _NEW),
    PageKind(_OLD, _SCHEMA + _NEW.replace("map.xml", "other.xml")),
    PageKind(_NEW, "<p>" + _SCHEMA),
    PageKind("", _SCHEMA + _NEW),
    PageKind("", "<p>" + _OLD),
    PageKind('<base href="deep/"/>' + _SCHEMA + _NEW.replace("map.xml", "../map.xml")),
    PageKind(_SCHEMA + _NEW + '<base href="deep/"/>'),
    PageKind(_OLD.replace("map.xml", "../map.xml") + '<base href="deep/"/>'),
    PageKind(_OLD, '<base href="deep/"/>'),
    PageKind(_SCHEMA.replace("schema.m", "author SCHEMA.M") + _NEW.replace("m.location", "next M.Location")),
    PageKind(_NEW.replace("m.", "n.").replace("map", "other") + _SCHEMA + _NEW + _SCHEMA.replace(".m", ".n")),
    PageKind(f'<meta name="schema.m" content="{NAMESPACE}"/>' + _NEW),
    PageKind(_SCHEMA + _NEW.replace("map.xml", "http://[bad") + _NEW),
    PageKind(_SCHEMA + _NEW.replace("map.xml", "") + _NEW),
    PageKind(_SCHEMA.replace("schema.m", "schema.m m.location") + _OLD),
    PageKind(f"<template>{_OTHER}</template><noscript>{_OTHER}</noscript>" + _OLD),
    PageKind(f"<template>{_SCHEMA}</template>" + _NEW),
    PageKind(_SCHEMA.replace(NAMESPACE, NAMESPACE + "/") + _NEW),
    PageKind(_SCHEMA + _OLD.replace("standard-sitemap", "sitemap")),
    PageKind(_SCHEMA + _NEW, status=404),
    PageKind(headers=(_X,), status=500),
    PageKind(_SCHEMA + _NEW, is_xhtml=True),
    PageKind('<base href="deep/"/>' + _SCHEMA + _NEW.replace("<link", '<link xml:base="../"'), is_xhtml=True),
    PageKind(f"<noscript>{_OTHER}</noscript>" + _OLD, is_xhtml=True),
    PageKind(_OLD.replace("<link", '<link xmlns="urn:other"'), is_xhtml=True),
    PageKind('<base href="data:text/plain,a"/>' + _SCHEMA + _NEW),
    PageKind(_SCHEMA + _NEW, has_type=False),
    PageKind(f'<meta name="x schema.m" content="{NAMESPACE}"/>' + _NEW),
)
"""Names a `map.xml` next to the page, or nothing; `other.xml` must never be requested."""


class Corpus:
    """Numbered sites on one server: `/N/` is a page, and the files of its map are below it."""

    def __init__(self, server: HTTPServer, numbers: Iterable[int]) -> None:
        self.numbers = tuple(numbers)
        self._server = server
        self._files = {number: _files(number, self.page(number)) for number in self.numbers}
        server.expect_request(ANYTHING).respond_with_handler(self._answer)

    def page(self, number: int) -> str:
        """Return the address of a site's page."""
        return self._server.url_for(f"/{number}/")

    def empty_page(self) -> str:
        """Return the address of a page that names no map."""
        return self._server.url_for("/empty/")

    def strays(self) -> list[str]:
        """Return the requests for files that no page names."""
        return [request.path for request, _ in self._server.log if request.path.endswith("/other.xml")]

    def _answer(self, request: Request) -> Response:
        number, _, path = request.path.strip("/").partition("/")
        if number == "empty":
            return _page(PageKind())
        if not number.isdigit() or int(number) not in self._files:
            return Response("", status=404)
        if not path:
            return _page(KINDS[int(number) % len(KINDS)])
        base = self.page(int(number))
        if base + path in _moved(base):
            return Response("", status=302, headers={"Location": _moved(base)[base + path]})
        body = self._files[int(number)].get(base + path)
        return Response("", status=404) if body is None else Response(body, content_type="application/xml")


def _page(kind: PageKind) -> Response:
    start = _XHTML if kind.is_xhtml else "<!doctype html><html>"
    body = f"{start}<head>{kind.head}<title>P</title></head><body>{kind.body}<p>Text</p></body></html>"
    label = "application/xhtml+xml" if kind.is_xhtml else "text/html; charset=utf-8"
    answer = Response(
        body.replace("</p></p>", "</p>"), status=kind.status, content_type=label, headers=list(kind.headers)
    )
    if not kind.has_type:
        del answer.headers["Content-Type"]
    return answer


def _files(number: int, base: str) -> dict[str, bytes]:
    """Return the files of a random map, with addresses and references moved below a site's own address."""
    made = random_site(Random(number), 1 + number % 6).files
    return {_relocated(uri, base): _rewritten(body, base) for uri, body in made.items()}


def _rewritten(body: bytes, base: str) -> bytes:
    encoding = "utf-16" if body[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    text = body.decode(encoding)
    return re.sub(r"http://[ab]\.example/", lambda match: _relocated(match[0], base), text).encode(encoding)


def _relocated(uri: str, base: str) -> str:
    return uri.replace("http://a.example/", base).replace("http://b.example/", base + "b/")


def _moved(base: str) -> dict[str, str]:
    return {_relocated(old, base): _relocated(new, base) for old, new in MOVED.items()}


class Observation(NamedTuple):
    """One side's result for a page: its sitemap and the content as comparable values."""

    rule: str | None
    sitemap: str | None
    tree: object = None
    roles: object = None
    class_changes: object = None
    faults: list[tuple[str, str, int]] | None = None


def of_command_line(corpus: Corpus) -> dict[int, Observation]:
    """Return the results of `discover`, `resolve` and `check` for each site, without excessively large trees."""
    named = {number: _discovered(corpus.page(number)) for number in corpus.numbers}
    maps = sorted({sitemap for _, sitemap in named.values() if sitemap is not None})
    resolved = {uri: json.loads(line) for uri, line in zip(maps, _run("resolve", "--json", *maps), strict=True)}
    # The checker's own rules are for authors and are not shown to readers.
    checked = json.loads("\n".join(_run("check", "--format", "json", *maps)))["reports"]
    faults = {
        report["target"]: [fault for fault in report["faults"] if fault["code"] not in MISTAKES] for report in checked
    }
    said = {
        number: Observation(rule, sitemap)
        if sitemap is None
        else _of_resolved(rule, sitemap, resolved[sitemap], faults[sitemap])
        for number, (rule, sitemap) in named.items()
    }
    return {
        number: observation
        for number, observation in said.items()
        if not isinstance(observation.tree, list) or len(observation.tree) <= _MOST_ROWS
    }


def _discovered(page: str) -> tuple[str | None, str | None]:
    said = json.loads(CliRunner().invoke(discover, [page, "--json"], standalone_mode=False).output.splitlines()[-1])
    return said["rule"], said["sitemap"]


def _run(*arguments: str) -> list[str]:
    command = [sys.executable, "-m", "standard_sitemap", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()


def _of_resolved(rule: str | None, sitemap: str, said: dict[str, Any], faults: list[dict[str, Any]]) -> Observation:
    assert _places(faults) == _places(said["faults"]), f"resolve and check differ: {sitemap}"
    if not said["documents"] or not said["documents"][0]["elements"]:
        return Observation(rule, sitemap, "failed")
    roles = {role: [_variants(node) for node in nodes] for role, nodes in said["roles"].items()}
    changes = [_change(change) for change in said["class_changes"] if change["attr"] not in _SPARED]
    return Observation(rule, sitemap, list(_walked(said["tree"])), roles, changes, _places(faults))


def _walked(nodes: list[dict[str, Any]], level: int = 1, *, is_named: bool = True) -> Iterator[tuple[object, ...]]:
    """Yield the rows of a tree in order, with all possible branches expanded; a key names the first of equal siblings.

    Groups expand automatically; `is_named` tells whether keys lead to these nodes.
    """
    steps: set[tuple[str | None, ...]] = set()
    for node in nodes:
        first = next(iter(node["variants"]), dict[str, Any]())
        # A key does not distinguish an empty value from a missing one.
        step = node["kind"], first.get("location") or "", first.get("name") or ""
        yield (level, node["kind"], node.get("loop", False), node["priority"], node["relation"], _variants(node))
        is_first = is_named and step not in steps
        if is_first or node["kind"] == "group":
            yield from _walked(node["children"], level + 1, is_named=is_first)
        steps.add(step)


def _variants(node: dict[str, Any]) -> list[tuple[object, ...]]:
    """Return the visible qualities of each variant, from a node printed by `resolve`."""
    names = ("name", "location", "language", "content_type", "charset")
    return [_qualities(*(variant.get(name) for name in names)) for variant in node["variants"]]


def _qualities(*values: str | None) -> tuple[object, ...]:
    """Return normalised qualities: empty for missing ones, languages without regard to case (D32)."""
    name, location, language, kind, charset = values
    return name or "", location or "", (language or "").lower(), kind or "", charset or ""


def _places(faults: list[dict[str, Any]]) -> list[tuple[str, str, int]]:
    return sorted((fault["code"], fault["document"], fault["line"]) for fault in faults)


def of_browser(browser: Browser, page: str, expected: Observation) -> Observation:
    """Return the extension's result for a page with an open sidebar; wait for a map only if one is expected."""
    browser.open(page)
    [said] = browser.extension_eval(_REPORT, page, [_wanted(expected)])
    return _of_report(page, said)


def of_choices(browser: Browser, page: str, expected: list[Observation]) -> list[Observation]:
    """Return the extension's results for maps chosen one after another on a page that names none."""
    said = browser.extension_eval(
        _REPORT, page, [{**_wanted(observation), "chosen": observation.sitemap} for observation in expected]
    )
    return [_of_report(page, answer)._replace(rule=each.rule) for answer, each in zip(said, expected, strict=True)]


def _wanted(expected: Observation) -> dict[str, object]:
    return {"isNamed": expected.sitemap is not None, "faultCount": len(expected.faults or ())}


def _of_report(page: str, said: dict[str, Any]) -> Observation:
    if said["site"] is None or said["site"]["state"] == "failed":
        return Observation(said["rule"], said["sitemap"], "failed" if said["sitemap"] else None)
    site = said["site"]
    rows = [
        (row["level"], row["kind"], row.get("loop", False), row["priority"], row["relation"], _linked(row))
        for row in said["rows"]
    ]
    roles = {role: [_linked(node) for node in nodes] for role, nodes in site["roles"].items()}
    changes = [_change(change) for change in site["class_changes"]]
    # only the extension reports a page's own faults
    of_files = [fault for fault in said["faults"] if fault["document"] != page]
    return Observation(said["rule"], said["sitemap"], rows, roles, changes, _places(of_files))


def _change(change: dict[str, Any]) -> tuple[object, ...]:
    """Return a class change with the namespaces that it uses; `resolve` lists all in effect."""
    used = used_prefixes(change["elem"]) | {change["attr"].rpartition(":")[0]}
    namespaces = {prefix: name for prefix, name in change["namespaces"].items() if prefix in used}
    return change["elem"], change["attr"], change["prefix"], sorted(namespaces.items())


def _linked(node: dict[str, Any]) -> list[tuple[object, ...]]:
    """Return the variants of a node as sent to the extension, including the shown one."""
    names = ("name", "location", "language", "content_type", "charset")
    shown = _qualities(*(node.get(name) for name in names))
    every = [_qualities(*(variant.get(name) for name in names)) for variant in node["variants"]] or [shown]
    return every if shown in every else [*every, shown]


def differences(observation: Observation, other: Observation) -> list[str]:
    """Return the fields in which two results differ, with both values."""
    return [
        f"{name}: {mine!r:.600} / {theirs!r:.600}"
        for name, mine, theirs in zip(Observation._fields, observation, other, strict=True)
        if mine != theirs
    ]


#: Opens a separate page for each requested map, and chooses the map if necessary. Waits until the tab shows it, expands
#: all branches, and returns everything.
_REPORT = """const [url, wanted] = arguments, pending = new Map();
const actives = await api.tabs.query({active: true});
const windowId = (actives.find((tab) => tab.url === url) ?? actives[0]).windowId;
const port = api.runtime.connect({name: 'ui:agreement'});
let view = null, changed = () => {}, last = 0;
port.onMessage.addListener((message) => {
    if (message.event === 'tab') { view = message.params; changed(); }
    if (message.id) { pending.get(message.id)(message); pending.delete(message.id); }
});
port.postMessage({event: 'hello', params: {windowId}});
const ask = (method, params) => new Promise((resolve, reject) => {
    pending.set(++last, ({result, error}) => error ? reject(new Error(error.code)) : resolve(result));
    port.postMessage({id: last, method, params});
});
const all = async (method, named, list) => {
    const every = [];
    for (let total = 1; every.length < total;) {
        const page = await ask(method, {...named, from: every.length, count: 100});
        if (!page[list].length) break;
        total = page.total;
        every.push(...page[list]);
    }
    return every;
};
// False where it takes too long.
const comes = (isThere) => new Promise((resolve) => {
    const late = setTimeout(resolve, 8000, false);
    changed = () => { if (isThere()) { clearTimeout(late); resolve(true); } };
});
const report = async ({isNamed, faultCount, chosen = null}) => {
    const isRead = ({state, site}) => state === 'failed' || (['complete', 'partial'].includes(site?.state)
        && Object.values(site.counts.faults).reduce((sum, count) => sum + count, 0) >= faultCount);
    const isThere = () => view?.url === url && (!chosen || view.sitemap === chosen) && (!isNamed || isRead(view));
    if (chosen) await ask('choose', {origin: new URL(url).origin, sitemap: chosen});
    const shown = comes(isThere);
    changed();
    await shown;
    const {rule = null, sitemap = null, site = null} = view ?? {}, found = {rule, sitemap, site, rows: [], faults: []};
    if (!site || site.state === 'failed') return found;
    let open = [];
    let {view: id} = await ask('view.open', {site: site.site, open, count: 1});
    for (let closed = [null]; closed.length;) {
        if (open.length) await ask('view.update', {view: id, open});
        found.rows = await all('view.rows', {view: id}, 'rows');
        closed = found.rows.filter((row) => row.children && !row.open && !open.includes(row.key)).map((row) => row.key);
        open = [...open, ...closed];
    }
    // What only the page shows stands in the same list, and may be there before the faults of the map are counted.
    for (let isLate = false; !isLate;) {
        const faults = await all('site.faults', {site: site.site}, 'faults');
        found.faults = faults.filter(({clause, line}) => clause !== 'D46' || line > 0);
        if (found.faults.length >= faultCount) break;
        isLate = !await comes(() => true);
    }
    await ask('view.close', {view: id});
    return found;
};
const reports = [];
for (const one of wanted) reports.push(await report(one));
port.disconnect();
return reports;"""
