"""Each output format contains the map, and no text of the map can break the format's syntax."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
from html.parser import HTMLParser

import pytest
from lxml import etree, html

import system
from standard_sitemap import read
from standard_sitemap.webmaster.rendering.output_formats import FORMATS
from standard_sitemap.webmaster.rendering.traversal import places, title_of

MAP = b"""<sitemap xmlns="http://standard-sitemap.org/2007/ns" xml:base="https://www.example.org/">
<item name="Home" url="/"/>
<item name="Teas" url="/teas/"><item name="Assam" url="/teas/assam" description="Black"/>
<item><variant name="Keemun" lang="en" url="/keemun"/><variant name="Qimen" lang="zh" url="/zh/keemun"/></item></item>
<group name="More"><item name="Contact" url="/contact" xml:id="c"/></group>
</sitemap>"""
EVIL = b"""<sitemap xmlns="http://standard-sitemap.org/2007/ns" xml:base="https://www.example.org/"><item
 name="&lt;/script>&lt;script>alert(1)&lt;/script>[x](y)`&quot;]&#10;end" description="--> &amp; | =1"
 url="/a)(&lt;&quot;>"/>
<item name="=cmd()" url="javascript:alert(1)"/><item name="\\N &quot;" url="/b"/></sitemap>"""


def written(kind: str, body: bytes = MAP, depth: int | None = None) -> str:
    hierarchy = read(body, uri="https://www.example.org/map.xml").hierarchy
    return "".join(FORMATS[kind].write(title_of([hierarchy]), places(hierarchy, depth)))


@pytest.mark.parametrize("kind", FORMATS)
def test_every_name_is_in_every_kind_of_file(kind: str) -> None:
    text = written(kind)
    assert [name for name in ("Home", "Teas", "Assam", "Keemun", "More", "Contact") if name not in text] == []
    assert "Assam" not in written(kind, depth=1)


def test_the_page_is_nested_as_the_tree_is() -> None:
    page = html.fromstring(written("html"))
    names = [link.text for link in page.xpath("/html/body/main/nav/ul/li/ul/li/a[1]")]
    assert names == ["Assam", "Keemun", "Contact"]
    assert [(link.get("hreflang"), link.get("href")) for link in page.xpath("//a[@lang='zh']")] == [
        ("zh", "https://www.example.org/zh/keemun")
    ]


class BalanceParser(HTMLParser):
    """Parser that fails at an end tag without a start tag."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "input", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("kind", ["html", "picture"])
@pytest.mark.parametrize("body", [MAP, EVIL], ids=["ordinary", "evil"])
def test_every_element_that_begins_ends(kind: str, body: bytes) -> None:
    parser = BalanceParser()
    parser.feed(written(kind, body))
    assert parser.open == []


@pytest.mark.parametrize("kind", ["html", "picture", "markdown", "opml", "mermaid", "graphviz"])
def test_no_link_leads_to_a_script(kind: str) -> None:
    text = written(kind, EVIL)
    assert "<script>alert" not in text or kind == "graphviz"
    links = re.findall(r'(?:href="|\]\(|href |URL=")javascript', text)
    assert links == []


def test_markdown_entry_stays_on_one_line() -> None:
    lines = written("markdown", EVIL).splitlines()
    assert len(lines) == 5
    assert lines[2].endswith("(https://www.example.org/a%29%28%3C%22%3E): --\\> \\& \\| =1")
    assert lines[3] == "- =cmd()"


def test_a_table_is_read_back_and_holds_no_formula() -> None:
    rows = list(csv.reader(io.StringIO(written("csv"))))
    assert rows[3] == ["2", "Teas", "Assam", "https://www.example.org/teas/assam", "Black", "", ""]
    assert rows[4][-1] == "zh=https://www.example.org/zh/keemun"
    evil = list(csv.reader(io.StringIO(written("csv", EVIL))))
    assert {len(row) for row in evil} == {7}
    assert not [cell for row in evil for cell in row if cell.startswith(("=", "+", "@"))]


@pytest.mark.parametrize("start", ["&#10;", "&#13;", "&#9;", " ", "\ufeff", "\u200b", "\u202e", ""], ids=ascii)
@pytest.mark.parametrize("sign", "=+-@＝＋－＠")
@pytest.mark.promise("author", "No cell of an exported table is a formula.")
def test_cell_that_a_spreadsheet_would_evaluate_is_quoted(start: str, sign: str) -> None:
    body = f'''<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="{start}{sign}1" url="/"/></sitemap>'''
    row = list(csv.reader(io.StringIO(written("csv", body.encode()))))[1]
    assert row[2].startswith("'")


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.promise("author", "Exported files contain no control or hidden characters from a map.")
def test_file_holds_no_control_or_hidden_character_of_the_map(kind: str) -> None:
    evil = "\x85\u2028\u2029\u202e\u2066\u200b\u200d\u2060\ufeff\U000e0041\u00ad"
    body = f"""<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="a&#9;&#10;&#13;{evil}b" url="/{evil}"
     description="{evil}"><item name="%%{{init: {{}}}}%%" url="/%%{{init}}"/></item></sitemap>"""
    text = written(kind, body.encode())
    assert "a b" in text
    assert not set(evil) & set(text)
    assert kind != "mermaid" or "%%{" not in text


@pytest.mark.parametrize(("name", "line"), [("- a", "- \\- a"), ("1. a", "- 1\\. a"), ("-a", "- -a"), ("2.5", "- 2.5")])
def test_name_in_markdown_begins_no_list_of_its_own(name: str, line: str) -> None:
    group = f'<group name="{name}"><item name="x" url="/"/></group>'
    body = f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">{group}</sitemap>'
    assert written("markdown", body.encode()).splitlines()[2] == line


@pytest.mark.parametrize("body", [MAP, EVIL], ids=["ordinary", "evil"])
def test_an_outline_is_well_formed(body: bytes) -> None:
    outline = etree.fromstring(written("opml", body).encode())
    assert outline.get("version") == "2.0"
    assert outline.xpath("count(//outline)") == (6 if body is MAP else 3)


@pytest.mark.parametrize("kind", ["mermaid", "graphviz"])
def test_a_graph_has_an_edge_for_each_place_below_another(kind: str) -> None:
    edges = re.findall(r"n\d+ -+> n\d+", written(kind))
    assert len(edges) == 3
    assert "\nend" not in written(kind, EVIL)


@system.needs("node")
def test_the_picture_needs_nothing_else_and_holds_the_places() -> None:
    text = written("picture", EVIL)
    assert not re.findall(r"\bsrc=|<link|url\(|^import ", text, re.MULTILINE)
    data = json.loads(text.partition('id="data">')[2].partition("</script>")[0])
    assert [row[0] for row in data] == [1, 1, 1]
    assert data[1] == [1, "=cmd()"]
    script = text.partition('<script type="module">')[2].partition("</script>")[0]
    done = subprocess.run(["node", "--check", "--input-type=module"], input=script.encode(), check=False)
    assert done.returncode == 0
