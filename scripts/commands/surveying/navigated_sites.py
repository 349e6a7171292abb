"""The table of `scripts/prove survey --navigation`: sites of many tools, compared with their own navigation."""

from __future__ import annotations

import re
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from commands import ROOT
from commands.preparing import Missing, say
from commands.surveying import built_blogs, debian
from commands.surveying.blog_navigations import both, by_category, by_year
from commands.surveying.built_blogs import Build
from commands.surveying.built_sites import typed
from commands.surveying.navigations import (
    Reader,
    agreement,
    captioned,
    devhelp,
    docfx,
    dropdowns,
    followed,
    headed,
    listed,
)
from standard_sitemap.webmaster.making.folder_maker import MakeOptions, make
from standard_sitemap.webmaster.making.writing import documents

COLUMNS = (
    "site",
    "built by",
    "theme",
    "pages",
    "placed",
    "tree as its navigation shows it",
    "check --strict",
    "seconds",
)
_GUIDE = ROOT / "docs" / "navigations.txt"
_GENERATOR = re.compile(rb"<meta[^>]*name=.?generator.?[^>]*content=[\"']?([^\"'>]+)", re.IGNORECASE)
_SHOWN = 10
# Navigations nest deeper than Python's default allows two functions to.
_CALLS = 5_000


class NavigatedSite(NamedTuple):
    """A site with a reader of its navigation, its tool and its theme.

    A site of a repository on GitHub has a `folder` there, on the usual branch or on `branch`. Other sites are built by
    `build` in a folder; the second folder keeps the tools.
    """

    reader: Reader
    tool: str
    theme: str = "its own"
    folder: str = ""
    branch: str = ""
    build: Build | None = None


_TOCTREE = followed(".toctree-wrapper")
_BOOK = listed("div.toc")
_PAGE = listed("body")
_HOME, _FOLDERS = "index.html", "*/index.html"


def _with_taxonomies(shown_on: str, folder: str = "") -> Reader:
    """Return a reader of posts below their categories, with a page that leads to all tags, in a language's folder."""
    return by_category(
        f"{folder}{shown_on}", f"{folder}categories/{_FOLDERS}", f"{folder}tags/{_FOLDERS}", f"{folder}tags/index.html"
    )


