"""The guide's examples work: sitemaps have the demonstrated faults, and commands accept their options."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import click
import pytest
from docutils import nodes

from docs.conftest import ROOT, Guide
from standard_sitemap import ssp
from standard_sitemap.cli.commands import COMMANDS, standard_sitemap
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.ssp import diagnosis
from standard_sitemap.ssp.names import KIND_NAMES, NAMESPACE, SEPARATOR, Kind

SITE = "https://www.example.org/"
OTHER_PROGRAMS = {"cd", "hugo", "jekyll", "mkdir", "mkdocs", "pipx", "python", "python3", "sphinx-build", "sudo"}
OBSOLETE = {Kind.CHANGE, Kind.STYLE, Kind.IMAGE}
FEWEST = 20
# Precedes examples: without it their first item would be the home page.
START = '<item name="Start" url="./" role="home tree"/>'


def test_every_example_sitemap_has_at_most_the_fault_it_demonstrates(guide: Guide) -> None:
    examples = guide.blocks("xml")
    assert len(examples) > FEWEST
    wrong = {
        (name, block.astext()): actual
        for name, block in examples
        if (actual := codes(block, named(guide, name))) != [code for code in [block["example_fault"]] if code]
    }
    assert wrong == {}


def named(guide: Guide, page: str) -> dict[str, str]:
    """Return the files of a page that its other examples may refer to."""
    return {
        SITE + block["example_file"]: block.astext()
        for name, block in guide.blocks("xml")
        if name == page and block["example_file"]
    }


def codes(block: nodes.literal_block, files: dict[str, str]) -> list[str]:
    """Return the codes of all faults of an example, including notes."""
    text = block.astext()
    whole = text if block["example"] == "file" else f'<sitemap xmlns="{NAMESPACE}">{START}{text}</sitemap>'
    site = ssp.Site(f"{SITE}standard-sitemap.xml")
    texts = {site.root_uri: whole, **files}
    while wanted := site.wanted():
        for uri in wanted:
            site.add(uri, RetrievedFile(uri, texts[uri].encode(), "application/xml"))
    return [fault.code for fault in site.hierarchy().faults]


def test_every_element_and_attribute_has_a_section_with_an_example(guide: Guide) -> None:
    elements = {name for kind, name in KIND_NAMES.items() if kind not in OBSOLETE}
    for page, names in {"elements": elements, "attributes": attributes()}.items():
        shown = dict(sections(guide.documents[page]))
        assert shown.keys() == names
        for name, section in shown.items():
            blocks = [block for block in section.findall(nodes.literal_block) if block.get("language") == "xml"]
            text = "\n".join(block.astext() for block in blocks if not block["example_fault"])
            assert f"<{name}" in text or f"{name}=" in text, name


def attributes() -> set[str]:
    """Return all attributes of all elements."""
    allowed = {name for kind, names in diagnosis._ALLOWED.items() if kind not in OBSOLETE for name in names}
    return {*(name for name in allowed if SEPARATOR not in name), "url", "xml:base", "xml:id"}


def sections(document: nodes.document) -> Iterator[tuple[str, nodes.section]]:
    """Yield the sections below a page's title, by the code in their titles."""
    for section in document.findall(nodes.section):
        title = section.next_node(nodes.title)
        if isinstance(section.parent, nodes.section) and title is not None:
            yield title.astext().strip("<>"), section


def commands(guide: Guide) -> list[tuple[str, list[str]]]:
    """Return the words of every command shown, with the document's name."""
    lines = [
        (name, line)
        for name, block in guide.blocks("console")
        for line in block.astext().replace("\\\n", " ").splitlines()
        if line.startswith("$ ")
    ]
    # The shell replaces `<(command)` by one name.
    return [(name, shlex.split(re.sub(r"<\(.*?\)", "/dev/fd/63", line.removeprefix("$ ")))) for name, line in lines]


def test_every_command_exists_with_the_options_it_is_given(guide: Guide) -> None:
    shown = commands(guide)
    assert len(shown) > FEWEST
    for page, words in shown:
        program = Path(words[0]).name
        if program == "standard-sitemap":
            parse(page, words[1:])
        elif program not in {*OTHER_PROGRAMS, "pip"}:
            assert (ROOT / words[0]).is_file(), (page, words)


def parse(page: str, words: list[str]) -> None:
    """Parse a command's words as the command does, without opening files; fail on a usage error."""
    words = list(takewhile(lambda word: word not in ("<", ">"), words))
    group = click.Context(standard_sitemap)
    if words[0] in ("--help", "--version"):
        return
    command = standard_sitemap.get_command(group, words[0])
    assert command is not None, (page, words)
    context = click.Context(command, parent=group, info_name=words[0])
    values, rest, _ = command.make_parser(context).parse_args(args=words[1:])
    assert rest == [], (page, words)
    for parameter in command.get_params(context):
        if isinstance(parameter.type, click.Choice | click.types.IntParamType) and values.get(parameter.name):
            parameter.type.convert(values[parameter.name], parameter, context)


def test_every_command_is_shown(guide: Guide) -> None:
    sectioned = {name.strip("`") for name, _ in sections(guide.documents["options"])}
    assert sectioned == set(COMMANDS)
    used = {words[1] for _, words in commands(guide) if words[0] == "standard-sitemap"}
    assert set(COMMANDS) - {"install", "uninstall", "doctor", "clear"} <= used


@pytest.mark.parametrize("wrong", ["check --stern map.xml", "chek map.xml", "announce --for iis", "make a b"])
def test_a_command_that_does_not_exist_would_be_noticed(wrong: str) -> None:
    with pytest.raises((AssertionError, click.UsageError)):
        parse("", wrong.split())


def test_every_page_shows_a_command(guide: Guide) -> None:
    """Check all pages except lists and pictures."""
    silent = {name for name, document in guide.documents.items() if not shown_lines(document)}
    assert silent == {"decisions", "kinds", "promises", "quick-start/index"}


def shown_lines(document: nodes.document) -> list[str]:
    return [block.astext() for block in document.findall(nodes.literal_block) if re.search(r"^\$ ", block.astext())]
