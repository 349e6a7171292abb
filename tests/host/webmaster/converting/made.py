"""Hierarchies from a few lines of XML, their conversions, and the schemas for validation."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lxml import etree

from resolving import resolve
from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.webmaster.converting.pages import Pages
from standard_sitemap.webmaster.converting.ssp_files import Writer, branches
from standard_sitemap.webmaster.converting.walking import nodes_of

MAP = "https://www.example.org/map.xml"
NAMESPACE = "http://standard-sitemap.org/2007/ns"
_SCHEMAS = Path(__file__).parent / "schemas"
SCHEMAS = {name: etree.XMLSchema(file=str(_SCHEMAS / f"{name}.xsd")) for name in ("sitemap", "siteindex")}


def ssp_hierarchy(content: str, **others: str) -> ssp.Hierarchy:
    """Return the hierarchy of a Standard-Sitemap with that content; `others` are further files by name."""
    files = {MAP: content} | {f"https://www.example.org/{name}.xml": text for name, text in others.items()}

    def retrieve(uri: str) -> RetrievedFile:
        return RetrievedFile(uri, f'<sitemap xmlns="{NAMESPACE}">{files[uri]}</sitemap>'.encode(), "application/xml")

    return resolve(ssp.Site(MAP), retrieve)


def org_hierarchy(files: dict[str, bytes]) -> Any:
    """Return the hierarchy of sitemaps.org files by address, root first."""
    return resolve(sitemapsorg.Site(next(iter(files))), lambda uri: RetrievedFile(uri, files[uri], None))


def ssp_files(hierarchy: Any, split: int | None = None, stem: str = "made") -> dict[str, bytes]:
    """Return the files written for a tree, by name, the root file last."""
    writer = Writer(hierarchy, branches(hierarchy, split), stem)
    written = {name: b"".join(pieces) for name, pieces in writer.branches()}
    return written | {f"{stem}.xml": b"".join(writer.root(("https://www.example.org/source",)))}


def reread(files: dict[str, bytes]) -> ssp.Hierarchy:
    """Return the hierarchy of SSP files by name, the root last, in a folder of another site."""
    folder = "https://maps.example.net/made/"
    return resolve(ssp.Site(folder + list(files)[-1]), lambda uri: RetrievedFile(uri, files[uri.rpartition("/")[2]]))


def locations(hierarchy: Any) -> set[str]:
    """Return all addresses in the tree."""
    variants = (variant for node in nodes_of(hierarchy) for variant in hierarchy.details.variants(node))
    return {variant.location for variant in variants if variant.location is not None}


class ListedPages(Pages):
    """The list that a sitemaps.org sitemap makes of hierarchies; `by_address` maps addresses to their facts."""

    def __init__(self, *args: Any, **others: Any) -> None:
        super().__init__(*args, **others)
        self.by_address = dict(self.listed())


def pages_of(*hierarchies: Any, host: str | None = None) -> ListedPages:
    """Return the list that a sitemaps.org sitemap makes of hierarchies."""
    return ListedPages(hierarchies, host)


def errors(document: bytes, schema: str) -> list[str]:
    """Return a document's violations of a schema."""
    checked = SCHEMAS[schema]
    checked.validate(etree.fromstring(document))
    return [str(error) for error in checked.error_log]


def loc_values(document: bytes) -> Iterable[str]:
    """Return the addresses in a urlset or an index."""
    return [element.text or "" for element in etree.fromstring(document).iter("{*}loc")]