_HUGO = _with_taxonomies("posts/index.html")
_HUGO_GERMAN = _with_taxonomies("posts/index.html", "de/")
_ZOLA_BLOG = _with_taxonomies(_HOME)
_TABI = _with_taxonomies("blog/index.html")
_TABI_GERMAN = _with_taxonomies("blog/index.html", "de/")
_HEXO = by_category(_HOME, f"categories/{_FOLDERS}", f"tags/{_FOLDERS}")
_PELICAN = by_category(_HOME, "category/*.html", "tag/*.html", "tags.html")
_NIKOLA = by_category(_HOME, f"categories/cat_{_FOLDERS}", "categories/[!c]*/index.html", "categories/index.html")
_NIKOLA_GERMAN = by_category("de/index.html", f"de/categories/cat_{_FOLDERS}")
_WORDPRESS = by_category(_HOME, f"category/{_FOLDERS}", f"tag/{_FOLDERS}")
_BLOGS = {
    "blog of Eleventy": NavigatedSite(
        by_year("blog/index.html", "", f"tags/{_FOLDERS}", "tags/index.html"), "Eleventy", "base blog",
        build=built_blogs.eleventy,
    ),
    "blog of Eleventy, Duo": NavigatedSite(
        by_year("blog/index.html", "", f"tags/{_FOLDERS}"), "Eleventy", "Duo",
        build=partial(built_blogs.eleventy, theme="yinkakun/eleventy-duo"),
    ),
    "blog of Eleventy, two languages": NavigatedSite(
        by_year("blog/index.html", "", f"tags/{_FOLDERS}", "tags/index.html"), "Eleventy", "base blog",
        build=partial(built_blogs.eleventy, is_bilingual=True),
    ),
    "blog of Hexo": NavigatedSite(_HEXO, "Hexo", "Landscape", build=built_blogs.hexo),
    "blog of Hexo, NexT": NavigatedSite(
        _with_taxonomies(_HOME), "Hexo", "NexT",
        build=partial(built_blogs.hexo, theme="next"),
    ),
    "blog of Hexo, two languages": NavigatedSite(
        _HEXO, "Hexo", "Landscape", build=partial(built_blogs.hexo, is_bilingual=True)
    ),
    "blog of Pelican": NavigatedSite(_PELICAN, "Pelican", "notmyidea", build=built_blogs.pelican),
    "blog of Pelican, simple": NavigatedSite(
        _PELICAN, "Pelican", "simple", build=partial(built_blogs.pelican, theme="simple")
    ),
    "blog of Pelican, two languages": NavigatedSite(
        _PELICAN, "Pelican", "notmyidea", build=partial(built_blogs.pelican, is_bilingual=True)
    ),
    "blog of Nikola": NavigatedSite(_NIKOLA, "Nikola", "bootblog4", build=built_blogs.nikola),
    "blog of Nikola, Bootstrap": NavigatedSite(
        _NIKOLA, "Nikola", "bootstrap4", build=partial(built_blogs.nikola, theme="bootstrap4")
    ),
    "blog of Nikola, two languages": NavigatedSite(
        both(_NIKOLA, _NIKOLA_GERMAN, "de/index.html"), "Nikola", "bootblog4",
        build=partial(built_blogs.nikola, is_bilingual=True),
    ),
    "blog of Jekyll": NavigatedSite(by_year(_HOME), "Jekyll", "minima", build=built_blogs.jekyll),
    "blog of Jekyll, Hyde": NavigatedSite(
        by_year(_HOME, f"page{_FOLDERS}"), "Jekyll", "Hyde", build=partial(built_blogs.jekyll, theme="poole/hyde")
    ),
    "blog of Jekyll, two languages": NavigatedSite(
        both(by_year(_HOME), by_year("de/index.html"), "de/index.html"), "Jekyll", "minima",
        build=partial(built_blogs.jekyll, is_bilingual=True),
    ),
    "blog of Hugo": NavigatedSite(_HUGO, "Hugo", "of hugo new theme", build=built_blogs.hugo),
    "blog of Hugo, PaperMod": NavigatedSite(
        _HUGO, "Hugo", "PaperMod", build=partial(built_blogs.hugo, theme="adityatelange/hugo-PaperMod")
    ),
    "blog of Hugo, Ananke": NavigatedSite(
        _HUGO, "Hugo", "Ananke", build=partial(built_blogs.hugo, theme="theNewDynamic/gohugo-theme-ananke")
    ),
    "blog of Hugo, two languages": NavigatedSite(
        both(_HUGO, _HUGO_GERMAN, "de/index.html"), "Hugo", "PaperMod",
        build=partial(built_blogs.hugo, theme="adityatelange/hugo-PaperMod", is_bilingual=True),
    ),
    "blog of Zola": NavigatedSite(_ZOLA_BLOG, "Zola 0.22.0", "After Dark", build=built_blogs.zola),
    "blog of Zola, Even": NavigatedSite(
        _ZOLA_BLOG, "Zola 0.22.0", "Even", build=partial(built_blogs.zola, theme="getzola/even")
    ),
    "blog of Zola, two languages": NavigatedSite(
        both(_TABI, _TABI_GERMAN, "de/index.html"), "Zola 0.22.0", "tabi",
        build=partial(built_blogs.zola, theme="welpo/tabi", is_bilingual=True),
    ),
    "blog of WordPress": NavigatedSite(_WORDPRESS, "WordPress", "Twenty Twenty-Four", build=built_blogs.wordpress),
    "blog of WordPress, Twenty Twenty-One": NavigatedSite(
        _WORDPRESS, "WordPress", "Twenty Twenty-One",
        build=partial(built_blogs.wordpress, theme="WordPress/twentytwentyone"),
    ),
    "blog of WordPress, two languages": NavigatedSite(
        both(
            by_category(_HOME, "category/[!d]*/index.html", f"tag/{_FOLDERS}"),
            by_category("category/de/index.html", "category/de/[!p]*/index.html"),
            "category/de/index.html",
        ),
        "WordPress", "Twenty Twenty-Four", build=partial(built_blogs.wordpress, is_bilingual=True),
    ),
}  # fmt: skip
_ZOLA = {
    "PSeitz/flexineering": NavigatedSite(
        by_year("posts/index.html", "", f"tags/{_FOLDERS}", "tags/index.html"), "Zola", "Cactus", "docs"
    ),
    "discretlib/doc": NavigatedSite(listed(".header > ul"), "Zola", "its own", "docs"),
    "64/64.github.io": NavigatedSite(by_category(_HOME, f"categories/{_FOLDERS}"), "Zola", "Even", branch="master"),
    "jnthbdn/jnthbdn.github.io": NavigatedSite(
        _with_taxonomies(_HOME), "Zola", "Terminimal",
        branch="gh-pages",
    ),
    "svavs/svavs.github.io": NavigatedSite(by_category("blog/index.html", f"categories/{_FOLDERS}"), "Zola", "Lanyon"),
    "fe-lang/blog": NavigatedSite(by_year(_HOME, f"page/{_FOLDERS}"), "Zola", "Anemone", branch="gh-pages"),
    "AarambhDevHub/rust-doc": NavigatedSite(captioned("#trees", _HOME, _HOME), "Zola", "its own", branch="gh-pages"),
    "msupply-foundation/conforma-docs": NavigatedSite(
        captioned("nav.docs-links", "docs/about/introduction/index.html", "docs/index.html"), "Zola", "AdiDoks",
        branch="gh-pages",
    ),
}  # fmt: skip
SITES = {
    "python3.11-doc": NavigatedSite(followed(".contentstable, .toctree-wrapper"), "Sphinx", "pydoctheme"),
    "bind9-doc": NavigatedSite(_TOCTREE, "Sphinx", "Read the Docs"),
    "cmake-doc": NavigatedSite(_TOCTREE, "Sphinx", "CMake's"),
    "varnish-doc": NavigatedSite(_TOCTREE, "Sphinx", "Varnish's"),
    "twisted-doc": NavigatedSite(_TOCTREE, "Sphinx, pydoctor", "Twisted's"),
    "python-sqlalchemy-doc": NavigatedSite(_PAGE, "Sphinx", "zzzeeksphinx"),
    "debian-faq": NavigatedSite(_BOOK, "DocBook"),
    "debian-handbook": NavigatedSite(_BOOK, "Publican", "Debian's"),
    "gimp-help-en": NavigatedSite(_BOOK, "DocBook", "GIMP's"),
    "postgresql-doc-15": NavigatedSite(followed("div.toc"), "DocBook", "PostgreSQL's"),
    "docbook-xsl-doc-html": NavigatedSite(followed("div.toc"), "DocBook"),
    "mkdocs-doc": NavigatedSite(listed(".navbar-nav"), "MkDocs", "mkdocs"),
    "rust-doc": NavigatedSite(listed("#sidebar ol.chapter"), "mdBook", "default"),
    "libgtk-3-doc": NavigatedSite(devhelp, "gtk-doc", "default"),
    "libglib2.0-doc": NavigatedSite(devhelp, "gtk-doc", "default"),
    "libadwaita-1-doc": NavigatedSite(_PAGE, "gi-docgen", "basic"),
    "gnuplot-doc": NavigatedSite(followed("ul.ChildLinks"), "LaTeX2HTML", "default"),
    "octave-doc": NavigatedSite(listed(".contents, .shortcontents"), "Texinfo", "default"),
    "maxima-doc": NavigatedSite(listed(".contents, .shortcontents"), "Texinfo", "Maxima's"),
    "zsh-doc": NavigatedSite(followed(".menu, ul.section-toc, .shortcontents"), "Texinfo", "default"),
    "gri-html-doc": NavigatedSite(_PAGE, "Texinfo", "Gri's"),
    "asciidoctor-doc": NavigatedSite(listed("#classindex-section ul"), "RDoc", "Darkfish"),
    "libghc-aeson-doc": NavigatedSite(listed("#module-list"), "Haddock", "Ocean"),
    "crystal-doc": NavigatedSite(listed(".types-list"), "Crystal"),
    "nodejs-doc": NavigatedSite(listed("#column2"), "Node.js"),
    "exim4-doc-html": NavigatedSite(listed(".toc, dl, ul"), "DocBook", "Exim's"),
    "tomcat10-docs": NavigatedSite(listed("#mainLeft, nav"), "XSLT"),
    "slurm-wlm-doc": NavigatedSite(listed("#content ul, .container ul"), "by hand"),
    "sqlite3-doc": NavigatedSite(listed(".menu, ul"), "Tcl"),
    "vim-doc": NavigatedSite(_PAGE, "vim2html"),
    "postfix-doc": NavigatedSite(_PAGE, "by hand"),
    "git-doc": NavigatedSite(_PAGE, "AsciiDoc", "default"),
    "swi-prolog-doc": NavigatedSite(_PAGE, "PlDoc"),
    "ASharpPen/Valheim.SpawnThat": NavigatedSite(docfx, "DocFX", "default", "docs"),
    "Calabonga/UnitOfWork": NavigatedSite(docfx, "DocFX", "default", "docs"),
    "bit2r/bitTA": NavigatedSite(listed(".navbar-nav"), "pkgdown", "Bootstrap", "docs"),
    "MazamaScience/MazamaTimeSeries": NavigatedSite(listed(".navbar-nav"), "pkgdown", "Bootstrap", "docs"),
    "binwiederhier/ntfy-docs.github.io": NavigatedSite(listed(".md-nav--primary > ul"), "MkDocs", "Material", "docs"),
    "birds-of-the-world/birds-of-the-world-es": NavigatedSite(
        listed("#quarto-sidebar .sidebar-menu-container > ul"), "Quarto", "book", "docs"
    ),
    "docbook/xslt10-stylesheets": NavigatedSite(
        _BOOK, "DocBook", "default", "contrib/xsl/tabular-toc/examples/book/html"
    ),
    "15669072513/mosn.github.io": NavigatedSite(listed("nav"), "Hugo", "Docsy"),
    "AeroMind/AeroMind.github.io": NavigatedSite(listed("nav, .menu"), "Hugo", "its own"),
    "MekaYangyi/mekayangyi.github.io": NavigatedSite(listed("nav, .menu"), "Hugo", "its own", "docs"),
    "cotes2020/chirpy-demo": NavigatedSite(listed("#sidebar nav ul"), "Jekyll", "Chirpy"),
    "ActiveCampaign/postmark.js": NavigatedSite(headed("nav.tsd-navigation"), "TypeDoc", "default", "docs"),
    "xrblocks/xrblocks.github.io": NavigatedSite(
        listed(".theme-doc-sidebar-menu"), "Docusaurus", "classic", "docs", branch="build"
    ),
    "sta-szek/pojo-tester": NavigatedSite(listed("ul.summary"), "GitBook", "default", branch="gh-pages"),
    "peacetrue/peacetrue.github.io": NavigatedSite(listed("nav.nav-menu"), "Antora", "default", branch="gh-pages"),
    "3b1b/manim": NavigatedSite(listed(".sidebar-tree"), "Sphinx", "Furo", branch="gh-pages"),
    "AndreyKaiu/anki-manual-ru": NavigatedSite(listed("ol.chapter"), "mdBook", "default", "docs"),
    "thichthanhtu/tu-la-chuyen-nghiep": NavigatedSite(listed("ul.summary"), "bookdown", "GitBook", "docs"),
    "52North/sos4R": NavigatedSite(listed(".navbar-nav"), "pkgdown", "Bootstrap", "docs"),
    "00tau/statistisches-beratungszentrum": NavigatedSite(_TOCTREE, "Sphinx", "its own", "docs"),
    "1xnnik/jugendhausbadimnau": NavigatedSite(listed("nav ul"), "by hand"),
    "franklinmassagecenter/franklinmassagecenter.github.io": NavigatedSite(listed("#nav"), "by hand"),
    "14thICF/14thICF": NavigatedSite(listed("nav ul"), "by hand"),
    "2-24-battalion-org-au/2-24-battalion-org-au.github.io": NavigatedSite(dropdowns(".navbar-nav > li"), "by hand"),
    "4ShodokanKobe/Shodokan-Kobe": NavigatedSite(dropdowns(".topnav > *"), "by hand", folder="sadgasugfs7i23772"),
    "aspec-german/website": NavigatedSite(listed("header nav, nav.navbar"), "Hugo", "its own", "docs"),
    **_ZOLA,
    **_BLOGS,
}


