"""What was made, written into the folder, all files or none; and a sitemaps.org sitemap beside it, if wished.

The one module here that uses the rooms for conversion and resolution.
"""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path

from standard_sitemap.model.site import Retrieved
from standard_sitemap.ssp import Site
from standard_sitemap.webmaster.converting.conversion import OutputFile, Staging, write_sitemaps_org
from standard_sitemap.webmaster.converting.pages import Pages
from standard_sitemap.webmaster.making.outline import Outline
from standard_sitemap.webmaster.making.writing import MARK, documents

# The mark is in the first comment, behind the declaration.
_MARK_BYTES = 1_000


def publish(outline: Outline, place: Path, split_above: int | None, *, may_replace: bool) -> list[Path]:
    """Writes the files of an outline, `place` the root file; raises InTheWay or OSError.

    Files that were made like this may be replaced without asking.
    """
    made = documents(outline, place.name, split_above)
    may_replace = may_replace or all(_is_ours(place.parent / name, place) for name in made)
    with Staging(place.parent, may_replace=may_replace) as staging:
        staging.refuse_replacing(place.name)
        for name, document in made.items():
            staging.write(name, [document])
        return staging.place()


def publish_both(
    outline: Outline,
    place: Path,
    base_url: str,
    split_above: int | None,
    *,
    may_replace: bool,
    hidden: Container[str] = (),
) -> list[Path]:
    """As `publish`, with `sitemap.xml` beside it that lists the same pages but `hidden` ones.

    `base_url` is where the folder will be.
    """
    uri = base_url + place.name
    made = {base_url + name: document for name, document in documents(outline, place.name, split_above).items()}
    site = Site(uri)
    while wanted := site.wanted():
        for file_uri in wanted:
            site.add(file_uri, Retrieved(file_uri, made[file_uri], "application/xml"))
    hierarchy = site.hierarchy()
    listed = ((location, page) for location, page in Pages([hierarchy]).listed() if location not in hidden)
    target = OutputFile(place.parent, "sitemap.xml", may_replace)
    written = write_sitemaps_org(listed, target, base_url)
    return [*written, *publish(outline, place, split_above, may_replace=may_replace)]


def _is_ours(path: Path, root_file: Path) -> bool:
    """Whether a file is not there, or was made like this one: files beside the root file go with it."""
    if not path.exists():
        return True
    try:
        with (root_file if path != root_file and root_file.exists() else path).open("rb") as file:
            return MARK.encode() in file.read(_MARK_BYTES)
    except OSError:
        return False
