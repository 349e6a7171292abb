"""Chunks of plain items, recognised by their bytes: `standard_sitemap.ssp.lazy_chunks`."""

from __future__ import annotations

import pytest

from standard_sitemap.ssp.lazy_chunks import Chunks, chunks_in, runs_of_tags

ITEM = b'<item name="N" url="u"/>\n'


def texts(body: bytes) -> list[bytes]:
    return [chunk.text for chunk in chunks_in(body)]


@pytest.mark.parametrize(
    "tag",
    [
        b'<item name="N" url="u"/>',
        b'<item url="u" name="N" description="D" />',
        b'<item\n\tname=" N" url="?"/>\r\n',
        b'<item name="A &amp; B" url="?a&amp;b"></item>',
        b'<item name="N" url="https://host.example/a:c"/>',
        '<item name="é" url="ü"/>'.encode(),
    ],
)
def test_plain_items_make_a_chunk(tag: bytes) -> None:
    assert texts(b"<sitemap>" + tag * 5 + b"</sitemap>") == [tag * 5]


@pytest.mark.parametrize(
    "tag",
    [
        b'<item name="N"/>',
        b'<item name="" url="u"/>',
        b'<item url="u" name="  "/>',
        b'<item name="N" url=""/>',
        b'<item name="N" url="u" url="u"/>',
        b'<item name="N"url="u"/>',
        b'<item name="N" url="u" role="contact"/>',
        b'<item name="N" url="mailto:n@host.example"/>',
        b'<item name="N" url="//host.example"/>',
        b'<item name="N" url="https://[bad/"/>',
        b'<item name="N" url="u v"/>',
        b'<item name="N" url="https://host.example/u v"/>',
        b'<item name="a < b" url="u"/>',
        b'<item name="a > b" url="u"/>',
        b'<item name="&#65;" url="u"/>',
        b'<item name="&other;" url="u"/>',
        b'<item name="a\tb" url="u"/>',
        b'<item name="N" url="?q="/>',
        b'<item name="N" url="u"/>\r',
        b'<item name="\xff" url="u"/>',
        b'<item name="\xef\xbf\xbe" url="u"/>',
        b'<items name="N" url="u"/>',
    ],
)
def test_ambiguous_text_is_in_no_chunk(tag: bytes) -> None:
    assert texts(b"<sitemap>" + tag * 5 + b"</sitemap>") == []


def test_few_tags_are_no_chunk() -> None:
    assert texts(ITEM * 3) == []


def test_chunk_of_items_without_content_is_flat() -> None:
    nested = b'<item name="N" url="u">' + ITEM + b"</item>\n"
    assert [chunk.is_flat for chunk in chunks_in(ITEM * 5 + b"<group/>" + nested * 2)] == [True, False]


def test_tags_are_reported_in_runs() -> None:
    assert runs_of_tags(b'<item name="N" url="u">' + ITEM * 2 + b"</item>" + ITEM) == [b'"', b"//m", b"/"]


def test_items_are_read_from_their_chunk() -> None:
    body = b"<sitemap>\n" + ITEM + b'<item description="&quot;&amp;lt;&quot;"\n url="b" name="B"/>' + ITEM + ITEM
    known = Chunks()
    known.add(body, range(10, len(body)), range(1, 5), 2)
    assert known.attributes(2) == {"description": '"&lt;"', "url": "b", "name": "B"}
    assert list(known.attributes(2)) == ["description", "url", "name"]
    assert [known.line(index) for index in range(1, 5)] == [2, 3, 4, 5]
    assert len(known) == 1


DATED = b'<item name="A &amp; B" url="a" priority="0.1"/>'


@pytest.mark.parametrize(
    ("written", "priorities", "descriptions"),
    [
        (DATED * 3, ["0.1"] * 3, [None] * 3),
        (DATED + ITEM + DATED, ["0.1", None, "0.1"], [None] * 3),
        (DATED + b'<item url="a" description="D" name="A &amp; B"/>' + DATED, ["0.1", None, "0.1"], [None, "D", None]),
        (DATED + b'<item priority="0.2" name="A" url="b"/>' * 2, ["0.1", "0.2", "0.2"], [None] * 3),
        (DATED * 2 + b'<item name="A" url="b"/>', ["0.1", "0.1", None], [None] * 3),
    ],
    ids=["alike", "lacking", "other", "order", "last"],
)
def test_columns_equal_the_items_attributes(
    written: bytes, priorities: list[str | None], descriptions: list[str | None]
) -> None:
    known = Chunks()
    known.add(written, range(len(written)), range(3), 1)
    names, columns = ["name", "url", "priority", "description"], [0, 1, 2]
    values = known.columns(names, columns)
    assert values[2:] == [priorities, descriptions]
    items = [known.attributes(index) for index in range(3)]
    assert values == [[item.get(name) for item in items] for name in names]


def test_columns_are_of_the_items_that_are_asked_for_in_their_order() -> None:
    known, texts_ = Chunks(), [b'<item name="%d" url="u"/>' % number for number in range(9)]
    for first in (0, 3, 6):
        start = len(b"".join(texts_[:first]))
        known.add(b"".join(texts_), range(start, start + len(b"".join(texts_[:3]))), range(first, first + 3), 1)
    asked = [8, 1, 1, 0, 4, 5, 3, 7]
    assert known.columns(["name"], asked) == [[str(index) for index in asked]]
    assert known.columns(["name"], []) == [[]]
    assert known.columns(["name"], asked[-1:]) == known.columns(["name"], [7]) == [["7"]]


def test_packed_chunks_are_read_as_the_others() -> None:
    packed_texts = list[bytes]()

    def packed(text: bytes) -> bytes:
        packed_texts.append(text)
        return text

    items = [b'<item name="Page %d" url="/%d/%s"/>\n' % (number, number, b"x" * 300) for number in range(1_000)]
    body, known = b"".join(items), Chunks()
    for number in range(0, len(items), 100):
        start = len(b"".join(items[:number]))
        size = len(b"".join(items[number : number + 100]))
        known.add(body, range(start, start + size), range(number, number + 100), number + 1)
    read = known.columns(["url", "name"], range(len(items))), [known.line(index) for index in (0, 499, 999)]
    assert [values[999] for values in read[0]] == [f"/999/{'x' * 300}", "Page 999"]
    known.pack(packed)
    assert (known.columns(["url", "name"], range(len(items))), [known.line(index) for index in (0, 499, 999)]) == read
    assert (known.text, packed_texts) == (body, [body])


def test_white_space_in_all_its_ways_is_read() -> None:
    known = Chunks()
    for at in range(5_000):
        space = f"{at:013b}".replace("0", " ").replace("1", "\t").encode()
        text = b'<item%sname="%d" url="u"/>\n' % (space, at)
        known.add(text, range(len(text)), range(at, at + 1), 1)
        assert known.attributes(at) == {"name": str(at), "url": "u"}
