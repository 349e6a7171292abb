"""Documentation from Debian packages, unpacked but not installed."""

from __future__ import annotations

import subprocess
from pathlib import Path

from commands.preparing import Missing

PACKAGES = {
    "python3.11-doc": ("usr/share/doc/python3.11/html", "Sphinx"),
    "postgresql-doc-15": ("usr/share/doc/postgresql-doc-15/html", "DocBook"),
    "libglib2.0-doc": ("usr/share/gtk-doc/html", "gtk-doc"),
    "openjdk-17-doc": ("usr/share/doc/openjdk-17-jre-headless/api", "Javadoc"),
    "sqlite3-doc": ("usr/share/doc/sqlite3", "its own, flat"),
    "ant-doc": ("usr/share/doc/ant/manual", "by hand, frames"),
    "apache2-doc": ("usr/share/doc/apache2-doc/manual", "XSLT, ten languages"),
    "asciidoctor-doc": ("usr/share/doc/asciidoctor-doc/html", "RDoc"),
    "auto-multiple-choice-doc": ("usr/share/doc/auto-multiple-choice/html", "DocBook, three languages"),
    "bind9-doc": ("usr/share/doc/bind9-doc/arm", "Sphinx"),
    "cmake-doc": ("usr/share/doc/cmake-data/html", "Sphinx"),
    "cppreference-doc-en-html": ("usr/share/cppreference/doc/html/en", "MediaWiki"),
    "crystal-doc": ("usr/share/doc/crystal/api-docs", "Crystal's own"),
    "db5.3-doc": ("usr/share/doc/db5.3-doc", "DocBook, Javadoc, by hand"),
    "debian-faq": ("usr/share/doc/debian/FAQ", "DocBook, linked files"),
    "debian-handbook": ("usr/share/doc/debian-handbook/html/en-US", "Publican"),
    "docbook-xsl-doc-html": ("usr/share/doc/docbook-xsl-doc-html/doc", "DocBook"),
    "exim4-doc-html": ("usr/share/doc/exim4-doc-html/spec_html", "DocBook, its own"),
    "gimp-help-en": ("usr/share/gimp/2.0/help/en", "DocBook"),
    "git-doc": ("usr/share/doc/git-doc", "AsciiDoc, flat"),
    "gnuplot-doc": ("usr/share/doc/gnuplot/htmldocs", "LaTeX2HTML"),
    "gnustep-base-doc": ("usr/share/GNUstep/Documentation", "autogsdoc"),
    "grass-doc": ("usr/share/doc/grass-doc/html", "its own"),
    "gri-html-doc": ("usr/share/doc/gri/html", "Texinfo"),
    "groovy-doc": ("usr/share/doc/groovy/api", "Javadoc"),
    "libadwaita-1-doc": ("usr/share/doc/libadwaita-1", "gi-docgen"),
    "libcommons-lang3-java-doc": ("usr/share/doc/libcommons-lang3-java/api", "Javadoc"),
    "libeigen3-doc": ("usr/share/doc/libeigen3-dev/html", "Doxygen"),
    "libghc-aeson-doc": ("usr/share/doc/libghc-aeson-doc/html", "Haddock"),
    "libgtk-3-doc": ("usr/share/gtk-doc/html/gtk3", "gtk-doc"),
    "libjs-jquery-ui-docs": ("usr/share/doc/libjs-jquery-ui-docs", "by hand"),
    "libsdl2-doc": ("usr/share/doc/libsdl2-doc/html", "Doxygen"),
    "libvirt-doc": ("usr/share/doc/libvirt-doc/html", "reStructuredText, XSLT"),
    "libxml2-doc": ("usr/share/doc/libxml2/html", "by hand, XSLT"),
    "maxima-doc": ("usr/share/doc/maxima-doc/html", "Texinfo"),
    "mkdocs-doc": ("usr/share/doc/mkdocs/html", "MkDocs"),
    "nim-doc": ("usr/share/doc/nim/html", "Nim's own"),
    "nodejs-doc": ("usr/share/doc/nodejs/api", "its own"),
    "octave-doc": ("usr/share/doc/octave/octave.html", "Texinfo"),
    "postfix-doc": ("usr/share/doc/postfix/html", "by hand"),
    "python-sqlalchemy-doc": ("usr/share/doc/python-sqlalchemy-doc/html", "Sphinx"),
    "qtbase5-doc-html": ("usr/share/qt5/doc/qtcore", "QDoc"),
    "rust-doc": ("usr/share/doc/rust-doc/html/reference", "mdBook"),
    "slurm-wlm-doc": ("usr/share/doc/slurm-wlm/html", "by hand"),
    "swi-prolog-doc": ("usr/share/swi-prolog/doc/Manual", "PlDoc"),
    "tomcat10-docs": ("usr/share/tomcat10-docs/docs", "XSLT"),
    "twisted-doc": ("usr/share/doc/twisted-doc/html", "Sphinx, pydoctor"),
    "varnish-doc": ("usr/share/doc/varnish/html", "Sphinx"),
    "vim-doc": ("usr/share/doc/vim/html", "its own"),
    "zsh-doc": ("usr/share/doc/zsh-common/html", "Texinfo"),
}
"""The packages, with the folder of each site and its generator."""


def unpacked(package: str, folder: Path) -> Path:
    """Return the folder of a package's site below `folder`. Raises Missing if it is unavailable."""
    place = folder / package
    site = place / PACKAGES[package][0]
    if not site.is_dir():
        _unpack([package], place)
    return site


def program(package: str, folder: Path, *libraries: str) -> Path:
    """Return a script that runs a package's program with the libraries of other packages. Raises Missing."""
    place = folder / package
    script = place / "run"
    if not script.exists():
        _unpack([package, *libraries], place)
        path = ":".join(sorted({str(library.parent) for library in place.rglob("lib*.so*")}))
        script.write_text(f'#!/bin/sh\nLD_LIBRARY_PATH={path} exec {place / "usr" / "bin" / package} "$@"\n', "utf-8")
        script.chmod(0o755)
    return script


def _unpack(packages: list[str], place: Path) -> None:
    place.mkdir(parents=True, exist_ok=True)
    run(["apt-get", "download", "-q", *packages], place)
    for archive in place.glob("*.deb"):
        run(["dpkg", "-x", archive.name, "."], place)
        archive.unlink()


def run(command: list[str], folder: Path) -> None:
    """Run a command in a folder. Raises Missing if it is not installed, or fails."""
    try:
        done = subprocess.run(command, check=False, cwd=folder, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise Missing(f"{command[0]} is not installed; this needs Debian or a distribution based on it") from error
    if done.returncode:
        raise Missing(f"{' '.join(command)} failed: {done.stderr.strip()[-300:]}")
