"""Sphinx extension that makes a sitemap of a build: `extensions = ["standard_sitemap.integrations.sphinx"]`.

The sitemap depends on the environment at the end of the build, and not on which files this run has read or written. So
incremental and parallel builds produce the same bytes. Imports the standard library and Sphinx only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.locale import _
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from standard_sitemap import __version__
from standard_sitemap.webmaster.making.outline import (
    ROLES_BY_NAME,
    External,
    Outline,
    OutlineNode,
    OutlineVariant,
    group,
    item,
)
from standard_sitemap.webmaster.making.writing import FILE_NAME, documents, naming_links

logger = logging.getLogger(__name__)

_DESCRIPTIONS = "standard_sitemap_descriptions"
# Increase it when the data stored between builds changes its shape: Sphinx then reads all pages again.
_ENV_VERSION = 1
_WEB = ("http://", "https://", "mailto:")
# Names in toctrees of generated pages that have another name.
_GENERATED = {"modindex": "py-modindex"}
_SEARCH = "q=%s&check_keywords=yes&area=default"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension."""
    app.add_config_value("standard_sitemap_filename", FILE_NAME, "html", types=frozenset({str}))
    app.add_config_value("standard_sitemap_class_prefix", "", "html", types=frozenset({str}))
    app.add_config_value("standard_sitemap_languages", {}, "html", types=frozenset({dict}))
    app.add_config_value("standard_sitemap_hints", True, "html", types=frozenset({bool}))
    app.connect("doctree-read", _note_description)
    app.connect("env-purge-doc", _forget_description)
    app.connect("env-merge-info", _merge_descriptions)
    app.connect("html-page-context", _name_sitemap)
    app.connect("build-finished", _write)
    return {
        "version": __version__,
        "env_version": _ENV_VERSION,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def _descriptions(env: BuildEnvironment) -> dict[str, str]:
    """Return the descriptions in documents' `meta` directives, by document; stored with the environment."""
    if not hasattr(env, _DESCRIPTIONS):
        setattr(env, _DESCRIPTIONS, {})
    descriptions: dict[str, str] = getattr(env, _DESCRIPTIONS)
    return descriptions


def _note_description(app: Sphinx, doctree: nodes.document) -> None:
    for meta in doctree.findall(nodes.meta):
        content = " ".join(str(meta.get("content", "")).split())
        if meta.get("name") == "description" and content:
            _descriptions(app.env)[app.env.docname] = content


def _forget_description(_: Sphinx, env: BuildEnvironment, docname: str) -> None:
    _descriptions(env).pop(docname, None)


def _merge_descriptions(_: Sphinx, env: BuildEnvironment, docnames: list[str], other: BuildEnvironment) -> None:
    theirs = _descriptions(other)
    _descriptions(env).update({name: theirs[name] for name in docnames if name in theirs})


def _name_sitemap(
    app: Sphinx, _name: str, _template: str, context: dict[str, Any], _tree: nodes.document | None
) -> None:
    """Add the links to each page's head, where every theme prints `metatags`."""
    if _is_ours(app):
        url = context["pathto"](app.config.standard_sitemap_filename, resource=True)
        context["metatags"] = context.get("metatags", "") + naming_links(url)


def _write(app: Sphinx, failure: Exception | None) -> None:
    if failure is not None or not _is_ours(app):
        return
    name: str = app.config.standard_sitemap_filename
    if Path(name).name != name or not name.endswith(".xml"):
        logger.warning("standard_sitemap_filename is no name of an XML file: %r", name, type="standard_sitemap")
        return
    body = documents(_Maker(app).outline(), name)[name]
    place = Path(app.outdir, name)
    try:
        if not place.exists() or place.read_bytes() != body:
            place.write_bytes(body)
    except OSError as error:
        logger.warning("%s cannot be written: %s", place, error.strerror, type="standard_sitemap")


def _is_ours(app: Sphinx) -> bool:
    """Return whether the builder makes pages that readers browse, and no help files, book or data."""
    builder = app.builder
    is_data = hasattr(builder, "implementation")
    is_site = isinstance(builder, StandaloneHTMLBuilder) and not builder.embedded
    return is_site and not is_data and builder.name != "epub"


class _Maker:
    """Makes the outline of one build."""

    def __init__(self, app: Sphinx) -> None:
        self._app = app
        self._env = app.env
        self._language: str = app.config.language
        self._descriptions = _descriptions(app.env)
        self._nodes: dict[str, OutlineNode] = {}
        self._owners: dict[str, str] = {}
        self._made: dict[str, OutlineNode] | None = None
        self._languages = self._checked_languages(app.config.standard_sitemap_languages)

    def outline(self) -> Outline:
        root = self._document(self._env.config.root_doc, None)
        root.roles = ("home", "tree")
        self._fill(root)
        return Outline([*self._start(root), *self._generated()], class_prefix=self._checked_prefix())

    def _start(self, root: OutlineNode) -> list[OutlineNode | External]:
        """Return the root document, after the start page if a template makes it."""
        config = self._app.config
        if "index" not in config.html_additional_pages or config.root_doc == "index":
            return [root]
        root.roles = ("tree",)
        name = " ".join((config.html_short_title or config.project).split())
        return [self._page("index", name, ("home", "tree")), root]

    def _checked_prefix(self) -> str:
        """Return the class prefix of class changes, or ""; warn if it is invalid."""
        prefix: str = self._app.config.standard_sitemap_class_prefix
        if prefix.split() in ([], [prefix]):
            return prefix
        logger.warning("standard_sitemap_class_prefix has white space: %r", prefix, type="standard_sitemap")
        return ""

    def _checked_languages(self, setting: Mapping[object, object]) -> dict[str, str]:
        """Return the folder addresses of the same documentation in other languages; warn of invalid ones."""
        languages: dict[str, str] = {}
        for language, url in setting.items():
            if isinstance(language, str) and isinstance(url, str) and url.endswith("/"):
                languages[language] = url
            else:
                text = "standard_sitemap_languages wants the address of a folder, with a slash at its end, for %r: %r"
                logger.warning(text, language, url, type="standard_sitemap")
        return {language: url for language, url in languages.items() if language != self._language}

    def _fill(self, root: OutlineNode) -> None:
        """Add all documents below the root, each at its first place; a tree may be deeper than Python's stack."""
        waiting = [(self._env.config.root_doc, root)]
        while waiting:
            name, node = waiting.pop()
            documents = list(self._toctrees(name, node))
            waiting.extend(reversed(documents))

    def _toctrees(self, name: str, node: OutlineNode) -> Iterator[tuple[str, OutlineNode]]:
        """Add the entries of a document's toctrees to its node; yield the documents among them."""
        trees = list(self._applicable(self._env.tocs.get(name)))
        for tree in trees:
            parent = node
            if tree.get("caption"):
                parent = group(str(tree["caption"]))
                node.children.append(parent)
            for title, reference in tree["entries"]:
                entry = self._entry(title, reference, name)
                if entry is None:
                    continue
                parent.children.append(entry)
                if isinstance(entry, OutlineNode) and reference in self._env.titles:
                    yield reference, entry
            _set_in_sequence(parent)
        _set_in_sequence(node)

    def _applicable(self, toc: nodes.Node | None) -> Iterator[addnodes.toctree]:
        """Yield the toctrees of a document, except toctrees in an `only` that excludes this build."""
        if isinstance(toc, addnodes.toctree):
            yield toc
        elif isinstance(toc, addnodes.only) and not self._app.tags.eval_condition(toc["expr"]):
            return
        elif toc is not None:
            for child in toc.children:
                yield from self._applicable(child)

    def _entry(self, title: str | None, reference: str, name: str) -> OutlineNode | External | None:
        if reference.startswith(_WEB):
            return item(title or reference, reference)
        if reference in ("self", name):
            return None
        reference = _GENERATED.get(reference, reference)
        if reference in self._nodes:
            return None if self._owners.get(reference) == name else External(self._nodes[reference])
        self._owners[reference] = name
        generated = self._generated_pages().get(reference)
        if generated is not None:
            return self._listed(generated, reference, title)
        # If it is not a document either, Sphinx has already warned when reading the toctree.
        return self._document(reference, title) if reference in self._env.titles else None

    def _listed(self, generated: OutlineNode, name: str, title: str | None) -> OutlineNode:
        """Return a generated page that a toctree lists; a document of the same name provides only the title."""
        if title is None and name in self._env.titles:
            title = " ".join(self._env.titles[name].astext().split())
        self._nodes[name] = generated
        generated.variants[0].name = title or generated.name
        generated.roles = (*(role for role in generated.roles if role != "tree"), "tree")
        return generated

    def _document(self, name: str, title: str | None) -> OutlineNode:
        text = title or self._env.titles[name].astext()
        node = self._nodes[name] = self._node(" ".join(text.split()), self._uri(name))
        node.variants[0].description = self._descriptions.get(name)
        if self._app.config.standard_sitemap_hints:
            node.roles = ROLES_BY_NAME.get(name.rpartition("/")[2], node.roles)
        return node

    def _uri(self, name: str) -> str:
        """Return the address of a document relative to the sitemap; in a single page, each document is a part."""
        builder = self._app.builder
        if not isinstance(builder, SingleFileHTMLBuilder):
            return builder.get_target_uri(name)
        root = self._env.config.root_doc
        part = builder.get_target_uri(name).partition("#")[2]
        return f"{root}{builder.out_suffix}" + (f"#{part}" if name != root else "")

    def _node(self, name: str, uri: str) -> OutlineNode:
        own = OutlineVariant(name, uri or "./", None, self._language)
        others = [OutlineVariant(name, url + uri, None, language) for language, url in self._languages.items()]
        return OutlineNode([own, *others])

    def _generated(self) -> list[OutlineNode | External]:
        """Return the generated pages that no toctree names; they come last."""
        return [node for name, node in self._generated_pages().items() if name not in self._nodes]

    def _generated_pages(self) -> dict[str, OutlineNode]:
        """Return indexes and the search, by their names in toctrees."""
        if self._made is not None:
            return self._made
        pages = self._made = {}
        if isinstance(self._app.builder, SingleFileHTMLBuilder):  # it writes a single page
            return pages
        if self._app.config.html_use_index:
            pages["genindex"] = self._page("genindex", _("General Index"), ("index", "tree"))
        for name, title in self._domain_indices():
            pages[name] = self._page(name, title, ("index", "tree"))
        if getattr(self._app.builder, "search", False):
            search = pages["search"] = self._page("search", _("Search"), ("search", "searchpage"))
            search.data = _SEARCH
        self._warn_of_replaced(pages)
        return pages

    def _warn_of_replaced(self, generated: Mapping[str, OutlineNode]) -> None:
        """Warn of documents that Sphinx replaces by generated pages, unless they only reserve a place in a toctree."""
        for name in generated:
            if name in self._env.titles and _says_more_than_its_title(self._env.get_doctree(name)):
                text = "%s is replaced by the page of that name that Sphinx makes: call the document otherwise"
                logger.warning(text, name, location=name, type="standard_sitemap")

    def _page(self, name: str, title: str, roles: tuple[str, ...]) -> OutlineNode:
        node = self._node(str(title), self._app.builder.get_target_uri(name))
        node.roles = roles
        return node

    def _domain_indices(self) -> Iterator[tuple[str, str]]:
        """Yield the domains' nonempty indexes; a builder that had nothing to write does not know them."""
        wanted = self._app.config.html_domain_indices
        for domain in self._env.domains.sorted():
            for index in domain.indices:
                name = f"{domain.name}-{index.name}"
                is_wanted = name in wanted if isinstance(wanted, list | tuple | set | frozenset) else bool(wanted)
                if is_wanted and index(domain).generate()[0]:
                    yield name, str(index.localname)


def _says_more_than_its_title(doctree: nodes.document) -> bool:
    """Return whether a document has content that a reader would miss."""
    quiet = (nodes.section, nodes.title, nodes.Invisible, nodes.meta)
    return any(
        not isinstance(child, quiet) for part in (doctree, *doctree.findall(nodes.section)) for child in part.children
    )


def _set_in_sequence(node: OutlineNode) -> None:
    """Mark a node as sequence: Sphinx leads readers through a toctree's documents in order."""
    if sum(1 for child in node.children if isinstance(child, External) or child.kind == "item") > 1:
        node.relation = "sequence"
