"""What was made, written into the folder, all files or none; and a sitemaps.org sitemap beside it, if wished.

The one module here that uses the rooms for conversion and resolution.
"""

from __future__ import annotations

from pathlib import Path

from standard_sitemap.converting.conversion import Staging, Target, write_sitemaps_org
from standard_sitemap.converting.pages import Pages
from standard_sitemap.making.outline import Outline
from standard_sitemap.making.writing import MARK, documents
from standard_sitemap.model.site import Retrieved
from standard_sitemap.ssp import Site

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
    outline: Outline, place: Path, base_url: str, split_above: int | None, *, may_replace: bool
) -> list[Path]:
    """As `publish`, with `sitemap.xml` beside it that lists the same pages; `base_url` is where the folder will be."""
    uri = base_url + place.name
    made = {base_url + name: document for name, document in documents(outline, place.name, split_above).items()}
    site = Site(uri)
    while wanted := site.wanted():
        for one in wanted:
            site.add(one, Retrieved(one, made[one], "application/xml"))
    hierarchy = site.hierarchy()
    listed = Pages([hierarchy]).listed()
    target = Target(place.parent, "sitemap.xml", may_replace)
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
