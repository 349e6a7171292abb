"""The fast scan of any file gives the same table as reading it tag by tag."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.catalogue_of_cases import FOLDER
from conformance.in_memory import NAMESPACE, ROOT
from conformance.random_sitemaps import random_site
from standard_sitemap import ssp
from standard_sitemap.model.site import Bounds
from standard_sitemap.ssp import lazy_chunks
from standard_sitemap.ssp.names import SITEMAPS_ORG

PLAIN = '<item name="N" url="u"/>'
MANY = (PLAIN + "\n") * 10
MANY_DATED = '<item name="N" url="u" s:lastmod="2024-05-31" s:changefreq="weekly"/>' * 10
ENOUGH = Bounds(elements=1_000)
BOUNDS = (ENOUGH, ENOUGH, Bounds(7), Bounds(depth=3), Bounds(depth=12), Bounds(attribute=6))
# Content between plain items, and content that makes them special.
BETWEEN = (
    *("\n", " ", "\r\n", "\r", "\t", "text", "]]", "]]>", "&amp;", "&", "&#65;", "&none;", "\x01", "é", "\ufffe"),
    *("<!-- ", " -->", "-->", "--", "<![CDATA[", "]]>", "<?pi ", "?>", "<", ">", "<!DOCTYPE x>"),
    "<?xml version='1.0'?>",
    *("</item>", "</item>", "</group>", "</g:item>", "<group>", "<group lang='de'>", "</sitemap>", "<sitemap>"),
    *(f'<group xmlns="{NAMESPACE}">', '<group xmlns="">', '<group xmlns="urn:x">', '<g:item xmlns:g="urn:g">'),
    *('<item name="A" url="a">', '<item name="A" url="a" >', '<item url="a" name="A"\n description="D">', "<item>"),
    *('<item name="A" url="http://h.example/x"/>', '<item url="https://[bad/" name="A"/>', '<item name="" url=""/>'),
    *('<item name="A&amp;B&lt;" url="?a=1&amp;b=2"/>', '<item name="A>B" url="a"/>', '<item name="é" url="ä"/>'),
    *('<item name="A" name="B" url="a"/>', '<item name="A"url="a"/>', "<item name='A' url='a'/>"),
    *('<item name="=" url="="/>', '<item name=" " url="a"/>', '<item name="A" url=""/>', '<item name="" url="a"/>'),
    *('<item name="A" url="a" role="contact"/>', '<item xml:id="i" name="A" url="a"/>', '<item name="\t" url="a"/>'),
    *('<item name="A" url="mailto:a"/>', '<item name="A" url="//h"/>', '<item name="A" url="a b"/>', "<external/>"),
    *('<variant url="http://[x"/>', "<variant/>", '<item name="A" description=" name=" url="a"/>', "</item >"),
    "<item/>",
    *('<item xml:id="I" name="A" url="a"/>', '<item name="A" url="a" xml:id="j" priority="0.5"/>', '<item xml:id=""/>'),
    *('<item priority="1" name="A" relation="none" url="a" priority="1"/>', '<item name="A" url="a" relation="x"/>'),
    *('<item xml:id="&#105;" name="A" url="a" priority="1.5"/>', '<item xml:id="k" name="A" url="a" xml:id="k"/>'),
    *('<item name="A" url="a" s:lastmod="2024-05-31"/>', '<item s:changefreq="weekly" name="A" url="a"/>'),
    *('<item name="A" url="a" s:lastmod=""/>', '<item name="A" s:lastmod="1" url="a" s:lastmod="2"/>', "xmlns:s="),
    *('<item name="A" url="a" t:lastmod="1" xml:id="l"/>', f'<group xmlns:s="{SITEMAPS_ORG}">', '<group xmlns:s="u">'),
    *(f'<item name="A" url="{letters}"/>' for letters in ("u" * 2_399, "u" * 2_400, "u" * 2_401, "é" * 1_201)),
    *('<item description="D" url="a" name="A"/>', '<item name="A" url="a"\r\n/>', '<item name="A" url="a"/\n>'),
)  # fmt: skip
HEADS = (
    f'<sitemap xmlns="{NAMESPACE}">', f'<sitemap xmlns="{NAMESPACE}" xmlns:s="{SITEMAPS_ORG}">',
    f'<sitemap xmlns="{NAMESPACE}" lang="en">', f'<item xmlns="{NAMESPACE}" url="">',
    f'<s:sitemap xmlns:s="{NAMESPACE}">', "<sitemap>", f'<!DOCTYPE sitemap><sitemap xmlns="{NAMESPACE}">',
    f'<sitemap xmlns="{NAMESPACE}" xmlns:s="urn:s">',
    f'<sitemap xmlns="{NAMESPACE}" xmlns:t="{SITEMAPS_ORG}" xmlns:s="{SITEMAPS_ORG}">',
    f'<!DOCTYPE sitemap [<!ATTLIST item name NMTOKEN #IMPLIED>]><sitemap xmlns="{NAMESPACE}">', "",
    f'<?xml version="1.0"?>\n<!-- made by hand -->\n<group xmlns="{NAMESPACE}">',
)  # fmt: skip


def table(document: ssp.Document) -> dict[str, object]:
    """Return a document's whole content, including plain items."""
    names = ("uri", "size", "kinds", "parents", "ends", "context_of", "contexts", "plain", "notables", "ids", "scopes")
    said = {name: getattr(document, name) for name in (*names, "tags", "faults")}
    said["attributes"] = [list(each.items()) for each in document.attributes]
    said["urls"] = [attributes.get("url") for attributes in document.attributes]
    said["lines"] = [document.lines[index] for index in range(len(document))]
    return said


