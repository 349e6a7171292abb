"""Maps and pages that cost more than their size: each under 2 MiB, each by one kind of amplification.

`MAPS` are files by path, the root at `/map`; `PAGES` are reports of pages. The fuzzer also starts with them, truncated
to a mutable size.
"""

from __future__ import annotations

import base64
import gzip
import itertools
import random
from collections.abc import Callable, Iterable
from typing import Any
from xml.sax.saxutils import quoteattr

NAMESPACE = "http://standard-sitemap.org/2007/ns"
SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"
SITE = "http://site.example"
MOST_BYTES = 2 * 1024 * 1024

Files = dict[str, tuple[str, bytes]]
"""Content type and body by path."""

_LONGEST = 65_000
_ROOM = 2_000_000
"""The size to which maps are filled, so that head and end fit as well."""


def _ssp(content: str, attributes: str = "") -> Files:
    body = f'<sitemap xmlns="{NAMESPACE}" {attributes}>{content}</sitemap>'.encode()
    return {"/map": ("application/xml", body)}


def _org(content: str, extensions: str = "") -> Files:
    body = f'<urlset xmlns="{SITEMAPS}" {extensions}>{content}</urlset>'.encode()
    return {"/map": ("application/xml", body)}


def _filled(text: str) -> str:
    return text * (_ROOM // len(text.encode()))


def _numbered(form: str, count: int) -> str:
    return "".join(form.replace("#", str(number)) for number in range(count))


def xpath_without_a_colon() -> Files:
    """Return expressions with a prefix that never reaches its colon, from every letter on; and endless white space."""
    change = f'<class-change elem="{"a" * _LONGEST}" prefix="p"/><class-change elem="a{" " * _LONGEST}" prefix="p"/>'
    return _ssp(change * 15)


def xpath_that_nests() -> Files:
    """Return expressions nested as deep as an attribute is long."""
    return _ssp((f'<class-change elem="{"(" * 32_000}a{")" * 32_000}" prefix="p"/>') * 30)


def class_changes_too_long_together() -> Files:
    """Return two hundred class changes, each nearly of the maximum length."""
    return _ssp(f'<class-change elem="//a[{"1 or " * 1_900}1]" prefix="p"/>' * 200)


def _changes(*expressions: str) -> Files:
    return _ssp("".join(f"<class-change elem={quoteattr(elem)} prefix='p'/>" for elem in expressions * 5))


def xpath_that_reads_the_page_for_each_node() -> Files:
    """Return conditions on the string value of the whole page, in several functions."""
    calls = (
        "contains(/, 'z')",
        "starts-with(normalize-space(/), 'z')",
        "/ = 'z'",
        "sum(/) > 1",
        "translate(/, /, 'z')",
    )
    return _changes(*(f"//*[{call}]" for call in calls))


def xpath_that_compares_sets() -> Files:
    """Return comparisons of node-sets of the whole page."""
    return _changes("//*[. = //*]", "//*[//* != //@*]", "//*[.//* < following::*]", "//*[id(//*)]")


def xpath_with_many_steps() -> Files:
    """Return steps along every axis, from every node."""
    axes = ("following", "preceding", "ancestor", "descendant-or-self", "preceding-sibling")
    return _changes(*[f"//*/{first}::*/{second}::node()/.." for first in axes for second in axes][:10])


def xpath_with_many_conditions() -> Files:
    """Return hundreds of conditions, each with its own names, so that an estimate multiplies without end."""
    return _changes(*(f"//*[{' or '.join(f'a{at}{n}//b{n}/c{at}' for n in range(120))}]"[:1_999] for at in range(5)))


def xpath_within_xpath() -> Files:
    """Return conditions nested within conditions."""
    return _changes("//*[" * 300 + "a" + "]" * 300, "//*" * 600, "|".join(["//*"] * 400), "-" * 1_900 + "1")


def class_changes_of_one_element() -> Files:
    """Return fifty paths to one element, with one prefix."""
    return _ssp("".join(f'<class-change elem="/html/body[{n} or 1]" prefix="p"/>' for n in range(50)))


def class_changes_of_every_attribute() -> Files:
    """Return attributes that load, run or submit, in many spellings."""
    names = (
        "onclick",
        "ONLOAD",
        "style",
        "srcset",
        "form",
        "data-x",
        "xlink:href",
        "x-on",
        "id",
        "is",
        "slot",
        "ev:event",
    )
    spaces = 'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:ev="urn:ev"'
    return _ssp("".join(f'<class-change elem="//*" attr="{name}" prefix="p"/>' for name in names), spaces)


def searches_that_are_no_forms() -> Files:
    """Return search templates that lead to other sites, with bytes that no form sends."""
    data = ("=%s", "%s", "_charset_=x&amp;submit=%s", "&amp;" * 5_000, "a&#10;b=%s", "%(9999w)")
    items = (
        f'<item name="S" role="search" method="post" url="//{n}.example/" data="{template}"/>'
        for n, template in enumerate(data)
    )
    return _ssp("".join(items))


def class_changes_in_many_scopes() -> Files:
    """Return thousands of class changes with ten thousand namespaces in effect."""
    spaces = " ".join(f'xmlns:p{number}="u:{number}"' for number in range(20_000))
    return _ssp('<class-change elem="//a" prefix="p"/>' * 30_000, spaces)


def referrers_of_many_variants() -> Files:
    """Return a long list of referrers on a node with many variants."""
    return _ssp(f'<item name="I" url="i" refer="{"a " * 32_000}">{"<variant/>" * 150_000}</item>')


def faults_by_the_token() -> Files:
    """Return a fault for every two characters."""
    return _ssp(f'<item name="I" url="i" refer="{"a " * 32_000}"/>' * 30)


def roles_by_the_token() -> Files:
    """Return role sets with thousands of roles, on many nodes."""
    roles = " ".join(f"r{number}" for number in range(10_000))
    return _ssp(f'<item name="I" url="i" role="{roles}"/>' * 33)


def faults_by_the_attribute() -> Files:
    """Return hundreds of thousands of faulty attributes."""
    attributes = _numbered('a#="" ', 10_000)
    return _ssp(f"<item {attributes}/>" * 18)


def small_elements() -> Files:
    """Return as many elements as fit, none of them plain."""
    return _ssp(_filled("<a/>"))


def small_elements_compressed() -> Files:
    """Return tens of megabytes of small elements, compressed."""
    body = f'<sitemap xmlns="{NAMESPACE}">{"<a/>" * 10_000_000}</sitemap>'.encode()
    return {"/map": ("application/xml", gzip.compress(body))}


def _compressed(body: str, kind: str = "application/xml", mark: str = "<!--{}-->") -> Files:
    """Return a compressed body with noise before its last tag or line, so that the ratio hides the repetition."""
    noise = base64.b64encode(random.Random(1).randbytes(len(body) // 280)).decode()
    end = max(body.rfind("<"), 0) or len(body)
    return {"/map": (kind, gzip.compress((body[:end] + mark.format(noise) + body[end:]).encode(), 6))}


def groups_that_unpack() -> Files:
    """Return millions of groups in about two hundred kilobytes."""
    return _compressed(f'<sitemap xmlns="{NAMESPACE}">{"<group/>" * 6_600_000}</sitemap>')


def ids_that_unpack() -> Files:
    """Return plain items, each with an id."""
    items = _numbered('<item name="" url="a" xml:id="a#"/>', 600_000)
    return _compressed(f'<sitemap xmlns="{NAMESPACE}">{items}</sitemap>')


def pages_that_unpack() -> Files:
    """Return one page, listed two million times."""
    return _compressed(f'<urlset xmlns="{SITEMAPS}">{"<url><loc>/a</loc></url>" * 2_100_000}</urlset>')


def elements_that_unpack() -> Files:
    """Return millions of meaningless elements."""
    return _compressed(f'<urlset xmlns="{SITEMAPS}">{"<a/>" * 13_000_000}</urlset>')


def lines_that_unpack() -> Files:
    """Return a list of millions of lines."""
    return _compressed("/a\n" * 17_000_000, "text/plain", "#{}")


def items_of_a_feed_that_unpack() -> Files:
    """Return a feed of excessive length."""
    items = "<item><link>/a</link></item>" * 1_850_000
    return _compressed(f'<rss version="2.0"><channel>{items}</channel></rss>', "application/rss+xml")


def _after(start: str, character: str, end: str) -> Files:
    """Return an index with a compressed list of pages after 50 MB of one character."""
    index = f'<sitemapindex xmlns="{SITEMAPS}"><sitemap><loc>/part.xml</loc></sitemap></sitemapindex>'
    pages = f'<urlset xmlns="{SITEMAPS}"><url><loc>/a</loc></url></urlset>'
    part = _compressed(f"{start}{character * 50_000_000}{end}{pages}")["/map"]
    return {"/map": ("application/xml", index.encode()), "/part.xml": part}


def a_comment_before_the_pages() -> Files:
    """Return a list of pages after one comment of 50 MB."""
    return _after("<!--", "a", "-->")


def an_instruction_before_the_pages() -> Files:
    """Return a list of pages after one processing instruction of 50 MB."""
    return _after("<?a ", "?", "?>")


def a_declaration_before_the_pages() -> Files:
    """Return a list of pages after one element declaration of 50 MB."""
    return _after("<!DOCTYPE urlset [<!ELEMENT urlset ", "a", ">]>")


def a_file_compressed_twice() -> Files:
    """Return a doubly compressed file."""
    [(kind, body)] = pages_that_unpack().values()
    return {"/map": (kind, gzip.compress(body, 6))}


def a_file_of_many_members() -> Files:
    """Return a file of gzip members, each of which decompresses to some kilobytes of pages."""
    member = gzip.compress(b"<url><loc>/a</loc></url>" * 300)
    start = gzip.compress(f'<urlset xmlns="{SITEMAPS}">'.encode())
    return {"/map": ("application/xml", start + member * (_ROOM // len(member)))}


def several_that_unpack() -> Files:
    """Return files that refer to one another; each may decompress to a large size."""
    groups = "<group/>" * 3_000_000
    files: Files = {}
    for number in range(4):
        other = f'<item xml:id="i" name="I" url="i"/><external url="/map{number + 1}#i"/>'
        body = _compressed(f'<sitemap xmlns="{NAMESPACE}">{other}{groups}</sitemap>')["/map"]
        files[f"/map{number or ''}"] = body
    return files


def one_page_again_and_again() -> Files:
    """Return one page at tens of thousands of places in a file."""
    return _org(_filled("<url><loc>/a</loc></url>"))


def pages_in_one_place() -> Files:
    """Return tens of thousands of pages in one place, and as many next to them."""
    return _org(_numbered("<url><loc>/a?#</loc></url><url><loc>/a/?#</loc></url>", 32_000))


def lines_that_are_no_addresses() -> Files:
    """Return a list with a fault for every two characters."""
    return {"/map": ("text/plain", b"/a\n" + b"b\n" * 990_000)}


def groups_compressed() -> Files:
    """Return as many groups as a small compressed file may expand to."""
    body = f'<sitemap xmlns="{NAMESPACE}">{"<group/>" * 260_000}</sitemap>'.encode()
    return {"/map": ("application/xml", gzip.compress(body))}


def groups_without_names() -> Files:
    """Return as many unnamed groups as fit."""
    return _ssp(_filled("<group/>"))


def bases_upon_a_long_base() -> Files:
    """Return many elements, each with its own base on top of a long one."""
    return _ssp(_filled('<item xml:base="a/"/>'), f'xml:base="{"b/" * 32_000}"')


def bases_upon_bases() -> Files:
    """Return bases that grow with every level, at the maximum depth."""
    deep = f'<group name="G" xml:base="{"c" * 80}/">' * 9_000
    return _ssp(deep + '<item name="I" url="i"/>' + "</group>" * 9_000)


def addresses_upon_a_long_base() -> Files:
    """Return many addresses that become long when resolved."""
    return _ssp(_filled('<item name="I" url=" #i"/>'), f'xml:base="{"b/" * 32_000}"')


def a_page_in_many_places() -> Files:
    """Return one address at thousands of deeply nested nodes."""
    return _ssp('<item name="I" url="/page">' * 9_000 + '<item name="I" url="/page"/>' * 50_000 + "</item>" * 9_000)


def expansions() -> Files:
    """Return a search template with the maximum number of expressions, and a long address."""
    data = "%w" * 32_000
    return _ssp(f'<item name="S" url="s" role="search" data="{data}"/>')


def language_ranges() -> Files:
    """Return language tags of a thousand different subtags, in the variants of one node."""
    tag = "-".join(["en", *["abcdefgh"] * 1_000])
    return _ssp('<item name="L" url="l">' + _numbered(f'<variant lang="{tag}-#"/>', 200) + "</item>")


def languages_of_one_node() -> Files:
    """Return tens of thousands of variants of one node, each in its own language."""
    return _ssp('<item name="L" url="l">' + _numbered('<variant lang="a#"/>', 80_000) + "</item>")


def languages_too_long_together() -> Files:
    """Return a few languages with tags as long as an attribute may be."""
    tags = (f"{number:03}" + "x" * _LONGEST for number in range(30))
    return _ssp("".join(f'<item name="L" url="l" lang="{tag}"/>' for tag in tags))


def groups_in_each_other() -> Files:
    """Return groups that each contain all later ones, so that expansion is endless."""
    externals = "".join(f'<external url="#g{number}"/>' for number in range(150))
    groups = "".join(f'<group xml:id="g{number}" name="G">{externals}</group>' for number in range(150))
    return _ssp(groups)


def references_to_one() -> Files:
    """Return as many references as fit, all to one item with thousands of children."""
    return _ssp('<item xml:id="t" name="T" url="t"><item name="A" url="a"/></item>' + _filled('<external url="#t"/>'))


def a_lattice() -> Files:
    """Return layers of items that each refer to all items of the next layer, with countless paths."""
    layers = 40
    parts = list[str]()
    for layer in range(layers):
        externals = "".join(f'<external url="#l{layer + 1}-{number}"/>' for number in range(30))
        externals = externals if layer < layers - 1 else ""
        parts.extend(
            f'<item xml:id="l{layer}-{number}" name="N" url="/page">{externals}</item>' for number in range(30)
        )
    return _ssp("".join(parts))


def one_id_for_all() -> Files:
    """Return as many elements as fit, all with the same id."""
    return _ssp(_filled('<item name="I" url="i" xml:id="a"/>'))


def deep() -> Files:
    """Return almost the maximum number of levels."""
    return _ssp('<item name="D" url="/page">' * 9_990 + "</item>" * 9_990)


def orders_of_endless_numbers() -> Files:
    """Return names that are numbers of tens of thousands of digits, declared as ordered."""
    parts = [
        f'<item name="O" url="o" order="{order}">' + f'<item name="{digit * _LONGEST}" url="n"/>' * 9 + "</item>"
        for order, digit in (("base10", "1"), ("base16", "f"), ("version", "1."))
    ]
    return _ssp("".join(parts).replace("1." * _LONGEST, "1." * (_LONGEST // 2)))


def names_beyond_a_message() -> Files:
    """Return rows of the maximum length, with roles, variants and locations."""
    name, url = "\U0001f98b" * 500, "u" * 8_000
    variants = "".join(f'<variant name="{name}" url="{url}{number}" lang="{"l" * 100}"/>' for number in range(20))
    items = "".join(f'<item role="tree r{number} home" name="{name}">{variants}</item>' for number in range(9))
    return _ssp(items)


def an_entity_in_an_entity() -> Files:
    """Return entities that multiply."""
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    body = f'<!DOCTYPE sitemap [<!ENTITY l0 "ha">{laughs}]><sitemap xmlns="{NAMESPACE}"><item name="&l9;"/></sitemap>'
    return {"/map": ("application/xml", body.encode())}


def entities_after_padding() -> Files:
    """Return entities that multiply a hundredfold, which Expat allows after a long start of the file."""
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 7))
    body = f'<item name="I" url="i">{"&l6;" * 7}</item></sitemap>'
    start = f'<!DOCTYPE sitemap [<!ENTITY l0 "{"ha" * 12}">{laughs}]><sitemap xmlns="{NAMESPACE}">'
    return {"/map": ("application/xml", f"{start}<!--{'-a' * 950_000}-->{body}".encode())}


def entities_in_an_attribute() -> Files:
    """Return an attribute of thousands of references, each to thousands of characters."""
    start = f'<!DOCTYPE sitemap [<!ENTITY l0 "{"ha" * 3_000}">]><sitemap xmlns="{NAMESPACE}">'
    body = f'{start}<!--{"-a" * 900_000}--><item name="I" url="{"&l0;" * 30_000}"/></sitemap>'
    return {"/map": ("application/xml", body.encode())}


def default_attributes() -> Files:
    """Return a long default attribute that hundreds of thousands of elements inherit."""
    start = f'<!DOCTYPE sitemap [<!ATTLIST a b CDATA "{"x" * 60_000}">]><sitemap xmlns="{NAMESPACE}">'
    return {"/map": ("application/xml", f"{start}{'<a/>' * 480_000}</sitemap>".encode())}


def default_attributes_of_one_element() -> Files:
    """Return tens of thousands of declarations of attributes of one element."""
    declarations = _numbered('<!ATTLIST item a# CDATA "x">', 50_000)
    body = f'<!DOCTYPE sitemap [{declarations}]><sitemap xmlns="{NAMESPACE}"><item name="I" url="i"/></sitemap>'
    return {"/map": ("application/xml", body.encode())}


def default_attributes_on_every_tag() -> Files:
    """Return thousands of default attributes that tens of thousands of elements inherit."""
    declarations = _numbered(f'<!ATTLIST item a# CDATA "{"x" * 100}">', 2_000)
    items = '<item name="I" url="i"/>' * 50_000
    body = f'<!DOCTYPE sitemap [{declarations}]><sitemap xmlns="{NAMESPACE}">{items}</sitemap>'
    return {"/map": ("application/xml", body.encode())}


def variants_at_every_level() -> Files:
    """Return a page below hundreds of levels, each with many variants."""
    level = f'<item name="L" url="l">{"<variant/>" * 150}'
    return _ssp(level * 900 + '<item name="P" url="/page"/>' + "</item>" * 900)


def a_sequence_that_leads_nowhere() -> Files:
    """Return a page before thousands of items in sequence, all without a location in any variant."""
    nowhere = f'<item name="N" url="x:y">{"<variant/>" * 15}</item>'
    items = '<item name="P" url="/page"/>' + nowhere * 9_000
    return _ssp(f'<group name="G" relation="sequence">{items}</group>')


def a_sequence_at_great_depth() -> Files:
    """Return a page before tens of thousands of others in sequence, hundreds of groups deep."""
    deep = '<group name="G" relation="sequence">' + '<group name="G">' * 950
    return _ssp(deep + '<item name="P" url="/page"/>' + '<item name="N" url="x:y"/>' * 60_000 + "</group>" * 951)


def searches_that_lead_nowhere() -> Files:
    """Return dozens of search nodes, each with hundreds of variants without a web address."""
    return _ssp(f'<item name="S" url="mailto:a" role="search">{"<variant/>" * 1_000}</item>' * 180)


def languages_that_are_close() -> Files:
    """Return hundreds of variants whose languages must all be compared with the reader's, and differ between nodes."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    tags = map("".join, itertools.product(letters, letters, "-", letters, letters))
    return _ssp(
        "".join(f'<item name="L" url="l">{_variants_in(itertools.islice(tags, 200))}</item>' for _ in range(300))
    )


def _variants_in(tags: Iterable[str]) -> str:
    return "".join(f'<variant lang="{tag}"/>' for tag in tags)


def groups_that_share_thousands() -> Files:
    """Return a few groups of thousands of references to each other's places."""
    items = "".join(f'<item xml:id="i{number}" name="I" url="i"/>' for number in range(20))
    externals = "".join(f'<external url="#i{number % 20}"/>' for number in range(40_000))
    shared = f'<group xml:id="s" name="S">{externals}</group>'
    return _ssp(items + shared + '<group name="G"><external url="#s"/></group>' * 5_000)


def unreachable_files() -> Files:
    """Return references to more files than may be fetched."""
    return _ssp("".join(f'<external url="/none/{number}#i"/>' for number in range(6_000)))


def small_files(count: int = 300) -> Files:
    """Return many files, two megabytes in total."""
    names = [f"/{number}.xml" for number in range(count)]
    content = "<a/>" * ((_ROOM // len(names) - 150) // 4)
    body = _ssp(f'<item xml:id="i" name="I" url="i">{content}</item>')["/map"]
    return _ssp("".join(f'<external url="{name}#i"/>' for name in names)) | dict.fromkeys(names, body)


def numbers_in_addresses() -> Files:
    """Return addresses with numbers of thousands of digits, which are sorted by value."""
    return _org("".join(f"<url><loc>{SITE}/{'9' * 6_000}{number}/</loc></url>" for number in range(320)))


def segments_without_end() -> Files:
    """Return addresses that consist only of folders."""
    return _org("".join(f"<url><loc>{SITE}/{'a/' * 1_000}{number}</loc></url>" for number in range(900)))


def an_address_of_segments() -> Files:
    """Return one address of hundreds of thousands of folders."""
    return _org(f"<url><loc>{SITE}/{'a/' * 900_000}</loc></url>")


def addresses_of_segments() -> Files:
    """Return pairs of addresses with thousands of folders in common."""
    pairs = "<url><loc>/#/x</loc></url><url><loc>/#/y</loc></url>"
    return _org("".join(pairs.replace("#", f"{number}/" + "a/" * 4_000) for number in range(120)))


def alternates_of_alternates() -> Files:
    """Return pages that each name all others as translations."""
    space = 'xmlns:x="http://www.w3.org/1999/xhtml"'
    links = _numbered(f'<x:link rel="alternate" hreflang="a#" href="{SITE}/#"/>', 150)
    return _org("".join(f"<url><loc>{SITE}/{number}</loc>{links}</url>" for number in range(150)), space)


def escapes_and_hosts() -> Files:
    """Return many addresses with punycode hosts and escapes."""
    host = f"http://xn--{'a' * 50}-{'b' * 8}.example"
    return _org("".join(f"<url><loc>{host}/{'%C3%A4' * 300}{number}</loc></url>" for number in range(1_050)))


def broken_markup() -> Files:
    """Return comments and sections that start repeatedly and never end, and bare ampersands."""
    return _org("<![CDATA[ ]]><!-- &amp &x; --" * 65_000)


def a_doctype_without_end() -> Files:
    """Return white space, comments and brackets before a document that never starts."""
    return {"/map": ("application/xml", b"<!-- -->" * 100_000 + b"<!DOCTYPE a [ ] " * 70_000)}


def a_feed_of_markup() -> Files:
    """Return titles with nested markup."""
    title = "&lt;b&gt;" * 3_000
    items = f"<item><title>{title}</title><link>{SITE}/a</link></item>" * 70
    return {"/map": ("application/rss+xml", f'<rss version="2.0"><channel>{items}</channel></rss>'.encode())}


def an_index_of_itself() -> Files:
    """Return an index that lists itself and thousands of missing files."""
    listed = _numbered("<sitemap><loc>/none/#</loc></sitemap>", 6_000) + "<sitemap><loc>/map</loc></sitemap>"
    return {"/map": ("application/xml", f'<sitemapindex xmlns="{SITEMAPS}">{listed}</sitemapindex>'.encode())}


def lines_of_robots() -> Files:
    """Return a robots.txt of declarations only."""
    return {"/map": ("text/plain", ("User-agent: *\n" + _numbered("Sitemap: /none/#\n", 6_000)).encode())}


_MARKS = "\u0301\u0316"
"""Two marks of different classes: a run of them is put in order as it is normalised."""


def marks_in_a_name() -> Files:
    """Return one item whose name is a run of combining marks."""
    return _ssp(f'<item name="a{_MARKS * 38_000}" url="i"/>')


def marks_in_every_name() -> Files:
    """Return as many items as fit, each with a run of combining marks."""
    return _ssp(_filled(f'<item name="i{_MARKS * 400}" url="i"/>'))


def marks_in_descriptions() -> Files:
    """Return long runs of combining marks in descriptions, which a filter searches after names."""
    return _ssp(_filled(f'<item name="i" description="a{_MARKS * 10_000}" url="i"/>'))


def marks_in_addresses() -> Files:
    """Return long runs of combining marks in addresses, which a filter searches last, escaped and unescaped."""
    items = f'<item name="i" url="a{_MARKS * 4_000}"/><item name="i" url="{"%CC%81%CC%96" * 2_000}"/>'
    return _ssp(_filled(items))


def marks_in_variants() -> Files:
    """Return runs of combining marks in the names of variants."""
    return _ssp(_filled(f'<item url="i">{f"""<variant name="é{_MARKS * 500}"/>""" * 9}</item>'))


def marks_in_an_order() -> Files:
    """Return runs of combining marks in names that are compared with each other."""
    return _ssp(f'<group name="G" order="lexical">{_filled(f"""<item name="i{_MARKS * 5_000}" url="i"/>""")}</group>')


def marks_after_decomposition() -> Files:
    """Return characters without a combining class that decompose into marks."""
    return _ssp(_filled('<item name="i' + "\uff9e\u0334\u0f75" * 5_000 + '" url="i"/>'))


def letters_that_decompose_into_many() -> Files:
    """Return letters that decompose into eighteen characters each."""
    return _ssp(_filled('<item name="i' + "\ufdfa" * 400 + '" url="i"/>'))


def marks_in_addresses_of_sitemaps_org() -> Files:
    """Return names derived from addresses that consist of combining marks."""
    return _org(_filled(f"<url><loc>{SITE}/a{'%CC%81%CC%96' * 150}/i</loc></url>"))


def _escaped(number: int, length: int) -> str:
    return f"/{number}/{'%C3%A4' * (length // 6)}"


def many_escaped_addresses() -> Files:
    """Return nine megabytes of addresses that are escaped throughout, as a Standard-Sitemap."""
    return _ssp("".join(f'<item name="I" url="{_escaped(number, 1_800)}"/>' for number in range(5_000)))


def long_escaped_addresses() -> Files:
    """Return nine addresses of a megabyte each that are escaped throughout, as a Standard-Sitemap."""
    return _ssp("".join(f'<item name="I" url="{_escaped(number, 1_000_000)}"/>' for number in range(9)))


def many_escaped_pages() -> Files:
    """Return nine megabytes of addresses that are escaped throughout, as a list of pages."""
    return _org("".join(f"<url><loc>{SITE}{_escaped(number, 1_800)}</loc></url>" for number in range(5_000)))


SEARCHED: dict[str, Callable[[], Files]] = {
    made.__name__.replace("_", "-"): made
    for made in (many_escaped_addresses, long_escaped_addresses, many_escaped_pages)
}
"""Maps of nine megabytes that take long to search, by name."""


MAPS: dict[str, Callable[[], Files]] = {
    made.__name__.replace("_", "-"): made
    for made in (
        xpath_that_reads_the_page_for_each_node, xpath_that_compares_sets, xpath_with_many_steps,
        xpath_with_many_conditions, xpath_within_xpath, class_changes_of_one_element, class_changes_of_every_attribute,
        searches_that_are_no_forms,
        xpath_without_a_colon, xpath_that_nests, class_changes_too_long_together, class_changes_in_many_scopes,
        referrers_of_many_variants, faults_by_the_token, roles_by_the_token, faults_by_the_attribute,
        small_elements, small_elements_compressed, groups_compressed, groups_that_unpack, ids_that_unpack,
        pages_that_unpack, elements_that_unpack, lines_that_unpack, items_of_a_feed_that_unpack,
        a_comment_before_the_pages, an_instruction_before_the_pages, a_declaration_before_the_pages,
        a_file_compressed_twice, a_file_of_many_members, several_that_unpack, one_page_again_and_again,
        pages_in_one_place,
        lines_that_are_no_addresses, entities_after_padding,
        entities_in_an_attribute, default_attributes, default_attributes_of_one_element,
        default_attributes_on_every_tag, variants_at_every_level, a_sequence_that_leads_nowhere,
        a_sequence_at_great_depth, searches_that_lead_nowhere, languages_that_are_close,
        groups_that_share_thousands, groups_without_names, bases_upon_a_long_base, bases_upon_bases,
        addresses_upon_a_long_base, a_page_in_many_places, expansions, language_ranges, languages_of_one_node,
        languages_too_long_together, groups_in_each_other, references_to_one, a_lattice, one_id_for_all, deep,
        orders_of_endless_numbers, names_beyond_a_message, an_entity_in_an_entity, small_files, unreachable_files,
        numbers_in_addresses, segments_without_end, an_address_of_segments, addresses_of_segments,
        alternates_of_alternates,
        escapes_and_hosts, broken_markup,
        a_doctype_without_end, a_feed_of_markup, an_index_of_itself, lines_of_robots,
        marks_in_a_name, marks_in_every_name, marks_in_descriptions, marks_in_addresses, marks_in_variants,
        marks_in_an_order, marks_after_decomposition, letters_that_decompose_into_many,
        marks_in_addresses_of_sitemaps_org,
    )
}  # fmt: skip
"""The maps by name."""

LONG_MAPS: dict[str, Callable[[], Files]] = {"as-many-small-files-as-may-be": lambda: small_files(4_999)}
"""Maps that take a minute and more, and that no test waits for: `python -m hostile.measuring NAME`."""


def _opt(count: int) -> list[tuple[str, str]]:
    fields = [("Opt", f'"{NAMESPACE}"; ns={number % 90 + 10}, ' * 100) for number in range(count)]
    return [*fields, *((f"X-{number}", "v") for number in range(1_000 - count))]


def declarations_by_the_thousand() -> dict[str, Any]:
    """Return headers of declarations only, none of which leads to a location."""
    return {"url": f"{SITE}/", "headers": _opt(100), "links": []}


def a_quotation_without_end() -> dict[str, Any]:
    """Return quotation marks and backslashes that never end."""
    field = '"\\' * 5_000
    return {"url": f"{SITE}/", "headers": [("Opt", field)] * 100, "links": []}


def bases_of_a_link() -> dict[str, Any]:
    """Return links inside a thousand elements with bases."""
    link = {"element": "link", "rel": "standard-sitemap", "href": "http://[", "base": f"{SITE}/"}
    return {"url": f"{SITE}/", "headers": [], "links": [{**link, "xml_bases": ["b/" * 10] * 1_000}] * 100}


def links_of_many_relations() -> dict[str, Any]:
    """Return links with thousands of relations."""
    link = {"element": "link", "rel": "schema.a " * 1_000, "href": NAMESPACE, "base": f"{SITE}/"}
    return {"url": f"{SITE}/", "headers": [], "links": [link] * 180}


PAGES: dict[str, Callable[[], dict[str, Any]]] = {
    made.__name__.replace("_", "-"): made
    for made in (
        declarations_by_the_thousand, a_quotation_without_end, bases_of_a_link, links_of_many_relations,
    )
}  # fmt: skip
"""What pages say, as the extension sends it with `locate`, by name."""


def robots_of_declarations() -> bytes:
    """Return as many declarations as are read, each of another address."""
    return _numbered("Sitemap: /a#\n", 200_000).encode()


def robots_of_one_line() -> bytes:
    """Return one line of a million addresses."""
    return b"Sitemap: " + b"/a ," * 1_000_000


def robots_of_lines_below_a_field() -> bytes:
    """Return hundreds of thousands of addresses below one field."""
    return b"Sitemap:\n" + b"http://a/b\n" * 350_000


def robots_of_invalid_addresses() -> bytes:
    """Return hundreds of thousands of faults."""
    return b"Sitemap: http://[\n" * 230_000


def robots_in_another_encoding() -> bytes:
    """Return letters in an encoding that must be guessed."""
    return b"Sitemap: /\xe4\n" * 300_000


def robots_of_blanks() -> bytes:
    """Return white space only."""
    return b" " * 4_000_000


ROBOTS: dict[str, Callable[[], bytes]] = {
    made.__name__.replace("_", "-"): made
    for made in (
        robots_of_declarations, robots_of_one_line, robots_of_lines_below_a_field, robots_of_invalid_addresses,
        robots_in_another_encoding, robots_of_blanks,
    )
}  # fmt: skip
"""Files of a site's rules, by name: the host reads one when a reader looks for sitemaps."""
