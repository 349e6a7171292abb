"""The parts of the guide that come from the program itself: faults, submission addresses, servers' lines, options.

`sitemap` shows an example, and notes its form and its fault in the document for the tests.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import ClassVar

import click
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata, OptionSpec

from commands import ROOT
from commands.promises import promises
from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.cli.commands import standard_sitemap
from standard_sitemap.webmaster.announcing.recipes import recipe
from standard_sitemap.webmaster.checking.codes import ALL_EXAMPLES, TITLES
from standard_sitemap.webmaster.checking.mistakes import MISTAKES
from standard_sitemap.webmaster.checking.wording import REPORTED, SERVED, generally
from standard_sitemap.webmaster.submitting.engines import ENGINES

_CATALOGUES = {
    "standard-sitemap": ssp.CATALOGUE,
    "sitemaps-org": sitemapsorg.CATALOGUE,
    "mistakes": MISTAKES,
    "served": SERVED,
}
_FORMS = ("elements", "file")


def _block(text: str, language: str) -> nodes.literal_block:
    return nodes.literal_block(text, text, language=language, force=False, highlight_args={})


def _text(content: str, kind: str = "") -> nodes.paragraph:
    return nodes.paragraph("", content, classes=[kind] if kind else [])


class SitemapExample(SphinxDirective):
    """An example in XML: elements of a `<sitemap>`, or with `:as: file` the whole of it.

    `:file:` is the name by which other examples of the page may refer to it. `:fault:` is the one fault that it shows.
    """

    has_content = True
    option_spec: ClassVar[OptionSpec] = {
        "as": lambda given: directives.choice(given, _FORMS),
        "file": directives.unchanged_required,
        "fault": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        block = _block("\n".join(self.content), "xml")
        block["example"] = self.options.get("as", "elements")
        block["example_file"] = self.options.get("file", "")
        block["example_fault"] = code = self.options.get("fault", "")
        self.set_source_info(block)
        if not code:
            return [block]
        parsed, messages = self.parse_inline(f"`standard-sitemap check` says: :ref:`{code} <code-{code}>`.")
        return [block, nodes.paragraph("", "", *parsed, classes=["said"]), *messages]


class FaultCodes(SphinxDirective):
    """Every code of one catalogue, each a section that `code-NAME` refers to."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        return [self._section(code) for code in _CATALOGUES[self.arguments[0]]]

    def _section(self, code: str) -> nodes.section:
        rule, example = REPORTED[code], ALL_EXAMPLES[code]
        section = nodes.section("", nodes.title("", code), ids=[f"code-{code}"], names=[f"code-{code}"])
        self.state.document.note_explicit_target(section)
        section += _text(f"{rule.severity}, by “{rule.clause}”", "clause")
        section += _text(generally(rule.problem))
        title = TITLES[example.setting]
        section += _text(f"Example, {title}:" if title else "Example:")
        section += _text(example.text) if example.setting == "words" else _block(example.text, "none")
        section += _text(f"What to do: {generally(rule.remedy)}")
        return section


class SubmissionAddresses(SphinxDirective):
    """The state of the search engines' former submission addresses."""

    def run(self) -> list[nodes.Node]:
        head = ("Engine", "Former address", "Its state", "Today's method", "Source")
        rows = [
            (
                engine.name,
                engine.address,
                f"{engine.state} ({engine.retired})" if engine.retired else engine.state,
                engine.today,
                engine.source,
            )
            for engine in ENGINES
        ]
        return [_table(head, rows)]


class Peers(SphinxDirective):
    """The faults that other checkers report, with our codes."""

    def run(self) -> list[nodes.Node]:
        path = Path(__file__).with_name("peers.toml")
        self.env.note_dependency(str(path))
        table = _table(("Fault", "Other checkers that report it", "Our codes"), ())
        body = next(iter(table.findall(nodes.tbody)))
        for fault in tomllib.loads(path.read_text("utf-8"))["fault"]:
            row = _row((fault["what"], ", ".join(fault["who"]) or "none"))
            links = ", ".join(f":ref:`{code} <code-{code}>`" for code in fault["codes"])
            parsed, messages = self.parse_inline(links or "needs a crawl of the site")
            row += nodes.entry("", nodes.paragraph("", "", *parsed), *messages)
            body += row
        return [table]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> nodes.table:
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in head), cols=len(head))
    group += nodes.thead("", _row(head))
    group += nodes.tbody("", *map(_row, rows))
    return nodes.table("", group)


def _row(cells: Sequence[str]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *_linked(cell))) for cell in cells))


def _linked(cell: str) -> Iterator[nodes.Node]:
    is_source = cell.startswith("https://") and "ping" not in cell.partition("?")[0].rpartition("/")[2]
    yield nodes.reference("", cell, refuri=cell) if is_source else nodes.Text(cell)


class Promises(SphinxDirective):
    """The promises of SECURITY.md against one attacker, each with the test that proves it."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        attacker = self.arguments[0]
        return [_table(("Promise", "Test"), [kept[1:] for kept in promises(ROOT) if kept.attacker == attacker])]


class Recipe(SphinxDirective):
    """The lines that `announce --for` prints for a server."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        return [_block(recipe(self.arguments[0], "/standard-sitemap.xml").rstrip("\n"), "none")]


class Template(SphinxDirective):
    """The layout that `make --template` prints for a generator."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        text = (files("standard_sitemap.integrations") / "layouts" / f"{self.arguments[0]}.txt").read_text("utf-8")
        return [_block(text.rstrip("\n"), "none")]


class Options(SphinxDirective):
    """A command's options, as in its help."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        group = click.Context(standard_sitemap, info_name="standard-sitemap")
        command = standard_sitemap.get_command(group, name)
        if command is None:
            raise self.error(f"There is no command {name}.")
        context = click.Context(command, parent=group, info_name=name)
        options = nodes.definition_list()
        for parameter in command.get_params(context):
            record = parameter.get_help_record(context)
            if record is not None:
                term, meaning = record
                options += nodes.definition_list_item("", nodes.term("", "", nodes.literal("", term)),
                                                      nodes.definition("", _text(meaning)))  # fmt: skip
        return [options]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Registers the directives; what they show depends on the program, so pages are always read anew."""
    made: dict[str, type[SphinxDirective]] = {
        "sitemap": SitemapExample,
        "fault-codes": FaultCodes,
        "submission-addresses": SubmissionAddresses,
        "peers": Peers,
        "promises": Promises,
        "recipe": Recipe,
        "generator-template": Template,
        "options": Options,
    }
    for name, directive in made.items():
        app.add_directive(name, directive)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