def unread(document: ssp.Document) -> int:
    """Return the number of unread elements."""
    return sum(len(items) for items, _ in document.unread.matches(()))


def is_read_alike(body: bytes, uri: str = ROOT, bounds: Bounds = ENOUGH) -> ssp.Document:
    """Assert that both readers agree; return the fast scan's document."""
    scanned = ssp.parse(uri, body, None, bounds, scan_fast=True)
    assert table(scanned) == table(ssp.parse(uri, body, None, bounds, scan_fast=False))
    return scanned


@pytest.fixture
def short_chunks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Shorten chunks, to a single tag or slightly more."""
    monkeypatch.setattr(lazy_chunks, "_FEWEST", 1)
    monkeypatch.setattr(lazy_chunks, "_MOST", 5)
    lazy_chunks._pattern.cache_clear()
    yield
    lazy_chunks._pattern.cache_clear()


def random_file(rng: Random) -> bytes:
    head = rng.choice(HEADS[:3] if rng.random() < 0.7 else HEADS)
    oddity = rng.choice((0.02, 0.1, 0.3))
    parts = [rng.choice(BETWEEN) if rng.random() < oddity else _usual(rng) for _ in range(rng.randrange(60))]
    closed = "</item>" * rng.choice((0, 0, 0, 1, 2)) + (
        "</" + head.rpartition("<")[2].split()[0].rstrip(">") + ">" if head else ""
    )
    body = bytearray((head + "".join(parts) + closed).encode("utf-8", "surrogatepass"))
    if rng.random() < 0.1 and body:
        body[rng.randrange(len(body))] = rng.randrange(256)
    return bytes(body)


def _usual(rng: Random) -> str:
    if rng.random() < 0.1:
        return f'<item name="N" url="u" xml:id="{rng.randrange(40)}"/>'
    if rng.random() < 0.15:
        inner = "".join(_usual(rng) for _ in range(rng.randrange(6)))
        return f'<item name="S" url="s/">{inner}</item>\n'
    return rng.choice((PLAIN, PLAIN + "\n", '<item name="N" url="u" description="d"/>\n'))


@settings(max_examples=500)
@given(st.integers(0, 2**64))
def test_random_files_are_read_alike(seed: int) -> None:
    rng = Random(seed)
    is_read_alike(random_file(rng), rng.choice((ROOT, ROOT, ROOT, "urn:map")), rng.choice(BOUNDS))


@pytest.mark.usefixtures("short_chunks")
def test_random_files_are_read_alike_in_short_chunks() -> None:
    for seed in range(1_000):
        is_read_alike(random_file(Random(seed)), bounds=BOUNDS[seed % len(BOUNDS)])


@pytest.mark.usefixtures("short_chunks")
def test_files_of_random_sites_are_read_alike() -> None:
    for seed in range(300):
        for body in random_site(Random(seed), 8).files.values():
            is_read_alike(body)


@pytest.mark.usefixtures("short_chunks")
@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.xml")), ids=lambda path: f"{path.parent.name}-{path.name}")
def test_conformance_cases_are_read_alike(path: Path) -> None:
    is_read_alike(path.read_bytes())


@pytest.mark.parametrize(
    "body",
    [
        f'<sitemap xmlns="{NAMESPACE}">{MANY}</sitemap>',
        f'<sitemap xmlns="{NAMESPACE}">{MANY * 40}<group lang="de">{MANY}</group>{MANY}</sitemap>',
        f'<group xmlns="{NAMESPACE}"><item name="S" url="s">{MANY}</item>{MANY}</group>',
        f'<sitemap xmlns="{NAMESPACE}" xmlns:s="{SITEMAPS_ORG}">{MANY_DATED}{MANY}</sitemap>',
    ],
)
def test_plain_items_are_scanned(body: str) -> None:
    sitemap = is_read_alike(body.encode())
    assert unread(sitemap) > 0
    assert len(sitemap) == body.count("<") - body.count("</")


@pytest.mark.parametrize(
    "body",
    [
        f'<sitemap xmlns="{NAMESPACE}"><!-- {MANY} --></sitemap>',
        f'<sitemap xmlns="{NAMESPACE}"><![CDATA[ {MANY} ]]></sitemap>',
        f'<!DOCTYPE sitemap [<!ATTLIST item name NMTOKEN #IMPLIED>]><sitemap xmlns="{NAMESPACE}">{MANY}</sitemap>',
        f'<sitemap xmlns="{NAMESPACE}" xmlns:s="urn:s"><!-- xmlns:s="{SITEMAPS_ORG}" -->{MANY_DATED}</sitemap>',
        f'<sitemap xmlns="{NAMESPACE}"><group xmlns="urn:x">{MANY}</group></sitemap>',
        f'<s:sitemap xmlns:s="{NAMESPACE}">{MANY}</s:sitemap>',
        f'<item xmlns="{NAMESPACE}" name="A" url="a">{MANY}</item>{MANY}',
    ],
)
def test_lookalikes_of_plain_items_are_not_scanned(body: str) -> None:
    assert unread(is_read_alike(body.encode())) == 0


def test_words_of_another_item_do_not_end_a_value() -> None:
    body = f'<sitemap xmlns="{NAMESPACE}"><item name="A" description="b name=" url="u"/>{MANY}</sitemap>'
    assert is_read_alike(body.encode()).attributes[1]["description"] == "b name="


def test_file_that_is_full_is_left() -> None:
    body = f'<sitemap xmlns="{NAMESPACE}">{MANY * 20}<group/>{MANY * 40}</sitemap>'.encode()
    for most in (3, 150, 201, 202, 400):
        assert len(is_read_alike(body, bounds=Bounds(most))) == most
