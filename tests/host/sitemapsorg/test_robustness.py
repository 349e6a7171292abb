"""No file crashes the parser, and every address is in the tree or in a fault."""

import gzip
import io
import json
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from host.sitemapsorg.samples import REALISTIC, SITE, SITEMAP, in_languages, index, pages, read, resolved
from standard_sitemap.webmaster import tree_json

_FILES = [text.encode() for text in (*REALISTIC.values(), index(SITEMAP), in_languages({"en": "en/a", "de": "de/a"}))]
_SEEDS = [*_FILES, gzip.compress(_FILES[1]), _FILES[0].decode().encode("utf-16"), pages(*map(str, range(50))).encode()]
_PIECES = [
    *(
        b"<",
        b">",
        b"&",
        b"<!--",
        b"-->",
        b"<![CDATA[",
        b"]]>",
        b"<loc>",
        b"</loc>",
        b"<url>",
        b"</url>",
        b"<?xml ",
        b"?>",
    ),
    *(
        b"\x00",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\r",
        b"\n",
        b"\x1f\x8b",
        b"&#xD800;",
        b"&#0;",
        b"<!DOCTYPE x [",
        b"<!ENTITY a 'b'>",
    ),
    *(b"https://[", b"javascript:x", b"</urlset>", b'xmlns="', "\u2028".encode(), b"<image:loc>", b"?", b"#", b"//"),
]


@st.composite
def _damaged(draw: st.DrawFn) -> bytes:
    body = bytearray(draw(st.sampled_from(_SEEDS)))
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.integers(0, len(body)))
        change = draw(st.integers(0, 3))
        if change == 0:
            body[place:place] = draw(st.sampled_from(_PIECES))
        elif change == 1:
            del body[place : place + draw(st.integers(1, 60))]
        elif change == 2:
            start = draw(st.integers(0, len(body)))
            body[place:place] = body[start : start + draw(st.integers(1, 200))]
        else:
            del body[place:]
    return bytes(body)


@given(
    _damaged(), st.sampled_from([None, "text/html", "application/xml; charset=utf-16", "\x00", "text/plain; charset=x"])
)
@example(b"", None)
@example(b"\x1f\x8b", None)
@example(b"\xff\xfe", None)
@example(b"<a&#xD800;b><loc>x</loc>", None)
def test_arbitrary_input_never_raises(body: bytes, content_type: str | None) -> None:
    document = read(body, content_type=content_type)
    assert all(fault.message for fault in document.faults)
    tree = resolved(body)
    tree_json.write_json(tree, io.StringIO())
    shown, waiting = set(), list(tree.children(0))
    while waiting:
        node = waiting.pop()
        shown |= {variant.location for variant in tree.details.variants(node)}
        waiting.extend(tree.children(node))
    assert {page.location for page in document.pages()} <= shown or document.format == "robots"


_WRITTEN = st.text(st.characters(exclude_characters="<&\r", exclude_categories=["Cs", "Cc", "Cn"]), max_size=30)
_ADDRESSES = st.one_of(_WRITTEN, _WRITTEN.map(lambda text: SITE + text), st.just("https://other.example/ä?b=c d"))


@given(st.lists(_ADDRESSES, max_size=8), st.booleans())
def test_every_address_is_accounted_for(addresses: list[str], is_cut: bool) -> None:
    text = "".join(f"<url><loc>{address}</loc></url>\n" for address in addresses)
    source = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{text}{"" if is_cut else "</urlset>"}'
    document = read(source)
    lost = [fault for fault in document.faults if fault.code in ("bad-location", "empty-location")]
    assert len(document) + len(lost) == len(re.findall("<loc>", source))


@pytest.mark.parametrize(
    "body",
    [
        b"<!--" * 200_000,
        b"<urlset>" + b"<!--" * 200_000,
        b"<urlset>" + b"<![CDATA[" * 100_000,
        b"<urlset>" + b"&a" * 300_000,
        b"<urlset>" + b"<!DOCTYPE [" * 100_000,
        b"<!DOCTYPE [" * 100_000,
        b"<?x" * 300_000,
        b" " * 2_000_000,
        b"<a>" * 200_000,
        b"<urlset>" + b"<url>" * 100_000,
        b"<urlset>" + b"<url><loc>" * 50_000,
        b"user-agent: " * 100_000,
        b"https://a " * 100_000,
        b"<rss><channel>" + b"<item>" * 5_000,
        ("<urlset><url><loc>https://a/" + "/x" * 200_000).encode(),
    ],
    ids=range(15),
)
def test_adversarial_files_are_read_in_time(body: bytes) -> None:
    out = io.StringIO()
    tree_json.write_json(resolved(body), out)
    assert json.loads(out.getvalue())["root"] == SITEMAP
