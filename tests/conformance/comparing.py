"""The contract's object for the same files, from the resolver and from the oracles, made comparable."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import Any

from conformance.oracle import Reading, ServedFile, TooLarge, is_xml, used_prefixes
from conformance.random_sitemaps import MOVED, RandomSite
from conformance.xpath_oracle import Sitemap
from resolving import RetrievalRefusal, resolve
from standard_sitemap import ssp
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.webmaster.tree_json import write_json


def files_of(site: RandomSite) -> dict[str, ServedFile]:
    """Return the response at each address; moved files also at their old address."""
    served = {uri: ServedFile(uri, body, site.types.get(uri, "application/xml")) for uri, body in site.files.items()}
    return served | {old: served[new] for old, new in MOVED.items() if new in served}


def retriever(files: Mapping[str, ServedFile]) -> Any:
    """Return a `retrieve` function that serves only `files`."""

    def retrieve(uri: str) -> RetrievedFile:
        if uri not in files:
            raise RetrievalRefusal("not-found", "There is no such file.")
        served = files[uri]
        return RetrievedFile(served.uri, served.body, served.content_type)

    return retrieve


def contract_object(root: str, files: Mapping[str, ServedFile], include_user: bool = False) -> dict[str, Any]:
    """Return the parsed output of `resolve --json`."""
    return printed(resolve(ssp.Site(root, include_user=include_user), retriever(files)))


def printed(hierarchy: ssp.Hierarchy, depth: int | None = None) -> dict[str, Any]:
    stream = io.StringIO()
    write_json(hierarchy, stream, depth)
    result: dict[str, Any] = json.loads(stream.getvalue())
    return result


def oracle_object(root: str, files: Mapping[str, ServedFile], include_user: bool = False) -> dict[str, Any] | None:
    """Return the oracle's answer; None if sharing makes the tree too large to write."""
    try:
        return ordered(Reading(root, files, include_user).object())
    except TooLarge:
        return None


def xpath_object(root: str, files: Mapping[str, ServedFile], include_user: bool = False) -> dict[str, Any]:
    """Return the second oracle's answer, without class changes; only for trees that can be written."""
    bodies = {uri: (served.uri, served.body) for uri, served in files.items() if is_xml(served.content_type)}
    sitemap = Sitemap(root, bodies, include_user)
    return ordered({"root": sitemap.root_uri, "tree": sitemap.tree(), "roles": sitemap.roles()})


def essence(printed_object: dict[str, Any]) -> dict[str, Any]:
    """Return the object without files and faults, which the oracle lacks, and with used prefixes only."""
    compared = {key: value for key, value in printed_object.items() if key not in ("documents", "faults")}
    compared["class_changes"] = [_with_used_prefixes(change) for change in compared["class_changes"]]
    return ordered(compared)


def ordered(compared: dict[str, Any]) -> dict[str, Any]:
    """Return the object with the order of the roles as part of the value."""
    return {**compared, "role_order": list(compared["roles"])}


def _with_used_prefixes(change: dict[str, Any]) -> dict[str, Any]:
    used = used_prefixes(change["elem"]) | {change["attr"].rpartition(":")[0]}
    namespaces = {prefix: uri for prefix, uri in change["namespaces"].items() if prefix in used}
    return {**change, "namespaces": namespaces}