def rows(keep: Path, names: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield a row for each site that can be had, with the differences among the progress lines."""
    sys.setrecursionlimit(_CALLS)
    for name in names or SITES:
        say(f"comparing {name} with its navigation")
        try:
            yield _row(name, _folder(name, keep))
        except Missing as missing:
            say(f"  {name}: {missing}")


def write_guide(table: list[tuple[str, ...]]) -> None:
    """Write the table as the guide includes it."""
    head = ".. Written by scripts/prove survey --navigation --guide.\n\n.. csv-table::\n   :header-rows: 1\n\n"
    lines = (",".join(f'"{cell}"' for cell in row) for row in (COLUMNS, *table))
    _GUIDE.write_text(head + "".join(f"   {line}\n" for line in lines), "utf-8")


def _folder(name: str, keep: Path) -> Path:
    build = SITES[name].build
    if build is not None:
        tools = keep / "blogs"
        tools.mkdir(parents=True, exist_ok=True)
        return build(tools / "sites" / name.replace(" ", "-").replace(",", ""), tools).resolve()
    if name in debian.PACKAGES:
        return debian.unpacked(name, keep).resolve()
    place = keep / name.replace("/", "+")
    if not place.is_dir():
        branch = ["--branch", SITES[name].branch] if SITES[name].branch else []
        debian.run(["git", "clone", "--depth", "1", *branch, f"https://github.com/{name}.git", str(place)], keep)
    return (place / SITES[name].folder).resolve()


def _row(name: str, folder: Path) -> tuple[str, ...]:
    site, begun = SITES[name], time.monotonic()
    made = make(folder, MakeOptions())
    seconds = time.monotonic() - begun
    ((_, document),) = documents(made.outline).items()
    start = made.starts[0]
    compared = agreement(folder, start, site.reader(folder, start), document)
    for path, wanted, actual in compared.differences[:_SHOWN]:
        say(f"  {name}: {path} stands below {actual or 'nothing'}, in the navigation below {wanted}")
    with tempfile.NamedTemporaryFile(suffix=".xml") as file:
        file.write(document)
        file.flush()
        status = typed("check", file.name, "--strict").status
    generator = _GENERATOR.search((folder / start).read_bytes())
    is_named = generator is not None and site.tool.lower() in generator[1].decode("utf-8", "replace").lower()
    version = re.search(rb"[0-9][0-9.]+[0-9]", generator[1]) if generator is not None and is_named else None
    tool = f"{site.tool} {version[0].decode()}" if version else site.tool
    placed = made.pages - made.rules.get("folder", 0)
    agreeing = compared.entries - len(compared.differences)
    verdict = f"yes, {compared.entries:,}" if not compared.differences else f"{agreeing:,} of {compared.entries:,}"
    verdict += "" if compared.has_order else "; other order"
    checked = "no fault" if status == 0 else f"status {status}"
    return name, tool, site.theme, f"{made.pages:,}", f"{placed:,}", verdict, checked, f"{seconds:.1f}"
